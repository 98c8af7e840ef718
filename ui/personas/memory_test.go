package personas

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
)

// find returns all objects of a kind below o.
func within[T fyne.CanvasObject](o fyne.CanvasObject) []T {
	var all []T
	if hit, ok := o.(T); ok {
		all = append(all, hit)
	}
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			all = append(all, within[T](c)...)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			all = append(all, within[T](c)...)
		}
	}
	return all
}

func TestMemoryCallbacks(t *testing.T) {
	uitest.App(t, "light", "en")
	var heard []string
	say := func(parts ...string) { heard = append(heard, strings.Join(parts, " ")) }
	m := NewMemory(MemoryOptions{
		Now:   func() time.Time { return noon },
		OnAdd: func(s string) { say("add", s) }, OnEdit: func(id, s string) { say("edit", id, s) }, OnDelete: func(id string) { say("delete", id) },
		OnEditSummary: func(id, s string) { say("summary", id, s) }, OnDeleteSummary: func(id string) { say("no summary", id) },
	})
	m.ShowMemory("Mint", someMemories(), &talk.Summary{ID: "s", Text: "All of it.", Time: noon})
	w := uitest.Window(t, m, fyne.NewSize(look.InspectorWidth, 900))
	links := within[*parts.Link](m.body)
	if len(links) != 6 {
		t.Fatalf("%d links", len(links))
	}
	links[1].Tapped(nil)
	links[5].Tapped(nil)
	write := func(open func(), text string) {
		open()
		area := within[*parts.Editor](w.Canvas().Overlays().Top())[0]
		area.SetText(text)
		buttons := within[*parts.Button](w.Canvas().Overlays().Top())
		buttons[len(buttons)-1].Tapped(nil)
	}
	edit := func() { links[2].Tapped(nil) }
	write(edit, "  New words. ")
	write(edit, "   ")
	write(edit, someMemories()[1].Text)
	write(func() { links[4].Tapped(nil) }, "Less of it.")
	write(func() { within[*parts.Button](m.body)[0].Tapped(nil) }, "More.")
	want := []string{"delete 1", "no summary s", "edit 2 New words.", "summary s Less of it.", "add More."}
	if !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

func TestDetailsSayWhatSetTheLimit(t *testing.T) {
	uitest.App(t, "light", "en")
	for rule, want := range map[tokens.Rule]string{
		tokens.RuleCeiling: "your limit", tokens.RuleWindow: "the model reads 8\u00a0192, and 1\u00a0200 are kept free", tokens.RuleServer: "the server took no more",
	} {
		f := someFacts()
		f.Report.Rule = rule
		if got := limitWords(f.Report); !strings.Contains(got, want) || !strings.Contains(got, "6\u00a0992") {
			t.Errorf("%s: %q", rule, got)
		}
		f.Report.Named, f.Report.Factor = 8740, 1.25 // what was typed is told first, and why other numbers stand above it
		if got := limitWords(f.Report); !strings.Contains(got, "At most 8\u00a0740") || !strings.Contains(got, "1.25") || !strings.Contains(got, "6\u00a0992") {
			t.Errorf("%s with a factor: %q", rule, got)
		}
	}
	d := NewDetails(func() time.Time { return noon })
	d.ShowFacts(someFacts())
	full := len(d.body.Objects)
	d.ShowFacts(Facts{Talk: talk.Info{}})
	if full != 4 || len(d.body.Objects) != 1 {
		t.Errorf("%d parts with everything, %d with nothing", full, len(d.body.Objects))
	}
}

// TestDetailsOutOfSightCostNothing: facts come with each message, while mostly another page is in front.
func TestDetailsOutOfSightCostNothing(t *testing.T) {
	d := NewDetails(func() time.Time { return noon })
	d.Hide()
	d.ShowFacts(someFacts())
	if n := len(d.body.Objects); n != 0 {
		t.Errorf("%d parts are laid out behind another page", n)
	}
	d.Show()
	if n := len(d.body.Objects); n != 4 {
		t.Errorf("%d parts are seen", n)
	}
}
