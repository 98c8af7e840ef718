package chat

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
)

// unbroken are the long texts without word breaks of the public report B003: counting or wrapping one of them as a single word
// froze other programs.
func unbroken() map[string]string {
	random := make([]byte, 225_000)
	source := rand.New(rand.NewPCG(3, 3))
	for i := range random {
		random[i] = byte(source.Uint32())
	}
	return map[string]string{
		"a_200k":         strings.Repeat("a", 200_000),
		"underscore_50k": strings.Repeat("_", 50_000),
		"spaces_200k":    strings.Repeat(" ", 200_000),
		"newlines_200k":  strings.Repeat("\n", 200_000),
		"cjk_100k":       strings.Repeat("猫", 100_000),
		"caret_1m":       strings.Repeat("^", 1_000_000),
		"base64_300k":    base64.StdEncoding.EncodeToString(random),
	}
}

// A long paste is a chip: its tokens are guessed once, and no key touches it again.
func TestALongPasteIsGuessedOnce(t *testing.T) {
	for name, text := range unbroken() {
		t.Run(name, func(t *testing.T) {
			uitest.App(t, "light", "en")
			bytes := 0
			c := NewComposer(func(s string) int {
				bytes += len(s)
				return tokens.EstimateText(s)
			})
			uitest.Window(t, c, fyne.NewSize(600, 400))
			paste(c, text)
			if got := len(c.entry.Aside()); got != 1 || c.entry.Len() != 0 {
				t.Fatalf("%d texts are set aside, %d bytes are in the entry", got, c.entry.Len())
			}
			if bytes > len(text) {
				t.Errorf("%d bytes were guessed for a paste of %d", bytes, len(text))
			}
			if exact, _ := counterOf().Count(talk.O200kBase, text); c.meter.typed < exact {
				t.Errorf("guessed %d tokens, it has %d", c.meter.typed, exact)
			}
			bytes = 0
			for range 50 {
				c.entry.TypedRune('x')
			}
			if bytes > 50*51 {
				t.Errorf("%d bytes were guessed for 50 keys", bytes)
			}
			want, got := "x", c.entry.Message()
			if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, text) {
				t.Errorf("%d bytes would be sent", len(got))
			}
		})
	}
}

var shared *tokens.Counter

func counterOf() *tokens.Counter {
	if shared == nil {
		shared = tokens.NewCounter()
	}
	return shared
}

func paste(c *Composer, text string) {
	fyne.CurrentApp().Clipboard().SetContent(text)
	c.entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: fyne.CurrentApp().Clipboard()})
}

// In a talk such a text is laid out once, and only what is in view is drawn, however it is scrolled.
func TestALongMessageIsLaidOutOnce(t *testing.T) {
	for name, text := range unbroken() {
		t.Run(name, func(t *testing.T) {
			uitest.App(t, "light", "en")
			b := opened(t, of(said(1, talk.User, noon, "Hello"), said(2, talk.User, noon, text), said(3, talk.Assistant, noon, "Long!")), fyne.NewSize(700, 600), nil)
			b.ScrollTo(1)
			m := b.pages.get(1)
			lay := m.lay
			if lay == nil {
				t.Fatal("it is not laid out")
			}
			most := 0
			for range 200 {
				b.list.ScrollBy(300)
				most = max(most, objects(b))
			}
			if m.lay != lay {
				t.Error("scrolling laid it out again")
			}
			if most > 400 {
				t.Errorf("%d objects are drawn", most)
			}
		})
	}
}

// objects counts what the rows in view draw.
func objects(b *bench) int {
	n := 0
	b.list.Shown(func(_ int, r parts.Row) { n += len(r.(*row).objects) })
	return n
}

// The longest that the window's goroutine is held by one step with such a text, in ms: pasting it, a key beside it, giving it
// back after a cut-off, showing it in a talk, scrolling over it. "persona" is a reply with it.
func BenchmarkUnbroken(b *testing.B) {
	for name, text := range unbroken() {
		b.Run(name, func(b *testing.B) {
			uitest.App(b, "light", "en")
			worst := map[string]time.Duration{}
			step := func(what string, f func()) {
				begin := time.Now()
				f()
				worst[what] = max(worst[what], time.Since(begin))
			}
			for range b.N {
				c := NewComposer(tokens.EstimateText)
				uitest.Window(b, c, fyne.NewSize(700, 600))
				step("paste", func() { paste(c, text) })
				for range 20 {
					step("key", func() { c.entry.TypedRune('x') })
				}
				step("back", func() { c.GiveBack("", text) })
				for what, role := range map[string]talk.Role{"own": talk.User, "persona": talk.Assistant} {
					list := opened(b, of(), fyne.NewSize(700, 600), nil)
					list.Open(of(said(1, role, noon, text), said(2, talk.User, noon, "Long!")), mint, nil)
					for len(list.w.jobs) > 0 { // a job is a worker's, what it returns is the window's
						shown := list.w.jobs[0]()
						list.w.jobs = list.w.jobs[1:]
						step(what, shown)
					}
					step(what, func() { list.ScrollTo(0) })
					for range 20 {
						step("scroll", func() { list.list.ScrollBy(500) })
					}
				}
			}
			for what, d := range worst {
				b.ReportMetric(float64(d.Microseconds())/1000, what+"-ms")
			}
		})
	}
}
