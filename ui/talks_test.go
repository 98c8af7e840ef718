package ui

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/ui/words"
)

// talked is a desk whose persona has two talks, of which the second is shown.
func talked(t *testing.T) (d *desk, first, second string) {
	t.Helper()
	d = spoken(t)
	first = d.open.talk
	d.shortcut(fyne.KeyN)
	if d.open.talk == first {
		t.Fatal("no new talk is shown")
	}
	return d, first, d.open.talk
}

func TestNewTalk(t *testing.T) {
	d, first, second := talked(t)
	d.composer.SetDraft(second, "a draft")
	d.shortcut(fyne.KeyN)
	if d.open.talk != second {
		t.Error("another empty talk was begun")
	}
	d.showTalk(d.open.persona, first)
	d.settle()
	if got := d.composer.Draft(first); got != "" {
		t.Errorf("the draft is in both talks: %q", got)
	}
	d.composer.SetDraft(first, "")
	d.showTalk(d.open.persona, second)
	d.settle()
	if got := d.composer.Draft(second); got != "a draft" {
		t.Errorf("the draft is %q", got)
	}
}

func TestTheLastTalkOfEachPersonaIsRemembered(t *testing.T) {
	dir := t.TempDir()
	d := setup{dir: dir}.open(t)
	for _, name := range []string{"Otto", "Mira"} {
		d.create(persona.Persona{Name: name}, nil)
		d.settle()
	}
	old := d.open.talk
	d.newTalk(d.open.persona)
	d.settle()
	newer := d.open.talk
	d.showTalk(d.open.persona, old)
	d.settle()
	d.visit("Otto")
	d.visit("Mira")
	if d.open.talk != old {
		t.Errorf("shown is %s, want %s, not %s", d.open.talk, old, newer)
	}
	d.cancel()
	d.settle()
	must(t, d.Store.Close())
	again := setup{dir: dir}.open(t)
	if again.open.talk != old {
		t.Errorf("after a start %s is shown, want %s", again.open.talk, old)
	}
}

func TestTalksPane(t *testing.T) {
	d, first, second := talked(t)
	d.showTalks()
	d.settle()
	want := func(ids ...string) {
		t.Helper()
		if got := d.talks.Shown(); !slices.Equal(got, ids) {
			t.Errorf("listed are %v, want %v", got, ids)
		}
	}
	want(second, first)
	d.sees("One", "Second answer", words.T("talks.of", map[string]any{"Day": words.T("panels.day.today")}))
	d.renameTalk(first, " Lamps ")
	d.readTalks(d.open.persona.ID, d.talks)
	d.settle()
	d.sees("Lamps")
	d.misses("One")
	d.archiveTalk(first, true)
	d.readTalks(d.open.persona.ID, d.talks)
	d.settle()
	want(second)
	if p := d.person(d.open.persona.Name); p.Talk != second || p.Talks != 1 {
		t.Errorf("the list has %+v", p)
	}
	d.deleteTalk(second) // the one that is shown, and the last
	d.settle()
	if d.open.talk == second || d.open.talk == first || d.open.talk == "" {
		t.Errorf("shown is %s", d.open.talk)
	}
	for d.top() != d.win.Canvas().Content() {
		d.escape()
	}
	d.press("action.undo")
	d.settle()
	if d.open.talk != second {
		t.Errorf("after undo %s is shown, want %s", d.open.talk, second)
	}
	trash, err := d.Store.Trash()
	if err != nil || len(trash.Talks) != 0 {
		t.Errorf("the trash holds %+v, %v", trash, err)
	}
}
