package chat

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// captions returns every line of text below an object, hidden ones left out.
func captions(o fyne.CanvasObject) []string {
	var out []string
	for _, each := range test.LaidOutObjects(o) {
		switch w := each.(type) {
		case *parts.Caption:
			out = append(out, w.Text)
		case *parts.Para:
			out = append(out, w.Text())
		case *parts.Button:
			out = append(out, w.Text)
		case *parts.Link:
			out = append(out, w.Text())
		}
	}
	return out
}

func buttonOf(t *testing.T, o fyne.CanvasObject, text string) *parts.Button {
	t.Helper()
	for _, each := range test.LaidOutObjects(o) {
		if b, ok := each.(*parts.Button); ok && b.Text == text {
			return b
		}
	}
	t.Fatalf("no button %q among %q", text, captions(o))
	return nil
}

func TestCutOffSaysWhatIsNeeded(t *testing.T) {
	for _, c := range []struct {
		lang string
		edit func(*CutOff)
		want []string
		not  []string
	}{
		{"en", nil, []string{"The conversation history was cut off entirely", "System prompt", "6\u00a0900", "Needed", "9\u00a0470", "Raise to 10\u00a0000", "Leave out summary"}, []string{"Tools", "Close"}},
		{"ja", nil, []string{"会話履歴が全てカットオフされました", "9,470", "10,000に上げる", "要約をはずす"}, nil},
		{"en", func(c *CutOff) { c.Fixed.Summary = 0 }, []string{"Needed"}, []string{"Summary", "Leave out summary"}},
		{"en", func(c *CutOff) { c.RaiseTo = 0 }, []string{"Close"}, []string{"Raise to 0"}},
		{"en", func(c *CutOff) { c.Fixed.Tools = 50 }, []string{"Tools", "50"}, nil},
	} {
		uitest.App(t, "light", c.lang)
		what := cut()
		what.Overhead = 200
		if c.edit != nil {
			c.edit(&what)
		}
		do := CutOffActions{Raise: func(int) {}, OpenCutoff: func() {}, EditPrompt: func() {}, LeaveOutSummary: func() {}}
		body := newCutOffBody(what, do, func() {})
		uitest.Window(t, body, fyne.NewSize(600, 500))
		shown := captions(body)
		for _, want := range c.want {
			if !slices.Contains(shown, want) {
				t.Errorf("%s: lacks %q: %q", c.lang, want, shown)
			}
		}
		for _, not := range c.not {
			if slices.Contains(shown, not) {
				t.Errorf("%s: shows %q", c.lang, not)
			}
		}
	}
}

func TestCutOffSentenceFitsTheRuleAndWarns(t *testing.T) {
	uitest.App(t, "light", "en")
	for rule, want := range map[tokens.Rule]string{tokens.RuleCeiling: "With a ceiling of 8\u00a0000", tokens.RuleWindow: "The model can take 8\u00a0000", tokens.RuleServer: "The server takes only 8\u00a0000"} {
		for _, warned := range []bool{true, false} {
			c := cut()
			c.Rule, c.LowCeiling, c.FixedAlone = rule, warned, warned
			body := newCutOffBody(c, CutOffActions{}, func() {})
			uitest.Window(t, body, fyne.NewSize(600, 500))
			text := strings.Join(captions(body), "\n")
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %q", rule, want, text)
			}
			for _, key := range []string{"cutoffdialog.low", "cutoffdialog.fixed"} {
				if got := strings.Contains(text, words.T(key)); got != warned {
					t.Errorf("%s: %s is shown: %v, want %v", rule, key, got, warned)
				}
			}
		}
	}
}

func TestCutOffActionsRunAfterTheDialogClosed(t *testing.T) {
	uitest.App(t, "light", "en")
	w := uitest.Window(t, parts.NewDivider(), fyne.NewSize(900, 600))
	var did []string
	note := func(what string) func() {
		return func() {
			if w.Canvas().Overlays().Top() != nil {
				t.Errorf("%s ran with the dialog open", what)
			}
			did = append(did, what)
		}
	}
	do := CutOffActions{OpenCutoff: note("open"), EditPrompt: note("prompt"), LeaveOutSummary: note("leave out"), Raise: func(to int) {
		note("raise")()
		if to != 10_000 {
			t.Errorf("raised to %d", to)
		}
	}}
	for _, text := range []string{"Open cutoff", "Edit prompt", "Leave out summary", "Raise to 10\u00a0000"} {
		ShowCutOff(w.Canvas(), cut(), do)
		test.Tap(buttonOf(t, w.Canvas().Overlays().Top(), text))
	}
	if want := []string{"open", "prompt", "leave out", "raise"}; !slices.Equal(did, want) {
		t.Errorf("did %q, want %q", did, want)
	}
}

func TestCutOffStaysInsideASmallWindow(t *testing.T) {
	uitest.App(t, "light", "en")
	w := uitest.Window(t, parts.NewDivider(), fyne.NewSize(480, 640))
	c := cut()
	c.LowCeiling, c.FixedAlone = true, true
	d := ShowCutOff(w.Canvas(), c, CutOffActions{Raise: func(int) {}, OpenCutoff: func() {}, EditPrompt: func() {}, LeaveOutSummary: func() {}})
	if size := d.popup.Content.Size(); size.Width > 480 || size.Height > 640 {
		t.Errorf("the dialog is %v in a window of 480 × 640", size)
	}
	d.Hide()
	if w.Canvas().Overlays().Top() != nil {
		t.Error("the dialog is still there")
	}
}

func TestGoldenPieces(t *testing.T) {
	do := CutOffActions{Raise: func(int) {}, OpenCutoff: func() {}, EditPrompt: func() {}, LeaveOutSummary: func() {}}
	for _, c := range []struct{ variant, lang string }{{"light", "en"}, {"dark", "ja"}} {
		uitest.AssertGolden(t, "composer", func() fyne.CanvasObject {
			k := NewComposer(tokensLike)
			k.SetTalk("mint", "Mint")
			k.SetReport(full(), nil)
			return parts.NewInset(16, 12, k)
		}, fyne.NewSize(420, 120), c.variant, c.lang)
		uitest.AssertGolden(t, "cutoff", func() fyne.CanvasObject { return newCutOffBody(cut(), do, func() {}) }, fyne.NewSize(600, 380), c.variant, c.lang)
	}
}
