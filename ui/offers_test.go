package ui

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/chat"
	"bonbon/ui/words"
)

// offer presses a button of the notice at the end of the talk.
func (d *desk) offer(key string) {
	d.t.Helper()
	n := d.transcript.Notice()
	if n == nil {
		d.t.Fatalf("no notice; shown: %s", d.shows())
	}
	for _, a := range n.Actions {
		if a.Label == words.T(key) {
			a.Do()
			return
		}
	}
	d.t.Fatalf("the notice offers %+v, not %q", n.Actions, words.T(key))
}

// head returns the newest entry of the shown talk.
func (d *desk) head() talk.Entry {
	d.t.Helper()
	e, err := d.Store.Talk(d.open.talk).Head()
	must(d.t, err)
	return e
}

// lastSent returns the messages of the newest request, each with its role.
func lastSent(t *testing.T, s *llmtest.Server) []string {
	t.Helper()
	chats := s.Chats()
	var body struct {
		Messages []struct{ Role, Content string }
	}
	must(t, json.Unmarshal(chats[len(chats)-1].Body, &body))
	var all []string
	for _, m := range body.Messages {
		all = append(all, m.Role+": "+m.Content)
	}
	return all
}

func TestContinueAReplyThatBrokeOff(t *testing.T) {
	d, s := serve(t, llmtest.Cut("Once upon a "), llmtest.Good("Once upon", " a time", " there was"))
	d.ask("Tell me")
	d.wantPath(d.open.talk, "u Tell me", "a Once upon a  [cut]")
	old := d.head()
	d.offer("action.continue")
	d.settle()
	d.wantPath(d.open.talk, "u Tell me", "a Once upon a time there was")
	if sent := lastSent(t, s); sent[len(sent)-1] != "assistant: Once upon a" {
		t.Errorf("sent %q", sent)
	}
	all, err := d.Store.Talk(d.open.talk).Siblings(d.head().ID)
	must(t, err)
	if was, err := d.Store.Talk(d.open.talk).Entry(old.ID); err != nil || was.Text != old.Text || len(all) != 2 {
		t.Errorf("the old version is %q, %v, of %d", was.Text, err, len(all))
	}
	if got := texts(d.transcript); strings.Count(got, "Once upon") != 1 || !strings.Contains(got, "Once upon a time there was") {
		t.Errorf("the talk shows %q", got)
	}
	d.misses(words.T("action.continue"))
}

// While a reply is gone on with, what there was stays in view, whatever one looks at meanwhile.
func TestContinueShowsWhatThereWas(t *testing.T) {
	gate := make(chan struct{})
	s := llmtest.Serve(t, llmtest.Script{llmtest.Cut("One two"), llmtest.Slow(gate, " three", " four")})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
	mira := d.open.talk
	d.ask("Count")
	d.offer("action.continue")
	if got := texts(d.transcript); strings.Count(got, "One two") != 1 {
		t.Errorf("at once it shows %q", got)
	}
	for range patience {
		d.second()
	}
	d.sees(words.T("turn.awaitingRest", map[string]any{"Time": span(patience)}))
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(texts(d.transcript), "One two three") })
	d.misses(words.T("turn.awaitingRest", map[string]any{"Time": span(patience)}))
	d.openPersona(d.person("Otto").Persona.ID)
	d.until(func() bool { return !d.opening })
	d.openPersona(d.person("Mira").Persona.ID)
	d.until(func() bool { return strings.Contains(texts(d.transcript), "One two three") })
	if got := texts(d.transcript); strings.Count(got, "One two") != 1 {
		t.Errorf("back again it shows %q", got)
	}
	close(gate)
	d.settle()
	d.wantPath(mira, "u Count", "a One two three four")
}

// What there was comes back if nothing is added to it.
func TestContinueThatFails(t *testing.T) {
	gate := make(chan struct{})
	for name, c := range map[string]struct {
		second llmtest.Reply
		during func(*desk)
		says   string
	}{
		"wrong key":    {llmtest.Wrong(401, "invalid_api_key", "Incorrect API key"), func(*desk) {}, "error.llm.bad_key.title"},
		"nothing more": {llmtest.Good("One two"), func(*desk) {}, "error.llm.nothing_more.title"},
		"stopped":      {llmtest.Slow(gate, "never"), func(d *desk) { d.press("composer.stop") }, "error.llm.stopped.title"},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := serve(t, llmtest.Cut("One two"), c.second)
			d.ask("Count")
			d.offer("action.continue")
			c.during(d)
			d.settle()
			d.wantPath(d.open.talk, "u Count", "a One two [cut]")
			d.sees("One two", words.T(c.says))
		})
	}
}

// A reply that broke off offers to go on at every later start too, without a notice.
func TestContinueAfterARestart(t *testing.T) {
	dir := t.TempDir()
	s := llmtest.Serve(t, llmtest.Script{llmtest.Cut("Half a"), llmtest.Good(" whole")})
	server := func(set *persona.Settings) {
		c := at(s)
		c.ID = "server"
		set.Connections, set.Connection = []persona.Connection{{ID: persona.DemoConnection}, c}, c.ID
	}
	t.Run("first", func(t *testing.T) {
		d := setup{dir: dir, settings: server}.open(t)
		d.create(persona.Persona{Name: "Mira"}, nil)
		d.settle()
		d.ask("Hello?")
	})
	d := setup{dir: dir, settings: server}.open(t)
	d.sees("Half a", words.T("chat.continue"), strings.ReplaceAll(words.T("chat.retry"), " ", "\u00a0"))
	d.act(chat.ActionContinue, d.head())
	d.settle()
	d.wantPath(d.open.talk, "u Hello?", "a Half a whole")
	d.misses(words.T("chat.continue"))
}

func TestStoppedRepliesOfferToGoOn(t *testing.T) {
	gate := make(chan struct{})
	d, _ := serve(t, llmtest.Slow(gate, "Once upon", " a time"), llmtest.Good(" a hill"))
	d.say("Tell me")
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(d.shows(), "Once upon") })
	d.press("composer.stop")
	d.settle()
	d.sees(words.T("chat.continue"))
	d.act(chat.ActionContinue, d.head())
	d.settle()
	d.wantPath(d.open.talk, "u Tell me", "a Once upon a hill")
}

func TestEditPutsTheMessageBack(t *testing.T) {
	d, _ := serve(t, llmtest.Wrong(400, "", "not today"), llmtest.Good("Fine"), llmtest.Good("Better"))
	d.ask("Helo")
	d.composer.SetDraft(d.open.talk, "")
	d.offer("action.edit")
	d.settle()
	d.wantPath(d.open.talk)
	if got := d.composer.Draft(d.open.talk); got != "Helo" {
		t.Errorf("the input holds %q", got)
	}
	if _, err := d.Store.Talk(d.open.talk).Entry(1); err != nil {
		t.Errorf("the old message is gone: %v", err)
	}
	d.ask("Hello")
	d.wantPath(d.open.talk, "u Hello", "a Fine")
	d.editLast()
	d.settle()
	d.wantPath(d.open.talk)
	d.press("action.undo")
	d.settle()
	d.wantPath(d.open.talk, "u Hello", "a Fine")
	d.sees("Fine")
	if got := d.composer.Draft(d.open.talk); got != "" {
		t.Errorf("after undo the input holds %q", got)
	}
}

func TestNothingToEdit(t *testing.T) {
	d := with(t, persona.Connection{}, persona.Persona{Name: "Mira", Greeting: "Welcome"})
	d.editLast()
	d.settle()
	d.wantPath(d.open.talk, "a Welcome")
	d.sees("Welcome")
}

// A model that only thought: what it thought can be taken as its reply.
func TestThoughtsAsTheReply(t *testing.T) {
	d, _ := serve(t, llmtest.WireNamed("B019_only_reasoning").Reply)
	d.ask("What is two and two?")
	d.wantPath(d.open.talk, "u What is two and two?")
	if n := d.transcript.Len(); n != 1 {
		t.Errorf("%d messages are shown: of the reply that never was, something is left", n)
	}
	d.misses(words.T("chat.thinking"))
	d.offer("action.showThoughts")
	d.settle()
	d.wantPath(d.open.talk, "u What is two and two?", "a hmm")
	if e := d.head(); e.Tokens == 0 || e.Model != "test-model" {
		t.Errorf("stored %+v", e)
	}
	d.sees("hmm")
}

// Who leaves the talk, or the program, finds the thoughts again.
func TestThoughtsAreKept(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.WireNamed("B019_only_reasoning").Reply})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
	mira := d.open.talk
	d.ask("What is two and two?")
	d.visit("Otto")
	if n := d.transcript.Notice(); n != nil {
		t.Errorf("Otto's talk says %q", n.Title)
	}
	d.visit("Mira")
	d.wantPath(mira, "u What is two and two?")
	d.sees(words.T("error.llm.only_reasoning.title"))
	d.offer("action.showThoughts")
	d.settle()
	d.wantPath(mira, "u What is two and two?", "a hmm")
	d.visit("Otto")
	d.visit("Mira")
	d.misses(words.T("error.llm.only_reasoning.title"))
}

// The wait before a repetition is counted down; it can be cut short, and given up.
func TestCountdown(t *testing.T) {
	waits := make(chan time.Duration, 4)
	open := func(t *testing.T, replies ...llmtest.Reply) *desk {
		s := llmtest.Serve(t, replies)
		d := setup{
			settings: func(set *persona.Settings) {
				c := at(s)
				c.ID = "server"
				set.Connections, set.Connection = append(set.Connections, c), c.ID
			},
			wait: func(ctx context.Context, d time.Duration) error {
				waits <- d
				<-ctx.Done()
				return ctx.Err()
			},
		}.open(t)
		d.create(persona.Persona{Name: "Mira"}, nil)
		d.settle()
		d.say("Hello?")
		d.until(func() bool { return d.transcript.Notice() != nil })
		if got := <-waits; got != 30*time.Second {
			t.Errorf("waits %v", got)
		}
		d.sees(words.T("error.llm.rate_limit.title"), words.N("turn.waiting", 30))
		d.second()
		d.second()
		d.sees(words.N("turn.waiting", 28))
		return d
	}
	busy := llmtest.Wrong(429, "rate_limit", "slow down", [2]string{"Retry-After", "30"})
	t.Run("now", func(t *testing.T) {
		d := open(t, busy, llmtest.Good("Here"))
		d.offer("action.tryNow")
		d.misses(words.T("action.tryNow"))
		d.settle()
		d.wantPath(d.open.talk, "u Hello?", "a Here")
		d.second() // what still ticks shows nothing
		if n := d.transcript.Notice(); n != nil {
			t.Errorf("a notice %q", n.Title)
		}
	})
	t.Run("stop", func(t *testing.T) {
		d := open(t, busy)
		d.offer("action.stop")
		d.settle()
		d.wantPath(d.open.talk, "u Hello?")
		d.sees(words.T("error.llm.stopped.title"), words.T("action.retry"), words.T("action.edit"))
	})
}

// A server that asks for a longer wait than the program takes upon itself: it is counted down beside the offer to try again.
func TestALongWaitIsCountedDown(t *testing.T) {
	d, _ := serve(t, llmtest.Wrong(429, "rate_limit", "slow down", [2]string{"Retry-After", "125"}))
	d.ask("Hello?")
	d.sees(words.T("turn.wait", map[string]any{"Time": "2:05"}))
	if text := d.transcript.Notice().Text; !strings.Contains(text, "\n"+words.T("turn.wait", map[string]any{"Time": "2:05"})) {
		t.Errorf("the wait runs into the server's words: %q", text)
	}
	for range 66 {
		d.second()
	}
	d.sees(words.T("turn.wait", map[string]any{"Time": "59 s"}), words.T("action.retry"))
	for range 60 {
		d.second()
	}
	d.misses("59 s", "0 s")
	d.sees(words.T("error.llm.rate_limit.title"))
}

// A server that reads for long does not look dead.
func TestWaitingForTheFirstWords(t *testing.T) {
	gate := make(chan struct{})
	d, _ := serve(t, llmtest.Slow(gate, "At", " last"))
	d.say("Hello?")
	d.until(func() bool { return d.transcript.Len() == 1 })
	shown := func(n int) string { return words.T("turn.awaiting", map[string]any{"Time": span(n)}) }
	for range patience - 1 {
		d.second()
	}
	d.misses(shown(patience - 1))
	d.second()
	d.sees(shown(patience))
	for range 60 {
		d.second()
	}
	d.sees(shown(patience+60), "1:05")
	close(gate)
	d.settle()
	d.wantPath(d.open.talk, "u Hello?", "a At last")
	d.misses(shown(patience + 60))
	d.second()
	if len(d.ticks) != 0 {
		t.Errorf("%d clocks still tick", len(d.ticks))
	}
}

// A field that the server refuses is left out from then on, at the next start too, and the editor says so.
func TestRefusedFieldsAreRemembered(t *testing.T) {
	refuse := llmtest.Wrong(400, "unsupported_parameter", "Unsupported parameter: 'top_k'")
	s := llmtest.Serve(t, llmtest.Script{refuse, llmtest.Good("One"), llmtest.Good("Two"), llmtest.Good("Three")})
	d := with(t, at(s), persona.Persona{Name: "Mira", Sampling: persona.Sampling{TopK: new(40)}})
	d.ask("Hello")
	d.ask("Again")
	has := func(n int) bool { return strings.Contains(string(s.Chats()[n].Body), `"top_k":40`) }
	if len(s.Chats()) != 3 || !has(0) || has(1) || has(2) {
		t.Fatalf("%d requests", len(s.Chats()))
	}
	all, err := d.Store.Learned()
	must(t, err)
	if len(all) != 1 || all[0].Refused != "top_k" {
		t.Errorf("stored %+v", all)
	}
	if got := d.refused(d.open.persona); len(got) != 1 || got[0] != "top_k" {
		t.Errorf("refused %v", got)
	}
	d.sendAgain([]string{"top_k"})
	d.settle()
	d.ask("Once more")
	if !has(3) || len(d.refused(d.open.persona)) != 0 {
		t.Error("it is not sent again")
	}
}

// A template that wants strict turns is served from then on.
func TestShapeIsRemembered(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{
		llmtest.Wrong(500, "", "Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/..."), llmtest.Good("One"), llmtest.Good("Two"),
	})
	d := with(t, at(s), persona.Persona{Name: "Mira", Prompt: "You are Mira.", Greeting: "Welcome"})
	d.ask("Hello")
	d.ask("Again")
	if got := len(s.Chats()); got != 3 {
		t.Fatalf("%d requests", got)
	}
	want := "system: You are Mira.|user: [The conversation begins.]|assistant: Welcome|user: Hello|assistant: One|user: Again"
	if got := strings.Join(lastSent(t, s), "|"); got != want {
		t.Errorf("sent %q", got)
	}
	d.wantPath(d.open.talk, "a Welcome", "u Hello", "a One", "u Again", "a Two")
	d.forgetForm()
	d.settle()
	d.ask("And now?")
	if got := strings.Join(lastSent(t, s), "|"); strings.Contains(got, "[The conversation begins.]") {
		t.Errorf("after it was forgotten, sent %q", got)
	}
	if all, err := d.Store.Learned(); err != nil || len(all) > 0 && all[0].Shape != "" {
		t.Errorf("stored %+v, %v", all, err)
	}
}

// All that a turn learns comes back with the next request, also when another turn learned something meanwhile.
func TestHabitsAreKept(t *testing.T) {
	d := with(t, persona.Connection{BaseURL: "http://127.0.0.1:1/v1"}, persona.Persona{Name: "Mira"})
	req := d.request("")
	d.learnHabits(req, llm.Habits{Refused: []string{"seed"}, Thinking: true})
	d.learnHabits(req, llm.Habits{Refused: []string{"top_k"}, NoPrefill: true, Shape: persona.ShapeStrict})
	got := d.request("").Habits
	want := llm.Habits{Refused: []string{"seed", "top_k"}, Thinking: true, NoPrefill: true, Shape: persona.ShapeStrict}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("habits %+v, want %+v", got, want)
	}
}
