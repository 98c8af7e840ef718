package flow

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// Slide is a part of a sheet that is wider than its place and moves sideways in it: everything that is put at or right of X from
// Y down to Y+Height. A thin bar below it shows where it stands. The zero Slide is none.
type Slide struct {
	X, Y, Width, Height float32
	Content             float32 // width of what moves
}

// Measures of the bar under a slide, in pixels.
const (
	SlideBar  = 12 // room for it, that takes the pointer
	barHigh   = 5
	thumbLess = 28 // shortest thumb
)

func (s Slide) holds(x, y float32) bool { return x >= s.X-2 && y >= s.Y && y < s.Y+s.Height }

// Most is how far the slide can be moved.
func (s Slide) Most() float32 { return max(s.Content-s.Width, 0) }

// Clamp returns the shift that is nearest to one, of those that there are.
func (s Slide) Clamp(shift float32) float32 { return min(max(shift, 0), s.Most()) }

// Thumb returns where the bar's thumb begins, from the slide's left end, and how long it is.
func (s Slide) Thumb(shift float32) (x, width float32) {
	width = min(max(s.Width*s.Width/max(s.Content, 1), thumbLess), s.Width)
	if most := s.Most(); most > 0 {
		x = s.Clamp(shift) / most * (s.Width - width)
	}
	return x, width
}

// ShiftAt returns the shift at which the thumb begins at x.
func (s Slide) ShiftAt(x float32) float32 {
	_, width := s.Thumb(0)
	room := s.Width - width
	if room <= 0 {
		return 0
	}
	return s.Clamp(x / room * s.Most())
}

// Into returns the shift nearest to one that shows what lies at x of the sheet.
func (s Slide) Into(shift, x float32) float32 {
	const margin = 16
	x -= s.X
	switch {
	case x < shift+margin:
		return s.Clamp(x - margin)
	case x > shift+s.Width-margin:
		return s.Clamp(x - s.Width + margin)
	}
	return shift
}

// In returns the place in the part's sheet that is shown at a place of the view.
func (p Part) In(x, y float32) (float32, float32) {
	x, y = x-p.X, y-p.Y
	if s := p.Sheet.Slide; s.Width > 0 && s.holds(x, y) && x < s.X+s.Width {
		x += p.Shift
	}
	return x, y
}

// Out returns where in the view a place of the part's sheet is shown, or would be if its slide were not cut off there.
func (p Part) Out(x, y float32) (float32, float32) {
	if s := p.Sheet.Slide; s.Width > 0 && s.holds(x, y) {
		x -= p.Shift
	}
	return p.X + x, p.Y + y
}

// pane cuts off what lies outside a slide. What is in it is placed from its corner.
type pane struct {
	clip   *container.Clip
	box    *fyne.Container
	dx, dy float32
}

// slide draws what is in view of a part's slide, and its bar.
func (v *View) slide(p Part) {
	s := p.Sheet.Slide
	if v.np == len(v.panes) {
		box := container.NewWithoutLayout()
		v.panes = append(v.panes, &pane{clip: container.NewClip(box), box: box})
	}
	in := v.panes[v.np]
	v.np++
	v.put(in.clip)
	in.dx, in.dy, in.box.Objects = p.X+s.X+p.Shift, p.Y+s.Y, in.box.Objects[:0]
	v.inside = in
	v.layer(p, true, func(x, y, width float32) bool {
		return s.holds(x, y) && x+width >= s.X+p.Shift && x <= s.X+p.Shift+s.Width
	})
	v.inside = nil
	in.clip.Move(fyne.NewPos(p.X+s.X, p.Y+s.Y))
	in.clip.Resize(fyne.NewSize(s.Width, s.Height+1)) // the frame's own line is a part of it
	in.clip.Refresh()
	x, width := s.Thumb(p.Shift)
	b := v.box()
	b.FillColor, b.StrokeColor, b.StrokeWidth, b.CornerRadius = v.Ink(theme.ColorNameScrollBar), color.Transparent, 0, barHigh/2
	b.Move(fyne.NewPos(p.X+s.X+x, p.Y+s.Y+s.Height+(SlideBar-barHigh)/2))
	b.Resize(fyne.NewSize(width, barHigh))
	b.Refresh()
}

// at returns the position of something that lies at x, y of the view.
func (v *View) at(x, y float32) fyne.Position {
	if v.inside != nil {
		return fyne.NewPos(x-v.inside.dx, y-v.inside.dy)
	}
	return fyne.NewPos(x, y)
}

// put adds an object to what is drawn.
func (v *View) put(o fyne.CanvasObject) {
	if v.inside != nil {
		v.inside.box.Objects = append(v.inside.box.Objects, o)
		return
	}
	v.contents = append(v.contents, o)
}
