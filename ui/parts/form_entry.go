package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// Input is an input of one line, guarded against the keys of input methods, that tells when it is left.
type Input struct {
	LineEntry

	// OnBlur is called when the focus goes elsewhere.
	OnBlur func()
	// OnKey is asked first about every key that is meant for the input; true: it is done with.
	OnKey func(*fyne.KeyEvent) bool

	plate *Plate // painted by the input's owner in the place of the toolkit's box; nil: the toolkit's box
}

// NewInput returns an empty input of one line.
func NewInput() *Input {
	e := &Input{}
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *Input) TypedKey(key *fyne.KeyEvent) {
	if e.guard.swallows(key) || e.OnKey != nil && e.OnKey(key) {
		return
	}
	e.unguarded(key)
}

// CreateRenderer implements fyne.Widget.
func (e *Input) CreateRenderer() fyne.WidgetRenderer {
	r := e.LineEntry.CreateRenderer()
	if e.plate != nil {
		return boxless{r}
	}
	x := edged{r}
	x.fill()
	return x
}

// edged fills the toolkit's border, which is clear within: on a screen its line would be mixed with black there, and be grey.
type edged struct{ fyne.WidgetRenderer }

func (r edged) fill() {
	for _, o := range r.Objects()[:2] { // the box and the border
		if rect, ok := o.(*canvas.Rectangle); ok {
			rect.FillColor = theme.Color(theme.ColorNameInputBackground)
		}
	}
}

// Refresh implements fyne.WidgetRenderer.
func (r edged) Refresh() {
	r.fill()
	r.WidgetRenderer.Refresh()
}

// boxless leaves out the box and the border that the toolkit's entry paints, its first two objects: somebody else paints them.
type boxless struct{ fyne.WidgetRenderer }

func (r boxless) Objects() []fyne.CanvasObject { return r.WidgetRenderer.Objects()[2:] }

// FocusGained implements fyne.Focusable.
func (e *Input) FocusGained() {
	e.LineEntry.FocusGained()
	reveal(e)
	if e.plate != nil {
		e.plate.SetColors(theme.ColorNameInputBackground, theme.ColorNamePrimary)
	}
}

// FocusLost implements fyne.Focusable.
func (e *Input) FocusLost() {
	e.LineEntry.FocusLost()
	if e.plate != nil {
		e.plate.SetColors(theme.ColorNameInputBackground, theme.ColorNameInputBorder)
	}
	if e.OnBlur != nil {
		e.OnBlur()
	}
}
