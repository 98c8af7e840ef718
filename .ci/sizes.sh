#!/usr/bin/env bash
# A source file that grows past its cap holds a second subject: split it.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files '*.go' | xargs wc -l | awk '
  $2 == "total" { next }
  $2 ~ /_test\.go$/ { if ($1 > 800) bad = bad "\n  " $2 ": " $1 " lines, tests may have 800"; next }
  $1 > 500 { bad = bad "\n  " $2 ": " $1 " lines, a source file may have 500" }
  END { if (bad) { print "too long:" bad; exit 1 } }'
