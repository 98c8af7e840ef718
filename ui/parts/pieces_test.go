package parts

import (
	"fmt"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"pgregory.net/rapid"

	"bonbon/ui/look"
)

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
		if got := Initial(name); got != want {
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
		flow := NewEndFlow(8, objects...)
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
	}
}

// TestColumnGivesNothingNoGap: an object that has no height for now, as a list that waits for its lines, moves nothing.
func TestColumnGivesNothingNoGap(t *testing.T) {
	test.NewTempApp(t)
	a, b := NewSized(10, 20, canvas.NewRectangle(nil)), NewSized(10, 30, canvas.NewRectangle(nil))
	c := NewColumn(8, NewColumn(0), a, NewColumn(0), b, NewColumn(0))
	if got := c.MinSize().Height; got != 58 {
		t.Errorf("20, 8 and 30 are %v high", got)
	}
	c.Resize(fyne.NewSize(10, 58))
	if a.Position().Y != 0 || b.Position().Y != 28 {
		t.Errorf("they stand at %v and %v", a.Position().Y, b.Position().Y)
	}
}

// Two things stand side by side while there is room for both, at the text size of the moment.
func TestAbreast(t *testing.T) {
	lookingApp(t)
	p := NewPicker([]Option{{"a", "A rather long name of a folder"}, {"b", "Short"}}, "b", nil)
	p.Whole = true
	in := NewInput()
	row := NewAbreast(8, 200, in, p)
	win := test.NewWindow(row)
	win.SetPadded(false)
	defer win.Close()
	for _, tt := range []struct {
		width   float32
		percent int
		stacked bool
	}{{600, 100, false}, {360, 100, true}, {600, 200, true}, {1000, 200, false}} {
		fyne.CurrentApp().Settings().SetTheme(look.New(look.Options{Variant: "light", TextSize: tt.percent}))
		win.Resize(fyne.NewSize(tt.width, 300))
		row.Refresh()
		stacked := p.Position().Y > 0
		if stacked != tt.stacked || stacked && (p.Position().Y < in.MinSize().Height || p.Size().Width != tt.width) || in.Size().Width < 200 {
			t.Errorf("%v wide at %d %%: the input has %v, the picker %v at %v", tt.width, tt.percent, in.Size(), p.Size(), p.Position())
		}
		if need := textWidth(p.options[0].Label); p.MinSize().Width < need {
			t.Errorf("the picker asks for %v, its longest option needs %v", p.MinSize().Width, need)
		}
	}
}
