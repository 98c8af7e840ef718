package parts

import "fyne.io/fyne/v2"

// Closer is something over the window that a person may close without a choice.
type Closer interface {
	Hide()
	Visible() bool
}

type over struct {
	canvas fyne.Canvas
	it     Closer
}

// opened holds the closers that were shown and not found closed since, the newest last. The toolkit tells only that
// something lies on top of a window, not what. It belongs to the window's goroutine.
var opened []over

// Opened tells that c was shown over a canvas, so that CloseTop finds it.
func Opened(canvas fyne.Canvas, c Closer) {
	dropClosed()
	opened = append(opened, over{canvas, c})
}

// CloseTop closes what was opened last over a canvas and is still there, as a person does. It tells whether there was anything.
func CloseTop(canvas fyne.Canvas) bool {
	dropClosed()
	for i := len(opened) - 1; i >= 0; i-- {
		if opened[i].canvas == canvas {
			if pane, ok := opened[i].it.(*Pane); ok {
				pane.Leave()
			} else {
				opened[i].it.Hide()
			}
			return true
		}
	}
	return false
}

func dropClosed() {
	rest := opened[:0]
	for _, o := range opened {
		if o.it.Visible() {
			rest = append(rest, o)
		}
	}
	clear(opened[len(rest):])
	opened = rest
}

// topPane returns the pane that lies on top of all else over a canvas, nil if there is none.
func topPane(canvas fyne.Canvas) *Pane {
	dropClosed()
	for i := len(opened) - 1; i >= 0; i-- {
		if opened[i].canvas == canvas {
			p, _ := opened[i].it.(*Pane)
			return p
		}
	}
	return nil
}
