package parts

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// MeterHeight is how high a meter's bar is drawn.
const MeterHeight = 7

// MeterPart is one coloured stretch of a meter.
type MeterPart struct {
	Amount int
	Ink    fyne.ThemeColorName
}

// Meter is a bar of parts whose amounts share its length. It tells which part the pointer is on, and takes a click.
type Meter struct {
	widget.BaseWidget
	OnHover  func(part int) // -1 when the pointer leaves
	OnTapped func()

	parts []MeterPart
	over  int
}

// NewMeter returns an empty meter.
func NewMeter() *Meter {
	m := &Meter{over: -1}
	m.ExtendBaseWidget(m)
	return m
}

// SetParts shows these parts from left to right. Amounts below zero count as zero.
func (m *Meter) SetParts(parts ...MeterPart) {
	m.parts = parts
	m.Refresh()
}

// Tapped implements fyne.Tappable.
func (m *Meter) Tapped(*fyne.PointEvent) {
	if m.OnTapped != nil {
		m.OnTapped()
	}
}

// MouseIn implements desktop.Hoverable.
func (m *Meter) MouseIn(e *desktop.MouseEvent) { m.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (m *Meter) MouseMoved(e *desktop.MouseEvent) {
	at := -1
	for i, s := range m.stretches(m.Size().Width) {
		if e.Position.X >= s.from && e.Position.X < s.to {
			at = i
		}
	}
	m.hover(at)
}

// MouseOut implements desktop.Hoverable.
func (m *Meter) MouseOut() { m.hover(-1) }

// Cursor implements desktop.Cursorable.
func (m *Meter) Cursor() desktop.Cursor {
	if m.OnTapped == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (m *Meter) hover(part int) {
	if part == m.over {
		return
	}
	m.over = part
	if m.OnHover != nil {
		m.OnHover(part)
	}
}

type stretch struct{ from, to float32 }

// least is how wide a part that is there is drawn at the least, so that it can be seen.
const least = 2

// stretches shares width among the parts: first the small ones get their least, then the others what is left by amount.
func (m *Meter) stretches(width float32) []stretch {
	total := float32(0)
	for _, p := range m.parts {
		total += float32(max(0, p.Amount))
	}
	small := func(p MeterPart) bool { return width*float32(p.Amount) < least*total }
	rest, big := width, total
	for _, p := range m.parts {
		if p.Amount > 0 && small(p) {
			rest, big = rest-least, big-float32(p.Amount)
		}
	}
	out := make([]stretch, len(m.parts))
	x := float32(0)
	for i, p := range m.parts {
		w := float32(0)
		switch {
		case p.Amount <= 0:
		case small(p):
			w = least
		default:
			w = rest * float32(p.Amount) / big
		}
		out[i] = stretch{x, min(width, x+w)} // sums of fractions may be a hair too long
		x = out[i].to
	}
	return out
}

// CreateRenderer implements fyne.Widget.
func (m *Meter) CreateRenderer() fyne.WidgetRenderer {
	r := &meterRenderer{meter: m}
	r.Refresh()
	return r
}

type meterRenderer struct {
	meter *Meter
	bars  []*canvas.Rectangle
}

func (r *meterRenderer) Refresh() {
	for len(r.bars) < len(r.meter.parts) {
		r.bars = append(r.bars, canvas.NewRectangle(color.Transparent))
	}
	for i, p := range r.meter.parts {
		r.bars[i].FillColor = look.Color(p.Ink)
	}
	r.Layout(r.meter.Size())
	for _, b := range r.bars {
		b.Refresh()
	}
}

// Layout rounds the two ends of the whole bar: the first and the last part that are to be seen.
func (r *meterRenderer) Layout(size fyne.Size) {
	shown := r.meter.stretches(size.Width)
	first, last := -1, -1
	for i, s := range shown {
		if s.to > s.from {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	for i, b := range r.bars {
		b.Hidden = i >= len(shown) || shown[i].to <= shown[i].from
		if b.Hidden {
			continue
		}
		left, right := float32(0), float32(0)
		if i == first {
			left = MeterHeight / 2
		}
		if i == last {
			right = MeterHeight / 2
		}
		b.TopLeftCornerRadius, b.BottomLeftCornerRadius = left, left
		b.TopRightCornerRadius, b.BottomRightCornerRadius = right, right
		b.Resize(fyne.NewSize(shown[i].to-shown[i].from, MeterHeight))
		b.Move(fyne.NewPos(shown[i].from, (size.Height-MeterHeight)/2))
	}
}

func (r *meterRenderer) MinSize() fyne.Size { return fyne.NewSize(60, MeterHeight) }
func (r *meterRenderer) Destroy()           {}
func (r *meterRenderer) Objects() []fyne.CanvasObject {
	out := make([]fyne.CanvasObject, len(r.bars))
	for i, b := range r.bars {
		out[i] = b
	}
	return out
}
