package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
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

// Shifted tells whether Shift is held.
func (e *LineEntry) Shifted() bool { return e.guard.shifted() }

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
		e.unguarded(key)
	}
}

// unguarded is a key that is not the input method's.
func (e *LineEntry) unguarded(key *fyne.KeyEvent) {
	if !PassOn(key) {
		e.Entry.TypedKey(key)
	}
}

// AcceptsTab implements fyne.Tabbable: Tab goes on to the next widget. A tab can still be pasted.
func (e *LineEntry) AcceptsTab() bool { return false }

// PassOn gives Escape and F3 to the window and tells whether it did: the toolkit tells keys to the focused widget alone, and few
// have a use for these.
func PassOn(key *fyne.KeyEvent) bool {
	if key.Name != fyne.KeyEscape && key.Name != fyne.KeyF3 {
		return false
	}
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if c := w.Canvas(); c.Focused() != nil && c.OnTypedKey() != nil {
			c.OnTypedKey()(key)
		}
	}
	return true
}

// TypedShortcut implements fyne.Shortcutable. The toolkit tells a shortcut to the focused entry alone, so those that an
// entry knows nothing of go on to the window.
func (e *LineEntry) TypedShortcut(s fyne.Shortcut) {
	e.Entry.TypedShortcut(s)
	if _, ok := s.(*desktop.CustomShortcut); ok {
		passShortcut(s)
	}
}

// passShortcut gives a shortcut to the window.
func passShortcut(s fyne.Shortcut) {
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if c, ok := w.Canvas().(fyne.Shortcutable); ok && w.Canvas().Focused() != nil {
			c.TypedShortcut(s)
		}
	}
}

// FocusLost implements fyne.Focusable.
func (e *LineEntry) FocusLost() {
	e.guard.reset()
	e.Entry.FocusLost()
}
