package parts

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"bonbon/ui/parts/edit"
	"bonbon/ui/uitest"
)

// editorIn shows an editor of that size with a text, with the focus.
func editorIn(t testing.TB, text string, width, height float32) *Editor {
	t.Helper()
	e := NewEditor(3)
	w := uitest.Window(t, e, fyne.NewSize(width, height))
	e.SetText(text)
	w.Canvas().Focus(e)
	return e
}

// byteOf is where a place is in the whole text.
func byteOf(e *Editor, p edit.Place) int {
	n := p.At
	for i := range p.Para {
		n += len(e.text.Para(i)) + 1
	}
	return n
}

func (e *Editor) caretByte() int { return byteOf(e, e.text.Caret()) }

func shortcut(e fyne.Shortcutable, name fyne.KeyName, with fyne.KeyModifier) {
	e.TypedShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: with})
}

const story = "The lamp was lit at dusk, and the ships saw it from far away.\n\n灯台の明かりは、まだ消えていません。窓をみがいて、油を足して、夜が明けるまで待ちます。\nEnd"

func TestEditorLooks(t *testing.T) {
	size := fyne.NewSize(300, 124)
	for _, c := range []struct {
		name, variant, lang string
		show                func(*Editor)
	}{
		{"empty", "light", "en", func(e *Editor) { e.SetPlaceHolder("Message to Mint") }},
		{"picked", "light", "en", func(e *Editor) { e.Select(72, 10) }},
		{"picked", "dark", "ja", func(e *Editor) { e.Select(72, 10) }},
		{"picked", "contrast", "en", func(e *Editor) { e.Select(72, 10) }},
	} {
		var e *Editor
		build := func() fyne.CanvasObject {
			e = NewEditor(3)
			if c.name != "empty" {
				e.SetText(story)
			}
			e.Resize(size)
			e.FocusGained()
			c.show(e)
			return e
		}
		uitest.AssertGolden(t, "editor-"+c.name, build, size, c.variant, c.lang)
	}
}

// Whatever is typed, erased, moved and undone: the text is the model's, lines are broken as if the text had been laid out anew, and
// the caret is in view.
func TestEditorIsAsTheModel(t *testing.T) {
	uitest.App(t, "light", "en")
	e := NewEditor(4)
	uitest.Window(t, e, fyne.NewSize(240, 110))
	e.FocusGained()
	bits := []string{"a", "word ", "日本", "灯台の明かり。", "\n", "unbrokenunbrokenunbroken", "「", "」", "- ", "-b", "\t", "e\u0301", strings.Repeat("long line ", 60), strings.Repeat("猫", 1500), strings.Repeat("x", 5000)}
	keys := []fyne.KeyName{
		fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageUp, fyne.KeyPageDown,
		fyne.KeyBackspace, fyne.KeyDelete, fyne.KeyReturn,
	}
	rapid.Check(t, func(t *rapid.T) {
		start := strings.Join(rapid.SliceOfN(rapid.SampledFrom(bits), 0, 6).Draw(t, "start"), "")
		e.SetText(start)
		want := start
		for range rapid.IntRange(1, 25).Draw(t, "acts") {
			from, to, _ := e.text.Picked()
			a, b := byteOf(e, from), byteOf(e, to)
			switch rapid.IntRange(0, 5).Draw(t, "act") {
			case 0:
				bit := rapid.SampledFrom(bits).Draw(t, "pasted")
				e.Paste(bit)
				want = want[:a] + bit + want[b:]
			case 1:
				r := rapid.SampledFrom([]rune("ab 灯。\u0301")).Draw(t, "typed")
				e.TypedRune(r)
				want = want[:a] + string(r) + want[b:]
			case 2:
				e.scroll(float32(rapid.IntRange(-500, 500).Draw(t, "scrolled")))
				covered(t, e)
				continue
			default:
				key := rapid.SampledFrom(keys).Draw(t, "key")
				switch {
				case key == fyne.KeyReturn:
					want = want[:a] + "\n" + want[b:]
				case key == fyne.KeyBackspace && a == b:
					want = want[:byteOf(e, e.text.Previous(from))] + want[b:]
				case key == fyne.KeyDelete && a == b:
					want = want[:a] + want[byteOf(e, e.text.Next(from)):]
				case key == fyne.KeyBackspace, key == fyne.KeyDelete:
					want = want[:a] + want[b:]
				}
				e.guard.shift = rapid.Bool().Draw(t, "shift") && key != fyne.KeyReturn
				e.TypedKey(&fyne.KeyEvent{Name: key})
				e.guard.shift = false
			}
			if e.Text() != want {
				t.Fatalf("the text is %.200q, want %.200q", e.Text(), want)
			}
			covered(t, e)
			if y, ok := e.caretTop(); !ok || y < -0.5 || y+e.col.pitch > e.viewHigh()+0.5 {
				t.Fatalf("the caret at %v is at %v (%v) of %v", e.text.Caret(), y, ok, e.viewHigh())
			}
		}
		brokenAnew(t, e)
		for e.text.CanUndo() {
			e.TypedShortcut(&fyne.ShortcutUndo{})
		}
		if e.Text() != start {
			t.Fatalf("everything undone is %.200q, want %.200q", e.Text(), start)
		}
		brokenAnew(t, e)
	})
}

// covered fails if the view is not filled although there is text, or the place is not one.
func covered(t *rapid.T, e *Editor) {
	y := e.at
	for i := e.anchor; i < e.text.Paras() && y < e.viewHigh(); i++ {
		y += e.col.high(i, e.viewHigh()-y)
	}
	if e.at > 0 || y < e.viewHigh() && (e.anchor > 0 || e.at < 0) {
		t.Fatalf("the view of %v starts at %v of paragraph %d and ends at %v", e.viewHigh(), e.at, e.anchor, y)
	}
	sum := 0.0
	for _, h := range e.col.heights {
		sum += float64(h)
	}
	if sum != e.col.total || len(e.col.heights) != e.text.Paras() || len(e.col.paras) != e.text.Paras() {
		t.Fatalf("%v high of %v, %d and %d of %d paragraphs", e.col.total, sum, len(e.col.heights), len(e.col.paras), e.text.Paras())
	}
}

// brokenAnew fails if the lines are not those of a text that is laid out in one go.
func brokenAnew(t *rapid.T, e *Editor) {
	fresh := textColumn{text: e.text}
	fresh.reset(e.col.width, e.col.size)
	for i := range e.text.Paras() {
		n := fresh.lines(i, maxLines)
		if got := e.col.lines(i, maxLines); got != n {
			t.Fatalf("paragraph %d has %d lines, laid out anew %d", i, got, n)
		}
		for k := range n {
			from, to, _ := e.col.line(i, k)
			if a, b, _ := fresh.line(i, k); a != from || b != to {
				t.Fatalf("line %d of paragraph %d has bytes %d to %d, laid out anew %d to %d", k, i, from, to, a, b)
			}
		}
		if e.col.heights[i] != fresh.heights[i] {
			t.Fatalf("paragraph %d is %v high, laid out anew %v", i, e.col.heights[i], fresh.heights[i])
		}
	}
}

func TestEditorUnderInputMethods(t *testing.T) {
	for _, c := range []struct{ name, keys, left string }{
		{"plain letters", `h i Return`, "hi\n"},
		{"conversion: Enter confirms, the next breaks the line", `_n _i _h _o _n Space Return "日本" Return`, "日本\n"},
		{"Backspace inside the word", `o k _n _i BackSpace _a Return "な" BackSpace`, "ok"},
		{"Delete and arrows inside the word", `o k Left _n _i Delete Left Up Home Return "に"`, "oにk"},
		{"Escape, then Enter confirms the kana", `_n _i Space Escape Return "に"`, "に"},
		{"a dead key", `c a f _' e Return`, "cafe\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			uitest.App(t, "light", "en")
			e := editorIn(t, "", 300, 100)
			typist(e, c.keys)
			if e.Text() != c.left {
				t.Errorf("left %q, want %q", e.Text(), c.left)
			}
		})
	}
	t.Run("Ctrl and Backspace inside the word", func(t *testing.T) {
		uitest.App(t, "light", "en")
		e := editorIn(t, "", 300, 100)
		typist(e, `o k _n _i`)
		shortcut(e, fyne.KeyBackspace, fyne.KeyModifierControl)
		if e.Text() != "ok" {
			t.Errorf("left %q", e.Text())
		}
	})
}

func TestEditorGoesByLines(t *testing.T) {
	uitest.App(t, "light", "en")
	text := strings.Repeat("灯", 30) + "\nshort\n" + strings.Repeat("word ", 20)
	e := editorIn(t, text, 200, 400)
	_, first, _ := e.col.line(0, 0)
	key(e, fyne.KeyEnd)
	if at := e.caretByte(); at != first || !e.early {
		t.Fatalf("End goes to byte %d (early %v), want the line's end at %d", at, e.early, first)
	}
	top, _ := e.caretTop()
	if top != 0 {
		t.Fatalf("the caret is in the line at %v", top)
	}
	key(e, fyne.KeyRight)
	if at := e.caretByte(); at != first+len("灯") {
		t.Errorf("Right goes to %d", at)
	}
	key(e, fyne.KeyHome)
	if at := e.caretByte(); at != first || e.early {
		t.Errorf("Home goes to byte %d (early %v)", at, e.early)
	}
	key(e, fyne.KeyEnd)
	column := e.caretByte()
	lines := e.col.lines(0, maxLines)
	for range lines { // over the short one and on: the column stays
		key(e, fyne.KeyDown)
	}
	if p := e.text.Caret(); p.Para != 1 && lines < 3 || e.goal < 0 {
		t.Errorf("down at %v", p)
	}
	for range lines {
		key(e, fyne.KeyUp)
	}
	if at := e.caretByte(); at != column {
		t.Errorf("down and up again comes to %d, from %d", at, column)
	}
	key(e, fyne.KeyUp, fyne.KeyUp, fyne.KeyUp)
	if e.caretByte() != 0 {
		t.Errorf("up from the first line is byte %d", e.caretByte())
	}
	shortcut(e, fyne.KeyEnd, fyne.KeyModifierControl)
	if e.caretByte() != len(text) {
		t.Errorf("Ctrl+End goes to %d", e.caretByte())
	}
	shortcut(e, fyne.KeyLeft, fyne.KeyModifierControl|fyne.KeyModifierShift)
	if e.Selection() != "word " {
		t.Errorf("Ctrl+Shift+Left selects %q", e.Selection())
	}
	shortcut(e, fyne.KeyHome, fyne.KeyModifierControl)
	if e.caretByte() != 0 || e.Selection() != "" {
		t.Errorf("Ctrl+Home goes to %d and leaves %q", e.caretByte(), e.Selection())
	}
}

func TestEditorPages(t *testing.T) {
	uitest.App(t, "light", "en")
	e := editorIn(t, strings.Repeat("line\n", 200), 200, 6*22+2*editorTop)
	key(e, fyne.KeyPageDown, fyne.KeyPageDown)
	if p := e.text.Caret(); p.Para != 10 || e.anchor != 10 {
		t.Errorf("two pages on the caret is in line %d, the view at %d, want 10", p.Para, e.anchor)
	}
	key(e, fyne.KeyPageUp)
	if p := e.text.Caret(); p.Para != 5 || e.anchor != 5 {
		t.Errorf("a page back the caret is in line %d, the view at %d, want 5", p.Para, e.anchor)
	}
}

func TestEditorClipboard(t *testing.T) {
	app := uitest.App(t, "light", "en")
	e := editorIn(t, "one two", 300, 100)
	clip := app.Clipboard()
	e.Select(0, 3)
	e.TypedShortcut(&fyne.ShortcutCopy{Clipboard: clip})
	e.Select(7, 7)
	e.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip})
	e.Select(3, 7)
	e.TypedShortcut(&fyne.ShortcutCut{Clipboard: clip})
	if e.Text() != "oneone" || clip.Content() != " two" {
		t.Errorf("%q, and %q in the clipboard", e.Text(), clip.Content())
	}
	e.TypedShortcut(&fyne.ShortcutCopy{Clipboard: clip})
	if clip.Content() != " two" {
		t.Error("copying nothing emptied the clipboard")
	}
	clip.SetContent("a\r\nb\rc\xff")
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
	e.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip})
	if e.Text() != "a\nb\nc\uFFFD" {
		t.Errorf("pasted: %q", e.Text())
	}
	e.TypedShortcut(&fyne.ShortcutUndo{})
	if e.Text() != "oneone" || e.Selection() != "oneone" {
		t.Errorf("undone: %q, selected %q", e.Text(), e.Selection())
	}
	shortcut(e, fyne.KeyZ, fyne.KeyModifierControl|fyne.KeyModifierShift)
	if e.Text() != "a\nb\nc\uFFFD" {
		t.Errorf("done again: %q", e.Text())
	}
}

// at is the middle of a place in the widget.
func (e *Editor) where(n int) fyne.Position {
	p := e.text.At(n)
	line := e.col.lineOf(p, false)
	y := e.at
	for i := e.anchor; i < p.Para; i++ {
		y += e.col.all(i)
	}
	return fyne.NewPos(editorSide+e.col.x(p, line)+1, e.top()+y+(float32(line)+0.5)*e.col.pitch)
}

func (e *Editor) click(pos fyne.Position, with fyne.KeyModifier) {
	m := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: with}
	m.Position = pos
	e.MouseDown(m)
	e.MouseUp(m)
}

func TestEditorByMouse(t *testing.T) {
	uitest.App(t, "light", "en")
	now := time.Unix(0, 0)
	e := editorIn(t, story, 300, 300)
	e.press.now = func() time.Time { return now }
	lamp, dusk := strings.Index(story, "lamp"), strings.Index(story, "dusk")
	e.click(e.where(lamp+2), 0)
	if e.caretByte() != lamp+2 || e.Selection() != "" {
		t.Errorf("a click goes to %d and selects %q", e.caretByte(), e.Selection())
	}
	e.click(e.where(lamp+2), 0)
	if e.Selection() != "lamp" {
		t.Errorf("a double click selects %q", e.Selection())
	}
	e.click(e.where(lamp+2), 0)
	if want := story[:strings.Index(story, "\n")+1]; e.Selection() != want {
		t.Errorf("a triple click selects %q", e.Selection())
	}
	now = now.Add(time.Second)
	e.click(e.where(lamp), 0)
	e.click(e.where(dusk), fyne.KeyModifierShift)
	if e.Selection() != story[lamp:dusk] {
		t.Errorf("with Shift: %q", e.Selection())
	}
	right := &desktop.MouseEvent{Button: desktop.MouseButtonSecondary}
	right.Position = e.where(lamp + 3)
	e.MouseDown(right)
	if e.Selection() != story[lamp:dusk] {
		t.Errorf("the right button leaves %q", e.Selection())
	}
	now = now.Add(time.Second)
	// words backwards: the word that was pressed first stays selected
	e.click(e.where(dusk+1), 0)
	m := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	m.Position = e.where(dusk + 1)
	e.MouseDown(m)
	e.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: e.where(lamp + 2)}})
	e.DragEnd()
	if want := story[lamp : dusk+len("dusk")]; e.Selection() != want {
		t.Errorf("dragged by words: %q, want %q", e.Selection(), want)
	}
}

func TestDraggingBeyondTheEdgeScrolls(t *testing.T) {
	uitest.App(t, "light", "en")
	text := strings.Repeat("line\n", 100)
	e := editorIn(t, text, 300, 100)
	m := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	m.Position = e.where(0)
	e.MouseDown(m)
	e.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(40, 150)}})
	if !e.press.drift.Running() {
		t.Fatal("nothing moves")
	}
	e.driftFor(time.Second)
	if e.anchor < 15 || len(e.Selection()) < 15*5 {
		t.Errorf("after a second the view is at line %d, %d bytes are selected", e.anchor, len(e.Selection()))
	}
	e.driftFor(time.Minute)
	if e.Selection() != text {
		t.Errorf("at the end %d of %d bytes are selected", len(e.Selection()), len(text))
	}
	e.MouseUp(m)
	if e.press.drift.Running() {
		t.Error("it goes on without the button")
	}
}

func TestEditorMenu(t *testing.T) {
	uitest.App(t, "light", "en")
	e := editorIn(t, "one", 300, 300)
	c := fyne.CurrentApp().Driver().CanvasForObject(e)
	e.Select(0, 3)
	e.TappedSecondary(&fyne.PointEvent{AbsolutePosition: fyne.NewPos(10, 10)})
	var labels []string
	uitest.Walk(c.Overlays().Top(), func(o fyne.CanvasObject) {
		if text, ok := o.(*canvas.Text); ok && text.Text != "" {
			labels = append(labels, text.Text)
		}
	})
	if got, want := strings.Join(labels, "|"), "Undo|Ctrl+Z|Redo|Ctrl+Y|Cut|Ctrl+X|Copy|Ctrl+C|Paste|Ctrl+V|Select all|Ctrl+A"; got != want {
		t.Errorf("the menu says %q, want %q", got, want)
	}
}

// A key costs what is seen: of a long text hardly anything is ever laid out.
func TestAKeyLaysOutWhatIsSeen(t *testing.T) {
	uitest.App(t, "light", "en")
	e := editorIn(t, strings.Repeat("Many words about oil.\n\n", 50_000), 400, 300)
	shortcut(e, fyne.KeyEnd, fyne.KeyModifierControl)
	e.Select(600_000, 600_000)
	typist(e, `a b Return c`)
	if e.col.laid > 60 {
		t.Errorf("%d paragraphs are laid out", e.col.laid)
	}
	e.SetText(strings.Repeat("x", 100_000))
	e.Select(50_000, 50_000)
	last := len(e.col.paras[0].pieces)
	kept := &e.col.paras[0].pieces[2].ends[0]
	e.TypedRune('y')
	if p := e.col.paras[0]; &p.pieces[2].ends[0] != kept || len(p.pieces) > last {
		t.Errorf("a key lays out all of a long paragraph")
	}
	for range 5000 {
		e.scroll(2000)
	}
	e.SetText(strings.Repeat("Many words about oil.\n\n", 50_000))
	for range 500 {
		e.scroll(200)
	}
	if e.col.laid > mostLaid+100 {
		t.Errorf("%d paragraphs stay laid out", e.col.laid)
	}
}

func TestEditorTellsOfChanges(t *testing.T) {
	uitest.App(t, "light", "en")
	e := editorIn(t, "one", 300, 100)
	told, blurred := 0, 0
	e.OnChanged = func() { told++ }
	e.OnBlur = func() { blurred++ }
	e.SetText("one")
	typist(e, `Left BackSpace Right`)
	if told != 0 {
		t.Errorf("told %d times of nothing", told)
	}
	typist(e, `a BackSpace Return`)
	e.SetText("two")
	if told != 4 {
		t.Errorf("told %d times, want 4", told)
	}
	fyne.CurrentApp().Driver().CanvasForObject(e).Unfocus()
	if blurred != 1 {
		t.Errorf("left %d times", blurred)
	}
}

func TestTheBarShowsThePlace(t *testing.T) {
	uitest.App(t, "light", "en")
	e := editorIn(t, strings.Repeat("line\n", 99)+"end", 300, 110)
	bar := e.bar
	if !bar.thumb.Visible() || bar.top != 0 {
		t.Fatalf("the thumb is at %v", bar.top)
	}
	room := bar.Size().Height - bar.height
	bar.to(room)
	if offset, view, total := e.extent(); offset+view != total {
		t.Errorf("at the end: %v and %v of %v", offset, view, total)
	}
	bar.to(room / 2)
	if e.anchor < 45 || e.anchor > 55 {
		t.Errorf("in the middle: line %d", e.anchor)
	}
	before := e.anchor
	bar.Tapped(&fyne.PointEvent{Position: fyne.NewPos(5, bar.Size().Height)})
	if e.anchor <= before {
		t.Error("a press under the thumb does nothing")
	}
	e.SetText("short")
	if bar.thumb.Visible() {
		t.Error("the thumb is shown for nothing")
	}
}

func TestTheWheelMovesTheEditorFirst(t *testing.T) {
	uitest.App(t, "light", "en")
	e := NewEditor(3)
	e.SetText(strings.Repeat("line\n", 20))
	form := NewForm(e, NewEditor(30))
	w := uitest.Window(t, form, fyne.NewSize(300, 200))
	turn := func(dy float32) {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(e).AddXY(20, 20)
		objects := test.WidgetRenderer(form).Objects()
		objects[len(objects)-1].(fyne.Scrollable).Scrolled(&fyne.ScrollEvent{
			PointEvent: fyne.PointEvent{AbsolutePosition: at}, Scrolled: fyne.NewDelta(0, dy)})
	}
	turn(-10)
	if e.anchor != 0 || form.Offset.Y != 10 {
		t.Errorf("without the focus the editor is at line %d, the form at %v", e.anchor, form.Offset.Y)
	}
	w.Canvas().Focus(e)
	form.ScrollToTop()
	turn(-100)
	if e.anchor == 0 || form.Offset.Y != 0 {
		t.Errorf("the editor is at line %d, the form at %v", e.anchor, form.Offset.Y)
	}
	turn(-1000)
	turn(-50)
	if form.Offset.Y != 50 {
		t.Errorf("at the editor's end the form is at %v", form.Offset.Y)
	}
}

func TestAnotherWidthKeepsThePlace(t *testing.T) {
	uitest.App(t, "light", "en")
	e := NewEditor(3)
	w := uitest.Window(t, e, fyne.NewSize(400, 120))
	e.SetText(strings.Repeat("The ships will see us. ", 2000))
	e.scroll(3000)
	before, _ := e.placeAt(fyne.NewPos(0, 0))
	w.Resize(fyne.NewSize(250, 120))
	from, to, _ := e.col.line(0, int(-e.at/e.col.pitch))
	if before.At < from || before.At >= to {
		t.Errorf("byte %d was at the top, now %d to %d are", before.At, from, to)
	}
	w.Canvas().Focus(e)
	e.Select(e.Len(), e.Len())
	for _, size := range []fyne.Size{{Width: 250, Height: 50}, {Width: 100, Height: 200}, {Width: 400, Height: 40}} {
		w.Resize(size)
		if y, ok := e.caretTop(); !ok || y < 0 || y+e.col.pitch > e.viewHigh() {
			t.Errorf("in %v the caret is at %v (%v)", size, y, ok)
		}
	}
}
