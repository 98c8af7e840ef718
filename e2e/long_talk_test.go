package e2e

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/assets"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

// evenings are what was said before: the user's words and the persona's in turn.
var evenings = [][2]string{
	{"I finally planted the tomatoes today. My back hates me, but it smells like summer out there.",
		"*pulls the other chair closer* Then sit. A sore back and green fingers, that is a day well spent. Which ones did you plant?"},
	{"Three kinds. The small yellow ones are my favourite, I eat half of them before they reach the kitchen.",
		"Biscuit does the same with sardines. I shall call it the gardener's tax. Where did you put them, in the sun by the wall?"},
	{"Yes, by the wall. My grandmother had hers there too. I think of her whenever I water them.",
		"*nods slowly* Some people leave us a place to stand. What would she say about your rows?"},
	{"That they are crooked! And then she would give me soup.",
		"Crooked rows and soup. I can think of worse things to inherit. It rains on the gallery now, can you hear it?"},
	{"I can. It was dry here all week, so send some over.",
		"*opens the window a hand's width* I have told the wind. It makes no promises, but it wrote your name into the logbook."},
	{"I slept badly. The new neighbours have a drum.",
		"A whole drum! Out here it is only the sea that practises at night, and it never gets any better either."},
	{"Ha. I will bring them tomatoes and ask for mercy.",
		"Yellow ones, I hope. Nobody drums with a mouth full of those. Tell me how they take it?"},
	{"They laughed and invited me to dinner on Friday!",
		"*rings the small bell by the lamp* That calls for the good cups. What will you bring, besides your gardener's tax?"},
}

// TestStoryOfALongTalk opens a talk of several days whose beginning no longer fits: the window shows what the model still sees,
// a message more is answered, and nothing is lost by that.
func TestStoryOfALongTalk(t *testing.T) {
	r := newRobot(t)
	said := r.fill("Mint", 640)
	r.start()
	r.await("talk shown", "entries=17")
	r.write("Will you keep half of the chair for me?")
	r.key("Return")
	r.await("Trimmed conversation history")
	r.await("replied")
	r.scroll(talkMiddle[0], talkMiddle[1], 8)
	r.picture("context")
	r.quit()

	kept := r.entries("Mint")
	if got := texts(kept, talk.User); len(kept) != 19 || !slices.Equal(got[:len(said)], said) {
		t.Errorf("the store has %d entries; the user's are %q", len(kept), got)
	}
}

// fill stores the persona as it comes with the program, with the evenings up to an hour ago and a ceiling in tokens, and returns
// the user's words.
func (r *robot) fill(name string, ceiling int) (said []string) {
	r.t.Helper()
	r.change(func(s *persona.Settings) {
		s.Welcomed, s.Theme, s.UserName = true, "light", "Robin"
	})
	var starters []persona.Persona
	data, err := assets.Starters.ReadFile("starters/en.json")
	if err != nil {
		r.t.Fatal(err)
	}
	if err := json.Unmarshal(data, &starters); err != nil {
		r.t.Fatal(err)
	}
	p := starters[slices.IndexFunc(starters, func(p persona.Persona) bool { return p.Name == name })]
	p.Cutoff.Threshold = &ceiling

	s, counter := r.open(), tokens.NewCounter()
	at := time.Now().Add(-3 * 24 * time.Hour)
	entry := func(role talk.Role, text string) talk.Entry {
		at = at.Add(4 * time.Hour)
		e := talk.Entry{Role: role, Time: at, Text: text, Encoding: talk.O200kBase}
		counter.CountEntry(&e)
		return e
	}
	hello := entry(talk.Assistant, persona.Expand(p.Greeting, p.Name, "Robin"))
	hello.Greeting = true
	_, info, err := s.CreatePersona(p, hello)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, pair := range evenings {
		said = append(said, pair[0])
		for i, text := range pair {
			if _, err := s.Talk(info.ID).Append(entry(talk.User+talk.Role(i), strings.TrimSpace(text))); err != nil {
				r.t.Fatal(err)
			}
		}
	}
	if err := s.Close(); err != nil {
		r.t.Fatal(err)
	}
	return said
}
