package chat

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"pgregory.net/rapid"

	"bonbon/history/talk"
	"bonbon/ui/chat/md"
	"bonbon/ui/parts/flow"
	"bonbon/ui/uitest"
)

// selecting is a transcript whose clipboard and clock the test holds.
type selecting struct {
	*bench
	copied string
	now    time.Time
}

func selectIn(t *testing.T, src Source) *selecting {
	t.Helper()
	s := &selecting{now: noon.Add(time.Hour)}
	s.bench = opened(t, src, wide, func(e *Env) {
		e.Copy = func(text string) { s.copied = text }
		e.Now = func() time.Time { return s.now }
	})
	return s
}

// where returns the place of a piece of an entry's words.
func (s *selecting) where(t *testing.T, entry int, piece string) place {
	t.Helper()
	for b := range s.loadedMessage(entry).blocks {
		p := place{entry: entry, block: b}
		if at := strings.Index(s.wordsAt(p), piece); at >= 0 {
			p.at = at
			return p
		}
	}
	t.Fatalf("entry %d has no %q", entry, piece)
	return place{}
}

func (s *selecting) seen(t *testing.T, p place) fyne.Position {
	t.Helper()
	pos, line, ok := s.pointOf(p)
	if !ok {
		t.Fatalf("%v is not in view", p)
	}
	return pos.AddXY(0.5, line/2)
}

// mouse presses at a place of the list, times times, and drags to others.
func (s *selecting) mouse(t *testing.T, times int, mod fyne.KeyModifier, at fyne.Position, to ...fyne.Position) {
	t.Helper()
	var r *row
	for i := range times {
		if i == 0 {
			s.now = s.now.Add(time.Second)
		}
		s.now = s.now.Add(100 * time.Millisecond)
		p, _ := s.placeAt(at)
		r = s.row(t, p.entry)
		e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: mod}
		e.Position = at.Subtract(r.Position())
		r.MouseDown(e)
		if i < times-1 {
			r.MouseUp(e)
		}
	}
	for _, pos := range to {
		r.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: pos.Add(fyne.CurrentApp().Driver().AbsolutePositionForObject(s.list))}})
	}
	r.DragEnd()
}

func (s *selecting) text() string {
	s.copied = ""
	s.TypedShortcut(&fyne.ShortcutCopy{})
	s.settle()
	return s.copied
}

func (s *selecting) source() string {
	s.copied = ""
	s.CopySelection(true)
	s.settle()
	return s.copied
}

func small() *fakeTalk {
	return of(said(1, talk.User, noon, "What is *this*?\nAnd that?"),
		said(2, talk.Assistant, noon, "# Lamp\n\nIt is a **bright** lamp, said [the keeper](https://example.invalid/).\n\n- oil\n- wick\n\n```go\nlamp.Flash()\n\tx := 1\n```\n"),
		said(3, talk.User, noon, "灯台のランプですね。"))
}

func TestSelectByMouse(t *testing.T) {
	for name, style := range map[string]Style{"bubbles": {Column: 720}, "plain": {Plain: true}} {
		t.Run(name, func(t *testing.T) { selectByMouse(t, style) })
	}
}

func selectByMouse(t *testing.T, style Style) {
	uitest.App(t, "light", "en")
	s := selectIn(t, small())
	s.SetStyle(style)
	at := func(entry int, piece string) fyne.Position { return s.seen(t, s.where(t, entry, piece)) }
	for _, c := range []struct {
		name         string
		do           func()
		text, source string
	}{
		{"nothing: the message that was pressed", func() { s.mouse(t, 1, 0, at(1, "bright")) }, "Lamp\n\nIt is a bright lamp, said the keeper.\n\n• oil\n• wick\n\nlamp.Flash()\n\tx := 1", ""},
		{"drag", func() { s.mouse(t, 1, 0, at(1, "bright"), at(1, "lamp"), at(1, ", said")) }, "bright lamp", "It is a **bright** lamp, said [the keeper](https://example.invalid/)."},
		{"backwards", func() { s.mouse(t, 1, 0, at(1, ", said"), at(1, "bright")) }, "bright lamp", "It is a **bright** lamp, said [the keeper](https://example.invalid/)."},
		{"over blocks", func() { s.mouse(t, 1, 0, at(1, ", said"), at(1, "ick")) }, ", said the keeper.\n\n• oil\n• w", "It is a **bright** lamp, said [the keeper](https://example.invalid/).\n\n- oil\n- wick"},
		{"over messages", func() { s.mouse(t, 1, 0, at(0, "that"), at(1, "amp")) }, "that?\n\nL", "that?\n\n# Lamp"},
		{"a word", func() { s.mouse(t, 2, 0, at(1, "right")) }, "bright", "It is a **bright** lamp, said [the keeper](https://example.invalid/)."},
		{"words", func() { s.mouse(t, 2, 0, at(1, "right"), at(1, "said")) }, "bright lamp, said", "It is a **bright** lamp, said [the keeper](https://example.invalid/)."},
		{"a word of one script", func() { s.mouse(t, 2, 0, at(2, "ンプ")) }, "ランプ", "ランプ"},
		{"a paragraph", func() { s.mouse(t, 3, 0, at(0, "that")) }, "And that?", "And that?"},
		{"a line of code", func() { s.mouse(t, 3, 0, at(1, "x :=")) }, "\tx := 1", "```go\nlamp.Flash()\n\tx := 1\n```"},
		{"shift", func() { s.mouse(t, 1, 0, at(0, "this")); s.mouse(t, 1, fyne.KeyModifierShift, at(0, "?")) }, "this*", "this*"},
		{"all of a message", func() { s.mouse(t, 1, 0, at(0, "What"), at(0, "this")); s.TypedShortcut(&fyne.ShortcutSelectAll{}) }, "What is *this*?\nAnd that?", "What is *this*?\nAnd that?"},
	} {
		c.do()
		if got := s.text(); got != c.text {
			t.Errorf("%s: copied %q, want %q", c.name, got, c.text)
		}
		if got := s.source(); got != c.source {
			t.Errorf("%s: the source is %q, want %q", c.name, got, c.source)
		}
		s.clearSelection()
	}
	s.mouse(t, 1, 0, at(1, "bright"), at(1, "lamp"))
	s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if s.Selected() {
		t.Error("Escape leaves it selected")
	}
}

// A press on a link or a button begins no selection.
func TestLinksArePressedStill(t *testing.T) {
	uitest.App(t, "light", "en")
	s := selectIn(t, small())
	s.mouse(t, 1, 0, s.seen(t, s.where(t, 1, "bright")), s.seen(t, s.where(t, 1, "lamp")))
	r := s.row(t, 1)
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = s.seen(t, s.where(t, 1, "keeper")).Subtract(r.Position())
	if z, ok := r.view.At(e.Position); !ok || z.Link == "" {
		t.Fatal("there is no link")
	}
	r.MouseDown(e)
	if s.text() != "bright " {
		t.Errorf("a press on a link selects %q", s.copied)
	}
}

// All of a talk is selected without reading it; copying reads what is not loaded on a worker.
func TestSelectAMillion(t *testing.T) {
	uitest.App(t, "light", "en")
	src := chatter(3000)
	s := selectIn(t, src)
	reads := src.reads
	s.selectAll()
	if src.reads != reads {
		t.Errorf("selecting read %d pages", src.reads-reads)
	}
	first, last := s.list.Range()
	for i := first; i < min(last+1, s.n); i++ {
		if r := s.row(t, i); r.parts[r.words].Picked.To == 0 {
			t.Errorf("row %d does not show it", i)
		}
	}
	s.TypedShortcut(&fyne.ShortcutCopy{})
	if s.copied != "" || len(s.w.jobs) != 1 {
		t.Fatalf("copied on the window's goroutine, %d jobs", len(s.w.jobs))
	}
	s.settle()
	var want []string
	for i := range src.n {
		want = append(want, strings.TrimSpace(src.entry(i).Text))
	}
	got := strings.Split(s.copied, "\n\n")
	for i := range got {
		got[i] = strings.TrimSpace(got[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("copied %d messages of %d, or others", len(got), len(want))
	}
}

// What is selected is drawn again when its rows come back, and dropped with the entries it is of.
func TestSelectionStaysWhileScrolling(t *testing.T) {
	uitest.App(t, "light", "en")
	s := selectIn(t, chatter(500))
	first, _ := s.list.Range()
	i := first + 2
	s.mouse(t, 2, 0, s.seen(t, s.where(t, i, "entry")))
	want := s.row(t, i).parts[s.row(t, i).words].Picked
	if want != (flow.Range{From: 0, To: 5}) || s.text() != "entry" {
		t.Fatalf("%v is shown, %q copied", want, s.copied)
	}
	s.ScrollTo(10)
	s.settle()
	s.ScrollTo(i)
	s.settle()
	if got := s.row(t, i).parts[s.row(t, i).words].Picked; got != want {
		t.Errorf("after scrolling %v is shown", got)
	}
	s.Truncate(i + 1)
	if !s.Selected() {
		t.Error("dropped with entries that it does not reach")
	}
	s.Truncate(i)
	if s.Selected() {
		t.Error("stays though its entry is gone")
	}
}

// A pointer that is dragged beyond the edge scrolls and takes the selection along.
func TestDragScrolls(t *testing.T) {
	uitest.App(t, "light", "en")
	s := selectIn(t, chatter(500))
	at := s.seen(t, s.where(t, 498, "entry"))
	p, _ := s.placeAt(at)
	s.pressWords(at, false)
	s.dragTo(fyne.NewPos(200, -40))
	before := s.list.RowTop(498)
	for range 60 {
		s.driftFor(16 * time.Millisecond)
		s.settle()
	}
	if moved := s.list.RowTop(498) - before; moved < 300 {
		t.Errorf("scrolled %v pixels in a second", moved)
	}
	if st := s.sel.stretch(); st.to != p || st.from.entry > 494 {
		t.Errorf("selected %+v", st)
	}
	s.endDrag()
	was := s.list.RowTop(498)
	s.driftFor(time.Second)
	if s.list.RowTop(498) != was || s.drag.drift.Running() {
		t.Error("scrolls on after the drag")
	}
}

func (s *selecting) shiftKey(names ...fyne.KeyName) {
	s.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	for _, n := range names {
		s.TypedKey(&fyne.KeyEvent{Name: n})
		s.settle()
	}
	s.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
}

func TestSelectByKeyboard(t *testing.T) {
	uitest.App(t, "light", "en")
	s := selectIn(t, small())
	ctrlShift := func(key fyne.KeyName) {
		s.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift})
	}
	for _, c := range []struct {
		from string
		do   func()
		want string
	}{
		{"lamp", func() { s.shiftKey(fyne.KeyRight, fyne.KeyRight) }, "la"},
		{"lamp", func() { s.shiftKey(fyne.KeyLeft, fyne.KeyLeft) }, "t "},
		{"lamp", func() { s.shiftKey(fyne.KeyEnd) }, "lamp, said the keeper.\n\n• oil\n• wick\n\nlamp.Flash()\n\tx := 1"},
		{"lamp", func() { s.shiftKey(fyne.KeyHome) }, "Lamp\n\nIt is a bright "},
		{"il", func() { s.shiftKey(fyne.KeyRight, fyne.KeyRight, fyne.KeyRight, fyne.KeyRight) }, "il\n• w"},
		{"oil", func() { s.shiftKey(fyne.KeyDown) }, "• oil"},
		{"bright", func() { ctrlShift(fyne.KeyRight); ctrlShift(fyne.KeyRight) }, "bright lamp"},
		{"bright", func() { ctrlShift(fyne.KeyLeft); ctrlShift(fyne.KeyLeft) }, "is a "},
	} {
		s.begin(s.where(t, 1, c.from), byCharacter)
		c.do()
		if got := s.text(); got != c.want {
			t.Errorf("from %q: %q, want %q", c.from, got, c.want)
		}
	}
	s.begin(s.where(t, 0, "And"), byCharacter)
	s.shiftKey(fyne.KeyDown)
	if st := s.sel.stretch(); st.to.entry != 1 {
		t.Errorf("down from the last line leads to %+v", st)
	}
	s.begin(s.where(t, 0, "What"), byCharacter)
	s.shiftKey(fyne.KeyRight, fyne.KeyRight)
	ctrlShift(fyne.KeyC)
	if s.copied != "Wh" {
		t.Errorf("Ctrl+Shift+C copied %q", s.copied)
	}
}

// By keys one comes through a whole talk and back, past pages that are not loaded.
func TestKeysReachEverything(t *testing.T) {
	uitest.App(t, "light", "en")
	s := selectIn(t, chatter(200))
	s.begin(s.where(t, 199, "entry"), byCharacter)
	for range 150 {
		s.shiftKey(fyne.KeyPageUp)
	}
	if st := s.sel.stretch(); st.from.entry > 1 {
		t.Errorf("page by page up to entry %d", st.from.entry)
	}
	if first, _ := s.list.Range(); first > 1 {
		t.Errorf("row %d is in view", first)
	}
}

// The menu copies what is selected, and selects a message.
func TestMenuCopies(t *testing.T) {
	uitest.App(t, "light", "en")
	s := selectIn(t, small())
	items := s.selectionItems(2, s.loadedMessage(2))
	if len(items) != 1 {
		t.Fatalf("%d items without a selection", len(items))
	}
	items[0].Do()
	if s.text() != "灯台のランプですね。" {
		t.Errorf("selected %q", s.copied)
	}
	s.mouse(t, 2, 0, s.seen(t, s.where(t, 1, "right")))
	items = s.selectionItems(2, s.loadedMessage(2))
	items[0].Do()
	if s.copied != "bright" {
		t.Errorf("copied %q", s.copied)
	}
	items[1].Do()
	if !strings.HasPrefix(s.copied, "It is a **bright**") {
		t.Errorf("the source is %q", s.copied)
	}
}

// Whatever is selected, what is copied is what lies between, and drawing it covers the same bytes.
func TestCopiedIsWhatIsBetween(t *testing.T) {
	text := sampler
	e := said(1, talk.Assistant, noon, text)
	blocks := md.Parse(text)
	all := md.Text(blocks, 0, len(text))
	rapid.Check(t, func(t *rapid.T) {
		pick := func(label string) place {
			b := rapid.IntRange(0, len(blocks)-1).Draw(t, label)
			return place{0, b, rapid.IntRange(0, len(blocks[b].Words())).Draw(t, label+" at")}
		}
		a, b := pick("a"), pick("b")
		if a.compare(b) > 0 {
			a, b = b, a
		}
		s := stretch{a, b}
		if s.empty() {
			return
		}
		got := s.of(0, e, blocks, false)
		shown := 0
		for i := range blocks {
			r := s.in(0, spot{i, 0}, len(blocks[i].Words()))
			shown += max(r.To-r.From, 0)
			if words := blocks[i].Words(); !strings.Contains(got, words[r.From:r.To]) {
				t.Fatalf("%q is shown selected, copied %q", words[r.From:r.To], got)
			}
		}
		if shown > len(got) {
			t.Fatalf("%d bytes are shown, %d copied", shown, len(got))
		}
		if a == (place{}) && b == (place{0, len(blocks) - 1, len(blocks[len(blocks)-1].Words())}) && got != all {
			t.Fatal(fmt.Sprint("all is not all: ", got))
		}
	})
}
