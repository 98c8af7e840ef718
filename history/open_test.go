package history_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv("HISTORY_TEST_WRITER"); dir != "" {
		writeUntilKilled(dir)
	}
	if work := workers[os.Getenv("HISTORY_TEST_WORKER")]; work != nil {
		fmt.Fprintln(os.Stderr, work(os.Getenv("HISTORY_TEST_DIR")))
		os.Exit(6)
	}
	os.Exit(m.Run())
}

// writeUntilKilled appends to the first talk and says each id on standard output once it is stored.
func writeUntilKilled(dir string) {
	s, err := history.Open(dir, history.Options{})
	if err != nil {
		os.Exit(3)
	}
	list, err := s.Personas()
	if err != nil || len(list) != 1 {
		os.Exit(4)
	}
	for {
		if _, err := s.Talk(list[0].Talk).Append(talk.Entry{Role: talk.User, Text: strings.Repeat("word ", 60)}); err != nil {
			os.Exit(5)
		}
		os.Stdout.WriteString(".") //nolint:errcheck // the reader counts what arrives
	}
}

func TestKilledWriterLosesNothing(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	id := beginIn(t, s, "").ID()
	must(t, s.Close())
	for range 3 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "HISTORY_TEST_WRITER="+dir)
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		acknowledged := 0
		b := make([]byte, 1)
		for ; acknowledged < 40; acknowledged++ {
			if _, err := out.Read(b); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := history.Open(dir, history.Options{LockTimeout: 50 * time.Millisecond}); !errors.Is(err, history.ErrLocked) {
			t.Errorf("second start: %v", err)
		}
		must(t, cmd.Process.Kill())
		for {
			if _, err := out.Read(b); err != nil {
				break
			}
			acknowledged++
		}
		cmd.Wait() //nolint:errcheck // it was killed

		s, err := history.Open(dir, history.Options{})
		must(t, err)
		n, err := s.Talk(id).Len()
		must(t, err)
		if n < acknowledged {
			t.Errorf("%d entries, %d were acknowledged", n, acknowledged)
		}
		must(t, s.Check())
		must(t, s.Talk(id).Rewind(0))
		must(t, s.Close())
	}
}

func TestOpenMakesPrivateFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	s := historytest.OpenWith(t, dir, history.Options{})
	ref, err := s.AddAttachment([]byte("picture"))
	must(t, err)
	for path, mode := range map[string]fs.FileMode{
		dir:                               0o700,
		filepath.Join(dir, "bonbon.db"):   0o600,
		filepath.Join(dir, "attachments"): 0o700,
		filepath.Join(dir, "attachments", strings.TrimPrefix(ref, "sha256:")): 0o600,
	} {
		st, err := os.Stat(path)
		must(t, err)
		if st.Mode().Perm() != mode {
			t.Errorf("%s has mode %o, want %o", path, st.Mode().Perm(), mode)
		}
	}
	names, err := os.ReadDir(dir)
	must(t, err)
	if len(names) != 2 {
		t.Errorf("left behind: %v", names)
	}
}

func TestSecondOpenIsLocked(t *testing.T) {
	dir := t.TempDir()
	historytest.OpenWith(t, dir, history.Options{})
	_, err := history.Open(dir, history.Options{LockTimeout: 20 * time.Millisecond})
	var own *history.Error
	if !errors.Is(err, history.ErrLocked) || !errors.As(err, &own) || own.Code() != "history.locked" {
		t.Errorf("got %v", err)
	}
}

// A damaged file is refused, or opens with what it holds; it is never changed, and never ends the process.
func TestOpenDamagedFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/B033_*")
	must(t, err)
	if len(files) != 11 {
		t.Fatalf("%d files", len(files))
	}
	opens := map[string]bool{"B033_ok_empty.db": true, "B033_one_meta_bad.db": true}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			must(t, err)
			dir := t.TempDir()
			path := filepath.Join(dir, "bonbon.db")
			must(t, os.WriteFile(path, data, 0o600))
			s, err := history.Open(dir, history.Options{LockTimeout: 100 * time.Millisecond})
			if opens[filepath.Base(file)] {
				must(t, err)
				beginIn(t, s, "hello")
				must(t, s.Check())
				must(t, s.Close())
				return
			}
			if !errors.Is(err, history.ErrDamaged) {
				t.Fatalf("got %v", err)
			}
			after, err := os.ReadFile(path)
			must(t, err)
			if !bytes.Equal(data, after) {
				t.Error("the file was changed")
			}
			must(t, os.Rename(path, path+".broken"))
			historytest.OpenWith(t, dir, history.Options{})
		})
	}
}

// Every byte of a store's first pages may be wrong, and a file may end anywhere: Open and a reading of everything either work or return
// an error.
func TestOpenFlippedAndCut(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	tk := beginIn(t, s, "hello")
	for range 50 {
		say(t, tk, strings.Repeat("word ", 30))
	}
	must(t, s.Close())
	data, err := os.ReadFile(filepath.Join(dir, "bonbon.db"))
	must(t, err)
	try := func(change func([]byte) []byte) error {
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, "bonbon.db"), change(bytes.Clone(data)), 0o600))
		s, err := history.Open(dir, history.Options{})
		if err != nil {
			return err
		}
		_, err = s.Talk(tk.ID()).Page(0, 100)
		s.Close() //nolint:errcheck // damage may be found here too
		return err
	}
	for at := 0; at < len(data); at += max(1, len(data)/150) {
		err := try(func(b []byte) []byte { b[at] ^= 0xFF; return b })
		if err != nil && !errors.Is(err, history.ErrDamaged) && !errors.Is(err, history.ErrNotFound) && !errors.Is(err, history.ErrNewer) {
			t.Errorf("byte %d flipped: %v", at, err)
		}
	}
	for size := 0; size < 40_000; size += 1111 {
		if err := try(func(b []byte) []byte { return b[:size] }); !errors.Is(err, history.ErrDamaged) {
			t.Errorf("cut to %d bytes: %v", size, err)
		}
	}
}

func TestOpenNewerIsUntouched(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "bonbon.db")
	db, err := bolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucket([]byte("meta"))
		must(t, err)
		return b.Put([]byte("schema"), binary.BigEndian.AppendUint64(nil, 99))
	}))
	must(t, db.Close())
	before, err := os.ReadFile(path)
	must(t, err)
	if _, err := history.Open(dir, history.Options{}); !errors.Is(err, history.ErrNewer) {
		t.Errorf("got %v", err)
	}
	after, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(before, after) {
		t.Error("the file was changed")
	}
}

func TestOpenForeignDatabase(t *testing.T) {
	dir := t.TempDir()
	db, err := bolt.Open(filepath.Join(dir, "bonbon.db"), 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket([]byte("other"))
		return err
	}))
	must(t, db.Close())
	if _, err := history.Open(dir, history.Options{}); !errors.Is(err, history.ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

func TestOpenFolderThatIsAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, []byte("x"), 0o600))
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if _, err := history.Open(dir, history.Options{}); !errors.Is(err, history.ErrNoFolder) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestOpenErrorsOfTheSystem(t *testing.T) {
	for cause, want := range map[error]error{
		syscall.EACCES: history.ErrReadOnly,
		syscall.EPERM:  history.ErrReadOnly,
		syscall.EROFS:  history.ErrReadOnly,
		syscall.ENOSPC: history.ErrFull,
		syscall.EIO:    history.ErrIO,
	} {
		opt := history.WithOpenFile(history.Options{}, func(name string, _ int, _ os.FileMode) (*os.File, error) {
			return nil, &fs.PathError{Op: "open", Path: name, Err: cause}
		})
		if _, err := history.Open(t.TempDir(), opt); !errors.Is(err, want) || !errors.Is(err, cause) {
			t.Errorf("%v: got %v, want %v", cause, err, want)
		}
	}
}

func TestCodesAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range history.Codes() {
		if seen[c] || !strings.HasPrefix(c, "history.") {
			t.Errorf("code %q", c)
		}
		seen[c] = true
	}
}
