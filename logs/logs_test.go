package logs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func read(t *testing.T, dir string) (all string, files int) {
	t.Helper()
	for _, name := range []string{"bonbon.2.log", "bonbon.1.log", Name} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		all += string(b)
		files++
	}
	return all, files
}

// TestTheNewestLinesAreKept: lines stay whole and in order, sizes stay bounded, also over a second start.
func TestTheNewestLinesAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "log")
	const limit = 100
	wrote := ""
	for range 3 {
		f := &File{}
		if err := f.open(dir, limit); err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			line := fmt.Sprintf("line %d of %d %s\n", i, len(wrote), strings.Repeat("x", i))
			wrote += line
			if n, err := f.Write([]byte(line)); err != nil || n != len(line) {
				t.Fatal(n, err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	all, files := read(t, dir)
	if files != Files || !strings.HasSuffix(wrote, all) || !strings.HasPrefix(all, "line ") || len(all) > Files*limit || len(all) < limit {
		t.Errorf("%d files hold %q", files, all)
	}
	info, err := os.Stat(filepath.Join(dir, Name))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != Files {
		t.Errorf("%d files in the folder, %v", len(entries), err)
	}
}

func TestALongLineIsKeptWhole(t *testing.T) {
	dir := t.TempDir()
	f := &File{}
	if err := f.open(dir, 10); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"short\n", strings.Repeat("long ", 20) + "\n", "end\n"} {
		if _, err := f.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if all, _ := read(t, dir); all != "short\n"+strings.Repeat("long ", 20)+"\nend\n" {
		t.Errorf("kept %q", all)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	if _, err := f.Write([]byte("late")); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("written after the end: %v", err)
	}
}

func TestManyWriters(t *testing.T) {
	dir := t.TempDir()
	f := &File{}
	if err := f.open(dir, 1000); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				if _, err := f.Write([]byte("one line\n")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if kept, _ := read(t, dir); strings.ReplaceAll(kept, "one line\n", "") != "" {
		t.Error("lines are mixed")
	}
}

// TestEarlyLines: what is written before the folder is known comes first, as far as it is kept.
func TestEarlyLines(t *testing.T) {
	dir := t.TempDir()
	f := &File{}
	for _, line := range []string{"first\n", strings.Repeat("x", maxEarly) + "\n", "second\n"} {
		if n, err := f.Write([]byte(line)); err != nil || n != len(line) {
			t.Fatal(n, err)
		}
	}
	if err := f.Open(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("third\n")); err != nil {
		t.Fatal(err)
	}
	if all, _ := read(t, dir); all != "first\nsecond\nthird\n" {
		t.Errorf("kept %q", all)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestCrashIsWritten runs a program that panics and looks for the trace.
func TestCrashIsWritten(t *testing.T) {
	const where = "BONBON_TEST_CRASH"
	if dir := os.Getenv(where); dir != "" {
		if err := CatchCrash(dir); err != nil {
			t.Fatal(err)
		}
		go panic("the cat sat on it")
		select {}
	}
	dir := t.TempDir()
	for range 2 {
		crash := exec.Command(os.Args[0], "-test.run=^TestCrashIsWritten$")
		crash.Env = append(os.Environ(), where+"="+dir)
		if out, err := crash.CombinedOutput(); err == nil {
			t.Fatalf("it did not crash: %s", out)
		}
	}
	for _, name := range []string{"crash.txt", "crash.1.txt"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(b), "panic: the cat sat on it") {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
}

func TestNoFolder(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := new(File).Open(filepath.Join(blocked, "log")); err == nil {
		t.Error("a log in a file that is no folder")
	}
}

func TestTee(t *testing.T) {
	var loud, quiet bytes.Buffer
	log := slog.New(Tee(
		slog.NewTextHandler(&loud, &slog.HandlerOptions{Level: slog.LevelDebug}),
		slog.NewTextHandler(&quiet, &slog.HandlerOptions{Level: slog.LevelWarn})))
	log.With("a", 1).WithGroup("g").Debug("low", "b", 2)
	log.Warn("high")
	if got := loud.String(); !strings.Contains(got, "low a=1 g.b=2") || !strings.Contains(got, "high") {
		t.Errorf("loud: %s", got)
	}
	if got := quiet.String(); strings.Contains(got, "low") || !strings.Contains(got, "high") {
		t.Errorf("quiet: %s", got)
	}
}
