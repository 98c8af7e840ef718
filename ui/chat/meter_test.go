package chat

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

func counted() *talk.Usage {
	return &talk.Usage{Prompt: 30_900, Cached: 12_000, Completion: 412, Reasoning: 100}
}

func TestMeterTableTellsEstimatesFromCounts(t *testing.T) {
	for _, c := range []struct {
		name  string
		edit  func(*tokens.Report)
		usage *talk.Usage
		want  []string
		not   []string
	}{
		{"nothing counted yet", nil, nil, []string{"~ estimated", "~3\u00a0400", "~31\u00a0212", "~200", "8\u00a0788", "40\u00a0000", "1\u00a0200"},
			[]string{"counted by the server", "Last message", "Tools"}},
		{"counted", nil, counted(), []string{"~31\u00a0212", "counted by the server", "30\u00a0900", "12\u00a0000", "412", "100",
			"The last message cost 31\u00a0312 tokens: 30\u00a0900 were read, 12\u00a0000 of them from the server’s cache, and 412 written."}, nil},
		{"no cache", nil, &talk.Usage{Prompt: 10, Completion: 5}, []string{"The last message cost 15 tokens: 10 were read and 5 written."},
			[]string{"of it from the server’s cache", "of it for thinking"}},
		{"the window rules", func(r *tokens.Report) { r.Rule, r.Window, r.Limit = tokens.RuleWindow, 8192, 6963 }, nil,
			[]string{"8\u00a0192", "At most 6\u00a0963 tokens are sent: the model reads 8\u00a0192, and 1\u00a0200 are kept free for the reply."}, nil},
		{"the server rules", func(r *tokens.Report) { r.Rule = tokens.RuleServer }, nil, []string{words.T("meter.toCutoff")}, nil},
		{"tools", func(r *tokens.Report) { r.Fixed.Tools = 77 }, nil, []string{"Tools", "~77"}, nil},
		{"what comes after", func(r *tokens.Report) { r.Fixed.Post = 55 }, nil, []string{"After each message", "~55"}, nil},
		{"no token table", func(r *tokens.Report) { r.Uncounted = true }, nil, nil, []string{"that is your limit"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			uitest.App(t, "light", "en")
			r := full()
			if c.edit != nil {
				c.edit(&r)
			}
			table := newMeterTable(r, 12, c.usage, func() {})
			uitest.Window(t, table, fyne.NewSize(meterTableWidth, 420))
			shown := strings.Join(captions(table), "\n")
			for _, want := range c.want {
				if !strings.Contains(shown, want) {
					t.Errorf("lacks %q: %q", want, shown)
				}
			}
			for _, not := range c.not {
				if strings.Contains(shown, not) {
					t.Errorf("shows %q", not)
				}
			}
			if strings.Contains(shown, words.T("meter.uncounted")) != r.Uncounted {
				t.Errorf("says that nothing can be counted: %v", !r.Uncounted)
			}
		})
	}
}

// The table opens by pointer and by keys, and leads to the cutoff.
func TestMeterOpensItsTable(t *testing.T) {
	c, _ := composerIn(t)
	told := 0
	c.OnCutoff = func() { told++ }
	canvas := fyne.CurrentApp().Driver().CanvasForObject(c)
	c.meter.open()
	if canvas.Overlays().Top() != nil {
		t.Fatal("a table without a report")
	}
	c.SetReport(full(), counted())
	for name, open := range map[string]func(){
		"bar":   func() { test.Tap(c.meter.bar) },
		"words": func() { test.Tap(c.meter) },
		"space": func() {
			canvas.Focus(c.meter)
			c.meter.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		},
	} {
		open()
		top := canvas.Overlays().Top()
		if top == nil {
			t.Fatalf("%s opens nothing", name)
		}
		if shown := captions(top); !slices.Contains(shown, "30\u00a0900") {
			t.Errorf("%s: the table shows %q", name, shown)
		}
		if !parts.CloseTop(canvas) || canvas.Overlays().Top() != nil {
			t.Errorf("%s: Escape does not close the table", name)
		}
	}
	c.meter.open()
	for _, o := range test.LaidOutObjects(canvas.Overlays().Top()) {
		if l, ok := o.(*parts.Link); ok {
			l.Tapped(nil)
			break
		}
	}
	if told != 1 || canvas.Overlays().Top() != nil {
		t.Errorf("told %d times, table open: %v", told, canvas.Overlays().Top() != nil)
	}
}

func TestGoldenMeterTable(t *testing.T) {
	for _, c := range []struct{ variant, lang string }{{"light", "en"}, {"dark", "ja"}} {
		uitest.AssertGolden(t, "metertable", func() fyne.CanvasObject {
			return newMeterTable(full(), 12, counted(), func() {})
		}, fyne.NewSize(meterTableWidth, 492), c.variant, c.lang)
	}
}
