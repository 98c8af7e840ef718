package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Entry is an input that tells when it is left.
type Entry struct {
	widget.Entry
	OnBlur func()
	OnKey  func(*fyne.KeyEvent) bool
}

// TypedKey implements fyne.Focusable.
func (e *Entry) TypedKey(k *fyne.KeyEvent) {
	if e.OnKey == nil || !e.OnKey(k) {
		e.Entry.TypedKey(k)
	}
}

// NewEntry returns an empty input of one line.
func NewEntry() *Entry {
	e := &Entry{}
	e.ExtendBaseWidget(e)
	return e
}

// NewMultiLineEntry returns an empty input of several lines.
func NewMultiLineEntry() *Entry {
	e := &Entry{}
	e.MultiLine = true
	e.ExtendBaseWidget(e)
	return e
}

// FocusLost implements fyne.Focusable.
func (e *Entry) FocusLost() {
	e.Entry.FocusLost()
	if e.OnBlur != nil {
		e.OnBlur()
	}
}
