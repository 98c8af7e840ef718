package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Suggestion is one line of a Combo's list: what it stands for, and a small note beside it.
type Suggestion struct{ Text, Note string }

// Combo is an input for any text with a list of suggestions at hand, which is searched while one types there. The button
// and Down open it.
type Combo struct {
	widget.BaseWidget

	// OnChanged hears every change by the user, typed or chosen; never what Set set.
	OnChanged func(string)
	// OnOpen is called when the list is wished for while there are no suggestions yet.
	OnOpen func()

	entry   *Input
	button  *Button
	options []Suggestion
	quiet   bool
	box     *fyne.Container
	list    *chooser // while it is open
}

// NewCombo returns an empty input.
func NewCombo(changed func(string)) *Combo {
	c := &Combo{OnChanged: changed, entry: NewInput()}
	c.entry.OnChanged = func(s string) {
		if !c.quiet && c.OnChanged != nil {
			c.OnChanged(s)
		}
	}
	c.entry.OnKey = func(k *fyne.KeyEvent) bool {
		if k.Name == fyne.KeyDown {
			c.Open()
		}
		return k.Name == fyne.KeyDown
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

// SetOptions replaces the suggestions by some without notes.
func (c *Combo) SetOptions(options []string) {
	c.options = make([]Suggestion, len(options))
	for i, o := range options {
		c.options[i].Text = o
	}
}

// SetSuggestions replaces the suggestions.
func (c *Combo) SetSuggestions(options []Suggestion) { c.options = options }

// Options returns the texts of the suggestions.
func (c *Combo) Options() []string {
	all := make([]string, len(c.options))
	for i, o := range c.options {
		all[i] = o.Text
	}
	return all
}

// Open shows the suggestions, or asks for them when there are none.
func (c *Combo) Open() {
	if len(c.options) == 0 {
		if c.OnOpen != nil {
			c.OnOpen()
		}
		return
	}
	if canvas := fyne.CurrentApp().Driver().CanvasForObject(c); canvas != nil {
		c.list = newChooser(c.options, c.entry.Text, c.Choose)
		c.list.showUnder(c, canvas)
	}
}

// Choose does what choosing from the list does.
func (c *Combo) Choose(text string) { c.entry.SetText(text) }

// CreateRenderer implements fyne.Widget.
func (c *Combo) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.box) }
