package ui

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/llm"
	"bonbon/llm/keys"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

func TestAMegabyteIsKeptAndSentWhole(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("Long")})
	d := with(t, at(s), persona.Persona{Name: "Mira"})
	text := "begin " + strings.Repeat("word ", 1<<20/5) + "end"
	d.edit(func(p *persona.Persona) { n := tokens.MaxThreshold; p.Cutoff.Threshold = &n })
	d.composer.SetDraft(d.open.talk, text)
	if got := d.composer.Draft(d.open.talk); got != text {
		t.Errorf("the input holds %d bytes of %d", len(got), len(text))
	}
	d.press("composer.send")
	d.settle()
	d.wantPath(d.open.talk, "u "+text, "a Long")
	chats := s.Chats()
	if len(chats) != 1 {
		t.Fatalf("%d requests", len(chats))
	}
	var body struct {
		Messages []struct{ Role, Content string }
	}
	must(t, json.Unmarshal(chats[0].Body, &body))
	if got := body.Messages[len(body.Messages)-1].Content; got != text {
		t.Errorf("sent %d bytes of %d", len(got), len(text))
	}
}

func TestUnknownSettingsAreToldAndKept(t *testing.T) {
	d := setup{settings: func(s *persona.Settings) {
		s.Extra = map[string]json.RawMessage{"tea": json.RawMessage(`"green"`)}
	}}.open(t)
	if got := d.toast.Text(); !strings.Contains(got, "tea") {
		t.Errorf("told %q", got)
	}
	now := d.settings
	now.Theme, now.Extra = "dark", nil
	d.changeSettings(now)
	d.settle()
	s, err := d.Store.Settings()
	must(t, err)
	if s.Theme != "dark" || string(s.Extra["tea"]) != `"green"` {
		t.Errorf("stored %+v", s)
	}
}

// Everything that reads or writes says so when the store fails, and nothing of the user's is lost.
func TestAStoreThatIsClosed(t *testing.T) {
	d := pair(t)
	must(t, d.Store.Close())
	for _, c := range []struct {
		name string
		act  func()
	}{
		{"say", func() { d.press("composer.send") }},
		{"edit", func() { d.edit(func(p *persona.Persona) { p.Name = "Nora" }); d.rest() }},
		{"new", d.newPersona},
		{"duplicate", func() { d.duplicatePersona(d.open.persona.ID) }},
		{"rename", func() { d.renamePersona(d.open.persona.ID, "Nora") }},
		{"delete", func() { d.deletePersona(d.open.persona.ID) }},
		{"restore", func() { d.restorePersona(d.open.persona.ID) }},
		{"settings", func() { s := d.settings; s.CtrlEnter = !s.CtrlEnter; d.changeSettings(s) }},
		{"memory", func() { d.removeMemory("x") }},
		{"summary", func() { d.putSummary("", "They spoke of the sea.") }},
		{"leave out", d.leaveOutSummary},
		{"try again", d.tryAgain},
		{"import", func() { d.importFrom(stringFile(`{"messages":[{"role":"user","content":"hi"}]}`)) }},
		{"visit", func() { d.openPersona(d.person("Otto").Persona.ID) }},
	} {
		d.toast.Dismiss()
		mine := d.open.talk
		d.composer.SetDraft(mine, "a draft")
		c.act()
		d.settle()
		if got := d.toast.Text(); !strings.Contains(got, words.T("error.history.closed.title")) {
			t.Errorf("%s: told %q; shown: %s", c.name, got, d.shows())
		}
		if got := d.composer.Draft(mine); got != "a draft" {
			t.Errorf("%s: the input holds %q", c.name, got)
		}
		if len(d.turns) != 0 {
			t.Fatalf("%s: a turn still runs", c.name)
		}
	}
}

// A talk that is gone, as when it was deleted by an import: the words come back.
func TestATalkThatIsGone(t *testing.T) {
	d := pair(t)
	must(t, d.Store.TrashTalk(d.open.talk))
	must(t, d.Store.RemoveTalk(d.open.talk))
	d.ask("Hello?")
	if got := d.composer.Draft(d.open.talk); got != "Hello?" {
		t.Errorf("the input holds %q", got)
	}
	if got := d.toast.Text(); !strings.Contains(got, words.T("error.history.not_found.title")) {
		t.Errorf("told %q", got)
	}
}

// New says what is wrong with a store, instead of showing an empty window.
func TestNewOnAClosedStore(t *testing.T) {
	store := historytest.Open(t)
	must(t, store.Close())
	var q uitest.Queue
	_, err := New(Deps{
		App: uitest.App(t, "light", "en"), Store: store, Counter: counter, Keys: keys.Open(t.TempDir()),
		Driver: llm.NewDriver(llm.Options{Counter: counter}), Post: q.Post,
	})
	if a := explain(err, nil); a.Code != "history.closed" {
		t.Errorf("explained as %+v", a)
	}
}

// Closing the window keeps what has come of a reply, and what was edited a moment ago.
func TestQuitWhileAReplyIsWritten(t *testing.T) {
	gate := make(chan struct{})
	s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gate, "Once upon", " a time")})
	d := with(t, at(s), persona.Persona{Name: "Mira"})
	id := d.open.talk
	d.say("Tell me")
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(d.shows(), "Once upon") })
	d.edit(func(p *persona.Persona) { p.Name = "Miranda" })
	over := make(chan struct{})
	d.End = func() { close(over) }
	d.Quit()
	<-over
	d.wantPath(id, "u Tell me", "a Once upon [stopped]")
	if _, err := d.Store.Backup(history.Asked); !errors.Is(err, history.ErrClosed) {
		t.Errorf("a backup is not given up: %v", err)
	}
	if p, err := d.Store.Persona(d.open.persona.ID); err != nil || p.Name != "Miranda" {
		t.Errorf("stored %q, %v", p.Name, err)
	}
}

// A worker that never ends must not keep the program from ending.
func TestQuitDoesNotWaitForever(t *testing.T) {
	d := pair(t)
	over := make(chan struct{})
	d.End = func() { close(over) }
	hang := make(chan struct{})
	d.Go(func() func() { <-hang; return nil })
	d.Quit()
	<-over
	close(hang)
}

func TestShutStoreThenNextStart(t *testing.T) {
	dir := t.TempDir()
	t.Run("first", func(t *testing.T) {
		d := setup{dir: dir}.open(t)
		d.create(persona.Persona{Name: "Otto"}, nil)
		d.settle()
		d.create(persona.Persona{Name: "Mira"}, nil)
		d.settle()
		d.ask("Remember the sea")
		d.visit("Otto")
		must(t, d.Store.Close())
	})
	d := setup{dir: dir}.open(t)
	if d.open.persona.Name != "Otto" {
		t.Errorf("%q is shown, not the talk that was shown last", d.open.persona.Name)
	}
	d.visit("Mira")
	d.sees("Remember the sea")
}

func TestGroup(t *testing.T) {
	var g group
	if !g.wait(0) {
		t.Error("an empty group is waited for")
	}
	hold := make(chan struct{})
	g.run(func() { <-hold })
	if g.wait(time.Millisecond) {
		t.Error("a running group is not waited for")
	}
	g.run(func() { close(hold) })
	if !g.wait(time.Hour) {
		t.Error("an ended group is waited for")
	}
}

func stringFile(s string) io.ReadCloser { return io.NopCloser(strings.NewReader(s)) }
