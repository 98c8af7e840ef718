package ui

import (
	"testing"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// A talk that was cut in a step sends as much as fits again when one asks for it.
func TestUseMore(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("Fine")})
	ceiling := 2000
	d := with(t, at(s), persona.Persona{Name: "Mira", Cutoff: persona.Cutoff{Threshold: &ceiling}})
	log := d.Store.Talk(d.open.talk)
	for range 30 {
		for _, role := range []talk.Role{talk.User, talk.Assistant} {
			_, err := log.Append(talk.Entry{Role: role, Text: "words", Tokens: 50, Encoding: talk.O200kBase})
			must(t, err)
		}
	}
	d.ask("And now?")
	stepped := d.inspector.facts.Report
	if stepped.Kept >= stepped.Total || stepped.Prompt() > ceiling*80/100 {
		t.Fatalf("no step was made: %+v", stepped)
	}
	d.useMore()
	d.settle()
	if more := d.inspector.facts.Report; more.Kept <= stepped.Kept || more.Prompt() > ceiling {
		t.Errorf("after asking for more %+v, before %+v", more, stepped)
	}
}
