package parts

import "fyne.io/fyne/v2"

// NewForm returns the fields of a panel under each other, with the room around and between them that all panels have,
// scrolling when they need more height than there is.
func NewForm(fields ...fyne.CanvasObject) *Scroll {
	return NewScroll(NewInset(FormPad, FormPad, NewColumn(FormGap, fields...)))
}

// Room of forms.
const (
	FormPad = 18 // around
	FormGap = 20 // between fields
)
