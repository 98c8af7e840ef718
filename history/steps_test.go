package history_test

import (
	"reflect"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
)

// Changes are kept with their talk over a restart, only the newest of them, and in no copy of it.
func TestStepsAreKeptWithTheirTalk(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	tk := beginIn(t, s, "hello")
	if got, err := tk.Steps(); err != nil || !reflect.DeepEqual(got, history.Steps{}) {
		t.Errorf("a new talk has %+v, %v", got, err)
	}
	var all history.Steps
	for i := range history.MostSteps + 7 {
		id := talk.EntryID(i + 1)
		all.Done = append(all.Done, history.Step{Kind: "edit", Before: history.Place{Head: id, Anchor: talk.Anchor{ID: 1, Ceiling: 9}}, After: history.Place{Head: id + 1}})
	}
	all.Undone = []history.Step{{Kind: "pin", Pin: 1}}
	must(t, tk.PutSteps(all))
	must(t, s.Close())

	s = historytest.OpenWith(t, dir, history.Options{})
	tk = s.Talk(tk.ID())
	all.Done = all.Done[7:]
	if got, err := tk.Steps(); err != nil || !reflect.DeepEqual(got, all) {
		t.Errorf("kept are %+v, %v", got, err)
	}
	must(t, s.PutDraft(tk.ID(), history.Draft{Text: "typed", Aside: []string{"pasted"}, Pictures: []talk.Picture{{Ref: "sha256:" + hex64, Type: "image/png"}}}))
	copied, err := s.CopyTalk(tk.ID(), "")
	must(t, err)
	if got, err := s.Talk(copied.ID).Steps(); err != nil || len(got.Done)+len(got.Undone) > 0 {
		t.Errorf("a copy has %+v, %v", got, err)
	}
	if d, err := s.Draft(copied.ID); err != nil || !d.Empty() {
		t.Errorf("a copy has the draft %+v, %v", d, err)
	}
	must(t, tk.PutSteps(history.Steps{}))
	if got, err := tk.Steps(); err != nil || !reflect.DeepEqual(got, history.Steps{}) {
		t.Errorf("after all were dropped there is %+v, %v", got, err)
	}
}

const hex64 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
