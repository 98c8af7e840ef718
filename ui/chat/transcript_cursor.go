package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"bonbon/ui/parts"
)

// cursor is the message that the keys are at.
type cursor struct {
	at      int
	ring    bool // it is shown: keys brought it there
	pointer bool // the focus is being given by the pointer, which needs no ring
}

// nowhere is the cursor before a key was pressed.
var nowhere = cursor{at: -1}

// ringAt says whether row i is marked as the one that the keys are at.
func (c cursor) ringAt(i int) bool { return c.ring && c.at == i }

// FocusGained implements fyne.Focusable.
func (t *Transcript) FocusGained() {
	if t.cursor.pointer || t.n == 0 {
		return
	}
	if t.cursor.at < 0 {
		_, last := t.list.Range()
		t.cursor.at = min(last, t.n-1)
	}
	t.cursor.ring = true
	t.recolour()
}

// FocusLost implements fyne.Focusable.
func (t *Transcript) FocusLost() {
	t.shift = false
	t.cursor.ring = false
	t.recolour()
}

// takeFocus lets the keys begin at a row that the pointer pressed.
func (t *Transcript) takeFocus(i int) {
	t.cursor = cursor{at: min(i, t.n-1), pointer: true}
	if c := fyne.CurrentApp().Driver().CanvasForObject(t); c != nil {
		c.Focus(t)
	}
	t.cursor.pointer = false
	t.recolour()
}

func (t *Transcript) recolour() {
	t.list.Shown(func(_ int, r parts.Row) { r.(*row).recolour() })
}

// cursorKey moves from message to message and acts on the one that the keys are at. It says whether the key was one of its own.
func (t *Transcript) cursorKey(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyUp:
		t.step(-1)
	case fyne.KeyDown:
		t.step(1)
	case fyne.KeyReturn, fyne.KeyEnter, desktop.KeyMenu:
		t.menuAtCursor()
	case fyne.KeyLeft:
		t.key(ActionPrevious)
	case fyne.KeyRight:
		t.key(ActionNext)
	case fyne.KeyF2:
		t.key(ActionEdit)
	case fyne.KeyDelete:
		t.key(ActionDelete)
	default:
		return false
	}
	return true
}

// step goes to the next message up or down. One that does not fit into the view is scrolled through first.
func (t *Transcript) step(by int) {
	if t.n == 0 {
		return
	}
	if t.cursor.at < 0 {
		first, last := t.list.Range()
		if t.cursor.at = first; by < 0 {
			t.cursor.at = last
		}
	} else {
		top, bottom := t.extent(t.cursor.at)
		switch {
		case by < 0 && top < 0 && bottom > 0:
			t.list.Key(fyne.KeyUp)
			return
		case by > 0 && bottom > t.list.Size().Height && top < t.list.Size().Height:
			t.list.Key(fyne.KeyDown)
			return
		}
		t.cursor.at += by
	}
	t.cursor.at = min(max(t.cursor.at, 0), t.n-1)
	t.cursor.ring = true
	t.reveal()
	t.recolour()
}

// extent returns where row i begins and ends in the view.
func (t *Transcript) extent(i int) (top, bottom float32) {
	return t.list.RowTop(i), t.list.RowTop(i + 1)
}

// reveal scrolls as little as brings the row that the keys are at into view. A row that was not in view is measured by the first
// scroll, hence the second.
func (t *Transcript) reveal() {
	if t.cursor.at == t.n-1 {
		t.list.ScrollToEnd()
		return
	}
	for range 2 {
		top, bottom := t.extent(t.cursor.at)
		high := t.list.Size().Height
		switch {
		case top < 0:
			t.list.ScrollBy(top)
		case bottom > high:
			t.list.ScrollBy(min(bottom-high, top))
		}
	}
}

// menuAtCursor shows the actions of the message that the keys are at.
func (t *Transcript) menuAtCursor() {
	m := t.message(t.cursor.at)
	if m == nil {
		return
	}
	t.list.Shown(func(i int, r parts.Row) {
		if i == t.cursor.at {
			row := r.(*row)
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(row)
			y := min(row.ground.Position().Y+row.ground.Size().Height, row.bottom-20)
			t.menu(i, m, at.AddXY(row.ground.Position().X+bubblePadX, max(y, row.top)), -1)
		}
	})
}

// key does an action of the message that the keys are at, if it is offered there.
func (t *Transcript) key(name string) {
	i := t.cursor.at
	m := t.message(i)
	if m == nil {
		return
	}
	offered := !t.busy && (name == ActionPrevious && m.version.At > 1 || name == ActionNext && m.version.At < m.version.Of)
	for _, a := range t.env.Actions(m.entry, t.spot(i, m, false)) {
		offered = offered || a.Name == name
	}
	if offered {
		t.do(name, i, m)
	}
}

// copySelected copies the text of the message that the keys are at and says whether there is one.
func (t *Transcript) copySelected() bool {
	m := t.message(t.cursor.at)
	if m == nil {
		return false
	}
	t.copy(plainText(m))
	return true
}

// GoTo brings entry i to the top of the view and the keys to it.
func (t *Transcript) GoTo(i int) {
	t.list.ScrollTo(i)
	t.cursor = cursor{at: i, ring: true}
	if c := fyne.CurrentApp().Driver().CanvasForObject(t); c != nil {
		c.Focus(t)
	}
	t.recolour()
}
