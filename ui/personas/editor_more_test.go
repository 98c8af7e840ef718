package personas

import (
	"testing"

	"bonbon/persona"
)

func TestMoreFieldsAreFoldedUntilUsed(t *testing.T) {
	e, heard, canvas := shownEditor(t, EditorOptions{})
	e.ShowPersona(persona.Persona{ID: "1", Name: "Mint"})
	if e.more.fold.Open() {
		t.Error("unused fields are shown")
	}
	e.more.fold.SetOpen(true)
	if !e.more.fold.Open() {
		t.Fatal("a press does not unfold them")
	}
	e.more.post.SetText("Be brief.")
	e.more.time.OnChanged(timeTold)
	if last := (*heard)[len(*heard)-1]; last.PostPrompt != "Be brief." || !last.TellTime {
		t.Errorf("heard %+v", last)
	}
	e.ShowPersona(e.Persona())
	if !e.more.fold.Open() {
		t.Error("showing the same persona folds them")
	}
	e.ShowPersona(persona.Persona{ID: "2", Name: "Rowan"})
	if e.more.fold.Open() || e.more.post.Text() != "" || e.more.time.Selected() != timeUntold {
		t.Errorf("another persona shows %q, time %d", e.more.post.Text(), e.more.time.Selected())
	}
	e.ShowPersona(persona.Persona{ID: "3", Name: "Ada", TellTime: true})
	if !e.more.fold.Open() || e.more.time.Selected() != timeTold {
		t.Error("a persona that is told the time does not show it")
	}
	e.ShowPersona(persona.Persona{ID: "2", Name: "Rowan"})
	e.FocusPost()
	if !e.more.fold.Open() || canvas.Focused() != e.more.post {
		t.Errorf("what is said after each message has no focus: %T", canvas.Focused())
	}
	e.FocusModel()
	if canvas.Focused() != e.model.combo.Input() {
		t.Errorf("the model has no focus: %T", canvas.Focused())
	}
}
