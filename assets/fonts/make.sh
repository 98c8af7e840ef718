#!/bin/sh
# Makes the two bundled Japanese fonts from Debian's fonts-noto-cjk. Needs: apt-get install fonts-noto-cjk python3-fonttools.
# The results are committed, so building the program needs neither.
set -eu
cd "$(dirname "$0")"
src=${1:-/usr/share/fonts/opentype/noto}
/usr/bin/python3 subset.py "$src/NotoSansCJK-Regular.ttc" NotoSansCJKjp-Regular.otf
/usr/bin/python3 subset.py "$src/NotoSansCJK-Bold.ttc" NotoSansCJKjp-Bold.otf
