package ui

import (
	"strings"
	"testing"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/words"
)

// at returns a connection to a scripted server.
func at(s *llmtest.Server) persona.Connection {
	return persona.Connection{Name: "Shelf", BaseURL: s.URL, Model: "test-model"}
}

// serve starts a scripted server and a desk with one persona that speaks through it.
func serve(t *testing.T, replies ...llmtest.Reply) (*desk, *llmtest.Server) {
	t.Helper()
	s := llmtest.Serve(t, replies)
	return with(t, at(s)), s
}

func TestAMessageIsAnsweredByTheEmbeddedModel(t *testing.T) {
	d := with(t, persona.Connection{})
	d.ask("Hello there")
	path := d.path(d.open.talk)
	if len(path) != 2 || path[0] != "u Hello there" || !strings.HasPrefix(path[1], "a ") {
		t.Fatalf("path is %q", path)
	}
	d.sees("Hello there", words.T("composer.send"))
	if got := d.person("Mira"); !strings.HasPrefix(path[1], "a "+got.Preview[:5]) {
		t.Errorf("the list shows %q after %q", got.Preview, path[1])
	}
}

func TestWordsAreStoredBeforeAnythingGoesOut(t *testing.T) {
	gate := make(chan struct{})
	d, s := serve(t, llmtest.Slow(gate, "Well", " met"))
	stored := false
	d.say("Hi")
	d.until(func() bool {
		asked := len(s.Chats()) > 0
		head, err := d.Store.Talk(d.open.talk).Head()
		must(t, err)
		if asked && head.Text != "Hi" {
			t.Errorf("asked while the head was %q", head.Text)
		}
		stored = stored || d.transcript.Len() == 1
		return stored
	})
	d.sees("Hi", words.T("composer.stop"))
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(d.shows(), "Well") })
	close(gate)
	d.settle()
	d.wantPath(d.open.talk, "u Hi", "a Well met")
	d.sees("Well met", words.T("composer.send"))
	if got := d.person("Mira").Preview; got != "Well met" {
		t.Errorf("the list shows %q", got)
	}
}

func TestStopKeepsWhatHasCome(t *testing.T) {
	gate := make(chan struct{})
	d, s := serve(t, llmtest.Slow(gate, "Once upon", " a time"))
	d.say("Tell me")
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(d.shows(), "Once upon") })
	d.press("composer.stop")
	d.settle()
	<-s.Gone()
	d.wantPath(d.open.talk, "u Tell me", "a Once upon ["+string(talk.Stopped)+"]")
	d.sees("Once upon", words.T("composer.send"))
	if n := d.transcript.Notice(); n != nil {
		t.Errorf("a notice %q after Stop", n.Title)
	}
}
