package history_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
)

// asNobody runs f without the rights of root. The rights of a thread are taken away, so f must not start goroutines that touch files;
// the thread ends with the goroutine, which never unlocks it.
func asNobody(f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		if os.Getuid() == 0 {
			if err := syscall.Setfsuid(65534); err != nil {
				done <- err
				return
			}
		}
		done <- f()
	}()
	return <-done
}

// A folder that may not be written any more while it is open: what is said is stored in the open file; what needs a new file says so.
func TestTheFolderBecomesReadOnly(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	tk := beginIn(t, s, "hello")
	must(t, os.Chmod(filepath.Dir(dir), 0o755))
	must(t, os.Chmod(dir, 0o555))
	err := asNobody(func() error {
		if _, err := tk.Append(talk.Entry{Role: talk.User, Text: "a"}); err != nil {
			return err
		}
		for what, err := range map[string]error{"backup": second(s.Backup(history.Asked)), "compact": s.Compact()} {
			if !errors.Is(err, history.ErrReadOnly) {
				t.Errorf("%s: %v", what, err)
			}
		}
		return nil
	})
	must(t, err)
	must(t, os.Chmod(dir, 0o700))
	must(t, second(s.Backup(history.Asked)))
	wantTexts(t, tk, "hello a")
}

func TestOpenWithoutPermission(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	beginIn(t, s, "hello")
	must(t, s.Close())
	empty := filepath.Join(dir, "empty")
	must(t, os.Mkdir(empty, 0o555))
	for _, path := range []string{dir, filepath.Dir(dir)} { // so that nobody can come here at all
		must(t, os.Chmod(path, 0o755))
	}
	file := filepath.Join(dir, "bonbon.db")
	open := func(dir string) func() error {
		return func() error {
			s, err := history.Open(dir, history.Options{})
			if err == nil {
				err = errors.Join(errors.New("it opened"), s.Close())
			}
			return err
		}
	}
	must(t, os.Chmod(file, 0o444))
	if err := asNobody(open(dir)); !errors.Is(err, history.ErrReadOnly) {
		t.Errorf("file without write permission: %v", err)
	}
	if err := asNobody(open(empty)); !errors.Is(err, history.ErrReadOnly) {
		t.Errorf("folder without write permission: %v", err)
	}
	if err := asNobody(open(filepath.Join(empty, "below"))); !errors.Is(err, history.ErrReadOnly) {
		t.Errorf("folder that cannot be made: %v", err)
	}
	must(t, os.Chmod(file, 0o600))
}
