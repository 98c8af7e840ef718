package history_test

import (
	"testing"

	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
)

// TestListedPictures: a list can tell that the newest message has pictures, also after going back to it.
func TestListedPictures(t *testing.T) {
	s := historytest.Open(t)
	p, info, err := s.CreatePersona(persona.Persona{Name: "Mint"}, talk.Entry{})
	if err != nil {
		t.Fatal(err)
	}
	tk := s.Talk(info.ID)
	add := func(e talk.Entry) talk.Entry {
		t.Helper()
		e, err := tk.Append(e)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	shown := func(want int) {
		t.Helper()
		list, err := s.Personas()
		if err != nil || len(list) != 1 || list[0].Persona.ID != p.ID || list[0].Shown != want {
			t.Errorf("listed %+v, %v; want %d pictures", list, err, want)
		}
	}
	ref, err := s.AddAttachment([]byte("one"))
	if err != nil {
		t.Fatal(err)
	}
	with := add(talk.Entry{Role: talk.User, Pictures: []talk.Picture{{Ref: ref, Type: "image/png"}}})
	shown(1)
	add(talk.Entry{Role: talk.Assistant, Text: "The sea."})
	shown(0)
	if err := tk.SetHead(with.ID); err != nil {
		t.Fatal(err)
	}
	shown(1)
	with.Text, with.Pictures = "Nothing", nil
	if err := tk.Update(with); err != nil {
		t.Fatal(err)
	}
	shown(0)
}
