package history_test

import (
	"errors"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
)

// What is stored aside changes nothing of the path, is found from what it belongs to, and is in the file that is opened again.
func TestAside(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	_, info, err := s.CreatePersona(persona.Persona{Name: "Mira"}, talk.Entry{})
	must(t, err)
	tk := s.Talk(info.ID)
	said, err := tk.Append(talk.Entry{Role: talk.User, Text: "Hello?", Tokens: 2})
	must(t, err)
	was, err := tk.Info()
	must(t, err)
	thought := talk.Entry{Parent: said.ID, Role: talk.Assistant, Reasoning: "hm", State: talk.Failed, Code: "llm.only_reasoning"}
	stored, err := tk.Aside(thought)
	must(t, err)
	if now, err := tk.Info(); err != nil || now.Head != was.Head || now.Count != was.Count || now.Preview != was.Preview {
		t.Errorf("the talk is %+v, %v; it was %+v", now, err, was)
	}
	must(t, s.Check())
	must(t, s.Close())

	s = historytest.OpenWith(t, dir, history.Options{})
	tk = s.Talk(info.ID)
	if got, err := tk.Thoughts(said.ID); err != nil || got.ID != stored.ID || got.Reasoning != "hm" || got.Code != thought.Code {
		t.Errorf("found %+v, %v", got, err)
	}
	if _, err := tk.Aside(talk.Entry{Parent: 99, Role: talk.Assistant}); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("beside what is not there: %v", err)
	}
	_, err = tk.Append(talk.Entry{Role: talk.Assistant, Text: "Here"})
	must(t, err)
	if got, err := tk.Thoughts(said.ID); err != nil || got.ID != 0 {
		t.Errorf("after an answer there is %+v, %v", got, err)
	}
	head, err := tk.Show(stored.ID)
	if err != nil || head != stored.ID {
		t.Errorf("turned to %d, %v", head, err)
	}
	must(t, s.Check())
}
