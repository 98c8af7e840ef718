// Package historytest opens stores for tests. Every store it opens is checked for consistency when the test ends. It is for tests
// only and must not be imported by the program.
package historytest

import (
	"errors"
	"testing"

	"bonbon/history"
)

// Open returns a new store in a folder of its own. When the test ends, the store is checked and closed; what does not fit
// fails the test. A test may close the store itself: then its file is opened once more for the check.
func Open(t testing.TB) *history.Store { return OpenWith(t, t.TempDir(), history.Options{}) }

// OpenWith is Open with a folder and options.
func OpenWith(t testing.TB, dir string, opt history.Options) *history.Store {
	t.Helper()
	s, err := history.Open(dir, opt)
	if err != nil {
		t.Fatalf("open store: %v", err)
	}
	t.Cleanup(func() { check(t, s, opt) })
	return s
}

func check(t testing.TB, s *history.Store, opt history.Options) {
	err := s.Check()
	if errors.Is(err, history.ErrClosed) {
		if s, err = history.Open(s.Dir(), opt); errors.Is(err, history.ErrLocked) {
			return // opened again by the test; that store has its own check
		}
		if err != nil {
			t.Errorf("open store for the check: %v", err)
			return
		}
		err = s.Check()
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Errorf("store is not consistent: %v", err)
	}
}
