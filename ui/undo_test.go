package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/chat"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// restart closes the program and opens it again on what it has stored.
func (d *desk) restart() *desk {
	d.t.Helper()
	d.settle()
	must(d.t, d.Store.Close())
	return setup{dir: d.Store.Dir()}.open(d.t)
}

// Every change can be undone after a restart, and made again, by the same keys as before.
func TestUndoAfterARestart(t *testing.T) {
	whole := []string{"u One", "a First answer", "u Two", "a Second answer"}
	for name, c := range map[string]struct {
		do   func(*desk)
		want []string
	}{
		"the last message": {func(d *desk) { d.do(chat.ActionDelete, 3) }, whole[:3]},
		"a message":        {func(d *desk) { d.do(chat.ActionDelete, 1) }, []string{"u One", "u Two", "a Second answer"}},
		"from here":        {func(d *desk) { d.do(chat.ActionDeleteFrom, 1) }, whole[:1]},
		"all":              {func(d *desk) { d.do(chat.ActionDeleteFrom, 0) }, nil},
		"an edit": {func(d *desk) {
			d.do(chat.ActionEdit, 3)
			d.write("Better")
			d.press("edit.save")
			d.settle()
		}, []string{"u One", "a First answer", "u Two", "a Better"}},
		"another reply": {func(d *desk) { d.do(chat.ActionRetry, 1) }, []string{"u One", "a Other answer"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := spoken(t, llmtest.Good("Other answer"))
			id := d.open.talk
			c.do(d)
			d.wantPath(id, c.want...)
			d = d.restart()
			if d.open.talk != id {
				t.Fatalf("%s is shown", d.open.talk)
			}
			d.composer.Focus()
			d.win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutUndo{})
			d.settle()
			d.wantPath(id, whole...)
			d = d.restart()
			d.redo()
			d.settle()
			d.wantPath(id, c.want...)
			d.undo()
			d.settle()
			d.wantPath(id, whole...)
			d.undo()
			d.sees(words.T("undo.nothing"))
		})
	}
}

// What was said after a change is not taken back by undoing that, whether or not the program was closed between.
func TestUndoAfterARestartTakesNothingAway(t *testing.T) {
	d := spoken(t, llmtest.Good("More"))
	d.do(chat.ActionDelete, 1)
	d.ask("Three")
	want := d.path(d.open.talk)
	d = d.restart()
	d.undo()
	d.settle()
	d.wantPath(d.open.talk, want...)
	d.sees(words.T("undo.moved"))
	d = d.restart()
	d.undo()
	d.sees(words.T("undo.nothing"))
}

func TestPinsAreUndone(t *testing.T) {
	d := spoken(t)
	pinned := func(want int) {
		t.Helper()
		got, err := d.Store.Talk(d.open.talk).Pinned()
		must(t, err)
		if len(got) != want {
			t.Errorf("%d messages are pinned, want %d", len(got), want)
		}
	}
	d.do(chat.ActionPin, 1)
	d.sees(words.T("undo.pin"))
	pinned(1)
	d.press("action.undo")
	d.settle()
	pinned(0)
	d.redo()
	d.settle()
	pinned(1)
	d.do(chat.ActionUnpin, 1)
	pinned(0)
	d = d.restart()
	d.undo()
	d.settle()
	pinned(1)
	d.showPins()
	d.settle()
	d.sees(words.T("pins.title"), "First answer")
}

// The list of pinned messages leads to each of them, however far away.
func TestPinsAreJumpedTo(t *testing.T) {
	d := filled(t, 400)
	d.do(chat.ActionPin, 10)
	d.showPins()
	d.settle()
	first[*parts.Choices](d, d.top()).Choose(0)
	d.settle()
	if from, to := d.transcript.InView(); from > 10 || to < 10 {
		t.Errorf("%d to %d are in view", from, to)
	}
}

// A talk that was never changed stores nothing for undoing, and each talk has its own.
func TestEachTalkHasItsOwnUndo(t *testing.T) {
	d := spoken(t)
	one := d.open.talk
	d.do(chat.ActionDelete, 3)
	d.create(persona.Persona{Name: "Otto", Prompt: "You are Otto."}, nil)
	d.settle()
	other := d.open.talk
	d.undo()
	d.sees(words.T("undo.nothing"))
	d.wantPath(one, "u One", "a First answer", "u Two")
	if kept, err := d.Store.Talk(other).Steps(); err != nil || len(kept.Done) > 0 {
		t.Errorf("the other talk keeps %+v, %v", kept, err)
	}
}
