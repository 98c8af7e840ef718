package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// NumberEntry is a small input for one number. What is typed counts when Enter is pressed or the input is left; then it is
// shown in the usual form. What cannot be read stays as typed and is reported.
type NumberEntry struct {
	widget.BaseWidget

	// Parse reads what was typed.
	Parse func(string) (int, error)
	// Format writes a value.
	Format func(int) string
	// OnChanged hears a new value that the user typed; never what Set set.
	OnChanged func(int)
	// OnProblem hears Parse's error, and nil when the text is good again.
	OnProblem func(error)

	value  int
	entry  *Input
	widest string
}

// NewNumberEntry returns an input that shows value. Its width is that of the widest text given.
func NewNumberEntry(parse func(string) (int, error), format func(int) string, widest string) *NumberEntry {
	n := &NumberEntry{Parse: parse, Format: format, entry: NewInput(), widest: widest}
	n.entry.plate = NewPlate(theme.ColorNameInputBackground, theme.ColorNameInputBorder, theme.SizeNameInputRadius)
	n.entry.OnSubmitted = func(string) { n.commit() }
	n.entry.OnBlur = n.commit
	n.entry.SetText(format(0))
	n.ExtendBaseWidget(n)
	return n
}

// Value returns the last good value.
func (n *NumberEntry) Value() int { return n.value }

// Set shows a value; OnChanged is not called. What is being typed stays while the value is the same.
func (n *NumberEntry) Set(value int) {
	if value != n.value {
		n.Reset(value)
	}
}

// Reset shows a value in place of whatever was typed; OnChanged is not called.
func (n *NumberEntry) Reset(value int) {
	n.value = value
	n.entry.SetText(n.Format(value))
	n.problem(nil)
}

// Input returns the input that takes the focus.
func (n *NumberEntry) Input() *Input { return n.entry }

// SetPlaceHolder shows a text while the input is empty.
func (n *NumberEntry) SetPlaceHolder(text string) { n.entry.SetPlaceHolder(text) }

func (n *NumberEntry) commit() {
	value, err := n.Parse(n.entry.Text)
	n.problem(err)
	if err != nil {
		return
	}
	changed := value != n.value
	n.value = value
	n.entry.SetText(n.Format(value))
	if changed && n.OnChanged != nil {
		n.OnChanged(value)
	}
}

func (n *NumberEntry) problem(err error) {
	if n.OnProblem != nil {
		n.OnProblem(err)
	}
}

// squeeze is how much lower at its top and at its bottom the plate is than the toolkit's input, which has too much room there
// for a small field. Another theme for the input would do it too, but the toolkit reads every font again for each of those.
const squeeze = 4

// MinSize implements fyne.Widget.
func (n *NumberEntry) MinSize() fyne.Size {
	n.ExtendBaseWidget(n)
	width := min(textWidth(n.widest)+entryMargin()+4, look.InspectorWidth*2/5) // a label stands beside it, at any text size
	return fyne.NewSize(width, n.entry.MinSize().Height-2*squeeze)
}

// CreateRenderer implements fyne.Widget.
func (n *NumberEntry) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{Layout: squeezed{}, Objects: []fyne.CanvasObject{n.entry.plate, n.entry}})
}

// squeezed lets an input reach over its plate at the top and at the bottom.
type squeezed struct{}

func (squeezed) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size)
	o[1].Resize(size.AddWidthHeight(0, 2*squeeze))
	o[1].Move(fyne.NewPos(0, -squeeze))
}

func (squeezed) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[1].MinSize().AddWidthHeight(0, -2*squeeze)
}

func textWidth(s string) float32 {
	return fyne.MeasureText(s, look.Size(theme.SizeNameText), fyne.TextStyle{}).Width
}

// entryMargin is what the toolkit's entry adds to its lines.
func entryMargin() float32 { return 2 * theme.InnerPadding() }
