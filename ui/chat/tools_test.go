package chat

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// toolTalk is a talk in which tools were used twice; the first outputs are long.
func toolTalk() []talk.Entry {
	call := said(2, talk.Assistant, noon, "")
	call.Calls = []talk.ToolCall{{ID: "a", Name: "ship_register", Arguments: `{"night":12}`}, {ID: "b", Name: "weather", Arguments: `{}`}}
	result := func(id int, answers, text string) talk.Entry {
		e := said(id, talk.Tool, noon, text)
		e.CallID, e.Tokens = answers, len(text)/4
		return e
	}
	later := said(7, talk.Assistant, noon, "Let me look again.")
	later.Calls = []talk.ToolCall{{ID: "c", Name: "weather", Arguments: `{"day":2}`}}
	return []talk.Entry{
		said(1, talk.User, noon, "Which ships passed?"), call,
		result(3, "a", strings.Repeat(`{"ship":"Aurora","length":120}`+"\n", 90)), result(4, "b", "calm"),
		said(5, talk.Assistant, noon, "Only the Aurora."),
		said(6, talk.User, noon, "And the wind?"), later,
		result(8, "c", strings.Repeat("wind from the west\n", 1000)),
		said(9, talk.Assistant, noon, "From the west."),
	}
}

func elidedReport() tokens.Report {
	return tokens.Report{Total: 9, Kept: 9, Limit: 4000, Elided: 1, ElidedTo: 3}
}

// seen returns what a transcript draws.
func seen(b *bench) string {
	var all []string
	b.list.Shown(func(_ int, r parts.Row) {
		for _, o := range r.(*row).objects {
			if text, ok := o.(*canvas.Text); ok {
				all = append(all, text.Text)
			}
		}
	})
	return strings.Join(all, " ")
}

func TestToolsAreFoldedAndNamed(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, of(toolTalk()...), fyne.NewSize(700, 1400), nil)
	shown := seen(b)
	for _, want := range []string{"Asked for a tool: ship_register, weather", "Result of ship_register", "Result of weather · 4\u00a0B", "Let me look again."} {
		if !strings.Contains(shown, want) {
			t.Errorf("lacks %q: %s", want, shown)
		}
	}
	for _, not := range []string{"Aurora\"", "night", "wind from the west", "✂"} {
		if strings.Contains(shown, not) {
			t.Errorf("shows %q folded", not)
		}
	}
	b.press(t, 1, named(zoneCalls))
	b.press(t, 2, named(zoneTool))
	b.ScrollTo(0)
	if shown := seen(b); !strings.Contains(shown, "night") || !strings.Contains(shown, `"Aurora"`) {
		t.Errorf("unfolded it shows %s", shown)
	}
	b.press(t, 2, named(zoneTool))
	if shown := seen(b); strings.Contains(shown, `"Aurora"`) {
		t.Errorf("folded again it shows %s", shown)
	}
}

// A long output is shown as far as it is of use, and copied whole.
func TestALongOutputIsCutForTheEyeOnly(t *testing.T) {
	uitest.App(t, "light", "en")
	copied := ""
	all := strings.Repeat("あ", mostOutput)
	e := said(1, talk.Tool, noon, all)
	b := opened(t, of(e), fyne.NewSize(700, 700), func(env *Env) { env.Copy = func(text string) { copied = text } })
	b.press(t, 0, named(zoneTool))
	for _, p := range b.pages.get(0).lay.parts {
		for _, r := range p.Sheet.Runs {
			if strings.ContainsRune(r.Text, '\uFFFD') {
				t.Errorf("a character is cut in two: %q", r.Text)
			}
		}
	}
	b.press(t, 0, func(_, copy, _ string) bool { return copy != "" })
	if copied != all {
		t.Errorf("copied %d bytes of %d", len(copied), len(all))
	}
}

func TestElidedResultsAreMarked(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, of(toolTalk()...), fyne.NewSize(700, 1400), nil)
	mark := words.T("chat.tool.elided")
	marked := func() (at []int) {
		for i := range b.n {
			if m := b.pages.get(i); m.lay != nil && slices.ContainsFunc(m.lay.parts, func(p flow.Part) bool {
				return len(p.Sheet.Runs) > 0 && strings.Contains(p.Sheet.Runs[0].Text, "✂")
			}) {
				at = append(at, i)
			}
		}
		return at
	}
	b.SetCut(elidedReport(), 0)
	if got := marked(); !slices.Equal(got, []int{2}) || !strings.Contains(seen(b), mark) {
		t.Errorf("marked are %v: %s", got, seen(b))
	}
	r := elidedReport()
	r.ElidedTo, r.Elided = 8, 2
	b.SetCut(r, 0)
	if got := marked(); !slices.Equal(got, []int{2, 7}) {
		t.Errorf("with more elided, marked are %v", got)
	}
	b.SetCut(tokens.Report{Total: 9, Kept: 4, First: 5, CutByTrim: 5, Reason: tokens.ReasonTokens, ElidedTo: 8, Elided: 1}, 0)
	if got := marked(); !slices.Equal(got, []int{7}) {
		t.Errorf("above the line, marked are %v", got)
	}
	b.SetCut(tokens.Report{Total: 9, Kept: 9}, 0)
	if got := marked(); len(got) != 0 {
		t.Errorf("with nothing elided, marked are %v", got)
	}
}
