#!/usr/bin/env bash
# Who may import whom. Each row: package pattern | what it may import (patterns of ours, and of libraries that are fenced in) | why.
set -euo pipefail
cd "$(dirname "$0")/.."

table='
history/talk      |                                                        | the vocabulary knows nobody, so that everybody can know it
tokens            | history/talk tiktoken                                  | what a request costs is arithmetic: no store, no network
picture           |                                                        | pixels in, pixels out
find              |                                                        | texts as people read them; knows no talk
persona           | history/talk tokens                                    | who speaks is a value
history/historytest | history history/talk tokens persona                  | a store for tests
history/pages     |                                                        | reads what bbolt would trust; it trusts nobody
history           | find history/talk history/pages tokens persona bbolt     | what was said; must not know how replies are made
llm/wire          |                                                        | bytes in, bytes out
llm/demo          | history/talk tokens                                    | a server like any other: it knows no client
llm/keys          |                                                        | keys live apart from everything that is stored or sent
llm/llmtest       | history/talk tokens persona                            | scripted servers for tests
llm               | history/talk tokens persona llm/wire openai            | a reply is made without a database: see llm.Log
doctor            | history history/talk llm llm/keys persona tokens           | looks at all that the program stands on; changes nothing, has no words
instance          |                                                        | one word between two starts; it knows neither data nor window
logs              |                                                        | writes what it is given; it knows nobody, so nobody can leak through it
assets            |                                                        | files only
ui/look           | assets fyne                                            | how it looks, not what it shows
ui/words          | assets fyne                                            | every word, no meaning
ui/parts          | ui/look ui/words ui/parts fyne                         | widgets that could live in any program
ui/uitest         | assets ui/look ui/words fyne                           | a test window
ui/chat           | find history/talk picture tokens persona ui/look ui/words ui/parts ui/chat fyne goldmark chroma | what was said, shown; obeys the window
ui/personas       | find history/talk tokens persona ui/look ui/words ui/parts fyne | who speaks, shown; obeys the window
ui/settings       | history/talk tokens persona picture ui/look ui/words ui/parts fyne | settings, shown; obeys the window
ui/safety         | history history/talk tokens persona ui/look ui/words ui/parts fyne | what is kept from being lost, shown; obeys the window
ui                | *                                                      | the one owner that wires the parts
soak              | find history history/talk llm llm/demo persona tokens      | years of use in minutes, without a window
e2e/bare          | fyne                                                   | what the start is measured against
e2e               | history history/talk tokens persona                    | drives the real window and reads the store afterwards
main              | *                                                      | builds the parts and hands them over
'

go list -tags "x11 ci" -f '{{.ImportPath}} {{join .Imports " "}}' ./... | awk -v table="$table" '
  function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
  function fence(path) { # the short name of a library that only some may import
    if (path ~ /^fyne\.io\//) return "fyne"
    if (path ~ /^go\.etcd\.io\/bbolt/) return "bbolt"
    if (path ~ /sashabaranov\/go-openai/) return "openai"
    if (path ~ /pkoukk\/tiktoken-go/) return "tiktoken"
    if (path ~ /yuin\/goldmark/) return "goldmark"
    if (path ~ /alecthomas\/chroma/) return "chroma"
    return ""
  }
  BEGIN {
    rows = split(table, line, "\n")
    for (i = 1; i <= rows; i++) if (split(line[i], f, "|") == 3) { allow[trim(f[1])] = " " trim(f[2]) " "; why[trim(f[1])] = trim(f[3]) }
  }
  {
    pkg = $1 == "bonbon" ? "main" : substr($1, length("bonbon/") + 1)
    row = pkg
    while (!(row in allow) && row ~ /\//) sub(/\/[^\/]*$/, "", row) # a package without a row of its own obeys its parent
    if (!(row in allow)) { print pkg ": no row in the import table"; bad = 1; next }
    for (i = 2; i <= NF; i++) {
      if ($i == "os/exec" && pkg != "history/historytest") { print pkg " must not start programs: their arguments are there for all to read"; bad = 1 }
      name = $i ~ /^bonbon\// ? substr($i, length("bonbon/") + 1) : fence($i)
      if (name == "" || allow[row] == " * ") continue
      ok = 0
      n = split(allow[row], may, " ")
      for (j = 1; j <= n; j++) if (name == may[j] || index(name, may[j] "/") == 1 && may[j] ~ /^ui\//) ok = 1
      if (!ok) { print pkg " must not import " name ": " why[row]; bad = 1 }
    }
  }
  END { exit bad }'
