package e2e

import (
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
)

// Where things are in the window at its size of 1280 × 820.
var (
	welcomeDemo   = [2]int{483, 371}
	secondPersona = [2]int{130, 192}
	firstPersona  = [2]int{130, 130}
	threshold     = [2]int{1222, 88}
	input         = [2]int{560, 775}
	raiseCeiling  = [2]int{425, 509}
	talkMiddle    = [2]int{600, 400}
)

// TestStory is a person's first half hour: a first start, a talk, a ceiling that is too low, the dialog and its remedy,
// the end, and a second start in which everything is there.
func TestStory(t *testing.T) {
	r := newRobot(t)
	r.start()
	r.await("welcome shown")
	r.picture("welcome")
	r.clickAt(welcomeDemo)
	r.await("welcome left")

	r.clickAt(secondPersona)
	r.await("talk shown")
	r.clickAt(firstPersona)
	r.await("talk shown")
	r.say("Hello! My name is Robin, and I like rain on the roof.")
	r.say("Do you remember my name?")
	r.say("Can you show me a list?")
	r.picture("talk")

	r.setThreshold("300")
	r.write("Is this too much?")
	r.key("Return")
	r.await("cut-off dialog")
	r.await("talk shown")
	r.picture("cutoff-dialog")
	r.clickAt(raiseCeiling)
	r.key("Return") // the words are still in the input
	r.await("replied")
	r.setThreshold("520")
	r.picture("cut-line")
	r.scroll(talkMiddle[0], talkMiddle[1], 8)
	r.quit()

	kept := r.entries("Mint")
	want := []string{"Hello! My name is Robin, and I like rain on the roof.", "Do you remember my name?", "Can you show me a list?", "Is this too much?"}
	if said := texts(kept, talk.User); strings.Join(said, "|") != strings.Join(want, "|") {
		t.Fatalf("the store has the user's words %q, want %q", said, want)
	}
	replies := texts(kept, talk.Assistant)
	if len(replies) != 5 { // the greeting and one for each message
		t.Fatalf("the store has %d replies, want 5: %q", len(replies), replies)
	}
	if !strings.Contains(replies[2], "Robin") {
		t.Errorf("asked for the name, the offline model said %q", replies[2])
	}
	for _, e := range kept {
		if e.State != talk.Done {
			t.Errorf("entry %d is %q", e.ID, e.State)
		}
	}

	r.change(func(s *persona.Settings) { s.Theme = "light" })
	r.start()
	r.await("talk shown", "entries=9")
	r.picture("main-light-en")
	r.quit()

}

// TestStoryInJapanese is a first start in Japanese, with a talk in Japanese.
func TestStoryInJapanese(t *testing.T) {
	r := newRobot(t)
	r.change(func(s *persona.Settings) { s.Theme, s.Language = "dark", "ja" })
	r.start()
	r.await("welcome shown")
	r.picture("welcome-ja")
	r.clickAt(welcomeDemo)
	r.await("welcome left")
	r.say("こんにちは。私の名前はひかりです。")
	r.say("私の名前を覚えてる？")
	r.picture("main-dark-ja")
	r.quit()
	replies := texts(r.entries("ミント"), talk.Assistant)
	if len(replies) != 3 || !strings.Contains(replies[2], "ひかり") {
		t.Errorf("the store has the replies %q", replies)
	}
}

// setThreshold types a ceiling into the cutoff panel.
func (r *robot) setThreshold(value string) {
	r.t.Helper()
	r.clickAt(threshold)
	r.key("ctrl+a")
	r.write(value)
	r.key("Return")
	r.clickAt(input)
}

// say types a message, sends it and waits for the whole reply.
func (r *robot) say(text string) {
	r.t.Helper()
	r.write(text)
	r.key("Return")
	r.await("said")
	r.await("replied")
}

func (r *robot) clickAt(p [2]int) { r.t.Helper(); r.click(p[0], p[1]) }

// open opens the store that the program has left.
func (r *robot) open() *history.Store {
	r.t.Helper()
	s, err := history.Open(r.data, history.Options{})
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

// entries returns what the store has of a persona's newest talk.
func (r *robot) entries(name string) []talk.Entry {
	r.t.Helper()
	s := r.open()
	defer func() { _ = s.Close() }()
	if err := s.Check(); err != nil {
		r.t.Fatal(err)
	}
	people, err := s.Personas()
	if err != nil {
		r.t.Fatal(err)
	}
	for _, p := range people {
		if p.Persona.Name == name {
			page, err := s.Talk(p.Talk).Page(0, 1000)
			if err != nil {
				r.t.Fatal(err)
			}
			return page
		}
	}
	r.t.Fatalf("no persona %q", name)
	return nil
}

// change changes settings between two starts.
func (r *robot) change(f func(*persona.Settings)) {
	r.t.Helper()
	s := r.open()
	set, err := s.Settings()
	if err != nil {
		r.t.Fatal(err)
	}
	f(&set)
	if err := s.PutSettings(set); err != nil {
		r.t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		r.t.Fatal(err)
	}
}

func texts(entries []talk.Entry, role talk.Role) []string {
	var all []string
	for _, e := range entries {
		if e.Role == role {
			all = append(all, e.Text)
		}
	}
	return all
}
