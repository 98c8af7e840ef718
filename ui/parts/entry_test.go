package parts

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"bonbon/ui/look"
	typeset "bonbon/ui/parts/flow"
)

func TestEntryGrowsAsItsTextIsBroken(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(look.New(look.Options{}))
	for _, text := range []string{
		"", "one", "one\ntwo", "one\n\ntwo\n",
		strings.Repeat("several words to be broken somewhere ", 9),
		strings.Repeat("灯台の明かりは、まだ消えていません。", 9),
		strings.Repeat("unbroken", 40),
		"short " + strings.Repeat("unbroken", 40) + " short again and again and again",
		strings.Repeat("mixed 日本語 and Latin、", 12),
	} {
		e := NewChatEntry()
		w := test.NewWindow(e)
		w.SetPadded(false)
		e.SetMaxHeight(10_000)
		w.Resize(fyne.NewSize(400, 800))
		e.SetMessage(text)
		want := len(typeset.Wrap([]typeset.Span{{Text: text}}, e.col.width, look.Size(theme.SizeNameText)))
		if e.rows != want || want > 1 && e.MinSize().Height < float32(want)*e.col.pitch {
			t.Errorf("%.40q: asks for %d rows and %v pixels, it is broken into %d", text, e.rows, e.MinSize().Height, want)
		}
		w.Close()
	}
}

func TestEntryGrowsNoFurtherThanAllowed(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(look.New(look.Options{}))
	e := NewChatEntry()
	w := test.NewWindow(e)
	defer w.Close()
	low := e.MinSize().Height
	e.SetMaxHeight(200)
	e.SetMessage(strings.Repeat("line\n", 100))
	if high := e.MinSize().Height; high <= low || high > 200 {
		t.Errorf("an entry of 100 lines is %v high, want more than %v and at most 200", high, low)
	}
	e.SetMessage("")
	if got := e.MinSize().Height; got != low {
		t.Errorf("the emptied entry is %v high, want %v", got, low)
	}
}

func TestLongPasteIsSetAsideWhole(t *testing.T) {
	app := test.NewTempApp(t)
	e := NewChatEntry()
	w := test.NewWindow(e)
	defer w.Close()
	edits := 0
	e.OnEdit = func() { edits++ }
	paste := func(text string) {
		app.Clipboard().SetContent(text)
		e.TypedShortcut(&fyne.ShortcutPaste{Clipboard: app.Clipboard()})
	}
	typist(e, `h i`)
	paste(" there")
	if len(e.Aside()) != 0 || e.Text() != "hi there" {
		t.Fatalf("a short paste: %q and %v", e.Text(), e.Aside())
	}
	long := strings.Repeat("0123456789", 100_000)
	paste(long)
	if e.Text() != "hi there" || len(e.Aside()) != 1 || e.Aside()[0] != 1_000_000 {
		t.Fatalf("a long paste: %d bytes in the entry, aside %v", e.Len(), e.Aside())
	}
	if got := e.Message(); got != "hi there\n\n"+long {
		t.Errorf("the message has %d bytes, want the typed and the pasted text", len(got))
	}
	state := e.State()
	e.SetMessage("")
	if e.Message() != "" {
		t.Errorf("the emptied entry holds %d bytes", len(e.Message()))
	}
	e.SetState(state)
	if got := e.Message(); got != "hi there\n\n"+long {
		t.Errorf("given back, the message has %d bytes", len(got))
	}
	before := edits
	e.DropAside(0)
	e.DropAside(0)
	if e.Message() != "hi there" || edits != before+1 {
		t.Errorf("after dropping: %q, told %d times", e.Message(), edits-before)
	}
}

func TestManyPastesDoNotFillTheEntry(t *testing.T) {
	app := test.NewTempApp(t)
	e := NewChatEntry()
	w := test.NewWindow(e)
	defer w.Close()
	for range 20 {
		app.Clipboard().SetContent(strings.Repeat("x", LongPaste-1))
		e.TypedShortcut(&fyne.ShortcutPaste{Clipboard: app.Clipboard()})
	}
	if e.Len() >= 2*LongPaste {
		t.Errorf("%d bytes are in the entry", e.Len())
	}
	if got, want := strings.Count(e.Message(), "x"), 20*(LongPaste-1); got != want {
		t.Errorf("the message has %d of %d letters", got, want)
	}
}

// Beside a long text a few words are still pasted where the cursor is.
func TestAShortPasteGoesBesideALongText(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(look.New(look.Options{}))
	e := NewChatEntry()
	w := test.NewWindow(e)
	defer w.Close()
	e.SetMessage(strings.Repeat("x", MostTyped-10))
	if !e.TypeAside(0) {
		t.Fatal("a text of MostTyped does not fit")
	}
	e.Paste("few")
	if len(e.Aside()) != 0 || !strings.HasSuffix(e.Text(), "xfew") {
		t.Errorf("%d texts are set aside", len(e.Aside()))
	}
}

func TestSetMessageSetsALongTextAside(t *testing.T) {
	test.NewTempApp(t)
	e := NewChatEntry()
	w := test.NewWindow(e)
	defer w.Close()
	long := strings.Repeat("y", LongPaste)
	e.SetMessage(long)
	if e.Text() != "" || e.Message() != long {
		t.Errorf("%d bytes in the entry, %d in the message", e.Len(), len(e.Message()))
	}
}

func BenchmarkKeyInAFullInput(b *testing.B) {
	test.NewTempApp(b)
	e := NewChatEntry()
	w := test.NewWindow(e)
	defer w.Close()
	w.Resize(fyne.NewSize(600, 400))
	e.SetMessage(strings.Repeat("灯台の明かりは、まだ消えていません。\n", 170))
	b.ResetTimer()
	for range b.N {
		e.TypedRune('あ')
	}
}
