package ui

import (
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/personas"
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

// A turn goes on in its own talk while another one is shown.
func TestATurnGoesOnWhileAnotherTalkIsShown(t *testing.T) {
	gate := make(chan struct{})
	s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gate, "Sugar", " and", " salt")})
	d := with(t, at(s), persona.Persona{Name: "Mira"}, persona.Persona{Name: "Otto"})
	d.visit("Mira")
	mira := d.open.talk
	d.say("What is in it?")
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(d.shows(), "Sugar") })

	d.openPersona(d.person("Otto").Persona.ID)
	d.until(func() bool { return !d.opening })
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(d.turns[mira].text, "and") })
	if shown := texts(d.transcript); strings.Contains(shown, "Sugar") || strings.Contains(shown, "What") {
		t.Errorf("Otto's talk shows %q", shown)
	}
	d.sees(words.T("composer.send"))

	d.openPersona(d.person("Mira").Persona.ID)
	d.until(func() bool { return strings.Contains(texts(d.transcript), "Sugar and") })
	d.sees("What is in it?", words.T("composer.stop"))
	close(gate)
	d.settle()
	d.wantPath(mira, "u What is in it?", "a Sugar and salt")
	if got := texts(d.transcript); strings.Count(got, "Sugar and salt") != 1 || strings.Count(got, "What is in it?") != 1 {
		t.Errorf("the talk shows %q", got)
	}
}

// Whatever comes first, the end of the turn or the talk's entries: each is shown once.
func TestATurnThatEndsWhileItsTalkIsBeingRead(t *testing.T) {
	for range 12 {
		gate := make(chan struct{})
		s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gate, "Sugar", " and", " salt")})
		d := with(t, at(s), persona.Persona{Name: "Mira"}, persona.Persona{Name: "Otto"})
		d.visit("Mira")
		d.say("What is in it?")
		d.openPersona(d.person("Otto").Persona.ID)
		d.q.Drain()
		close(gate)
		d.openPersona(d.person("Mira").Persona.ID)
		d.settle()
		if got := texts(d.transcript); strings.Count(got, "Sugar and salt") != 1 || strings.Count(got, "What is in it?") != 1 {
			t.Fatalf("the talk shows %q", got)
		}
		d.sees(words.T("composer.send"))
	}
}

// A reply that calls tools is told that there are none, and the next one has a bubble of its own, whatever the window shows
// meanwhile.
func TestARoundOfCalls(t *testing.T) {
	gate := make(chan struct{})
	asks := llmtest.Stream(llmtest.Delta("I look."), []byte(`data: {"choices":[{"delta":{"tool_calls":[{"id":"1","function":{"name":"clock","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`+"\n\n"))
	s := llmtest.Serve(t, llmtest.Script{asks, llmtest.Slow(gate, "No", " clock")})
	d := with(t, at(s), persona.Persona{Name: "Mira"}, persona.Persona{Name: "Otto"})
	d.visit("Mira")
	mira := d.open.talk
	d.say("What time is it?")
	gate <- struct{}{}
	d.until(func() bool { return d.turns[mira].text == "No" })
	calls := words.T("chat.tool.call", map[string]any{"Names": "clock"})
	told := `[There is no tool "clock" here. Answer without tools.]`
	result := words.T("chat.tool.result", map[string]any{"Name": "clock", "Size": words.Bytes(len(told))})
	once := func() {
		t.Helper()
		shown := texts(d.transcript)
		for _, text := range []string{"What time is it?", "I look.", calls, result, "No"} {
			if n := strings.Count(shown, text); n != 1 && text != "No" || n == 0 {
				t.Errorf("%q is shown %d times in %q", text, n, shown)
			}
		}
		if d.transcript.Len() != 4 {
			t.Errorf("%d entries are shown", d.transcript.Len())
		}
	}
	once()
	d.openPersona(d.person("Otto").Persona.ID)
	d.until(func() bool { return !d.opening })
	d.openPersona(d.person("Mira").Persona.ID)
	d.until(func() bool { return !d.opening })
	once()
	close(gate)
	d.settle()
	once()
	d.wantPath(mira, "u What time is it?", "a I look.", told, "a No clock")
}

func TestTwoTalksAtOnce(t *testing.T) {
	gates := []chan struct{}{make(chan struct{}), make(chan struct{})}
	words := []string{"one", " two", " three"}
	s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gates[0], words...), llmtest.Slow(gates[1], words...)})
	d := with(t, at(s), persona.Persona{Name: "Mira"}, persona.Persona{Name: "Otto"})
	talks := map[string]string{}
	for _, name := range []string{"Mira", "Otto"} {
		d.openPersona(d.person(name).Persona.ID)
		d.until(func() bool { return !d.opening })
		talks[name] = d.open.talk
		d.say("Count, " + name)
	}
	for _, gate := range gates { // both replies are under way before one goes on
		gate <- struct{}{}
	}
	if len(d.turns) != 2 {
		t.Fatalf("%d turns run", len(d.turns))
	}
	for _, gate := range gates {
		close(gate)
	}
	d.settle()
	for name, id := range talks {
		d.wantPath(id, "u Count, "+name, "a one two three")
	}
}

func TestAnotherReplyIsASibling(t *testing.T) {
	d, _ := serve(t, llmtest.Good("First"), llmtest.Good("Second"))
	d.ask("Hi")
	first, err := d.Store.Talk(d.open.talk).Head()
	must(t, err)
	d.answerAgain(first)
	d.settle()
	d.wantPath(d.open.talk, "u Hi", "a Second")
	second, err := d.Store.Talk(d.open.talk).Head()
	must(t, err)
	all, err := d.Store.Talk(d.open.talk).Siblings(second.ID)
	must(t, err)
	if len(all) != 2 || second.Parent != first.Parent {
		t.Errorf("siblings are %v", all)
	}
	if got := texts(d.transcript); strings.Contains(got, "First") || strings.Count(got, "Second") != 1 {
		t.Errorf("the talk shows %q", got)
	}
}

func TestTheOldReplyComesBackIfTheNewOneFails(t *testing.T) {
	gate := make(chan struct{})
	for name, c := range map[string]struct {
		second llmtest.Reply
		during func(*desk)
	}{
		"server fault":  {llmtest.Wrong(400, "", "no"), func(*desk) {}},
		"stopped":       {llmtest.Slow(gate, "never"), func(d *desk) { d.press("composer.stop") }},
		"talk changed":  {llmtest.Wrong(400, "", "no"), func(d *desk) { d.openPersona(d.person("Otto").Persona.ID) }},
		"window closed": {llmtest.Slow(gate, "never"), func(d *desk) { d.Quit() }},
	} {
		t.Run(name, func(t *testing.T) {
			s := llmtest.Serve(t, llmtest.Script{llmtest.Good("First"), c.second})
			d := with(t, at(s), persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
			id := d.open.talk
			d.ask("Hi")
			head, err := d.Store.Talk(id).Head()
			must(t, err)
			d.answerAgain(head)
			if strings.Contains(texts(d.transcript), "First") {
				t.Error("the old reply is shown while a new one is made")
			}
			c.during(d)
			d.settle()
			d.wantPath(id, "u Hi", "a First")
			if d.open.talk != id {
				d.visit("Mira")
			}
			d.sees("First", words.T("composer.send"))
			if d.transcript.Notice() == nil {
				t.Error("no word about it")
			}
		})
	}
}

func TestTryAgainAfterAFailedTurn(t *testing.T) {
	d, _ := serve(t, llmtest.Wrong(400, "", "not today"), llmtest.Good("Here I am"))
	d.ask("Hello?")
	d.wantPath(d.open.talk, "u Hello?")
	d.sees("not today", words.T("action.retry"))
	d.transcript.Notice().Actions[0].Do()
	d.settle()
	d.wantPath(d.open.talk, "u Hello?", "a Here I am")
	d.misses("not today", words.T("action.retry"))
}

func TestTryAgainReplacesACutReply(t *testing.T) {
	d, _ := serve(t, llmtest.Cut("Half a"), llmtest.Good("A whole reply"))
	d.ask("Hello?")
	d.wantPath(d.open.talk, "u Hello?", "a Half a [cut]")
	n := d.transcript.Notice()
	if n == nil || len(n.Actions) != 2 || n.Actions[0].Label != words.T("action.continue") {
		t.Fatalf("notice is %+v", n)
	}
	n.Actions[1].Do()
	d.settle()
	d.wantPath(d.open.talk, "u Hello?", "a A whole reply")
}

func TestErrorsSayWhatHelps(t *testing.T) {
	for _, c := range []struct {
		name  string
		reply llmtest.Reply
		url   string // in place of the server's
		code  string
		says  string
		do    remedy
	}{
		{"dead server", llmtest.Reply{}, "http://127.0.0.1:1/v1", "llm.refused", "127.0.0.1:1", tryAgain},
		{"wrong key", llmtest.Wrong(401, "invalid_api_key", "Incorrect API key"), "", "llm.bad_key", "Incorrect API key", openConnections},
		{"unknown model", llmtest.Wrong(404, "model_not_found", "The model test-model does not exist"), "", "llm.no_model", "test-model", openPersona},
		{"empty reply", llmtest.Good(), "", "llm.empty", "", tryAgain},
		{"web page", llmtest.HTML(200), "", "llm.not_a_server", "", openConnections},
		{"no scheme", llmtest.Reply{}, "example.org/v1", "llm.bad_url", "http://", openConnections},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := llmtest.Serve(t, llmtest.Script{c.reply})
			at := at(s)
			if c.url != "" {
				at.BaseURL = c.url
			}
			d := with(t, at)
			d.ask("Hello?")
			d.wantPath(d.open.talk, "u Hello?")
			n := d.transcript.Notice()
			if n == nil {
				t.Fatalf("no notice; shown: %s", d.shows())
			}
			if n.Title != words.T("error."+c.code+".title") || !strings.Contains(n.Text, c.says) {
				t.Errorf("says %q / %q", n.Title, n.Text)
			}
			if len(n.Actions) < 2 || n.Actions[0].Label != words.T(string(c.do)) || !n.Actions[0].Primary || n.Actions[1].Primary {
				t.Fatalf("offers %+v", n.Actions)
			}
			d.sees("Hello?", n.Title)
			away := c.name == "dead server" || c.name == "web page" || c.name == "no scheme"
			if got := d.health == personas.Offline; got != away {
				t.Errorf("the connection is shown as gone: %v", got)
			}
			if c.do == tryAgain {
				return
			}
			n.Actions[0].Do()
			d.settle()
			switch c.do {
			case openConnections:
				d.sees(words.T("panels.app.addConnection"))
			case openCutoff:
				d.sees(words.T("panels.cutoff.threshold"))
			case openPersona:
				d.sees(words.T("panels.editor.prompt"))
			}
		})
	}
}

// What went wrong while another talk was shown is told when one comes back.
func TestAFailureIsToldWhenItsTalkIsShown(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Wrong(401, "invalid_api_key", "Incorrect API key")})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
	d.say("Hello?")
	d.visit("Otto")
	if n := d.transcript.Notice(); n != nil {
		t.Errorf("Otto's talk says %q", n.Title)
	}
	d.visit("Mira")
	d.sees("Hello?", "Incorrect")
}

func TestWordsWithoutATalkAreKept(t *testing.T) {
	d := setup{}.open(t)
	d.send("Anybody?", nil) // its persona may have gone while it was on its way
	d.settle()
	if got := d.composer.Draft(""); got != "Anybody?" {
		t.Errorf("the input holds %q", got)
	}
}

// A reply that a server's error ended says so in words at every later start too.
func TestAFailedReplyIsExplained(t *testing.T) {
	d := pair(t)
	log := d.Store.Talk(d.open.talk)
	for _, e := range []talk.Entry{
		{Role: talk.User, Text: "Hello?", Tokens: 2},
		{Role: talk.Assistant, Text: "Half a", State: talk.Failed, Code: "llm.server", Tokens: 2},
	} {
		_, err := log.Append(e)
		must(t, err)
	}
	d.refreshTalk(nil)
	d.settle()
	d.sees("Half a", words.T("error.llm.server.title"), strings.ReplaceAll(words.T("chat.retry"), " ", "\u00a0"))
	d.misses("llm.server")
}

// The embedded model reads the time that a request tells, and takes it for nothing that was said.
func TestTheOfflineModelReadsTheTime(t *testing.T) {
	d := setup{now: func() time.Time { return time.Date(2026, 5, 3, 15, 4, 0, 0, time.UTC) }}.open(t)
	d.create(persona.Persona{Name: "Mira", Prompt: "You are Mira.", TellTime: true}, nil)
	d.settle()
	d.ask("What time is it?")
	if got := d.path(d.open.talk); len(got) != 2 || !strings.Contains(got[1], "15:04 on Sunday, 3 May 2026") {
		t.Errorf("the talk is %q", got)
	}
}
