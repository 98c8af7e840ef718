package ui

import (
	"testing"

	"bonbon/ui/words"
)

// While there is nobody to talk with, the way to somebody stands where the talk would, and there is no input that leads nowhere.
func TestNobody(t *testing.T) {
	d := setup{}.open(t)
	d.sees(words.T("nobody.title"))
	if d.nobody.foot.Visible() || d.win.Canvas().Focused() != nil {
		t.Errorf("there is an input; the keys are at %T", d.win.Canvas().Focused())
	}
	d.press("new.persona")
	d.settle()
	if d.nobody.content.Visible() || !d.nobody.foot.Visible() || len(d.people) != 1 {
		t.Errorf("with %d personas the input is there: %v", len(d.people), d.nobody.foot.Visible())
	}
	d.deletePersona(d.people[0].Persona.ID)
	d.settle()
	d.sees(words.T("nobody.title"))
	if d.nobody.foot.Visible() {
		t.Error("after the last one was deleted there is an input")
	}
}
