package chat

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// composerIn shows a composer in a window and collects what it sends.
func composerIn(t *testing.T) (*Composer, *[]string) {
	t.Helper()
	uitest.App(t, "light", "en")
	c := NewComposer(func(s string) int { return len(s) })
	uitest.Window(t, c, fyne.NewSize(600, 400))
	sent := &[]string{}
	c.OnSend = func(text string, _ []talk.Picture) { *sent = append(*sent, text) }
	c.SetTalk("mint", "Mint")
	return c, sent
}

func TestComposerSendsByKeyAndButton(t *testing.T) {
	c, sent := composerIn(t)
	test.Type(c.entry, "hello")
	c.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	test.Type(c.entry, "again")
	test.Tap(c.button)
	c.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	test.Type(c.entry, "   ")
	test.Tap(c.button)
	if want := []string{"hello", "again"}; !slices.Equal(*sent, want) {
		t.Errorf("sent %q, want %q", *sent, want)
	}
	if got := c.Draft("mint"); got != "" {
		t.Errorf("the draft is %q", got)
	}
}

func TestComposerKeepsTheTextWhileBusy(t *testing.T) {
	c, sent := composerIn(t)
	stopped := 0
	c.OnStop = func() { stopped++ }
	c.SetBusy(true)
	if c.button.Text != words.T("composer.stop") {
		t.Errorf("the button says %q", c.button.Text)
	}
	test.Type(c.entry, "next")
	c.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	test.Tap(c.button)
	if len(*sent) != 0 || stopped != 1 || c.Draft("mint") != "next" {
		t.Errorf("sent %q, stopped %d times, draft %q", *sent, stopped, c.Draft("mint"))
	}
	c.SetBusy(false)
	test.Tap(c.button)
	if !slices.Equal(*sent, []string{"next"}) {
		t.Errorf("sent %q", *sent)
	}
}

func TestDraftsBelongToTheirTalks(t *testing.T) {
	c, _ := composerIn(t)
	test.Type(c.entry, "for Mint")
	c.SetTalk("ada", "Ada")
	if got := c.entry.Message(); got != "" {
		t.Errorf("Ada's input holds %q", got)
	}
	test.Type(c.entry, "for Ada")
	c.SetDraft("rowan", "for Rowan")
	for id, want := range map[string]string{"mint": "for Mint", "ada": "for Ada", "rowan": "for Rowan", "nobody": ""} {
		if got := c.Draft(id); got != want {
			t.Errorf("%s: draft %q, want %q", id, got, want)
		}
	}
	c.SetTalk("mint", "Mint")
	if got := c.entry.Text(); got != "for Mint" {
		t.Errorf("back with Mint the input holds %q", got)
	}
	c.SetDraft("mint", "")
	c.SetTalk("rowan", "Rowan")
	c.SetTalk("mint", "Mint")
	if got := c.entry.Text(); got != "" {
		t.Errorf("an emptied draft came back as %q", got)
	}
}

func TestGivenBackTextLosesNothing(t *testing.T) {
	long := strings.Repeat("long ", parts.LongPaste)
	for _, c := range []struct{ name, since, back, want string }{
		{"into an empty input", "", "first", "first"},
		{"before what was typed since", "second", "first", "first\n\nsecond"},
		{"a long one", "second", long, "second\n\n" + long},
	} {
		for _, open := range []bool{true, false} {
			k, _ := composerIn(t)
			k.SetDraft("mint", c.since)
			if !open {
				k.SetTalk("ada", "Ada")
			}
			k.GiveBack("mint", c.back)
			if got := k.Draft("mint"); got != c.want {
				t.Errorf("%s, talk open %v: draft of %d bytes %.30q, want %d", c.name, open, len(got), got, len(c.want))
			}
			if k.entry.Len() >= parts.LongPaste {
				t.Errorf("%s: %d bytes are in the entry", c.name, k.entry.Len())
			}
		}
	}
}

func TestLongPasteShowsAChipAndIsSent(t *testing.T) {
	c, sent := composerIn(t)
	low := c.MinSize().Height
	long := strings.Repeat("0123456789", 100_000)
	fyne.CurrentApp().Clipboard().SetContent(long)
	c.entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: fyne.CurrentApp().Clipboard()})
	test.Type(c.entry, "read this")
	if len(c.chips.Objects) != 1 || c.chips.Hidden || c.MinSize().Height <= low {
		t.Fatalf("chips %d, hidden %v, height %v of %v", len(c.chips.Objects), c.chips.Hidden, c.MinSize().Height, low)
	}
	if want := len(long) + len("read this"); c.meter.typed != want {
		t.Errorf("the meter counts %d tokens as typed, want %d", c.meter.typed, want)
	}
	test.Tap(c.button)
	if want := "read this\n\n" + long; len(*sent) != 1 || (*sent)[0] != want {
		t.Errorf("sent %d messages", len(*sent))
	}
	if !c.chips.Hidden || c.meter.typed != 0 {
		t.Errorf("after sending: chips hidden %v, %d tokens typed", c.chips.Hidden, c.meter.typed)
	}
}

func TestComposerGrowsToAThirdOfTheWindow(t *testing.T) {
	c, _ := composerIn(t)
	grew := 0
	c.OnGrow = func() { grew++ }
	low := c.MinSize().Height
	c.SetDraft("mint", strings.Repeat("line\n", 200))
	high := c.entry.MinSize().Height
	if c.MinSize().Height <= low || high > 400.0/3 || grew == 0 {
		t.Errorf("from %v to %v, the input %v high, told %d times", low, c.MinSize().Height, high, grew)
	}
	c.SetDraft("mint", "")
	if got := c.MinSize().Height; got != low {
		t.Errorf("emptied it is %v high, want %v", got, low)
	}
}

func TestFocusShowsOnTheBox(t *testing.T) {
	c, _ := composerIn(t)
	c.Focus()
	if fyne.CurrentApp().Driver().CanvasForObject(c).Focused() != c.entry {
		t.Error("the input has no focus")
	}
}

func TestMeterNamesSumPartsAndOverflow(t *testing.T) {
	uitest.App(t, "light", "en")
	m := NewMeter()
	if m.sum.Text != "" {
		t.Errorf("without a report it says %q", m.sum.Text)
	}
	m.SetTyped(5)
	if bars := test.WidgetRenderer(m.bar).Objects(); len(bars) != 0 {
		t.Errorf("without a report it draws %d bars", len(bars))
	}
	m.SetTyped(0)
	m.SetReport(full(), nil)
	if want := "~31\u00a0200 of 40\u00a0000 tokens"; m.sum.Text != want {
		t.Errorf("it says %q, want %q", m.sum.Text, want)
	}
	m.SetTyped(300)
	if want := "~31\u00a0500 of 40\u00a0000 tokens"; m.sum.Text != want {
		t.Errorf("while typing it says %q, want %q", m.sum.Text, want)
	}
	m.bar.OnHover(1)
	if want := "Memory: ~2\u00a0000"; m.sum.Text != want {
		t.Errorf("over the second part it says %q, want %q", m.sum.Text, want)
	}
	if err := words.Use("ja"); err != nil {
		t.Fatal(err)
	}
	m.Refresh()
	if want := "約31,500 / 40,000 トークン"; m.sum.Text != want {
		t.Errorf("in Japanese it says %q, want %q", m.sum.Text, want)
	}
}

func TestSharesSumUpToTheLimit(t *testing.T) {
	for _, r := range []tokens.Report{full(), {Limit: 100, History: 500}, {Limit: 900, Fixed: tokens.Fixed{System: 1, Memory: 2, Summary: 4, Tools: 8, Post: 16}}, {}} {
		for _, typed := range []int{0, 10, 100_000} {
			sum := 0
			for _, s := range shares(r, typed) {
				if s.tokens < 0 {
					t.Errorf("%+v: %s is %d", r, s.key, s.tokens)
				}
				sum += s.tokens
			}
			if want := max(r.Limit, r.Prompt()+typed); sum != want {
				t.Errorf("%+v typed %d: the parts are %d, want %d", r, typed, sum, want)
			}
		}
	}
}

// BenchmarkKeyInTheComposer types into an input that holds a text, beside a long paste, which costs nothing for each key.
func BenchmarkKeyInTheComposer(b *testing.B) {
	for name, typed := range map[string]string{
		"empty": "", "20KB": strings.Repeat("灯台の明かりは、まだ消えていません。\n", 20<<10/55), "200KB": strings.Repeat("Many words about oil.\n\n", 200<<10/23),
		"unbroken_300k": strings.Repeat("x", 300_000),
	} {
		b.Run(name, func(b *testing.B) {
			uitest.App(b, "light", "en")
			c := NewComposer(tokensLike)
			c.After = func(time.Duration, func()) {}
			uitest.Window(b, c, fyne.NewSize(700, 700))
			c.Restore("", parts.State{Typed: typed, Aside: []string{strings.Repeat("z", 1_000_000)}})
			b.ResetTimer()
			for range b.N {
				c.entry.TypedRune('あ')
			}
		})
	}
}

func tokensLike(s string) int { return len(s) / 3 }
