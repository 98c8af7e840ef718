package ui

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/ui/chat"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// filled is a desk with a talk of n messages; every tenth has a lamp, the rest has none.
func filled(t testing.TB, n int) *desk {
	t.Helper()
	d := with(t, persona.Connection{})
	log := d.Store.Talk(d.open.talk)
	for i := range n {
		text := fmt.Sprintf("Message %d.", i)
		if i%10 == 0 {
			text = fmt.Sprintf("The Ｌａｍｐ of %d, and another lamp.", i)
		}
		_, err := log.Append(talk.Entry{Role: []talk.Role{talk.User, talk.Assistant}[i%2], Text: text})
		must(t, err)
	}
	d.refreshTalk(nil)
	d.settle()
	return d
}

// look types into the bar and waits for what is found.
func (d *desk) look(text string) {
	d.t.Helper()
	d.bindings()[fyne.KeyF]()
	d.finder.bar.SetText(text)
	d.settle()
}

func (d *desk) place(at, all int) string {
	return words.T("find.at", map[string]any{"At": words.Number(at), "All": words.Number(all)})
}

func TestFindLeadsFromTheNewestToTheOldest(t *testing.T) {
	d := filled(t, 100)
	d.look("lamp")
	d.sees(d.place(1, 10), "of 90, and another lamp.")
	step := func(older bool) {
		d.finder.step(older)
		d.settle()
	}
	step(true) // the other place in the same message
	d.sees(d.place(1, 10))
	step(true)
	d.sees(d.place(2, 10), "of 80, and another lamp.")
	step(false)
	d.sees(d.place(1, 10), "of 90, and another lamp.")
	for range 22 {
		step(true)
	}
	d.sees(d.place(2, 10)) // once round
	d.look("lamp of 10,")
	d.sees(d.place(1, 1), "of 10, and another lamp.")
	d.look("lighthouse")
	d.sees(words.T("find.none"))
	d.escape()
	if d.finder.bar.Visible() {
		t.Error("Escape does not close the bar")
	}
	d.misses(words.T("find.none"))
	if d.win.Canvas().Focused() == nil {
		t.Error("nothing has the focus after the bar was closed")
	}
}

func TestFindSeesWhatIsSaidMeanwhile(t *testing.T) {
	d := filled(t, 20)
	d.look("lamp")
	d.sees(d.place(1, 2))
	d.ask("One more lamp?")
	if n := len(d.finder.hits); n < 3 {
		t.Errorf("%d hits after a new one was said", n)
	}
	d.newTalk(d.open.persona)
	d.settle()
	if d.finder.bar.Visible() {
		t.Error("the bar is still open over another talk")
	}
}

func TestFindInAllTalks(t *testing.T) {
	d := filled(t, 30)
	first := d.open.talk
	d.create(persona.Persona{Name: "Otto", Prompt: "You are Otto.", Greeting: "A lamp, too."}, nil)
	d.settle()
	d.searchTalks("LAMP")
	d.settle()
	d.sees("Otto", "Mira", "A lamp, too.", words.T("find.sum", map[string]any{
		"Messages": words.N("find.messages", 4, map[string]any{"Count": words.Number(4)}),
		"Talks":    words.N("find.talks", 2, map[string]any{"Count": words.Number(2)}),
	}))
	list := only(d, d.top(), func(*chat.Results) bool { return true })
	list.OnOpen(first, 10) // what a press on a line does
	d.settle()
	if d.open.talk != first || d.win.Canvas().Overlays().Top() != nil {
		t.Fatalf("a press on a result leads to %s", d.open.talk)
	}
	d.sees("of 10, and another lamp.", d.place(2, 3))
	d.searchTalks("nowhere to be found")
	d.settle()
	d.sees(words.T("find.noneAnywhere"))
	d.escape()
	if d.win.Canvas().Overlays().Top() != nil {
		t.Error("Escape does not close the search")
	}
}

func TestDraftsSurviveARestart(t *testing.T) {
	dir := t.TempDir()
	d := setup{dir: dir}.open(t)
	d.create(persona.Persona{Name: "Mira", Prompt: "You are Mira."}, nil)
	d.settle()
	id := d.open.talk
	long := strings.Repeat("pasted ", 2*parts.LongPaste)
	d.composer.SetDraft(id, "half a sentence")
	d.composer.GiveBack(id, long)
	d.rest()
	kept, err := d.Store.Draft(id)
	must(t, err)
	if kept.Text != "half a sentence" || len(kept.Aside) != 1 || kept.Aside[0] != long {
		t.Fatalf("kept are %q and %d texts", kept.Text, len(kept.Aside))
	}
	must(t, d.Store.Close())

	d = setup{dir: dir}.open(t)
	if got := d.composer.Draft(id); d.open.talk != id || got != "half a sentence\n\n"+long {
		t.Fatalf("after a restart the input holds %d bytes: %.40q", len(got), got)
	}
	d.composer.SetDraft(id, "Hello?")
	d.rest()
	d.press("composer.send")
	d.settle()
	d.rest()
	kept, err = d.Store.Draft(id)
	must(t, err)
	if !kept.Empty() {
		t.Errorf("after sending %+v is kept", kept)
	}
}

// Words that were sent and whose talk does not have them yet are not lost by a crash.
func TestSentWordsAreADraftUntilTheyAreStored(t *testing.T) {
	d := with(t, persona.Connection{})
	id := d.open.talk
	d.turns[id] = &turn{talk: id, put: "on its way"}
	d.composer.SetDraft(id, "typed since")
	d.drafts.flush()
	d.settle()
	kept, err := d.Store.Draft(id)
	must(t, err)
	if kept.Text != "typed since" || len(kept.Aside) != 1 || kept.Aside[0] != "on its way" {
		t.Errorf("kept is %+v", kept)
	}
	delete(d.turns, id)
}

// What was typed before the stored draft was read does not take its place.
func TestALateDraftJoinsWhatWasTyped(t *testing.T) {
	d := with(t, persona.Connection{}, persona.Persona{Name: "Mira"}, persona.Persona{Name: "Otto"})
	mira := d.person("Mira").Talk
	must(t, d.Store.PutDraft(mira, history.Draft{Text: "from before"}))
	delete(d.drafts.asked, mira)
	delete(d.drafts.known, mira)
	d.openPersona(d.person("Mira").Persona.ID)
	d.composer.SetDraft(mira, "quick")
	d.drafts.flush()
	d.settle()
	d.rest()
	if got := d.composer.Draft(mira); got != "from before\n\nquick" {
		t.Errorf("the input holds %q", got)
	}
	kept, err := d.Store.Draft(mira)
	must(t, err)
	if kept.Text != "from before\n\nquick" {
		t.Errorf("kept is %q", kept.Text)
	}
}

func TestUpBringsBackWhatWasSaid(t *testing.T) {
	d := with(t, persona.Connection{})
	for _, s := range []string{"one", "two", "two"} {
		d.ask(s)
	}
	key := func(name fyne.KeyName, want string) {
		t.Helper()
		d.composer.Focus()
		d.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: name})
		d.settle()
		if got := d.composer.Draft(d.open.talk); got != want {
			t.Errorf("%s brings %q, want %q", name, got, want)
		}
	}
	key(fyne.KeyUp, "two")
	key(fyne.KeyUp, "one")
	key(fyne.KeyUp, "one")
	key(fyne.KeyDown, "two")
	key(fyne.KeyDown, "")
	key(fyne.KeyDown, "")
	key(fyne.KeyUp, "two")
	d.composer.SetDraft(d.open.talk, "two!")
	key(fyne.KeyUp, "two!") // edited, it is the person's own
}
