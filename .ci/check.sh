#!/usr/bin/env bash
# Format, vet, lint, security, import table, file sizes, vulnerabilities. Tools are pinned and built into build/tools.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$PWD/build/tools
staticcheck=honnef.co/go/tools/cmd/staticcheck@v0.8.2
gosec=github.com/securego/gosec/v2/cmd/gosec@v2.30.0
govulncheck=golang.org/x/vuln/cmd/govulncheck@v1.9.0
# The vulnerability database is read from its module, so that the check works wherever Go modules can be fetched.
vulndb=golang.org/x/vulndb@v0.0.0-20261105234957-e22db6528018

tool() { # name, module@version: installs it once
  local at="$tools/$1-${2##*@}"
  if [ ! -x "$at" ]; then
    mkdir -p "$tools"
    GOFLAGS= GOBIN="$tools" go install "$2"
    mv "$tools/$1" "$at"
  fi
  echo "$at"
}

echo "format"
unformatted=$(git ls-files '*.go' | xargs -r gofmt -l)
[ -z "$unformatted" ] || { echo "gofmt differs: $unformatted" >&2; exit 1; }

echo "modules"
go mod verify >/dev/null
go mod tidy -diff

echo "vet"
go vet -tags "x11 ci" ./...

echo "lint"
"$(tool staticcheck $staticcheck)" -tags "x11 ci" ./...

# Every exception says in its place which rule and why. In tokens a position is one on a path, which history bounds by maxPos, and a
# count of pictures is a length, so converting either to another kind of number cannot overflow.
echo "security"
"$(tool gosec $gosec)" -quiet -tags "x11 ci" -nosec-require-rules -nosec-require-justification -exclude-rules "tokens/.*:G115" ./...

echo "imports"
.ci/deps.sh

echo "sizes"
.ci/sizes.sh

echo "vulnerabilities"
db=build/vulndb-${vulndb##*-}
if [ ! -e "$db/index/db.json" ]; then
  indexdb=$(tool indexdb "golang.org/x/vulndb/cmd/indexdb@${vulndb#*@}")
  dir=$(cd build && go mod download -json "$vulndb" | awk -F'"' '$2 == "Dir" { print $4 }')
  "$indexdb" -vulns "$dir/data/osv" -out "$db" >/dev/null
fi
# A fault of a library is ours to mend by a newer version, so it fails the check. One of the Go installation that runs the
# check is not: go.mod names the version that releases are built with, and the check tells which one mends it.
report=build/vulnerabilities.txt
"$(tool govulncheck $govulncheck)" -db "file://$PWD/$db" -tags "x11 ci" ./... >"$report" || [ $? -eq 3 ]
grep -q "^=== Symbol Results ===" "$report" || { cat "$report" >&2; exit 1; }
if grep -q "^  Module:" "$report"; then
  cat "$report" >&2
  exit 1
fi
if grep -q "^  Standard library" "$report"; then
  echo "The Go in use, $(go env GOVERSION), has known faults; a program built with it has them too. Mended in:" \
    "$(awk '/Fixed in:/ { sub(/.*@/, ""); print }' "$report" | sort -Vu | tail -n 1)"
fi
