package ui

import (
	"strings"
	"testing"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/words"
)

// Who stops a reply and asks for another one at once gets that alone: nothing of the first comes any more, what came of it
// stays in its own version, and its connection is closed. Bug B031.
func TestStopThenRetry(t *testing.T) {
	a := llmtest.WireNamed("B031_slow_a").Reply
	gate := make(chan struct{})
	for i := range a.Writes {
		if i > 5 {
			a.Writes[i].Gate = gate // it would go on for ever
		}
	}
	d, s := serve(t, a, llmtest.WireNamed("B031_slow_b").Reply)
	id := d.open.talk
	d.say("Count")
	d.until(func() bool { return strings.Contains(texts(d.transcript), "A00") })
	d.stop()
	d.stop()
	d.until(func() bool { return d.turns[id] == nil })
	stopped := d.head()
	d.answerAgain(stopped)
	d.settle()
	<-s.Gone()
	d.stop() // after the end
	now := d.head()
	if strings.Contains(now.Text, "A") || strings.Count(now.Text, "B") != 10 || now.State != talk.Done || now.Parent != stopped.Parent {
		t.Errorf("the reply is %q %s", now.Text, now.State)
	}
	old, err := d.Store.Talk(id).Entry(stopped.ID)
	must(t, err)
	if strings.Contains(old.Text, "B") || !strings.Contains(old.Text, "A00") || old.State != talk.Stopped {
		t.Errorf("the stopped one is %q %s", old.Text, old.State)
	}
	if got := texts(d.transcript); strings.Contains(got, "A00") || !strings.Contains(got, "B09") {
		t.Errorf("the talk shows %q", got)
	}
}

// While a reply is written another talk is opened, written in and answered: each reply ends in its own talk. Bug B039.
func TestRepliesEndInTheirOwnTalks(t *testing.T) {
	gate := make(chan struct{})
	s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gate, "A1", " A2", " A3"), llmtest.WireNamed("B031_slow_b").Reply})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
	mira := d.open.talk
	d.say("Say A")
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(texts(d.transcript), "A1") })
	d.openPersona(d.person("Otto").Persona.ID)
	d.until(func() bool { return !d.opening })
	otto := d.open.talk
	d.say("Say B")
	d.until(func() bool { return d.turns[otto] == nil && d.transcript.Len() == 2 })
	close(gate)
	d.settle()
	d.wantPath(mira, "u Say A", "a A1 A2 A3")
	if got := d.path(otto); len(got) != 2 || !strings.HasPrefix(got[1], "a B00") || strings.Contains(got[1], "A") {
		t.Errorf("Otto's talk is %q", got)
	}
	if got := texts(d.transcript); strings.Contains(got, "A1") {
		t.Errorf("Otto's talk shows %q", got)
	}
}

// A talk that is deleted while its reply is written does not come back. Bug B039.
func TestDeletingWhileAReplyIsWritten(t *testing.T) {
	gate := make(chan struct{})
	s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gate, "A1", " A2")})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
	mira := d.open.persona.ID
	d.say("Say A")
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(texts(d.transcript), "A1") })
	d.deletePersona(mira)
	d.settle()
	<-s.Gone()
	if d.open.persona.Name != "Otto" || len(d.people) != 1 || len(d.turns) != 0 {
		t.Errorf("%q is shown, of %d, %d turns", d.open.persona.Name, len(d.people), len(d.turns))
	}
	d.misses("A1", words.T("composer.stop"))
	d.restorePersona(mira)
	d.settle()
	d.wantPath(d.open.talk, "u Say A", "a A1 ["+string(talk.Stopped)+"]")
}
