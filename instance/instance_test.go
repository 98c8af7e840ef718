package instance

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A second start is heard by the first, however long the path is, and a socket that a kill left behind is in nobody's way.
func TestRaise(t *testing.T) {
	for _, name := range []string{"d", strings.Repeat("long folder/", 20)} {
		dir, err := os.MkdirTemp("", "i")
		must(t, err)
		t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
		dir = filepath.Join(dir, name)
		must(t, os.MkdirAll(dir, 0o700))
		if err := Raise(dir); !errors.Is(err, ErrSilent) {
			t.Errorf("nobody is there: %v", err)
		}
		must(t, os.WriteFile(filepath.Join(dir, socketName), nil, 0o600))
		raised := make(chan struct{}, 8)
		l, err := Listen(dir, func() { raised <- struct{}{} })
		must(t, err)
		for range 3 {
			must(t, Raise(dir))
			<-raised
		}
		must(t, l.Close())
		if err := Raise(dir); !errors.Is(err, ErrSilent) {
			t.Errorf("after the end: %v", err)
		}
		if _, err := os.Lstat(filepath.Join(dir, socketName)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the socket is left: %v", err)
		}
	}
}

// Only the one word is understood, and a caller that says nothing blocks nobody for long.
func TestOnlyOneWord(t *testing.T) {
	dir, err := os.MkdirTemp("", "i")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	raised := make(chan struct{}, 8)
	l, err := Listen(dir, func() { raised <- struct{}{} })
	must(t, err)
	for _, said := range []string{"quit!\n", "RAISE\n", strings.Repeat("x", 1<<16)} {
		c, err := net.Dial("unix", filepath.Join(dir, socketName))
		must(t, err)
		io.WriteString(c, said) //nolint:errcheck // the other side may close early
		if got, _ := io.ReadAll(c); len(got) > 0 {
			t.Errorf("%.10q is answered by %q", said, got)
		}
		must(t, c.Close())
	}
	must(t, Raise(dir))
	<-raised
	if len(raised) > 0 {
		t.Error("raised by another word")
	}
	must(t, l.Close())
}

// A program that takes the connection and never answers, as one that is stopped, is given up.
func TestSilence(t *testing.T) {
	dir, err := os.MkdirTemp("", "i")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	l, err := net.Listen("unix", filepath.Join(dir, socketName))
	must(t, err)
	if err := Raise(dir); !errors.Is(err, ErrSilent) {
		t.Errorf("raised: %v", err)
	}
	must(t, l.Close())
}
