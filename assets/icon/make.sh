#!/bin/sh
# Draws bonbon.png from bonbon.svg. Needs: apt-get install librsvg2-bin. The result is committed, so building the program needs neither.
set -eu
cd "$(dirname "$0")"
rsvg-convert --width 256 --height 256 bonbon.svg --output bonbon.png
