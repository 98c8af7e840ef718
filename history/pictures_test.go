package history_test

import (
	"bytes"
	"reflect"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
)

// Pictures in a draft survive, and an export carries what was sent and what it was made of.
func TestPicturesAreKept(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	log := beginIn(t, s, "hello")
	ref, err := s.AddAttachment([]byte("small"))
	must(t, err)
	original, err := s.AddAttachment([]byte("large"))
	must(t, err)
	p := talk.Picture{Ref: ref, Type: "image/png", Width: 4, Height: 3, Original: original}
	kept := history.Draft{Pictures: []talk.Picture{p}}
	must(t, s.PutDraft(log.ID(), kept))
	e, err := log.Append(talk.Entry{Role: talk.User, Text: "Look", Pictures: []talk.Picture{p}})
	must(t, err)
	branch, err := s.BranchTalk(log.ID(), e.ID, "branch")
	must(t, err)
	if head, err := s.Talk(branch.ID).Head(); err != nil || !reflect.DeepEqual(head.Pictures, e.Pictures) {
		t.Errorf("a branch has %+v, %v", head.Pictures, err)
	}
	var out bytes.Buffer
	must(t, s.ExportAll(&out))
	must(t, s.Close())
	s = historytest.OpenWith(t, dir, history.Options{})
	if got, err := s.Draft(log.ID()); err != nil || !reflect.DeepEqual(got, kept) {
		t.Errorf("draft %+v, %v", got, err)
	}

	other := historytest.OpenWith(t, t.TempDir(), history.Options{})
	if _, err := other.Import(&out, history.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{ref: "small", original: "large"} {
		if got, err := other.Attachment(ref); err != nil || string(got) != want {
			t.Errorf("imported %q, %v", got, err)
		}
	}
	if head, err := other.Talk(log.ID()).Head(); err != nil || len(head.Pictures) != 1 || head.Pictures[0].Original != original {
		t.Errorf("imported %+v, %v", head.Pictures, err)
	}
}
