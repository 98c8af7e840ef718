package personas

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
)

// rows is the scrolled part of the list. All rows are equally high, so only those in view exist as widgets, however many
// personas there are. It takes the focus as a whole: up and down choose a row, Enter opens it.
type rows struct {
	widget.BaseWidget

	list    *List
	rows    []Row
	active  string // the open persona
	cursor  int    // the row that the keys are at; -1 is none
	focused bool
	scroll  *parts.Scroll
	shown   []*rowView // in view, from row first on
	first   int
}

var _ fyne.Focusable = (*rows)(nil)

const rowGap = 3

func newRows(l *List) *rows {
	r := &rows{list: l, cursor: -1}
	r.ExtendBaseWidget(r)
	r.scroll = parts.NewScroll(r)
	r.scroll.OnScrolled = func(fyne.Position) { r.Refresh() }
	return r
}

func (r *rows) pitch() float32 { return look.Size(look.RowHeight) + rowGap }

// set shows other rows. The cursor stays on its persona.
func (r *rows) set(rows []Row) {
	at := ""
	if r.cursor >= 0 && r.cursor < len(r.rows) {
		at = r.rows[r.cursor].ID
	}
	r.rows, r.cursor = rows, -1
	r.cursor = r.index(at)
	r.scroll.Refresh()
	r.Refresh()
}

func (r *rows) index(id string) int {
	for i := range r.rows {
		if r.rows[i].ID == id {
			return i
		}
	}
	return -1
}

// reveal scrolls as far as needed to see a row.
func (r *rows) reveal(id string) {
	i := r.index(id)
	view := r.scroll.Size().Height
	if i < 0 || view <= 0 {
		return
	}
	top := float32(i) * r.pitch()
	offset := r.scroll.Offset.Y
	if offset > top {
		offset = top
	}
	if bottom := top + r.pitch(); offset+view < bottom {
		offset = bottom - view
	}
	if offset != r.scroll.Offset.Y {
		r.scroll.ScrollToOffset(fyne.NewPos(0, offset))
	}
}

// FocusGained implements fyne.Focusable.
func (r *rows) FocusGained() {
	r.focused = true
	if r.cursor < 0 {
		r.cursor = r.index(r.active)
	}
	r.Refresh()
}

// FocusLost implements fyne.Focusable.
func (r *rows) FocusLost() { r.focused = false; r.Refresh() }

// TypedRune implements fyne.Focusable.
func (r *rows) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (r *rows) TypedKey(e *fyne.KeyEvent) {
	if parts.PassOn(e) || len(r.rows) == 0 {
		return
	}
	page := max(int(r.scroll.Size().Height/r.pitch())-1, 1)
	at := r.cursor
	if at < 0 {
		at = r.index(r.active)
	}
	switch e.Name {
	case fyne.KeyUp:
		at--
	case fyne.KeyDown:
		at++
	case fyne.KeyPageUp:
		at -= page
	case fyne.KeyPageDown:
		at += page
	case fyne.KeyHome:
		at = 0
	case fyne.KeyEnd:
		at = len(r.rows) - 1
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if len(r.rows) == 1 {
			at = 0
		}
		r.open(at)
		return
	case fyne.KeyDelete:
		r.remove(at)
		return
	case desktop.KeyMenu:
		if at >= r.first && at-r.first < len(r.shown) {
			r.shown[at-r.first].menuBelow()
		}
		return
	default:
		return
	}
	r.cursor = min(max(at, 0), len(r.rows)-1)
	r.reveal(r.rows[r.cursor].ID)
	r.Refresh()
}

// open tells that a row was chosen.
func (r *rows) open(i int) {
	if i < 0 || i >= len(r.rows) {
		return
	}
	r.cursor = i
	callID(r.list.opt.OnSelect, r.rows[i].ID)
	r.Refresh()
}

// remove asks for a row to go to the trash.
func (r *rows) remove(i int) {
	if i >= 0 && i < len(r.rows) {
		callID(r.list.opt.OnDelete, r.rows[i].ID)
	}
}

// CreateRenderer implements fyne.Widget.
func (r *rows) CreateRenderer() fyne.WidgetRenderer { return &rowsRenderer{r} }

type rowsRenderer struct{ r *rows }

func (v *rowsRenderer) MinSize() fyne.Size {
	return fyne.NewSize(100, float32(len(v.r.rows))*v.r.pitch())
}

// Layout makes exactly the rows in view, taking the widgets that left it.
func (v *rowsRenderer) Layout(size fyne.Size) {
	r, pitch := v.r, v.r.pitch()
	view := r.scroll.Size().Height
	r.first = max(int(math.Floor(float64(r.scroll.Offset.Y/pitch))), 0)
	last := min(int(math.Ceil(float64((r.scroll.Offset.Y+view)/pitch))), len(r.rows))
	r.first = min(r.first, last)
	for len(r.shown) < last-r.first {
		r.shown = append(r.shown, newRowView(r))
	}
	r.shown = r.shown[:max(last-r.first, 0)]
	for i, w := range r.shown {
		w.index = r.first + i
		w.Move(fyne.NewPos(8, float32(w.index)*pitch))
		w.Resize(fyne.NewSize(max(size.Width-16, 0), pitch-rowGap))
		w.Refresh()
	}
}

func (v *rowsRenderer) Refresh() { v.Layout(v.r.Size()) }

func (v *rowsRenderer) Objects() []fyne.CanvasObject {
	o := make([]fyne.CanvasObject, len(v.r.shown))
	for i, w := range v.r.shown {
		o[i] = w
	}
	return o
}

func (v *rowsRenderer) Destroy() {}
