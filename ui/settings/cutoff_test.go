package settings

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

func TestCutoffOwnValuesAndDefaults(t *testing.T) {
	uitest.App(t, "light", "en")
	var heard []persona.Cutoff
	c := NewCutoff(CutoffOptions{OnChange: func(o persona.Cutoff) { heard = append(heard, o) }})
	c.ShowPersona(tokens.Settings{Threshold: 40_000, PastHours: 24}, persona.Cutoff{}, 0)
	threshold, past := c.rows[0], c.rows[1]
	if got := threshold.state.Text(); got != words.T("panels.cutoff.isDefault") || threshold.state.OnTapped != nil {
		t.Errorf("a default says %q", got)
	}
	threshold.slider.OnChanged(8000)
	past.entry.OnChanged(0)
	c.before.radio.OnChanged(1)
	c.steps.radio.OnChanged(0)
	c.elide.radio.OnChanged(0)
	last := heard[len(heard)-1]
	if len(heard) != 5 || !*last.Steps || !*last.ElideToolOutput || *last.Threshold != 8000 || *last.PastHours != 0 || !*last.BeforeSummary || last.ContextLength != nil || last.MaxOutput != nil {
		t.Errorf("heard %d times, last %+v", len(heard), last)
	}
	if got := c.Settings(); got != (tokens.Settings{Threshold: 8000, BeforeSummary: true, Steps: true, ElideToolOutput: true}) {
		t.Errorf("settings %+v", got)
	}
	if threshold.slider.Value() != 8000 || threshold.entry.Value() != 8000 || c.before.radio.Selected() != 1 {
		t.Error("slider, number and choice disagree")
	}
	if got := threshold.state.Text(); !strings.Contains(got, "40\u00a0000") {
		t.Errorf("an own value does not name the default: %q", got)
	}
	threshold.state.Tapped(nil)
	past.state.Tapped(nil)
	c.before.state.Tapped(nil)
	if got := c.steps.state.Text(); c.steps.radio.Selected() != 0 || !strings.Contains(got, words.T("panels.cutoff.steps.off")) {
		t.Errorf("the choice to cut in steps says %q", got)
	}
	c.steps.state.Tapped(nil)
	c.elide.state.Tapped(nil)
	last = heard[len(heard)-1]
	if last != (persona.Cutoff{}) || c.Settings() != (tokens.Settings{Threshold: 40_000, PastHours: 24}) {
		t.Errorf("after going back: %+v, %+v", last, c.Settings())
	}
}

func TestCutoffNeverTouchesValuesThatWereHandedOut(t *testing.T) {
	uitest.App(t, "light", "en")
	var heard []persona.Cutoff
	c := NewCutoff(CutoffOptions{OnChange: func(o persona.Cutoff) { heard = append(heard, o) }})
	mine := 5000
	c.ShowPersona(tokens.Defaults(), persona.Cutoff{Threshold: &mine}, 0)
	c.rows[0].set(6000)
	c.rows[0].set(7000)
	if mine != 5000 || *heard[0].Threshold != 6000 || *heard[1].Threshold != 7000 {
		t.Errorf("given %d, heard %d and %d", mine, *heard[0].Threshold, *heard[1].Threshold)
	}
	c.ShowPersona(tokens.Defaults(), persona.Cutoff{}, 0)
	if len(heard) != 2 {
		t.Error("showing another persona was reported as a change")
	}
}

func TestCutoffTypedNumbers(t *testing.T) {
	uitest.App(t, "light", "en")
	c := NewCutoff(CutoffOptions{})
	w := uitest.Window(t, c, fyne.NewSize(324, 900))
	for _, s := range []struct {
		row     int
		typed   string
		want    int
		problem string
	}{
		{0, "40k", 40_000, ""},
		{0, "１２，３４５", 12_345, ""},
		{0, "0", 0, ""},
		{0, "2 000 000", 2_000_000, ""},
		{0, "2000001", 2_000_000, words.T("panels.number.range", map[string]any{"Top": number(tokens.MaxThreshold)})},
		{0, "lots", 2_000_000, words.T("panels.number.wrong")},
		{1, "3 days", 72, ""},
		{1, "off", 0, ""},
		{1, "soon", 0, words.T("panels.hours.wrong")},
		{2, "8192", 8192, ""},
		{2, "", 0, ""},
		{3, "1k", 1000, ""},
		{3, " ", 0, ""},
	} {
		row := c.rows[s.row]
		typeInto(w, row.entry.Input(), s.typed)
		settings := c.Settings()
		if got := *row.def(&settings); got != s.want || row.field.Problem() != s.problem {
			t.Errorf("typed %q: %d, %q; want %d, %q", s.typed, got, row.field.Problem(), s.want, s.problem)
		}
	}
}

// typeInto replaces what an input holds and leaves it.
func typeInto(w fyne.Window, in interface {
	fyne.Focusable
	SetText(string)
}, text string) {
	w.Canvas().Focus(in)
	in.SetText("")
	test.Type(in, text)
	w.Canvas().Unfocus()
}

func TestCutoffDefaultsMode(t *testing.T) {
	uitest.App(t, "light", "en")
	var heard []tokens.Settings
	c := NewCutoffDefaults(CutoffOptions{
		OnDefaults: func(s tokens.Settings) { heard = append(heard, s) },
		OnChange:   func(persona.Cutoff) { t.Error("the defaults were reported as a persona's") },
	})
	c.ShowDefaults(tokens.Settings{Threshold: 1000})
	c.rows[0].set(2000)
	c.before.set(1)
	c.steps.set(0)
	if len(heard) != 3 || heard[2] != (tokens.Settings{Threshold: 2000, BeforeSummary: true, Steps: true}) {
		t.Errorf("heard %+v", heard)
	}
	if c.rows[0].state != nil || c.card != nil {
		t.Error("the defaults have a way back or a preview")
	}
}

// turnError is how a turn reports that everything was cut off: with a code of its own, around the planner's error.
type turnError struct{ *tokens.CutOffError }

func (turnError) Code() string    { return "llm.history_cut_off" }
func (e turnError) Unwrap() error { return e.CutOffError }

func TestPreviewCardWords(t *testing.T) {
	day := time.Now().AddDate(0, 0, -1).UnixMilli()
	for _, c := range []struct {
		name       string
		report     tokens.Report
		err        error
		main, more string
		part       float64
	}{
		{"some", tokens.Report{Limit: 1000, Total: 1840, Kept: 312, History: 500, Oldest: day}, nil, "312 of 1\u00a0840 messages", "500 tokens, oldest from yesterday", 0.5},
		{"all", tokens.Report{Limit: 1000, Total: 3, Kept: 3, History: 250, Oldest: day}, nil, "All 3 messages", "250 tokens, oldest from yesterday", 0.25},
		{"one", tokens.Report{Limit: 1000, Total: 1, Kept: 1, History: 10, Oldest: day}, nil, words.T("panels.preview.all"), "", 0.01},
		{"empty talk", tokens.Report{Limit: 1000, Fixed: tokens.Fixed{System: 100}}, nil, words.T("panels.preview.empty"), "", 0.1},
		{"nothing kept", tokens.Report{Limit: 1000, Total: 5}, nil, words.T("panels.preview.alone"), words.T("panels.preview.aloneMore"), 1},
		{"cut off", tokens.Report{}, fmt.Errorf("plan: %w", turnError{&tokens.CutOffError{}}), words.T("panels.preview.nothing"), "", 1},
		{"failed", tokens.Report{}, errors.New("disk"), words.T("panels.preview.failed"), words.T("panels.preview.failedMore"), 0},
		{"limit unknown", tokens.Report{Total: 1, Kept: 1, History: 5}, nil, words.T("panels.preview.all"), "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			uitest.App(t, "light", "en")
			p := newPreviewCard(nil)
			p.show(c.report, c.err)
			main := c.main
			if c.report.Total == 1 {
				main = "The only message is sent"
			}
			if got := p.main.Text(); got != main {
				t.Errorf("says %q, want %q", got, main)
			}
			if got := p.more.Text(); c.more != "" && got != c.more {
				t.Errorf("adds %q, want %q", got, c.more)
			}
			if got := p.bar.Part(); got < c.part-1e-6 || got > c.part+1e-6 {
				t.Errorf("bar %g, want %g", got, c.part)
			}
		})
	}
}
