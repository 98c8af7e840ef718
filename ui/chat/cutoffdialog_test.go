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
		{"en", nil, []string{"The conversation history was cut off entirely", "System prompt", "6\u00a0900", "Needed", "9\u00a0470", "Raise to 10\u00a0000", "Leave out summary",
			"Each of these is enough by itself", "These help, but not by themselves"}, []string{"Tools"}},
		{"ja", nil, []string{"会話履歴が全てカットオフされました", "9,470", "10,000に上げる", "要約をはずす", "これだけで足ります"}, nil},
		{"en", func(c *CutOff) { c.Fixed.Summary = 0 }, []string{"Needed"}, []string{"Summary"}},
		{"en", func(c *CutOff) { c.Threshold = 0 }, []string{"Close"}, []string{"Raise to 0"}},
		{"en", func(c *CutOff) { c.Remedies = nil }, []string{"Close", "Open cutoff"}, []string{"Edit prompt", "Each of these is enough by itself", "These help, but not by themselves"}},
		{"en", func(c *CutOff) {
			c.Fixed.Tools, c.ToolCount, c.LargestTool = 50, 3, tokens.Tool{Name: "search", Tokens: 31}
		}, []string{"Tools", "50", "3 tools, the largest is search: 31"}, nil},
		{"en", func(c *CutOff) { c.Fixed.Post, c.Pictures, c.FollowUp = 11, 22, 33 }, []string{"After each message", "11", "Its pictures", "22", "What followed it", "33"}, nil},
		{"en", func(c *CutOff) { c.Pasted = 200_000 }, []string{words.T("cutoffdialog.pasted", map[string]any{"Size": words.Bytes(200_000)})}, nil},
	} {
		uitest.App(t, "light", c.lang)
		what := cut()
		what.Overhead = 200
		if c.edit != nil {
			c.edit(&what)
		}
		body := newCutOffBody(what, doNothing(), func() {})
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

func texts(all []cutOffButton) (out []string) {
	for _, b := range all {
		out = append(out, b.text)
	}
	return out
}

// What is enough by itself comes first; the server's window comes after what surely helps.
func TestCutOffOffersTheBestFirst(t *testing.T) {
	uitest.App(t, "light", "en")
	remedy := func(part tokens.Part, gain int, enough bool) tokens.Remedy {
		return tokens.Remedy{Part: part, Gain: gain, Enough: enough}
	}
	for _, c := range []struct {
		name          string
		rule          tokens.Rule
		remedies      []tokens.Remedy
		enough, helps []string
	}{
		{"ceiling", tokens.RuleCeiling, []tokens.Remedy{remedy(tokens.PartCeiling, 9e5, true), remedy(tokens.PartMessage, 5000, true), remedy(tokens.PartMemory, 640, false)},
			[]string{"Raise to 10\u00a0000", "Shorten message"}, []string{"Open memory"}},
		{"reply", tokens.RuleWindow, []tokens.Remedy{remedy(tokens.PartWindow, 9e5, true), remedy(tokens.PartReply, 3000, true), remedy(tokens.PartPost, 40, false)},
			[]string{"Shorter replies (frees 3\u00a0000)"}, []string{"Edit what is said after", "Set context length", "Another model"}},
		{"only a larger window", tokens.RuleServer, []tokens.Remedy{remedy(tokens.PartWindow, 9e5, true), remedy(tokens.PartTools, 640, false), remedy(tokens.PartSummary, 40, false)},
			[]string{"Set context length", "Another model"}, []string{"Leave out summary"}},
		{"window and ceiling", tokens.RuleWindow, []tokens.Remedy{remedy(tokens.PartSystem, 9e5, true)},
			[]string{"Edit prompt"}, []string{"Set context length", "Another model"}},
		{"nothing is enough", tokens.RuleCeiling, []tokens.Remedy{remedy(tokens.PartSystem, 40, false)}, nil, []string{"Edit prompt"}},
	} {
		what := cut()
		what.Rule, what.Remedies = c.rule, c.remedies
		enough, helps := what.offers(doNothing())
		if !slices.Equal(texts(enough), c.enough) || !slices.Equal(texts(helps), c.helps) {
			t.Errorf("%s: offers %q, then %q", c.name, texts(enough), texts(helps))
		}
		if enough, helps := what.offers(CutOffActions{}); len(enough)+len(helps) > 0 {
			t.Errorf("%s: without actions it offers %q, %q", c.name, texts(enough), texts(helps))
		}
		body := newCutOffBody(what, doNothing(), func() {})
		uitest.Window(t, body, fyne.NewSize(600, 500))
		primary := 0
		for _, o := range test.LaidOutObjects(body) {
			if b, ok := o.(*parts.Button); ok && b.Kind == parts.Primary {
				primary++
			}
		}
		if want := min(1, len(c.enough)); primary != want {
			t.Errorf("%s: %d buttons stand out", c.name, primary)
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
	do := CutOffActions{OpenCutoff: note("open"), EditPrompt: note("prompt"), LeaveOutSummary: note("leave out"), OpenMemory: note("memory"), Shorten: note("shorten"), Raise: func(to int) {
		note("raise")()
		if to != 10_000 {
			t.Errorf("raised to %d", to)
		}
	}}
	for _, text := range []string{"Open cutoff", "Edit prompt", "Leave out summary", "Open memory", "Shorten message", "Raise to 10\u00a0000"} {
		ShowCutOff(w.Canvas(), cut(), do)
		test.Tap(buttonOf(t, w.Canvas().Overlays().Top(), text))
	}
	if want := []string{"open", "prompt", "leave out", "memory", "shorten", "raise"}; !slices.Equal(did, want) {
		t.Errorf("did %q, want %q", did, want)
	}
}

func TestCutOffStaysInsideASmallWindow(t *testing.T) {
	uitest.App(t, "light", "en")
	w := uitest.Window(t, parts.NewDivider(), fyne.NewSize(480, 640))
	c := cut()
	c.LowCeiling, c.FixedAlone = true, true
	d := ShowCutOff(w.Canvas(), c, doNothing())
	if size := d.popup.Content.Size(); size.Width > 480 || size.Height > 640 {
		t.Errorf("the dialog is %v in a window of 480 × 640", size)
	}
	d.Hide()
	if w.Canvas().Overlays().Top() != nil {
		t.Error("the dialog is still there")
	}
}

func TestGoldenPieces(t *testing.T) {
	for _, c := range []struct{ variant, lang string }{{"light", "en"}, {"dark", "ja"}} {
		uitest.AssertGolden(t, "composer", func() fyne.CanvasObject {
			k := NewComposer(tokensLike)
			k.SetTalk("mint", "Mint")
			k.SetReport(full(), nil)
			return parts.NewInset(16, 12, k)
		}, fyne.NewSize(420, 120), c.variant, c.lang)
		uitest.AssertGolden(t, "cutoff", func() fyne.CanvasObject { return newCutOffBody(cut(), doNothing(), func() {}) }, fyne.NewSize(600, 504), c.variant, c.lang)
	}
}
