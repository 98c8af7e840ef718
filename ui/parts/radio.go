package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Radio offers a few choices of which one holds, each a line that wraps when it must. Space and Enter choose.
type Radio struct {
	widget.BaseWidget

	// OnChanged hears which choice the user made; never what Set set.
	OnChanged func(index int)

	rows []*radioRow
	now  int
	box  *fyne.Container
}

// NewRadio returns a radio that shows the choice at index now.
func NewRadio(now int, changed func(int), choices ...string) *Radio {
	r := &Radio{OnChanged: changed, now: now}
	r.box = NewColumn(6)
	for i, c := range choices {
		row := &radioRow{owner: r, index: i, text: NewPara(c, "", "")}
		row.ExtendBaseWidget(row)
		r.rows = append(r.rows, row)
		r.box.Add(row)
	}
	r.ExtendBaseWidget(r)
	return r
}

// Selected returns the index of the choice that holds.
func (r *Radio) Selected() int { return r.now }

// Set shows another choice; OnChanged is not called.
func (r *Radio) Set(index int) {
	if r.now != index {
		r.now = index
		for _, row := range r.rows {
			row.Refresh()
		}
	}
}

func (r *Radio) choose(index int) {
	if index == r.now {
		return
	}
	r.Set(index)
	if r.OnChanged != nil {
		r.OnChanged(index)
	}
}

// CreateRenderer implements fyne.Widget.
func (r *Radio) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.box) }

type radioRow struct {
	widget.BaseWidget
	owner            *Radio
	index            int
	text             *Para
	hovered, focused bool
}

func (w *radioRow) Tapped(*fyne.PointEvent)        { w.owner.choose(w.index) }
func (w *radioRow) Cursor() desktop.Cursor         { return desktop.PointerCursor }
func (w *radioRow) MouseIn(*desktop.MouseEvent)    { w.hovered = true; w.Refresh() }
func (w *radioRow) MouseMoved(*desktop.MouseEvent) {}
func (w *radioRow) MouseOut()                      { w.hovered = false; w.Refresh() }
func (w *radioRow) FocusGained()                   { w.focused = true; w.Refresh(); reveal(w) }
func (w *radioRow) FocusLost()                     { w.focused = false; w.Refresh() }
func (w *radioRow) TypedRune(rune)                 {}

func (w *radioRow) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		w.owner.choose(w.index)
		return
	}
	PassOn(e)
}

const radioGap = 8 // between dot and words

// radioDot is how large a dot is across: as large as the text beside it.
func radioDot() float32 { return theme.TextSize() }

func (w *radioRow) CreateRenderer() fyne.WidgetRenderer {
	r := &radioRenderer{w: w, ring: &canvas.Circle{StrokeWidth: 1.5}, dot: &canvas.Circle{}, halo: &canvas.Circle{}}
	r.Refresh()
	return r
}

type radioRenderer struct {
	w               *radioRow
	halo, ring, dot *canvas.Circle
}

func (r *radioRenderer) MinSize() fyne.Size {
	m := r.w.text.MinSize()
	return fyne.NewSize(radioDot()+radioGap+m.Width, max(m.Height, radioDot()))
}

func (r *radioRenderer) Layout(size fyne.Size) {
	across := radioDot()
	r.w.text.Move(fyne.NewPos(across+radioGap, 0))
	r.w.text.Resize(fyne.NewSize(size.Width-across-radioGap, size.Height))
	y := (fyne.MeasureText("M", theme.TextSize(), fyne.TextStyle{}).Height - across) / 2
	place := func(c *canvas.Circle, out float32) {
		c.Move(fyne.NewPos(-out, y-out))
		c.Resize(fyne.NewSquareSize(across + 2*out))
	}
	place(r.halo, 4)
	place(r.ring, 0)
	place(r.dot, -4.5/14*across)
}

func (r *radioRenderer) Refresh() {
	chosen := r.w.owner.now == r.w.index
	r.halo.FillColor = theme.Color(theme.ColorNameFocus)
	r.halo.Hidden = !r.w.focused && !r.w.hovered
	r.ring.StrokeColor, r.ring.FillColor = look.Color(look.Muted), look.Color(look.Surface)
	if chosen {
		r.ring.StrokeColor, r.ring.FillColor = look.Color(look.Accent), look.Color(look.Accent)
	}
	r.dot.FillColor = look.Color(look.OnAccent)
	r.dot.Hidden = !chosen
	r.Layout(r.w.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *radioRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.halo, r.ring, r.dot, r.w.text}
}

func (r *radioRenderer) Destroy() {}
