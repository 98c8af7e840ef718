package parts

import (
<<<<<<< HEAD
	"errors"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
=======
	"fmt"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"pgregory.net/rapid"
>>>>>>> w/look

	"bonbon/ui/look"
)

<<<<<<< HEAD
// open shows an object in a window of the program's look.
func open(t *testing.T, o fyne.CanvasObject, w, h float32) fyne.Canvas {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(look.New(look.Options{Variant: "light"}))
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
	tabs := NewTabs(56, Tab{"A long word for one", NewPara("", "", "")}, Tab{"Another long word", NewPara("", "", "")})
	open(t, tabs, 120, 200)
	if w := tabs.MinSize().Width; w > 120 {
		t.Errorf("tabs force a width of %g", w)
	}
}

func TestRadio(t *testing.T) {
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
	c.Set("7B")
	if got := c.suggestions(); !slices.Equal(got, []string{"Alpha-7b", "gamma-7b"}) {
		t.Errorf("suggestions for 7B: %v", got)
	}
	for _, typed := range []string{"", "nothing like it", "BETA-3b"} {
		c.Set(typed)
		if got := c.suggestions(); len(got) != 3 {
			t.Errorf("suggestions for %q: %v", typed, got)
		}
	}
	c.Open()
	if canvas.Overlays().Top() == nil {
		t.Error("no list opened")
	}
	c.Choose("beta-3b!")
	test.Type(c.entry, "x")
	if len(heard) != 2 || c.Text() != heard[1] {
		t.Errorf("heard %v, holds %q", heard, c.Text())
	}
}

func TestNumberEntry(t *testing.T) {
	parse := func(s string) (int, error) { return ParseNumber(s, 1000) }
	n := NewNumberEntry(parse, func(v int) string { return FormatNumber(v, "ja") }, "0,000")
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
	test.NewTempApp(t).Settings().SetTheme(look.New(look.Options{Variant: "light"}))
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
=======
func lookingApp(t *testing.T) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(look.New(look.Options{Variant: "light"}))
}

func TestButtonPresses(t *testing.T) {
	lookingApp(t)
	pressed := 0
	b := NewPrimaryButton("Send", func() { pressed++ })
	w := test.NewWindow(b)
	defer w.Close()
	test.Tap(b)
	for _, key := range []fyne.KeyName{fyne.KeySpace, fyne.KeyReturn, fyne.KeyA} {
		b.TypedKey(&fyne.KeyEvent{Name: key})
	}
	if pressed != 3 {
		t.Errorf("pressed %d times, want 3: a tap, Space, Enter", pressed)
	}
	b.Disable()
	test.Tap(b)
	if pressed != 3 {
		t.Error("a disabled button was pressed")
	}
	b.Enable()
	b.OnTapped = nil
	test.Tap(b) // nothing to do is no fault
}

func TestButtonHasRoomForItsContent(t *testing.T) {
	lookingApp(t)
	icon := NewIconButton(look.IconGear, nil)
	if s := icon.MinSize(); s.Width != s.Height {
		t.Errorf("an icon button is %v, want a square", s)
	}
	plain, wider := NewButton("Stop", nil), NewButton("Stop", nil)
	wider.Set("Stop", look.IconStop)
	if plain.MinSize().Width >= wider.MinSize().Width || plain.MinSize().Height > wider.MinSize().Height {
		t.Errorf("with an icon it is %v, without %v", wider.MinSize(), plain.MinSize())
	}
}

func TestAvatarShowsPictureOrInitial(t *testing.T) {
	lookingApp(t)
	for name, want := range map[string]string{"mint": "M", "ミント": "ミ", " (旅の語り手)": "旅", "": "·", "  ": "·", "émile": "É", "🦊": "🦊", "7": "7"} {
		if got := initial(name); got != want {
			t.Errorf("%q begins with %q, want %q", name, got, want)
		}
	}
	a := NewAvatar(40, "Mint", look.Portrait("asset:mint"))
	r := test.WidgetRenderer(a)
	visible := func() (tile, picture bool) {
		for _, o := range r.Objects() {
			switch o := o.(type) {
			case *canvas.Image:
				picture = o.Visible()
			case *canvas.Rectangle:
				tile = o.Visible()
			}
		}
		return tile, picture
	}
	if tile, picture := visible(); tile || !picture {
		t.Errorf("with a picture: tile %v, picture %v", tile, picture)
	}
	a.SetPerson("Rowan", nil)
	if tile, picture := visible(); !tile || picture {
		t.Errorf("without a picture: tile %v, picture %v", tile, picture)
	}
	if got := a.MinSize(); got != fyne.NewSquareSize(40) {
		t.Errorf("it is %v", got)
	}
}

func TestTilesAreReadable(t *testing.T) {
	for _, c := range tiles {
		part := func(v uint8) float64 { return math.Pow((float64(v)/255+0.055)/1.055, 2.4) } // all are above the straight part
		l := 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
		if r := 1.05 / (l + 0.05); r < 4.5 {
			t.Errorf("white on %v has a contrast of %.2f", c, r)
		}
	}
}

func TestCaptionIsShortenedToItsWidth(t *testing.T) {
	lookingApp(t)
	size := look.Size(theme.SizeNameText)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("abc WM日本語、"))).Draw(t, "text")
		width := rapid.Float32Range(20, 300).Draw(t, "width")
		got := ellipsis(text, width, size, fyne.TextStyle{})
		if w := fyne.MeasureText(got, size, fyne.TextStyle{}).Width; w > width+0.5 {
			t.Fatalf("%q is %v wide, room is %v", got, w, width)
		}
		if whole := fyne.MeasureText(text, size, fyne.TextStyle{}).Width; whole <= width && got != text {
			t.Fatalf("%q fits into %v and became %q", text, width, got)
		}
	})
}

func TestMeterSharesItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amounts := rapid.SliceOfN(rapid.IntRange(-5, 50_000), 0, 6).Draw(t, "amounts")
		width := rapid.Float32Range(60, 900).Draw(t, "width")
		m := &Meter{}
		some := false
		for _, n := range amounts {
			m.parts = append(m.parts, MeterPart{Amount: n})
			some = some || n > 0
		}
		end := float32(0)
		for i, s := range m.stretches(width) {
			if s.from < end-0.01 || s.to < s.from {
				t.Fatalf("part %d is %v after %v", i, s, end)
			}
			if amounts[i] > 0 && s.to-s.from < 1.5 {
				t.Fatalf("part %d of %v is %v wide", i, amounts, s.to-s.from)
			}
			if amounts[i] <= 0 && s.to != s.from {
				t.Fatalf("part %d of nothing is %v wide", i, s.to-s.from)
			}
			end = s.to
		}
		if some && math.Abs(float64(end-width)) > 0.5 {
			t.Fatalf("%v fill %v of %v", amounts, end, width)
		}
	})
}

func TestMeterTellsWhatThePointerIsOn(t *testing.T) {
	lookingApp(t)
	m := NewMeter()
	m.SetParts(MeterPart{50, look.PartSystem}, MeterPart{0, look.PartMemory}, MeterPart{50, look.PartFree})
	w := test.NewWindow(m)
	defer w.Close()
	m.Resize(fyne.NewSize(200, MeterHeight))
	var got []int
	m.OnHover = func(part int) { got = append(got, part) }
	for _, x := range []float32{10, 20, 150, 199} {
		m.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 3)}})
	}
	m.MouseOut()
	if want := []int{0, 2, -1}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("told %v, want %v", got, want)
	}
}

func TestLayoutsKeepInside(t *testing.T) {
	box := func(w, h float32) fyne.CanvasObject {
		r := canvas.NewRectangle(nil)
		r.SetMinSize(fyne.NewSize(w, h))
		return r
	}
	rapid.Check(t, func(t *rapid.T) {
		var objects []fyne.CanvasObject
		widest := float32(0)
		for range rapid.IntRange(1, 6).Draw(t, "objects") {
			o := box(rapid.Float32Range(5, 90).Draw(t, "w"), rapid.Float32Range(5, 30).Draw(t, "h"))
			widest = max(widest, o.MinSize().Width)
			objects = append(objects, o)
		}
		width := rapid.Float32Range(widest, 300).Draw(t, "width")
		flow := NewFlowRight(8, objects...)
		flow.Resize(fyne.NewSize(width, 0))
		high := flow.MinSize().Height
		flow.Resize(fyne.NewSize(width, high))
		for i, o := range objects {
			at, s := o.Position(), o.Size()
			if at.X < -0.01 || at.X+s.Width > width+0.01 || at.Y+s.Height > high+0.01 {
				t.Fatalf("flow: object %d at %v of %v leaves %v × %v", i, at, s, width, high)
			}
			for _, other := range objects[:i] {
				if p, q := other.Position(), other.Size(); at.X < p.X+q.Width && p.X < at.X+s.Width && at.Y < p.Y+q.Height && p.Y < at.Y+s.Height {
					t.Fatalf("flow: objects overlap at %v and %v", at, p)
				}
			}
		}
		row := NewRow(8, 0, objects...)
		size := row.MinSize().AddWidthHeight(100, 0)
		row.Resize(size)
		last := objects[len(objects)-1]
		if end := last.Position().X + last.Size().Width; math.Abs(float64(end-size.Width)) > 0.01 {
			t.Fatalf("row: ends at %v of %v", end, size.Width)
		}
	})
	inner := box(10, 10)
	NewCentred(720, inner).Resize(fyne.NewSize(1000, 50))
	if inner.Size().Width != 720 || inner.Position().X != 140 {
		t.Errorf("centred: %v at %v", inner.Size(), inner.Position())
	}
	NewSized(30, 40, inner).Resize(fyne.NewSize(30, 40))
	if inner.Size() != fyne.NewSize(30, 40) {
		t.Errorf("sized: %v", inner.Size())
	}
}

func TestPlateFollowsTheTheme(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(look.New(look.Options{Variant: "light"}))
	p := NewPlate(look.Surface, look.Line, look.RadiusCard)
	w := test.NewWindow(p)
	defer w.Close()
	rect := test.WidgetRenderer(p).Objects()[0].(*canvas.Rectangle)
	before := rect.FillColor
	app.Settings().SetTheme(look.New(look.Options{Variant: "dark"}))
	p.Refresh()
	if rect.FillColor == before || rect.CornerRadius != 12 {
		t.Errorf("after the change it is %v with radius %v", rect.FillColor, rect.CornerRadius)
	}
	p.SetColors("", look.Accent)
	if rect.FillColor != nil || rect.StrokeColor != look.Color(look.Accent) {
		t.Errorf("fill %v, edge %v", rect.FillColor, rect.StrokeColor)
>>>>>>> w/look
	}
}
