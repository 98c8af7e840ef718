#!/usr/bin/env bash
# Fuzzes every target in turn. Usage: fuzz.sh 30s
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}
git grep -lE '^func Fuzz' -- '*_test.go' | xargs -n1 dirname | sort -u | while read -r dir; do
  grep -hoE '^func Fuzz\w+' "$dir"/*_test.go | awk '{ print $2 }' | while read -r target; do
    echo "$dir $target"
    go test -tags "x11 ci" -run '^$' -fuzz "^$target\$" -fuzztime "$time" "./$dir"
  done
done
