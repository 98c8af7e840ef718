package main

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bonbon/logs"
)

// The log's file begins when the data is seen to be broken, with what was said before, and only once.
func TestALogOfTheRescue(t *testing.T) {
	dir := t.TempDir()
	file := &logs.File{}
	log := slog.New(logs.Tee(slog.NewTextHandler(io.Discard, nil), slog.NewTextHandler(file, nil)))
	p := &program{opt: options{data: dir}, log: log, file: file, parts: &closers{log: log}}
	log.Warn("what is wrong with the data")
	p.keepLog()
	log.Warn("rescue shown")
	p.keepLog() // the window begins
	p.parts.close()
	names, err := filepath.Glob(filepath.Join(dir, "log", "*.log"))
	must(t, err)
	var all string
	for _, name := range names {
		data, err := os.ReadFile(name)
		must(t, err)
		all += string(data)
	}
	for text, want := range map[string]int{"what is wrong with the data": 1, "rescue shown": 1, "msg=started": 1} {
		if n := strings.Count(all, text); n != want {
			t.Errorf("%q stands there %d times: %s", text, n, all)
		}
	}
}
