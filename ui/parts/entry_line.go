package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// LineEntry is an input of one line in which the Enter of an input method does not submit.
type LineEntry struct {
	widget.Entry
	guard imeGuard
}

// NewLineEntry returns an empty input of one line.
func NewLineEntry() *LineEntry {
	e := &LineEntry{}
	e.ExtendBaseWidget(e)
	return e
}

// KeyDown implements desktop.Keyable.
func (e *LineEntry) KeyDown(key *fyne.KeyEvent) {
	e.guard.keyDown(key)
	e.Entry.KeyDown(key)
}

// KeyUp implements desktop.Keyable.
func (e *LineEntry) KeyUp(key *fyne.KeyEvent) {
	e.guard.keyUp(key)
	e.Entry.KeyUp(key)
}

// TypedRune implements fyne.Focusable.
func (e *LineEntry) TypedRune(r rune) {
	e.guard.typedRune(r)
	e.Entry.TypedRune(r)
}

// TypedKey implements fyne.Focusable.
func (e *LineEntry) TypedKey(key *fyne.KeyEvent) {
	if !e.guard.swallows(key) {
		e.Entry.TypedKey(key)
	}
}

// FocusLost implements fyne.Focusable.
func (e *LineEntry) FocusLost() {
	e.guard.reset()
	e.Entry.FocusLost()
}
