package flow

import (
	"image/color"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// View draws sheets, one under the other, as far as they are in view. Its objects are used again, so scrolling through a
// text of any length costs what is seen. It is not a widget: its owner puts Objects into its own container.
type View struct {
	Ink   func(fyne.ThemeColorName) color.Color // colour lookup; the owner may dim it
	parts []Part
	from  float32 // what the objects were made for
	to    float32
	width float32
	dirty bool

	texts    []*canvas.Text
	boxes    []*canvas.Rectangle
	lines    []*canvas.Line
	nt       int // used of each
	nb       int
	nl       int
	panes    []*pane
	np       int
	inside   *pane // what is drawn goes into this one; nil: into contents
	contents []fyne.CanvasObject
}

// Part is a sheet and its place.
type Part struct {
	X, Y   float32
	Sheet  *Sheet
	Picked Range   // what is selected of its text
	Shift  float32 // how far to the left its Slide has moved
}

// Set shows parts, which go from the top down, to a right end at width.
func (v *View) Set(parts []Part, width float32) {
	v.parts, v.width, v.dirty = parts, width, true
}

// Redraw makes the next Show draw again, for another theme.
func (v *View) Redraw() { v.dirty = true }

// Show draws what lies between top and bottom, and half as much around it. It says whether Objects has changed.
func (v *View) Show(top, bottom float32) bool {
	if !v.dirty && top >= v.from && bottom <= v.to {
		return false
	}
	extra := (bottom - top) / 2
	v.from, v.to, v.dirty = top-extra, bottom+extra, false
	v.nt, v.nb, v.nl, v.np = 0, 0, 0, 0
	v.contents = v.contents[:0]
	first := sort.Search(len(v.parts), func(i int) bool { return v.parts[i].Y+v.parts[i].Sheet.Height >= v.from })
	for _, p := range v.parts[first:] {
		if p.Y > v.to {
			break
		}
		v.draw(p)
	}
	return true
}

// Objects returns what is to be drawn, in order. It is valid until the next Show.
func (v *View) Objects() []fyne.CanvasObject { return v.contents }

func (v *View) draw(p Part) {
	slides := p.Sheet.Slide.Width > 0
	v.layer(p, false, func(x, y, _ float32) bool { return !slides || !p.Sheet.Slide.holds(x, y) })
	if slides {
		v.slide(p)
	}
}

// layer draws the things of a part that are asked for by their places and widths; sliding says whether they are those of its Slide.
func (v *View) layer(p Part, sliding bool, wanted func(x, y, width float32) bool) {
	for _, m := range p.Sheet.Marks {
		if y := p.Y + m.Y; y <= v.to && y+m.Height >= v.from && (m.Still && !sliding || !m.Still && wanted(m.X, m.Y, m.Width)) {
			v.mark(p, m)
		}
	}
	v.pick(p, wanted)
	runs := p.Sheet.Runs
	first := sort.Search(len(runs), func(i int) bool { return p.Y+runs[i].Y+runs[i].Line >= v.from })
	for _, r := range runs[first:] {
		if p.Y+r.Y > v.to {
			break
		}
		if wanted(r.X, r.Y, r.Width) {
			v.run(p, r)
		}
	}
}

// xHeight places text so that the middle of its capitals lies in the middle of its line.
const xHeight = 0.36

func (v *View) run(p Part, r Run) {
	m, ink := meterFor(r.Style, r.Size), v.Ink(r.Ink)
	x, y := p.X+r.X, p.Y+r.Y+r.Line*0.5+r.Size*xHeight // of the line the text stands on
	if r.Right {
		x = v.width + r.X
	}
	t := v.text()
	t.Resize(fyne.NewSize(r.Width, m.height))
	t.Move(v.at(x, y-m.ascent(r.Text)))
	// A refresh makes Fyne draw the letters anew; most texts stay as they are when a reply grows or the pointer comes.
	if t.Text != r.Text || t.TextSize != r.Size || t.TextStyle != m.style || t.Color != ink {
		t.Text, t.TextSize, t.TextStyle, t.Color = r.Text, r.Size, m.style, ink
		t.Refresh()
	}
	if r.Style&Strike != 0 {
		v.line(x, y-r.Size*0.3, r.Width, ink)
	}
	if r.Style&Linked != 0 {
		v.line(x, y+2, r.Width, ink)
	}
}

func (v *View) mark(p Part, m Mark) {
	width := m.Width
	if m.Stretch {
		width = v.width - p.X - m.X
	}
	if m.Shape == Rule {
		v.line(p.X+m.X, p.Y+m.Y, width, v.Ink(m.Fill))
		return
	}
	b := v.box()
	b.FillColor, b.StrokeColor, b.StrokeWidth, b.CornerRadius = color.Transparent, color.Transparent, 0, m.Radius
	if m.Fill != "" {
		b.FillColor = v.Ink(m.Fill)
	}
	if m.Edge != "" {
		b.StrokeColor, b.StrokeWidth = v.Ink(m.Edge), 1
	}
	b.Resize(fyne.NewSize(width, m.Height))
	b.Move(v.at(p.X+m.X, p.Y+m.Y))
	b.Refresh()
}

func (v *View) text() *canvas.Text {
	if v.nt == len(v.texts) {
		v.texts = append(v.texts, canvas.NewText("", color.Black))
	}
	v.nt++
	v.put(v.texts[v.nt-1])
	return v.texts[v.nt-1]
}

func (v *View) box() *canvas.Rectangle {
	if v.nb == len(v.boxes) {
		v.boxes = append(v.boxes, canvas.NewRectangle(color.Black))
	}
	v.nb++
	v.put(v.boxes[v.nb-1])
	return v.boxes[v.nb-1]
}

// line draws a horizontal hairline.
func (v *View) line(x, y, width float32, ink color.Color) {
	if v.nl == len(v.lines) {
		v.lines = append(v.lines, canvas.NewLine(ink))
	}
	l := v.lines[v.nl]
	v.nl++
	v.put(l)
	l.StrokeColor, l.StrokeWidth = ink, 1
	l.Position1, l.Position2 = v.at(x, y), v.at(x+width, y)
	l.Refresh()
}

// At returns the zone under a place, and false if there is none.
func (v *View) At(pos fyne.Position) (Zone, bool) {
	for _, p := range v.parts {
		if pos.Y < p.Y || pos.Y > p.Y+p.Sheet.Height {
			continue
		}
		inX, inY := p.In(pos.X, pos.Y)
		for _, z := range p.Sheet.Zones {
			x, y := inX-z.X, inY-z.Y
			if z.Right {
				x = pos.X - (v.width + z.X)
			}
			if x >= 0 && x < z.Width && y >= 0 && y < z.Height {
				return z, true
			}
		}
	}
	return Zone{}, false
}
