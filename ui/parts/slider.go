package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Slider chooses a value on a Scale. It snaps to the stops while it is moved, and shows a value set from outside at its
// exact place. Arrow keys move by one stop, Page keys by three, Home and End to the ends.
type Slider struct {
	widget.BaseWidget

	// OnChanged hears every new value that the user chooses, also while dragging; never what Set set.
	OnChanged func(value int)

	scale            Scale
	value            int
	muted            bool
	hovered, focused bool
}

var (
	_ fyne.Draggable    = (*Slider)(nil)
	_ fyne.Focusable    = (*Slider)(nil)
	_ fyne.Tappable     = (*Slider)(nil)
	_ desktop.Hoverable = (*Slider)(nil)
)

// Sizes of the slider at text size 100 %.
const (
	knob  = 18 // across
	track = 4  // thick
	halo  = 5  // how far the ring of a focused or hovered knob stands out
)

// NewSlider returns a slider that shows value.
func NewSlider(scale Scale, value int, changed func(int)) *Slider {
	s := &Slider{scale: scale, value: value, OnChanged: changed}
	s.ExtendBaseWidget(s)
	return s
}

// Value returns what the slider shows.
func (s *Slider) Value() int { return s.value }

// Set shows another value; OnChanged is not called.
func (s *Slider) Set(value int) {
	if s.value != value {
		s.value = value
		s.Refresh()
	}
}

// SetMuted shows the slider without its colour, for a value that does not count until the user moves it. Any choice counts
// then, also the one that is shown.
func (s *Slider) SetMuted(muted bool) {
	if s.muted != muted {
		s.muted = muted
		s.Refresh()
	}
}

// choose takes a value from the user.
func (s *Slider) choose(value int) {
	if value == s.value && !s.muted {
		return
	}
	s.Set(value)
	if s.OnChanged != nil {
		s.OnChanged(value)
	}
}

func (s *Slider) at(x float32) {
	room := s.Size().Width - knob
	if room > 0 {
		s.choose(s.scale.Value(float64((x - knob/2) / room)))
	}
}

// Tapped implements fyne.Tappable.
func (s *Slider) Tapped(e *fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		c.Focus(s)
	}
	s.at(e.Position.X)
}

// Dragged implements fyne.Draggable.
func (s *Slider) Dragged(e *fyne.DragEvent) { s.at(e.Position.X) }

// DragEnd implements fyne.Draggable.
func (s *Slider) DragEnd() {}

// MouseIn implements desktop.Hoverable.
func (s *Slider) MouseIn(*desktop.MouseEvent) { s.hovered = true; s.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (s *Slider) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (s *Slider) MouseOut() { s.hovered = false; s.Refresh() }

// FocusGained implements fyne.Focusable.
func (s *Slider) FocusGained() { s.focused = true; s.Refresh(); reveal(s) }

// FocusLost implements fyne.Focusable.
func (s *Slider) FocusLost() { s.focused = false; s.Refresh() }

// TypedRune implements fyne.Focusable.
func (s *Slider) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (s *Slider) TypedKey(e *fyne.KeyEvent) {
	steps := map[fyne.KeyName]int{
		fyne.KeyLeft: -1, fyne.KeyDown: -1, fyne.KeyRight: 1, fyne.KeyUp: 1,
		fyne.KeyPageDown: -3, fyne.KeyPageUp: 3,
	}
	switch n, ok := steps[e.Name]; {
	case ok:
		s.choose(s.scale.Step(s.value, n))
	case e.Name == fyne.KeyHome:
		s.choose(s.scale.Value(0))
	case e.Name == fyne.KeyEnd:
		s.choose(s.scale.Value(1))
	default:
		PassOn(e)
	}
}

// CreateRenderer implements fyne.Widget.
func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	r := &sliderRenderer{s: s, rest: &canvas.Rectangle{}, done: &canvas.Rectangle{}, ring: &canvas.Circle{}, knob: &canvas.Circle{}}
	r.rest.CornerRadius, r.done.CornerRadius = track/2, track/2
	r.Refresh()
	return r
}

type sliderRenderer struct {
	s          *Slider
	rest, done *canvas.Rectangle
	ring, knob *canvas.Circle
}

func (r *sliderRenderer) Layout(size fyne.Size) {
	middle := size.Height / 2
	x := float32(r.s.scale.Pos(r.s.value)) * max(size.Width-knob, 0)
	r.rest.Move(fyne.NewPos(0, middle-track/2))
	r.rest.Resize(fyne.NewSize(size.Width, track))
	r.done.Move(r.rest.Position())
	r.done.Resize(fyne.NewSize(x+knob/2, track))
	r.knob.Move(fyne.NewPos(x, middle-knob/2))
	r.knob.Resize(fyne.NewSquareSize(knob))
	r.ring.Move(fyne.NewPos(x-halo, middle-knob/2-halo))
	r.ring.Resize(fyne.NewSquareSize(knob + 2*halo))
}

func (r *sliderRenderer) MinSize() fyne.Size { return fyne.NewSize(4*knob, knob+2*halo) }

func (r *sliderRenderer) Refresh() {
	accent := look.Color(look.Accent)
	if r.s.muted {
		accent = look.Color(look.Muted)
	}
	r.done.Hidden = r.s.muted
	r.rest.FillColor = look.Color(look.PartFree)
	r.done.FillColor, r.knob.FillColor = accent, accent
	r.ring.FillColor = theme.Color(theme.ColorNameFocus)
	r.ring.Hidden = !r.s.hovered && !r.s.focused
	r.Layout(r.s.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *sliderRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.rest, r.done, r.ring, r.knob}
}

func (r *sliderRenderer) Destroy() {}
