package parts

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Combo is an input for any text with a list of suggestions at hand. The list shows what contains the typed text, or
// everything when nothing does.
type Combo struct {
	widget.BaseWidget

	// OnChanged hears every change by the user, typed or chosen; never what Set set.
	OnChanged func(string)
	// OnOpen is called when the list is wished for while there are no suggestions yet.
	OnOpen func()

	entry   *Input
	button  *Button
	options []string
	quiet   bool
	box     *fyne.Container
}

// listed bounds the suggestions that are shown at once.
const listed = 200

// NewCombo returns an empty input.
func NewCombo(changed func(string)) *Combo {
	c := &Combo{OnChanged: changed, entry: NewInput()}
	c.entry.OnChanged = func(s string) {
		if !c.quiet && c.OnChanged != nil {
			c.OnChanged(s)
		}
	}
	c.button = NewIconButton(look.IconDown, c.Open)
	c.box = container.NewBorder(nil, nil, nil, c.button, c.entry)
	c.ExtendBaseWidget(c)
	return c
}

// Input returns the input that takes the focus.
func (c *Combo) Input() *Input { return c.entry }

// Text returns what is typed.
func (c *Combo) Text() string { return c.entry.Text }

// Set shows a text; OnChanged is not called.
func (c *Combo) Set(text string) {
	c.quiet = true
	c.entry.SetText(text)
	c.quiet = false
}

// SetPlaceHolder shows a text while the input is empty.
func (c *Combo) SetPlaceHolder(text string) { c.entry.SetPlaceHolder(text) }

// SetOptions replaces the suggestions.
func (c *Combo) SetOptions(options []string) { c.options = options }

// Options returns the suggestions.
func (c *Combo) Options() []string { return c.options }

// Open shows the suggestions, or asks for them when there are none.
func (c *Combo) Open() {
	if len(c.options) == 0 {
		if c.OnOpen != nil {
			c.OnOpen()
		}
		return
	}
	var items []*fyne.MenuItem
	for _, o := range c.suggestions() {
		items = append(items, fyne.NewMenuItem(o, func() { c.Choose(o) }))
	}
	dropDown(c, items)
}

// Choose does what choosing from the list does.
func (c *Combo) Choose(text string) { c.entry.SetText(text) }

// suggestions are the options that contain the typed text; all of them when none does or one is typed whole.
func (c *Combo) suggestions() []string {
	typed := strings.ToLower(strings.TrimSpace(c.entry.Text))
	var some []string
	for _, o := range c.options {
		low := strings.ToLower(o)
		if low == typed {
			some = nil
			break
		}
		if strings.Contains(low, typed) {
			some = append(some, o)
		}
	}
	if len(some) == 0 {
		some = c.options
	}
	return some[:min(len(some), listed)]
}

// CreateRenderer implements fyne.Widget.
func (c *Combo) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.box) }
