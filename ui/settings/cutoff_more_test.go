package settings

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// The choice about the summary is one question about two values, of which at most one holds.
func TestTheSummaryHasThreeChoices(t *testing.T) {
	uitest.App(t, "light", "en")
	var heard persona.Cutoff
	c := NewCutoff(CutoffOptions{OnChange: func(o persona.Cutoff) { heard = o }})
	c.ShowPersona(tokens.Settings{SummaryReplaces: true}, persona.Cutoff{}, 0)
	if got := c.before.radio.Selected(); got != beforeReplaced {
		t.Errorf("the default shows choice %d", got)
	}
	for choice, want := range map[int][2]bool{beforeCut: {false, false}, beforeKept: {true, false}, beforeReplaced: {false, true}} {
		c.before.radio.OnChanged(choice)
		s := c.Settings()
		if got := [2]bool{s.BeforeSummary, s.SummaryReplaces}; got != want || heard.BeforeSummary == nil || heard.SummaryReplaces == nil {
			t.Errorf("choice %d means %v, heard %+v", choice, got, heard)
		}
		if c.before.radio.Selected() != choice {
			t.Errorf("choice %d is shown as %d", choice, c.before.radio.Selected())
		}
	}
	if got := c.before.state.Text(); !strings.Contains(got, words.T("panels.cutoff.before.replace")) {
		t.Errorf("an own choice does not name the default: %q", got)
	}
	c.before.state.Tapped(nil)
	if heard != (persona.Cutoff{}) || !c.Settings().SummaryReplaces {
		t.Errorf("back at the default: %+v, %+v", heard, c.Settings())
	}

	var defaults tokens.Settings
	app := NewCutoffDefaults(CutoffOptions{OnDefaults: func(s tokens.Settings) { defaults = s }})
	app.ShowDefaults(tokens.Settings{BeforeSummary: true})
	app.before.radio.OnChanged(beforeReplaced)
	if defaults.BeforeSummary || !defaults.SummaryReplaces {
		t.Errorf("the defaults became %+v", defaults)
	}
}

// Every value of a persona survives a change of another one.
func TestAChangeKeepsAllOtherValues(t *testing.T) {
	uitest.App(t, "light", "en")
	n, yes := 7, true
	own := persona.Cutoff{
		Threshold: &n, PastHours: &n, BeforeSummary: &yes, SummaryReplaces: &yes, Steps: &yes, ElideToolOutput: &yes,
		PhotoCutoff: &n, ContextLength: &n, MaxOutput: &n,
	}
	if clone(own).BeforeSummary == own.BeforeSummary {
		t.Error("a clone shares a value")
	}
	if got := persona.Resolve(tokens.Defaults(), clone(own)); got != persona.Resolve(tokens.Defaults(), own) {
		t.Errorf("a clone means %+v", got)
	}
	if got := clone(own); got.PhotoCutoff == nil || got.SummaryReplaces == nil {
		t.Errorf("a clone lacks something: %+v", got)
	}
}

func TestNotesSayWhatHoldsNow(t *testing.T) {
	uitest.App(t, "light", "en")
	c := NewCutoff(CutoffOptions{})
	note := func(name string) string { return c.row(name).note() }
	c.ShowPersona(tokens.Settings{Steps: true, PastHours: 12}, persona.Cutoff{}, 0)
	if got := note("hours"); !strings.Contains(got, "90 minutes") {
		t.Errorf("in steps the age says %q", got)
	}
	if got := note(FieldReply); got != words.T("panels.cutoffNote.output") {
		t.Errorf("with an unknown window the reply says %q", got)
	}
	c.ShowPersona(tokens.Settings{PastHours: 12}, persona.Cutoff{}, 8192)
	if got := note("hours"); got != words.T("panels.cutoffNote.hours") {
		t.Errorf("with exact cuts the age says %q", got)
	}
	if got := note(FieldReply); !strings.Contains(got, "1\u00a0229") {
		t.Errorf("with a known window the reply says %q", got)
	}
	for step, want := range map[time.Duration]string{15 * time.Minute: "15 minutes", 90 * time.Minute: "90 minutes", 3 * time.Hour: "3 hours", 72 * time.Hour: "3 days"} {
		if got := strings.ReplaceAll(stepWords(step), "\u00a0", " "); got != want {
			t.Errorf("%v is %q", step, got)
		}
	}
}

func TestPhotosAreAskedForOnlyWhereThereAreAny(t *testing.T) {
	uitest.App(t, "light", "en")
	report := tokens.Report{Total: 2, Kept: 2, Limit: 100}
	c := NewCutoff(CutoffOptions{Go: atOnce, Preview: func(tokens.Settings) (tokens.Report, error) { return report, nil }})
	c.ShowPersona(tokens.Defaults(), persona.Cutoff{}, 0)
	if !c.photos().field.Hidden {
		t.Error("a talk without pictures asks for them")
	}
	report.PicturesLeft = 1
	c.Recount()
	if c.photos().field.Hidden || c.photos().entry.Value() != tokens.Defaults().PhotoCutoff {
		t.Errorf("a talk with pictures: hidden %v, %d", c.photos().field.Hidden, c.photos().entry.Value())
	}
}

// TestWheelMovesThePanel: wherever the pointer stands the wheel moves the form; where there is no height for form and card, then the whole.
func TestWheelMovesThePanel(t *testing.T) {
	uitest.App(t, "light", "en")
	c := NewCutoff(CutoffOptions{Go: atOnce, Preview: someReport})
	c.ShowPersona(tokens.Defaults(), persona.Cutoff{}, 0)
	w := uitest.Window(t, c, fyne.NewSize(look.InspectorWidth, 600))
	for y := float32(20); y < 600; y += 40 {
		c.scroll.ScrollToTop()
		test.Scroll(w.Canvas(), fyne.NewPos(150, y), 0, -40)
		if c.scroll.Offset.Y != 40 {
			t.Errorf("with the pointer at %v the form moved by %v, want 40", y, c.scroll.Offset.Y)
		}
	}
	w.Resize(fyne.NewSize(look.InspectorWidth, 120))
	whole := c.content.(*parts.Scroll)
	for range 50 {
		test.Scroll(w.Canvas(), fyne.NewPos(150, 60), 0, -200)
	}
	if whole.Offset.Y == 0 {
		t.Error("in a low window the card cannot be reached")
	}
}

func TestFocusBringsAFieldIntoView(t *testing.T) {
	uitest.App(t, "light", "en")
	c := NewCutoff(CutoffOptions{Go: atOnce, Preview: someReport})
	c.ShowPersona(tokens.Defaults(), persona.Cutoff{}, 0)
	w := uitest.Window(t, c, fyne.NewSize(look.InspectorWidth, 600))
	for _, name := range []string{FieldWindow, FieldReply} {
		c.Focus(name)
		in := c.row(name).entry.Input()
		y := fyne.CurrentApp().Driver().AbsolutePositionForObject(in).Y
		if w.Canvas().Focused() != in || y < 0 || y > 480 {
			t.Errorf("%s: focused %v, at %v", name, w.Canvas().Focused() == in, y)
		}
	}
	c.Focus("nothing")
}

func TestThePreviewSaysThatNothingIsCounted(t *testing.T) {
	uitest.App(t, "light", "en")
	p := newPreviewCard(nil)
	p.show(tokens.Report{Total: 60, Kept: 20, Limit: 40_000, Uncounted: true}, nil)
	if got := p.more.Text(); got != words.T("panels.preview.uncounted") || !strings.Contains(p.main.Text(), "20 of 60") {
		t.Errorf("it says %q, %q", p.main.Text(), got)
	}
}
