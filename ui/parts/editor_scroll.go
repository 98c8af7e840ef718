package parts

import (
	"fyne.io/fyne/v2"

	"bonbon/ui/parts/edit"
)

// viewHigh returns the height of what is in view.
func (e *Editor) viewHigh() float32 { return max(e.self.Size().Height-2*e.top(), e.col.pitch) }

// settle makes the anchor a paragraph whose top is at the view's top or just above, and leaves no room under the text or over it.
func (e *Editor) settle() {
	c, high := &e.col, e.viewHigh()
	e.anchor = max(0, min(e.anchor, e.text.Paras()-1))
	e.back()
	for e.anchor < e.text.Paras()-1 && e.at+c.high(e.anchor, high-e.at) <= 0 {
		e.at += c.heights[e.anchor]
		e.anchor++
	}
	y := e.at
	for i := e.anchor; i < e.text.Paras() && y < high; i++ {
		y += c.high(i, high-y)
	}
	if y < high {
		e.at += high - y
		e.back()
	}
}

// back goes to earlier paragraphs until the view's top is covered.
func (e *Editor) back() {
	for e.at > 0 && e.anchor > 0 {
		e.anchor--
		e.at -= e.col.all(e.anchor)
	}
	if e.anchor == 0 {
		e.at = min(e.at, 0)
	}
}

// caretTop returns where the caret's line is in the view; false if it lies above the anchor or below the view.
func (e *Editor) caretTop() (y float32, ok bool) {
	p := e.text.Caret()
	y = e.at
	for i := e.anchor; i <= p.Para && y < e.viewHigh(); i++ {
		if i == p.Para {
			y += float32(e.col.lineOf(p, e.early)) * e.col.pitch
			return y, y < e.viewHigh()
		}
		y += e.col.high(i, e.viewHigh()-y)
	}
	return 0, false
}

// follow scrolls as little as shows the caret's line whole.
func (e *Editor) follow() {
	if e.col.width == 0 {
		return
	}
	e.settle()
	p, c, high := e.text.Caret(), &e.col, e.viewHigh()
	top := float32(c.lineOf(p, e.early)) * c.pitch // in its paragraph
	y, ok := e.caretTop()
	switch {
	case p.Para < e.anchor, ok && y < 0:
		e.anchor, e.at = p.Para, -top
	case !ok, y+c.pitch > high:
		e.anchor, e.at = p.Para, high-c.pitch-top
	}
	e.settle()
}

// scroll moves the text up by dy pixels and says whether it moved.
func (e *Editor) scroll(dy float32) bool {
	if e.col.width == 0 {
		return false
	}
	anchor, at := e.anchor, e.at
	e.at -= dy
	e.draw()
	return e.anchor != anchor || e.at != at
}

// Scrolled implements fyne.Scrollable.
func (e *Editor) Scrolled(ev *fyne.ScrollEvent) { e.turn(ev) }

// turn implements scrollsItself.
func (e *Editor) turn(ev *fyne.ScrollEvent) bool { return e.scroll(-ev.Scrolled.DY) }

// extent implements scrolled.
func (e *Editor) extent() (offset, view, total float64) {
	if e.col.width == 0 {
		return 0, 0, 0
	}
	for _, h := range e.col.heights[:e.anchor] { // a million numbers are summed in a millisecond
		offset += float64(h)
	}
	return offset - float64(e.at), float64(e.viewHigh()), e.col.total
}

// jump implements scrolled.
func (e *Editor) jump(share float64) {
	_, view, total := e.extent()
	y := share * (total - view)
	i := 0
	for ; i < len(e.col.heights)-1 && y >= float64(e.col.heights[i]); i++ {
		y -= float64(e.col.heights[i])
	}
	e.anchor, e.at = i, -float32(y)
	if share >= 1 {
		e.anchor, e.at = len(e.col.heights)-1, 0
	}
	e.draw()
}

// page implements scrolled.
func (e *Editor) page(on bool) {
	dy := e.pageHigh()
	if !on {
		dy = -dy
	}
	e.scroll(dy)
}

// pageHigh is how far a page goes: a line of the last one stays in view.
func (e *Editor) pageHigh() float32 { return max(e.viewHigh()-e.col.pitch, e.col.pitch) }

// placeAt returns the place that is nearest to a position in the widget; early as textColumn.lineAt says.
func (e *Editor) placeAt(pos fyne.Position) (p edit.Place, early bool) {
	c, high := &e.col, e.viewHigh()
	want := min(max(pos.Y-e.top(), 0), high-1)
	y := e.at
	i := e.anchor
	for ; i < e.text.Paras()-1 && y+c.high(i, want-y) <= want; i++ {
		y += c.heights[i]
	}
	return c.lineAt(i, max(0, int((want-y)/c.pitch)), pos.X-editorSide)
}
