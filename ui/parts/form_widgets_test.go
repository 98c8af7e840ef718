package parts

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"bonbon/ui/uitest"
	"bonbon/ui/words"

	"bonbon/ui/look"
)

// open shows an object in a window. Call lookingApp before the object is made.
func open(t *testing.T, o fyne.CanvasObject, w, h float32) fyne.Canvas {
	t.Helper()
	win := test.NewWindow(o)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(w, h))
	t.Cleanup(win.Close)
	return win.Canvas()
}

func key(f fyne.Focusable, names ...fyne.KeyName) {
	for _, n := range names {
		f.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func TestSliderByPointerAndKeys(t *testing.T) {
	lookingApp(t)
	var heard []int
	s := NewSlider(Scale{Stops: []int{1, 2, 4, 8}, Off: true}, 2, func(v int) { heard = append(heard, v) })
	open(t, s, 418, 40)
	at := func(x float32) fyne.PointEvent { return fyne.PointEvent{Position: fyne.NewPos(x, 20)} }
	first, end := at(0), at(418)
	s.Tapped(&first)
	s.Tapped(&first) // no change, no report
	s.Dragged(&fyne.DragEvent{PointEvent: at(9 + 190)})
	s.Dragged(&fyne.DragEvent{PointEvent: end})
	s.DragEnd()
	key(s, fyne.KeyLeft, fyne.KeyPageDown, fyne.KeyEnd, fyne.KeyHome, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown)
	s.Set(8)
	if want := []int{1, 4, 0, 8, 1, 0, 1, 2, 4, 2}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
	if s.Value() != 8 {
		t.Errorf("shows %d", s.Value())
	}
}

func TestMutedSliderTakesTheShownValue(t *testing.T) {
	lookingApp(t)
	n := 0
	s := NewSlider(Scale{Stops: []int{0, 10, 20}}, 10, func(int) { n++ })
	open(t, s, 300, 40)
	s.SetMuted(true)
	middle := fyne.PointEvent{Position: fyne.NewPos(150, 20)}
	s.Tapped(&middle)
	if n != 1 {
		t.Errorf("a tap on the resting knob was reported %d times", n)
	}
}

func TestTabs(t *testing.T) {
	lookingApp(t)
	pages := []*Para{NewPara("a", "", ""), NewPara("b", "", ""), NewPara("c", "", "")}
	tabs := NewTabs(56, Tab{"One", pages[0]}, Tab{"Two", pages[1]}, Tab{"Three", pages[2]})
	var heard []int
	tabs.OnSelected = func(i int) { heard = append(heard, i) }
	c := open(t, tabs, 324, 400)
	test.Tap(tabs.heads[1])
	if pages[0].Visible() || !pages[1].Visible() || tabs.Selected() != 1 {
		t.Error("the second page is not shown alone")
	}
	key(c.Focused(), fyne.KeyRight)
	key(c.Focused(), fyne.KeyRight, fyne.KeyLeft)
	tabs.Select(0)
	tabs.Select(7)
	if want := []int{1, 2, 1}; !slices.Equal(heard, want) || tabs.Selected() != 0 {
		t.Errorf("heard %v, want %v; shows %d", heard, want, tabs.Selected())
	}
}

func TestTabsInLittleRoom(t *testing.T) {
	lookingApp(t)
	tabs := NewTabs(56, Tab{"A long word for one", NewPara("", "", "")}, Tab{"Another long word", NewPara("", "", "")})
	open(t, tabs, 120, 200)
	if w := tabs.MinSize().Width; w > 120 {
		t.Errorf("tabs force a width of %g", w)
	}
}

func TestRadio(t *testing.T) {
	lookingApp(t)
	var heard []int
	r := NewRadio(0, func(i int) { heard = append(heard, i) }, "one", "two")
	open(t, r, 200, 100)
	test.Tap(r.rows[1])
	test.Tap(r.rows[1])
	key(r.rows[0], fyne.KeySpace)
	r.Set(1)
	if !slices.Equal(heard, []int{1, 0}) || r.Selected() != 1 {
		t.Errorf("heard %v, shows %d", heard, r.Selected())
	}
}

func TestPicker(t *testing.T) {
	lookingApp(t)
	var heard []string
	p := NewPicker([]Option{{"a", "First"}, {"b", "Second"}}, "a", func(id string) { heard = append(heard, id) })
	c := open(t, container.NewVBox(p), 300, 300)
	key(p, fyne.KeyDown)
	if c.Overlays().Top() == nil {
		t.Fatal("no menu opened")
	}
	p.Choose("b")
	p.Choose("b")
	p.Set("x")
	if !slices.Equal(heard, []string{"b"}) || p.label() != "" {
		t.Errorf("heard %v, shows %q", heard, p.label())
	}
}

func TestCombo(t *testing.T) {
	lookingApp(t)
	var heard []string
	c := NewCombo(func(s string) { heard = append(heard, s) })
	asked := 0
	c.OnOpen = func() { asked++ }
	canvas := open(t, container.NewVBox(c), 300, 300)
	c.Open()
	if asked != 1 || canvas.Overlays().Top() != nil {
		t.Errorf("without suggestions: asked %d times", asked)
	}
	c.SetOptions([]string{"Alpha-7b", "beta-3b", "gamma-7b"})
	c.Open()
	if canvas.Overlays().Top() == nil || canvas.Focused() != c.list.search {
		t.Fatal("no list opened, or its search has no focus")
	}
	type step struct {
		typed string
		keys  []fyne.KeyName
		want  string
	}
	for _, s := range []step{
		{"", nil, "Alpha-7b"},
		{"", []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp}, "beta-3b"},
		{"７B ", []fyne.KeyName{fyne.KeyPageDown}, "gamma-7b"},
		{"b 3", nil, "beta-3b"},
		{" own name ", []fyne.KeyName{fyne.KeyUp}, "own name"},
	} {
		c.Set("")
		c.Open()
		c.list.search.SetText(s.typed)
		key(c.list.search, append(s.keys, fyne.KeyReturn)...)
		if c.Text() != s.want || heard[len(heard)-1] != s.want || c.list.Visible() {
			t.Errorf("%q and %v give %q, want %q", s.typed, s.keys, c.Text(), s.want)
		}
	}
	c.Set("gamma-7b")
	key(c.entry, fyne.KeyDown)
	if !c.list.Visible() || c.list.marked != 2 {
		t.Errorf("the list opens at line %d", c.list.marked)
	}
	key(c.list.search, fyne.KeyEscape)
	if c.list.Visible() || c.Text() != "gamma-7b" {
		t.Errorf("after Escape the input holds %q", c.Text())
	}
	before := len(heard)
	c.Choose("beta-3b!")
	test.Type(c.entry, "x")
	if len(heard) != before+2 || c.Text() != heard[before+1] {
		t.Errorf("heard %v, holds %q", heard, c.Text())
	}
}

// TestComboWithManyOptions: only the lines in view exist, and they can be pressed.
func TestComboWithManyOptions(t *testing.T) {
	lookingApp(t)
	c := NewCombo(nil)
	var many []Suggestion
	for i := range 400 {
		many = append(many, Suggestion{Text: "maker/model-" + strconv.Itoa(i), Note: "128,000"})
	}
	c.SetSuggestions(many)
	window := open(t, container.NewVBox(c), 500, 400)
	c.Set("maker/model-399")
	c.Open()
	if size := c.list.popup.Size(); size.Height > 400 || c.list.popup.Position().Y+size.Height > 400 {
		t.Errorf("the list is %v at %v", size, c.list.popup.Position())
	}
	lines := 0
	walkChoices(window.Overlays().Top(), func(r *choice) { lines++ })
	if lines == 0 || lines > 2*chooserLines {
		t.Errorf("%d lines exist", lines)
	}
	c.list.search.SetText("model-25")
	walkChoices(window.Overlays().Top(), func(r *choice) {
		if r.index == 1 && r.Visible() {
			r.Tapped(nil)
		}
	})
	if c.Text() != "maker/model-250" {
		t.Errorf("chosen: %q", c.Text())
	}
}

func TestNumberEntry(t *testing.T) {
	uitest.App(t, "light", "ja")
	parse := func(s string) (int, error) { return ParseNumber(s, 1000) }
	n := NewNumberEntry(parse, words.Number, "0,000")
	var heard []int
	var problem error
	n.OnChanged = func(v int) { heard = append(heard, v) }
	n.OnProblem = func(err error) { problem = err }
	c := open(t, container.NewVBox(n, NewInput()), 300, 200)
	n.Set(5)
	c.Focus(n.entry)
	n.entry.SetText("６００")
	if len(heard) != 0 {
		t.Error("what is being typed counted already")
	}
	key(n.entry, fyne.KeyReturn)
	n.entry.SetText("1k")
	c.Unfocus()
	if !slices.Equal(heard, []int{600, 1000}) || n.entry.Text != "1,000" || problem != nil {
		t.Errorf("heard %v, shows %q, problem %v", heard, n.entry.Text, problem)
	}
	c.Focus(n.entry)
	n.entry.SetText("2k")
	c.Unfocus()
	if !errors.Is(problem, ErrRange) || n.entry.Text != "2k" || n.Value() != 1000 {
		t.Errorf("problem %v, shows %q, value %d", problem, n.entry.Text, n.Value())
	}
	n.Set(1000)
	if problem == nil || n.entry.Text != "2k" {
		t.Errorf("the same value took away what was typed: %q", n.entry.Text)
	}
	n.Set(7)
	if problem != nil || n.entry.Text != "7" {
		t.Errorf("after Set: problem %v, shows %q", problem, n.entry.Text)
	}
}

func TestInputAsksBeforeKeys(t *testing.T) {
	lookingApp(t)
	in := NewInput()
	submitted := 0
	in.OnSubmitted = func(string) { submitted++ }
	in.OnKey = func(e *fyne.KeyEvent) bool { return e.Name == fyne.KeyReturn }
	open(t, in, 200, 40)
	key(in, fyne.KeyReturn)
	in.OnKey = nil
	in.KeyDown(&fyne.KeyEvent{Name: fyne.KeyA}) // a letter that gives no rune: someone is composing
	key(in, fyne.KeyReturn)
	if submitted != 0 {
		t.Error("an Enter that was not the input's own submitted")
	}
	key(in, fyne.KeyReturn)
	if submitted != 1 {
		t.Errorf("submitted %d times", submitted)
	}
}

func TestFieldGrowsWithItsProblem(t *testing.T) {
	lookingApp(t)
	f := NewField("Label", nil, NewInput(), "note")
	open(t, f, 200, 300)
	before := f.MinSize().Height
	f.SetProblem("This is wrong, and it takes some words to say what to do about it.")
	f.Resize(fyne.NewSize(200, f.MinSize().Height))
	if f.MinSize().Height <= before || f.Problem() == "" {
		t.Error("the problem takes no room")
	}
	f.SetProblem("")
	if f.MinSize().Height != before {
		t.Errorf("height %g after the problem, %g before", f.MinSize().Height, before)
	}
}

func TestSheet(t *testing.T) {
	lookingApp(t)
	c := open(t, NewPara("behind", "", ""), 640, 480)
	done := 0
	content := NewColumn(0)
	for range 60 {
		content.Add(NewPara("a line", "", ""))
	}
	s := NewSheet(c, "Title", content, Action{Label: "No"}, Action{Label: "Yes", Primary: true, Do: func() { done++ }}, Action{Label: "Wait", Stay: true, Do: func() { done++ }})
	s.Show()
	if h := s.popup.Content.MinSize().Height; h > 480 {
		t.Errorf("the sheet is %g high in a window of 480", h)
	}
	s.button(Action{Label: "Wait", Stay: true, Do: func() { done++ }}).(*Button).Tapped(nil)
	if !s.Visible() {
		t.Error("an action with Stay closed the sheet")
	}
	s.button(Action{Label: "Yes", Do: func() { done++ }}).(*Button).Tapped(nil)
	if s.Visible() || done != 2 {
		t.Errorf("visible %v, done %d", s.Visible(), done)
	}
}

func TestPaneFollowsTheWindow(t *testing.T) {
	lookingApp(t)
	w := test.NewWindow(NewPara("behind", "", ""))
	t.Cleanup(w.Close)
	w.Resize(fyne.NewSize(900, 600))
	p := NewPane(w.Canvas(), "Title", NewForm(NewPara("text", "", "")), fyne.NewSize(640, 560))
	closed := 0
	p.OnClosed = func() { closed++ }
	p.Show()
	if s := p.popup.Content.MinSize(); s.Width != 640 || s.Height != 560 {
		t.Errorf("in a large window: %v", s)
	}
	w.Resize(fyne.NewSize(500, 400))
	if s := p.popup.Content.MinSize(); s.Width > 500 || s.Height > 400 {
		t.Errorf("in a small window: %v", s)
	}
	p.Hide()
	p.Hide()
	if closed != 1 || p.Visible() {
		t.Errorf("closed %d times", closed)
	}
}

// TestNumberEntryShowsItsFocus: the plate stands in for the toolkit's box, which would show it.
func TestNumberEntryShowsItsFocus(t *testing.T) {
	lookingApp(t)
	n := NewNumberEntry(strconv.Atoi, strconv.Itoa, "0000")
	other := NewInput()
	c := open(t, container.NewVBox(n, other), 300, 200)
	edge := func() fyne.ThemeColorName { return n.entry.plate.edge }
	if edge() != theme.ColorNameInputBorder {
		t.Errorf("at rest the edge is %s", edge())
	}
	c.Focus(n.entry)
	if edge() != theme.ColorNamePrimary {
		t.Errorf("with the focus the edge is %s", edge())
	}
	c.Focus(other)
	if edge() != theme.ColorNameInputBorder {
		t.Errorf("left again the edge is %s", edge())
	}
	if n.MinSize().Height >= other.MinSize().Height {
		t.Errorf("%g high, an input is %g", n.MinSize().Height, other.MinSize().Height)
	}
}

func TestCloseTopClosesTheNewestFirst(t *testing.T) {
	uitest.App(t, "light", "en")
	canvas := test.NewWindow(NewColumn(0)).Canvas()
	pane := NewPane(canvas, "Pane", NewColumn(0), fyne.NewSize(300, 300))
	sheet := NewSheet(canvas, "Sheet", NewColumn(0))
	pane.Show()
	sheet.Show()
	for i, want := range []struct{ closed, pane, sheet bool }{{true, true, false}, {true, false, false}, {false, false, false}} {
		if closed := CloseTop(canvas); closed != want.closed || pane.Visible() != want.pane || sheet.Visible() != want.sheet {
			t.Errorf("call %d: closed %v, pane %v, sheet %v, want %v", i, closed, pane.Visible(), sheet.Visible(), want)
		}
	}
}

// walkChoices visits the lines of a chooser that exist.
func walkChoices(o fyne.CanvasObject, visit func(*choice)) {
	switch o := o.(type) {
	case *choice:
		visit(o)
	case *fyne.Container:
		for _, c := range o.Objects {
			walkChoices(c, visit)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			walkChoices(c, visit)
		}
	}
}

func TestFold(t *testing.T) {
	lookingApp(t)
	changed := 0
	f := NewFold("More", NewPara("inside", "", ""), func() { changed++ })
	open(t, container.NewVBox(f), 300, 300)
	closed := f.MinSize().Height
	f.head.Tapped(nil)
	if !f.Open() || f.MinSize().Height <= closed || changed != 1 {
		t.Errorf("open: %t, %g high", f.Open(), f.MinSize().Height)
	}
	f.head.Tapped(nil)
	if f.Open() || f.MinSize().Height != closed {
		t.Errorf("closed: %t, %g high", !f.Open(), f.MinSize().Height)
	}
}

// A radio's dots grow and shrink with the text beside them.
func TestRadioDotsFollowTheText(t *testing.T) {
	app := test.NewTempApp(t)
	for percent, want := range map[int]float32{80: 11.2, 100: 14, 200: 28} {
		app.Settings().SetTheme(look.New(look.Options{TextSize: percent}))
		row := NewRadio(0, nil, "One").rows[0]
		row.Resize(fyne.NewSize(200, 40))
		r := test.WidgetRenderer(row).(*radioRenderer)
		if got := r.ring.Size().Width; got < want-0.1 || got > want+0.1 {
			t.Errorf("%d %%: the dot is %v wide, want %v", percent, got, want)
		}
	}
}
