package chat

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

func TestTheLineSaysWhyInEveryLanguage(t *testing.T) {
	for _, lang := range uitest.Langs {
		uitest.App(t, "light", lang)
		said := map[string]tokens.Reason{}
		for reason := range cutKeys {
			r := tokens.Report{First: 28, CutByTrim: 10, CutBySummary: 18, Total: 60, Kept: 32, Reason: reason, TotalTokens: 6000, History: 2700, Saved: 100}
			text := cutOf(r, 12).sentence()
			if before, twice := said[text]; twice {
				t.Errorf("%s and %s are both %q", before, reason, text)
			}
			said[text] = reason
			for _, want := range []string{"28", words.Number(3200)} {
				if !strings.Contains(text, want) {
					t.Errorf("%s, %s: no %s in %q", lang, reason, want, text)
				}
			}
			aged := strings.Contains(text, span(12))
			if _, names := withoutAge[reason]; names != aged {
				t.Errorf("%s, %s names an age: %v: %q", lang, reason, aged, text)
			}
			if text := cutOf(r, 0).sentence(); strings.Contains(text, span(0)) {
				t.Errorf("%s, %s names an age without a limit: %q", lang, reason, text)
			}
		}
	}
}

// What is offered on the line is pressed there, for the reason of the line, and not while a reply is under way.
func TestTheLineOffersWhatHelps(t *testing.T) {
	uitest.App(t, "light", "en")
	for _, width := range []float32{700, 420} {
		var pressed []tokens.Reason
		b := opened(t, chatter(6), fyne.NewSize(width, 900), func(env *Env) {
			env.CutAction = func(why tokens.Reason) (string, func()) {
				return "Use more history", func() { pressed = append(pressed, why) }
			}
		})
		b.SetCut(tokens.Report{First: 2, Kept: 4, Total: 6, CutByTrim: 2, Reason: tokens.ReasonTokens}, 0)
		b.press(t, 2, named(zoneCut))
		b.SetCut(tokens.Report{First: 2, Kept: 4, Total: 6, CutByTrim: 2, Reason: tokens.ReasonChosen}, 0)
		b.press(t, 2, named(zoneCut))
		if len(pressed) != 2 || pressed[0] != tokens.ReasonTokens || pressed[1] != tokens.ReasonChosen {
			t.Errorf("pressed %v", pressed)
		}
		b.SetBusy(true)
		if shown := seen(b); strings.Contains(shown, "Use more") || !strings.Contains(shown, "✂") {
			t.Errorf("while busy it shows %s", shown)
		}
	}
}

func TestStartFromHereIsOfferedWhereSomethingLiesAbove(t *testing.T) {
	uitest.App(t, "light", "en")
	for _, c := range []struct {
		name string
		edit func(*talk.Entry)
		want bool
	}{
		{"own", nil, true},
		{"the persona's", func(e *talk.Entry) { e.Role = talk.Assistant }, true},
		{"the first", func(e *talk.Entry) { e.Parent = 0 }, false},
		{"a tool's", func(e *talk.Entry) { e.Role = talk.Tool }, false},
		{"one being written", func(e *talk.Entry) { e.Role, e.State = talk.Assistant, talk.Writing }, false},
	} {
		e := said(2, talk.User, noon, "Hello")
		e.Parent = 1
		if c.edit != nil {
			c.edit(&e)
		}
		offered := false
		for _, a := range DefaultActions(e, Spot{}) {
			offered = offered || a.Name == ActionStart
		}
		if offered != c.want {
			t.Errorf("%s: offered %v", c.name, offered)
		}
	}
}
