package history_test

import (
	"fmt"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
)

func TestCountsAreKeptAndBounded(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	if got := s.Counts(); len(got) != 0 {
		t.Fatalf("a new store has %v", got)
	}
	for i := range 1000 {
		s.KeepCount(fmt.Sprint("text ", i), i)
	}
	if got := s.Counts(); got["text 999"] != 999 || len(got) > 256 {
		t.Errorf("%d counts, the newest is %d", len(got), got["text 999"])
	}
}
