package history_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/tokens"
)

func TestLearnedOutlivesTheProgram(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	if all, err := s.Learned(); err != nil || all != nil {
		t.Fatalf("a new store knows %v, %v", all, err)
	}
	set, err := s.Settings()
	must(t, err)
	must(t, s.PutSettings(set))
	a := history.Learned{Connection: "c", BaseURL: "http://h/v1", Model: "a", Window: 4096, Served: true}
	b := history.Learned{Connection: "c", BaseURL: "http://h/v1", Model: "b", Limit: 3000}
	must(t, s.PutLearned(b))
	must(t, s.PutLearned(a))
	a.Window, a.Limit, a.Factor = 8192, 5000, tokens.Factor{Mean: 1.25, Used: 1.2}
	must(t, s.PutLearned(a))
	must(t, s.Close())

	s = historytest.OpenWith(t, dir, history.Options{})
	all, err := s.Learned()
	if err != nil || !slices.Equal(all, []history.Learned{a, b}) {
		t.Errorf("read %+v, %v", all, err)
	}
	must(t, s.PutLearned(history.Learned{Connection: "c", Model: "a"}))
	if all, err = s.Learned(); err != nil || !slices.Equal(all, []history.Learned{b}) {
		t.Errorf("after one was emptied: %+v, %v", all, err)
	}
	if again, err := s.Settings(); err != nil || again.Connection != set.Connection {
		t.Errorf("the settings became %+v, %v", again, err)
	}
	if err := s.PutLearned(history.Learned{Model: strings.Repeat("x", 1<<16), Limit: 1}); !errors.Is(err, history.ErrTooLarge) {
		t.Errorf("an endless name: %v", err)
	}
}
