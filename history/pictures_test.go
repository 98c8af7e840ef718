package history_test

import (
	"bytes"
	"reflect"
	"slices"
	"testing"
	"time"

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

// Only what nothing names goes, whoever names it, and not what was added a moment ago.
func TestSweepAttachments(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	s := historytest.OpenWith(t, dir, history.Options{Now: func() time.Time { return now }})
	log := beginIn(t, s, "hello")
	refs := map[string]string{}
	for _, name := range []string{"entry", "branch", "draft", "portrait", "original", "loose", "added again"} {
		ref, err := s.AddAttachment([]byte(name))
		must(t, err)
		refs[name] = ref
	}
	head, err := log.Head()
	must(t, err)
	for _, name := range []string{"branch", "entry"} {
		must(t, log.Rewind(head.ID))
		_, err := log.Append(talk.Entry{Role: talk.User, Text: name, Pictures: []talk.Picture{{Ref: refs[name], Original: refs["original"]}}})
		must(t, err)
	}
	must(t, s.PutDraft(log.ID(), history.Draft{Pictures: []talk.Picture{{Ref: refs["draft"]}}}))
	people, err := s.Personas()
	must(t, err)
	p := people[0].Persona
	p.Picture = refs["portrait"]
	must(t, s.PutPersona(p))

	gone := func(names ...string) {
		t.Helper()
		other, err := s.CreateTalk(p.ID, "", talk.Entry{})
		must(t, err)
		must(t, s.TrashTalk(other.ID))
		must(t, s.RemoveTalk(other.ID)) // whatever is removed for good, all that nothing names goes with it
		for name, ref := range refs {
			if _, err := s.Attachment(ref); (err == nil) == slices.Contains(names, name) {
				t.Errorf("%s: %v; gone should be %q", name, err, names)
			}
		}
	}
	gone() // all are fresh
	now = now.Add(48 * time.Hour)
	_, err = s.AddAttachment([]byte("added again"))
	must(t, err)
	gone("loose")
	must(t, s.TrashTalk(log.ID()))
	gone("loose")
	must(t, s.RemoveTalk(log.ID()))
	gone("loose", "entry", "branch", "draft", "original")
}
