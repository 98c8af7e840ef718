package history_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
)

// What the program's end gives up leaves nothing behind, and what is still to be stored goes on.
func TestYield(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	tk := beginIn(t, s, "hello")
	first, err := s.Backup(history.Asked)
	must(t, err)
	say(t, tk, strings.Repeat("word ", 100_000))
	before, err := os.Stat(filepath.Join(dir, history.FileName))
	must(t, err)
	reads := 0
	s.SetFault(func(op string) error {
		if op == "read" {
			if reads++; reads == 2 { // the first is for the mark, the second for the copy
				s.Yield()
			}
		}
		return nil
	})
	if _, err := s.Backup(history.Asked); !errors.Is(err, history.ErrClosed) {
		t.Errorf("the backup ended with %v", err)
	}
	s.SetFault(nil)
	if reads != 2 {
		t.Errorf("%d reads", reads)
	}
	if err := s.Compact(); !errors.Is(err, history.ErrClosed) {
		t.Errorf("the compaction ended with %v", err)
	}
	if _, err := s.Backup(history.Asked); !errors.Is(err, history.ErrClosed) {
		t.Errorf("a later backup ended with %v", err)
	}
	if after, err := os.Stat(filepath.Join(dir, history.FileName)); err != nil || !os.SameFile(before, after) {
		t.Errorf("another file is in place, %v", err)
	}
	say(t, tk, "the last words")
	noHalves(t, dir)
	if all := backups(t, s); len(all) != 1 || all[0].Name != first.Name {
		t.Errorf("backups %+v", all)
	}
}

// noHalves fails the test if there are files that are not whole.
func noHalves(t *testing.T, dir string) {
	t.Helper()
	for _, pattern := range []string{"*.new-*", ".new-*", "backups/.*", "backups/attachments/.*", "attachments/.*"} {
		if left, err := filepath.Glob(filepath.Join(dir, pattern)); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

// What a kill left in the folder of backups goes away even when no backup is due.
func TestHalfBackupsAreRemoved(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	beginIn(t, s, "hello")
	b, err := s.Backup(history.Asked)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "backups", ".new-half"), []byte("half"), 0o600))
	done, err := s.Maintain()
	must(t, err)
	if done.Backup == nil || done.Backup.Name != b.Name {
		t.Errorf("another backup was made: %+v", done.Backup)
	}
	noHalves(t, dir)
}
