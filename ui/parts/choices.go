package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// Choice is one thing to choose in Choices.
type Choice struct {
	ID     string
	Title  string
	Text   string // below the title, muted; only its beginning is shown
	Note   string // at the right end of the title
	Marked bool   // the one that holds now
}

// Choices is a list of things of which one is chosen, of any length: only what is in view exists. Up and Down go from one to the
// next, Enter chooses, the menu key shows what else can be done with it.
type Choices struct {
	widget.BaseWidget

	// OnChoose is called when one was pressed.
	OnChoose func(id string)
	// Menu returns what else can be done with one; nil offers nothing.
	Menu func(id string) []MenuItem
	// OnDelete is called for the Delete key; nil ignores it.
	OnDelete func(id string)

	lines   int // of text below the title, at most
	items   []Choice
	list    *List
	cursor  int // that the keys are at; -1: none
	focused bool
}

var _ fyne.Focusable = (*Choices)(nil)

// NewChoices returns an empty list that shows at most so many lines of each text.
func NewChoices(lines int) *Choices {
	c := &Choices{lines: lines, cursor: -1}
	c.list = NewList(func() Row { return newChoiceRow(c) })
	c.ExtendBaseWidget(c)
	return c
}

// NewChoicesInset keeps a pane's room around choices, v above and below, so that their cards stand in line with what is above them:
// the bar lies in the room at the right.
func NewChoicesInset(v float32, c *Choices) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(v, v, FormPad-1, FormPad-1-barWidth), c)
}

// Set shows these, from the first. The cursor stays on its choice.
func (c *Choices) Set(items []Choice) {
	at := ""
	if c.cursor >= 0 && c.cursor < len(c.items) {
		at = c.items[c.cursor].ID
	}
	c.items, c.cursor = items, -1
	for i := range items {
		if at != "" && items[i].ID == at {
			c.cursor = i
		}
	}
	c.list.Reset(len(items), choiceGuess)
	c.list.ScrollTo(max(c.cursor, 0))
}

// Items returns what is shown, in order.
func (c *Choices) Items() []Choice { return c.items }

// Choose does what pressing a choice does.
func (c *Choices) Choose(i int) {
	if i >= 0 && i < len(c.items) && c.OnChoose != nil {
		c.cursor = i
		c.OnChoose(c.items[i].ID)
	}
}

// Key lets an input pass on the keys that go from one choice to the next, and says whether a key was one of them.
func (c *Choices) Key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyUp:
		c.step(-1)
	case fyne.KeyDown:
		c.step(1)
	case fyne.KeyReturn, fyne.KeyEnter:
		if c.cursor < 0 && len(c.items) == 1 {
			c.cursor = 0
		}
		c.Choose(c.cursor)
	default:
		return false
	}
	return true
}

func (c *Choices) step(by int) {
	if len(c.items) == 0 {
		return
	}
	c.cursor = min(max(c.cursor+by, 0), len(c.items)-1)
	for range 2 { // a row that was not in view is measured by the first scroll
		top, bottom := c.list.RowTop(c.cursor), c.list.RowTop(c.cursor+1)
		switch high := c.list.Size().Height; {
		case top < 0:
			c.list.ScrollBy(top)
		case bottom > high:
			c.list.ScrollBy(bottom - high)
		}
	}
	c.repaint()
}

func (c *Choices) repaint() { c.list.Shown(func(_ int, r Row) { r.(*choiceRow).paint() }) }

// FocusGained implements fyne.Focusable.
func (c *Choices) FocusGained() {
	c.focused = true
	if c.cursor < 0 && len(c.items) > 0 {
		c.cursor = 0
	}
	c.repaint()
}

// FocusLost implements fyne.Focusable.
func (c *Choices) FocusLost() { c.focused = false; c.repaint() }

// TypedRune implements fyne.Focusable.
func (c *Choices) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (c *Choices) TypedKey(e *fyne.KeyEvent) {
	switch {
	case PassOn(e) || c.Key(e):
	case e.Name == desktop.KeyMenu:
		c.list.Shown(func(i int, r Row) {
			if i == c.cursor {
				row := r.(*choiceRow)
				row.menu(fyne.CurrentApp().Driver().AbsolutePositionForObject(row).AddXY(row.Size().Width/2, row.Size().Height/2))
			}
		})
	case e.Name == fyne.KeyDelete && c.OnDelete != nil && c.cursor >= 0 && c.cursor < len(c.items):
		c.OnDelete(c.items[c.cursor].ID)
	default:
		c.list.Key(e.Name)
	}
}

// CreateRenderer implements fyne.Widget.
func (c *Choices) CreateRenderer() fyne.WidgetRenderer { return choicesRenderer{c} }

type choicesRenderer struct{ c *Choices }

func (r choicesRenderer) Destroy()                     {}
func (r choicesRenderer) Layout(s fyne.Size)           { r.c.list.Resize(s) }
func (r choicesRenderer) MinSize() fyne.Size           { return fyne.NewSize(160, 120) }
func (r choicesRenderer) Refresh()                     { r.c.list.Refresh() }
func (r choicesRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.c.list} }
