package history_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
)

func TestDraftsAreKeptWithTheirTalk(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	id := beginIn(t, s, "hello").ID()
	want := func(s *history.Store, id string, d history.Draft) {
		t.Helper()
		got, err := s.Draft(id)
		must(t, err)
		if !reflect.DeepEqual(got, d) {
			t.Errorf("draft is %+v, want %+v", got, d)
		}
	}
	want(s, id, history.Draft{})
	kept := history.Draft{Text: "half a sen\n\"tence\" 途中", Aside: []string{strings.Repeat("long ", 5000), "ε"}}
	must(t, s.PutDraft(id, kept))
	want(s, id, kept)
	must(t, s.PutDraft(id, history.Draft{Text: "bad \xff byte"}))
	want(s, id, history.Draft{Text: "bad \uFFFD byte"})
	must(t, s.PutDraft(id, kept))

	cp, err := s.CopyTalk(id, "copy")
	must(t, err)
	want(s, cp.ID, history.Draft{})
	var out bytes.Buffer
	must(t, s.ExportAll(&out))
	if strings.Contains(out.String(), "half a sen") || strings.Contains(out.String(), "long long") {
		t.Error("a draft is in the export")
	}
	must(t, s.Close())
	s = historytest.OpenWith(t, dir, history.Options{})
	want(s, id, kept)
	must(t, s.PutDraft(id, history.Draft{}))
	want(s, id, history.Draft{})

	must(t, s.TrashTalk(id))
	must(t, s.RemoveTalk(id))
	if _, err := s.Draft(id); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("draft of a removed talk: %v", err)
	}
	if err := s.PutDraft(id, kept); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("keeping a draft of a removed talk: %v", err)
	}
}
