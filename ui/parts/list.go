package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Row shows one item of a List. Rows are used again for other items.
type Row interface {
	fyne.CanvasObject
	// Bind makes the row show item i in the given width and returns the height that it needs, in whole pixels.
	Bind(i int, width float32) float32
	// Seen says which part of the row is in view, in the row's own coordinates. It is called after every Bind and whenever
	// the part changes; a tall row need hold objects for this part only.
	Seen(top, bottom float32)
	// Release says that the row shows nothing any more.
	Release()
}

// List shows a long column of rows of different heights. Only the rows in view exist; heights are guessed until a row was
// in view. What is seen stays put: the place is kept as one row and its distance from the top of the view, never as a
// distance from the start of the list, so heights above may change freely. A list that is at its end stays there.
//
// All methods belong to the UI goroutine.
type List struct {
	widget.BaseWidget
	// OnMove is called after every change of place or size.
	OnMove func()
	// OnSideways, if set, is asked to move something at a place of the list by dx pixels and says whether there is something: the
	// wheel was turned sideways, or with Shift.
	OnSideways func(at fyne.Position, dx float32) bool

	newRow  func() Row
	heights *Heights
	shown   map[int]*placed
	spare   []Row
	first   int // the rows shown are first … last
	last    int

	anchor int     // this row's top …
	at     float32 // … is here in the view
	end    bool    // follow the end

	width   float32 // that the shown rows are bound to
	resized bool    // it has just changed
	box     *fyne.Container
	clip    *container.Clip
	bar     *scrollBar
	changed bool // the set of shown rows is another one
}

type placed struct {
	row    Row
	height float32
	stale  bool
}

// NewList returns an empty list whose rows are made by newRow.
func NewList(newRow func() Row) *List {
	l := &List{newRow: newRow, heights: NewHeights(0, 1), shown: map[int]*placed{}, box: container.NewWithoutLayout()}
	l.clip = container.NewClip(l.box)
	l.bar = newScrollBar(l)
	l.ExtendBaseWidget(l)
	return l
}

// Reset shows n rows of the guessed height, at the end.
func (l *List) Reset(n int, guess float32) {
	for i := range l.shown {
		l.release(i)
	}
	l.heights.Reset(n, float64(guess))
	l.first, l.last, l.anchor, l.at, l.end = 0, -1, 0, 0, true
	l.lay()
}

// Len returns the number of rows.
func (l *List) Len() int { return l.heights.Len() }

// Grow adds a row at the end. Call Changed for rows that look different because of it.
func (l *List) Grow() {
	l.heights.Append()
	l.lay()
}

// Truncate drops the rows from n on.
func (l *List) Truncate(n int) {
	if n >= l.Len() {
		return
	}
	for i := range l.shown {
		if i >= n {
			l.release(i)
		}
	}
	l.heights.Truncate(n)
	if l.anchor >= n {
		l.end = true
	}
	l.lay()
}

// Guess sets the height of a row that is not shown; a row in view knows better.
func (l *List) Guess(i int, height float32) {
	if _, ok := l.shown[i]; !ok {
		l.heights.Set(i, float64(height))
	}
}

// Changed binds the rows from … to-1 again as far as they are shown.
func (l *List) Changed(from, to int) {
	touched := false
	for i, p := range l.shown {
		if i >= from && i < to {
			p.stale, touched = true, true
		}
	}
	if touched {
		l.lay()
	}
}

// Shown calls f with every row in view, from the top.
func (l *List) Shown(f func(i int, r Row)) {
	for i := l.first; i <= l.last; i++ {
		if p := l.shown[i]; p != nil {
			f(i, p.row)
		}
	}
}

// Range returns the first and the last row in view; last < first if there is none.
func (l *List) Range() (first, last int) { return l.first, l.last }

// RowTop returns where the top of row i lies in the view, by the heights known so far.
func (l *List) RowTop(i int) float32 {
	return l.at + float32(l.heights.Top(i)-l.heights.Top(l.anchor))
}

// ScrollBy moves the content up by dy pixels; a negative dy moves it down.
func (l *List) ScrollBy(dy float32) {
	if l.Len() == 0 || dy == 0 {
		return
	}
	l.end = false
	l.at -= dy
	if dy > l.Size().Height || dy < -l.Size().Height {
		l.seek(l.offset())
	}
	l.lay()
}

// ScrollTo shows row i at the top of the view.
func (l *List) ScrollTo(i int) {
	if l.Len() == 0 {
		return
	}
	l.end = false
	l.anchor, l.at = min(max(i, 0), l.Len()-1), 0
	l.lay()
}

// ScrollToAt shows row i with its top y pixels below the top of the view, as far as there are rows to fill the view.
func (l *List) ScrollToAt(i int, y float32) {
	if l.Len() == 0 {
		return
	}
	l.end = false
	l.anchor, l.at = min(max(i, 0), l.Len()-1), y
	l.lay()
}

// ScrollToEnd shows the end and follows it from now on.
func (l *List) ScrollToEnd() {
	l.end = true
	l.lay()
}

// AtEnd says whether the list follows its end.
func (l *List) AtEnd() bool { return l.end }

// Scrolled implements fyne.Scrollable.
func (l *List) Scrolled(e *fyne.ScrollEvent) {
	dx, dy := e.Scrolled.DX, e.Scrolled.DY
	if dx == 0 && shiftHeld() {
		dx, dy = dy, 0
	}
	if l.OnSideways != nil && max(dx, -dx) > max(dy, -dy) && l.OnSideways(e.Position, dx) {
		return
	}
	l.ScrollBy(-e.Scrolled.DY)
}

func shiftHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

// Key scrolls for PageUp, PageDown, Home, End, Up and Down and says whether the key was one of them.
func (l *List) Key(name fyne.KeyName) bool {
	page := l.Size().Height * 0.9
	switch name {
	case fyne.KeyPageUp:
		l.ScrollBy(-page)
	case fyne.KeyPageDown:
		l.ScrollBy(page)
	case fyne.KeyUp:
		l.ScrollBy(-lineStep)
	case fyne.KeyDown:
		l.ScrollBy(lineStep)
	case fyne.KeyHome:
		l.ScrollTo(0)
	case fyne.KeyEnd:
		l.ScrollToEnd()
	default:
		return false
	}
	return true
}

const lineStep = 44 // pixels that an arrow key scrolls

// offset returns how far the view is from the start of the list.
func (l *List) offset() float64 { return l.heights.Top(l.anchor) - float64(l.at) }

// seek makes the row at y the anchor.
func (l *List) seek(y float64) {
	row, top := l.heights.Find(y)
	l.anchor, l.at = row, float32(top-y)
}

// CreateRenderer implements fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer { return &listRenderer{l} }

type listRenderer struct{ l *List }

func (r *listRenderer) Destroy()                     {}
func (r *listRenderer) MinSize() fyne.Size           { return fyne.NewSize(120, 60) }
func (r *listRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.l.clip, r.l.bar} }

func (r *listRenderer) Layout(s fyne.Size) {
	r.l.clip.Resize(s)
	r.l.box.Resize(s)
	r.l.bar.Move(fyne.NewPos(s.Width-barWidth, 0))
	r.l.bar.Resize(fyne.NewSize(barWidth, s.Height))
	r.l.lay()
}

func (r *listRenderer) Refresh() {
	for _, p := range r.l.shown {
		p.stale = true
	}
	r.l.lay()
	r.l.bar.Refresh()
}
