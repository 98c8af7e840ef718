package personas

import (
	"testing"

	"bonbon/persona"
	"bonbon/ui/words"
)

func TestMoreFieldsAreFoldedUntilUsed(t *testing.T) {
	e, heard, canvas := shownEditor(t, EditorOptions{})
	e.ShowPersona(persona.Persona{ID: "1", Name: "Mint"})
	if e.more.body.Visible() || e.more.link.Text() != words.T("panels.editor.more") {
		t.Errorf("unused fields are shown under %q", e.more.link.Text())
	}
	e.more.link.Tapped(nil)
	if !e.more.body.Visible() {
		t.Fatal("a press does not unfold them")
	}
	e.more.post.SetText("Be brief.")
	e.more.time.OnChanged(timeTold)
	if last := (*heard)[len(*heard)-1]; last.PostPrompt != "Be brief." || !last.TellTime {
		t.Errorf("heard %+v", last)
	}
	e.ShowPersona(e.Persona())
	if !e.more.body.Visible() {
		t.Error("showing the same persona folds them")
	}
	e.ShowPersona(persona.Persona{ID: "2", Name: "Rowan"})
	if e.more.body.Visible() || e.more.post.Text != "" || e.more.time.Selected() != timeUntold {
		t.Errorf("another persona shows %q, time %d", e.more.post.Text, e.more.time.Selected())
	}
	e.ShowPersona(persona.Persona{ID: "3", Name: "Ada", TellTime: true})
	if !e.more.body.Visible() || e.more.time.Selected() != timeTold {
		t.Error("a persona that is told the time does not show it")
	}
	e.ShowPersona(persona.Persona{ID: "2", Name: "Rowan"})
	e.FocusPost()
	if !e.more.body.Visible() || canvas.Focused() != e.more.post {
		t.Errorf("what is said after each message has no focus: %T", canvas.Focused())
	}
	e.FocusModel()
	if canvas.Focused() != e.model.combo.Input() {
		t.Errorf("the model has no focus: %T", canvas.Focused())
	}
}
