package ui

import (
	"testing"

	"bonbon/llm"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// A server that drops the beginning in silence is told of, in the talk where it happened, with the way to the remedy.
func TestASilentlyShortenedPromptIsToldOf(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("Fine")})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
	d.ask("Hello")
	mira := &turn{talk: d.open.talk}
	d.truncated(mira, nil)
	d.misses(words.T("turn.truncated.title"))

	d.truncated(mira, &llm.Truncated{Sent: 12_000, Read: 4096})
	d.sees(words.T("turn.truncated.title"), "12\u00a0000", "4\u00a0096")
	n := d.transcript.Notice()
	n.Actions[0].Do()
	if f := d.win.Canvas().Focused(); d.inspector.tabs.Selected() != tabCutoff || f == nil {
		t.Errorf("tab %d is shown, focused %T", d.inspector.tabs.Selected(), f)
	}
	d.typed("4k")
	d.win.Canvas().Unfocus()
	if got := d.request("").Cutoff.ContextLength; got != 4000 {
		t.Errorf("the field %s took %d", settings.FieldWindow, got)
	}

	d.visit("Otto")
	d.truncated(mira, &llm.Truncated{Sent: 12_000, Read: 4096})
	d.misses(words.T("turn.truncated.title"))
	d.visit("Mira")
	d.sees(words.T("turn.truncated.title"))
}
