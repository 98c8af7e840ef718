package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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

	value int
	entry *Input
	box   *container.ThemeOverride
	width float32
}

// NewNumberEntry returns an input that shows value. Its width is that of the widest text given.
func NewNumberEntry(parse func(string) (int, error), format func(int) string, widest string) *NumberEntry {
	n := &NumberEntry{Parse: parse, Format: format, entry: NewInput()}
	n.entry.OnSubmitted = func(string) { n.commit() }
	n.entry.OnBlur = n.commit
	n.box = container.NewThemeOverride(n.entry, compact{})
	n.width = fyne.MeasureText(widest, look.Size(look.SmallText), fyne.TextStyle{}).Width
	n.entry.SetText(format(0))
	n.ExtendBaseWidget(n)
	return n
}

// Value returns the last good value.
func (n *NumberEntry) Value() int { return n.value }

// Set shows a value in place of whatever was typed; OnChanged is not called.
func (n *NumberEntry) Set(value int) {
	n.value = value
	n.entry.SetText(n.Format(value))
	n.problem(nil)
}

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

// MinSize implements fyne.Widget.
func (n *NumberEntry) MinSize() fyne.Size {
	n.ExtendBaseWidget(n)
	return fyne.NewSize(n.width+2*compactPad+6, n.box.MinSize().Height)
}

// CreateRenderer implements fyne.Widget.
func (n *NumberEntry) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(n.box) }
