package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// Language, theme, text size and the key that sends change while a reply streams and something is typed.
func TestChangesAtRunTimeKeepEverything(t *testing.T) {
	gate := make(chan struct{})
	s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gate, "Sugar", " and", " salt")})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
	id := d.open.talk
	d.say("What is in it?")
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(d.shows(), "Sugar") })
	d.composer.SetDraft(id, "and then")
	d.composer.SetDraft("elsewhere", "another draft")

	for _, change := range []func(*persona.Settings){
		func(s *persona.Settings) { s.Theme = "dark" },
		func(s *persona.Settings) { s.Theme = "contrast" },
		func(s *persona.Settings) { s.Plain, s.Column = true, 560 },
		func(s *persona.Settings) { s.TextSize = 150 },
		func(s *persona.Settings) { s.CtrlEnter = true },
		func(s *persona.Settings) { s.Language = "ja" },
	} {
		d.showSettings()
		now := d.settings
		change(&now)
		d.changeSettings(now)
		d.until(func() bool { return !d.opening })
		d.prefsPane.Hide()
		if d.composer.Draft(id) != "and then" || d.composer.Draft("elsewhere") != "another draft" {
			t.Fatalf("the drafts are %q and %q", d.composer.Draft(id), d.composer.Draft("elsewhere"))
		}
		if d.open.talk != id || d.turns[id] == nil {
			t.Fatalf("the talk or its turn is gone: %+v", d.open)
		}
		d.sees("Sugar", "What is in it?", words.T("composer.stop"))
	}
	if words.Current() != "ja" {
		t.Errorf("the language is %s", words.Current())
	}
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(d.shows(), "Sugar and") })
	close(gate)
	d.settle()
	d.wantPath(id, "u What is in it?", "a Sugar and salt")
	d.sees(words.T("composer.send"))
	stored, err := d.Store.Settings()
	must(t, err)
	if stored.Theme != "contrast" || !stored.Plain || stored.Column != 560 || stored.TextSize != 150 || !stored.CtrlEnter || stored.Language != "ja" {
		t.Errorf("stored %+v", stored)
	}
}

func TestTheKeyThatSends(t *testing.T) {
	d := pair(t)
	enter := func(text string) {
		d.composer.SetDraft(d.open.talk, text)
		d.composer.Focus()
		d.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		d.settle()
	}
	enter("first")
	if got := d.path(d.open.talk); len(got) != 2 {
		t.Errorf("path is %q", got)
	}
	now := d.settings
	now.CtrlEnter = true
	d.changeSettings(now)
	enter("second")
	if got := d.path(d.open.talk); len(got) != 2 {
		t.Errorf("Enter sent %q", got)
	}
	if got := d.composer.Draft(d.open.talk); !strings.HasPrefix(got, "second") {
		t.Errorf("the input holds %q", got)
	}
}

func TestConnections(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("Come in")})
	d := pair(t)
	d.showSettingsPage(settings.PageConnections)
	d.press("panels.app.addConnection")
	form := inputs(d.top())
	form[0].SetText("Shelf")
	form[1].SetText(s.URL)
	form[2].SetText(secret)
	d.press("panels.server.test")
	d.settle()
	d.sees(words.N("test.models", 1), "Come in")
	d.press("panels.save")
	d.settle()
	if len(d.settings.Connections) != 2 {
		t.Fatalf("connections are %+v", d.settings.Connections)
	}
	c := d.settings.Connections[1]
	if key, err := d.Keys.Get(c.ID); err != nil || key != secret {
		t.Errorf("the key is %q, %v", key, err)
	}
	only(d, d.top(), func(p *parts.Picker) bool { return true }).Choose(c.ID)
	d.settle()
	d.press("panels.app.change")
	inputs(d.top())[0].SetText("Board")
	d.press("panels.save")
	d.settle()
	d.prefsPane.Hide()
	d.sees("Board")
	d.wantSecretOnlyInKeys()
	stored, err := d.Store.Settings()
	must(t, err)
	if got := stored.Find(""); got.ID != c.ID || got.Name != "Board" || got.BaseURL != s.URL {
		t.Errorf("stored %+v", got)
	}

	d.showSettingsPage(settings.PageConnections)
	d.press("panels.app.remove")
	d.press("panels.app.remove")
	d.settle()
	if len(d.settings.Connections) != 1 || d.settings.Find("").ID != persona.DemoConnection {
		t.Errorf("connections are %+v", d.settings.Connections)
	}
	if key, err := d.Keys.Get(c.ID); err == nil {
		t.Errorf("the key is still there: %q", key)
	}
	d.prefsPane.Hide()
	d.ask("Hello")
	if got := d.path(d.open.talk); len(got) != 2 {
		t.Errorf("path is %q", got)
	}
}

// Settings that are asked for twice are one pane: an old one would bring old values back.
func TestSettingsAreShownOnce(t *testing.T) {
	d := pair(t)
	d.showSettings()
	d.showSettingsPage(settings.PageConnections)
	if n := len(d.win.Canvas().Overlays().List()); n != 1 {
		t.Errorf("%d panes", n)
	}
	d.sees(words.T("panels.app.addConnection"))
	d.escape()
	if n := len(d.win.Canvas().Overlays().List()); n != 0 {
		t.Errorf("%d panes after Escape", n)
	}
	d.showSettings()
	d.sees(words.T("panels.app.title"))
}

func TestDefaultsReachThosePersonasThatHaveNoOwn(t *testing.T) {
	own := 5000
	d := with(t, persona.Connection{}, persona.Persona{Name: "Otto", Cutoff: persona.Cutoff{Threshold: &own}}, persona.Persona{Name: "Mira"})
	d.showSettings()
	now := d.settings
	now.Cutoff.Threshold = 9000
	d.changeSettings(now)
	d.settle()
	if got := d.request("").Cutoff.Threshold; got != 9000 {
		t.Errorf("Mira sends up to %d", got)
	}
	if got := d.inspector.cutoff.Settings().Threshold; got != 9000 {
		t.Errorf("Mira's panel shows %d", got)
	}
	d.prefsPane.Hide()
	d.visit("Otto")
	if got := d.request("").Cutoff.Threshold; got != own {
		t.Errorf("Otto sends up to %d", got)
	}
}
