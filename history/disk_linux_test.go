package history_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
)

// A disk that runs full while a talk goes on: each write says so and changes nothing, what was said before is whole, also for whoever
// opens the file then, and with room it goes on in the same process.
func TestTheDiskRunsFull(t *testing.T) {
	historytest.OnDisk(t, 6<<20, func(d *historytest.Disk) {
		dir := filepath.Join(d.Dir, "data")
		s, err := history.Open(dir, history.Options{})
		must(t, err)
		tk := beginIn(t, s, "hello")
		say(t, tk, "before")
		d.Fill()
		long := talk.Entry{Role: talk.User, Text: strings.Repeat("word ", 100_000)}
		for range 20 {
			if _, err := tk.Append(long); !errors.Is(err, history.ErrFull) {
				t.Fatalf("append on a full disk: %v", err)
			}
		}
		for what, err := range map[string]error{"compact": s.Compact(), "backup": second(s.Backup(history.Asked)), "attach": second(s.AddAttachment(make([]byte, 50_000)))} {
			if !errors.Is(err, history.ErrFull) {
				t.Errorf("%s on a full disk: %v", what, err)
			}
		}
		wantTexts(t, tk, "hello before")
		must(t, s.Check())
		must(t, s.Close())
		s, err = history.Open(dir, history.Options{}) // still full
		must(t, err)
		tk = s.Talk(tk.ID())
		wantTexts(t, tk, "hello before")
		if _, err := tk.Append(long); !errors.Is(err, history.ErrFull) {
			t.Errorf("append on a full disk: %v", err)
		}
		d.Free()
		say(t, tk, "after")
		must(t, errors.Join(s.Compact(), s.Check(), second(s.Backup(history.Asked))))
		wantTexts(t, tk, "hello before after")
		must(t, s.Close())
	})
}

func second[T any](_ T, err error) error { return err }

// A full disk without a store: the start says so, and nothing half-made is left that would look like a store.
func TestAFirstStartOnAFullDisk(t *testing.T) {
	historytest.OnDisk(t, 1<<20, func(d *historytest.Disk) {
		d.Fill()
		dir := filepath.Join(d.Dir, "data")
		if _, err := history.Open(dir, history.Options{}); !errors.Is(err, history.ErrFull) {
			t.Errorf("open: %v", err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left %v, %v", left, err)
		}
		d.Free()
		s, err := history.Open(dir, history.Options{})
		must(t, err)
		must(t, s.Close())
	})
}

// A disk that is mounted read-only: the start is refused and the file stays as it is, to be opened when it may be written again.
func TestAReadOnlyDisk(t *testing.T) {
	historytest.OnDisk(t, 6<<20, func(d *historytest.Disk) {
		dir := filepath.Join(d.Dir, "data")
		s, err := history.Open(dir, history.Options{})
		must(t, err)
		tk := beginIn(t, s, "hello")
		must(t, s.Close())
		before, err := os.ReadFile(filepath.Join(dir, history.FileName))
		must(t, err)
		d.ReadOnly(true)
		if _, err := history.Open(dir, history.Options{}); !errors.Is(err, history.ErrReadOnly) {
			t.Errorf("open: %v", err)
		}
		if _, err := history.Open(filepath.Join(d.Dir, "new"), history.Options{}); !errors.Is(err, history.ErrReadOnly) {
			t.Errorf("open a new folder: %v", err)
		}
		after, err := os.ReadFile(filepath.Join(dir, history.FileName))
		if err != nil || string(after) != string(before) {
			t.Errorf("the file changed, %v", err)
		}
		d.ReadOnly(false)
		s, err = history.Open(dir, history.Options{})
		must(t, err)
		wantTexts(t, s.Talk(tk.ID()), "hello")
		must(t, s.Close())
	})
}
