package parts

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// MenuItem is one row of a Menu. One without a label is a line between two groups.
type MenuItem struct {
	Label    string
	Icon     look.IconName // "": none
	Hint     string        // the keys that do the same, at the right end
	Danger   bool          // it takes something away
	Disabled bool          // it is shown and cannot be chosen
	Checked  bool          // it is what holds now
	Do       func()        // called after the menu has closed
}

func (i MenuItem) line() bool { return i.Label == "" }

func (i MenuItem) free() bool { return !i.line() && !i.Disabled }

// Menu is a list of things to do that lies over the window, beside what it belongs to, until one is chosen or something else is
// pressed. Arrows, Home and End go from row to row, letters to the next row that begins with them; Enter and Space choose, Escape
// closes. Where the window is too low for all rows, they scroll.
type Menu struct {
	widget.BaseWidget

	items  []MenuItem
	rows   []*menuRow // nil where items has a line
	marked int        // index in items; -1: none
	keyed  bool       // the mark was set by the keys
	typed  string     // letters since the last other key
	space  bool       // Space went down here, and not where the menu was opened

	popup  *widget.PopUp
	scroll *Scroll
	bar    layout.CustomPaddedLayout // room for the bar where the rows scroll
	body   fyne.CanvasObject
}

var _ fyne.Focusable = (*Menu)(nil)

// Measures of menus.
const (
	menuEdge = 8   // least distance from the window's edge
	menuPad  = 6   // around the rows
	menuGap  = 2   // between a menu and the widget that it hangs from
	menuWide = 200 // at least, where there is room
	menuMost = 440 // longer labels are cut
)

// ShowMenu shows a menu at a place in the window, as a press with the secondary button does. It returns nil for no items.
func ShowMenu(c fyne.Canvas, items []MenuItem, at fyne.Position) *Menu {
	return showMenu(c, items, at, fyne.Size{})
}

// ShowMenuUnder shows a menu that hangs from a widget and is at least as wide as that. It returns nil if there are no items or the
// widget is in no window.
func ShowMenuUnder(o fyne.CanvasObject, items []MenuItem) *Menu {
	d := fyne.CurrentApp().Driver()
	return showMenu(d.CanvasForObject(o), items, d.AbsolutePositionForObject(o), o.Size())
}

// showMenu shows a menu beside what stands at a place in a size.
func showMenu(c fyne.Canvas, items []MenuItem, at fyne.Position, of fyne.Size) *Menu {
	m := newMenu(items)
	if c == nil || len(m.items) == 0 {
		return nil
	}
	m.popup = widget.NewPopUp(m, c)
	least := fyne.NewSize(max(m.body.MinSize().Width, of.Width), m.high())
	if least.Height > c.Size().Height-2*menuEdge {
		m.bar.RightPadding = theme.ScrollBarSize()
		least.Width += theme.ScrollBarSize()
	}
	at, size := beside(at, of, least, c.Size())
	m.popup.ShowAtPosition(at)
	m.popup.Resize(size)
	Opened(c, m)
	c.Focus(m)
	for i, item := range m.items {
		if item.Checked {
			m.mark(i, true)
		}
	}
	return m
}

func newMenu(items []MenuItem) *Menu {
	m := &Menu{items: tidy(items), marked: -1}
	m.ExtendBaseWidget(m)
	m.build()
	return m
}

// tidy takes out the lines that have nothing above or below them.
func tidy(items []MenuItem) (kept []MenuItem) {
	for i, item := range items {
		if !item.line() {
			kept = append(kept, item)
		} else if len(kept) > 0 && i+1 < len(items) && !items[i+1].line() {
			kept = append(kept, item)
		}
	}
	return kept
}

// beside places a menu of a size below what stands at a place in a window, or above it, and from its left end on or up to its right
// one: where there is room. One that is higher than the room on both sides covers what it belongs to.
func beside(at fyne.Position, of, size, window fyne.Size) (fyne.Position, fyne.Size) {
	size = size.Min(window.SubtractWidthHeight(2*menuEdge, 2*menuEdge))
	right, bottom := window.Width-menuEdge-size.Width, window.Height-menuEdge-size.Height
	gap := float32(0)
	if of.Height > 0 {
		gap = menuGap
	}
	x, y := at.X, at.Y+of.Height+gap
	if x > right {
		x = at.X + of.Width - size.Width
	}
	if above := at.Y - gap - size.Height; y > bottom && above >= menuEdge {
		y = above
	}
	return fyne.NewPos(max(menuEdge, min(x, right)), max(menuEdge, min(y, bottom))), size
}

func (m *Menu) build() {
	var marks, icons bool
	for _, i := range m.items {
		marks, icons = marks || i.Checked, icons || i.Icon != ""
	}
	column := NewColumn(0)
	m.rows = make([]*menuRow, len(m.items))
	for i, item := range m.items {
		if item.line() {
			column.Add(NewInset(menuSide-menuPad, menuPad, NewDivider()))
			continue
		}
		m.rows[i] = newMenuRow(m, i, marks || icons)
		column.Add(m.rows[i])
	}
	m.scroll = NewScroll(container.New(&m.bar, column))
	plate := NewPlate(theme.ColorNameMenuBackground, look.Line, theme.SizeNamePopupRadius)
	m.body = container.NewStack(plate, NewInset(menuPad, menuPad, m.scroll))
}

// high is what all rows need.
func (m *Menu) high() float32 { return m.scroll.Content.MinSize().Height + 2*menuPad }

// mark moves the mark to an item; -1 takes it away.
func (m *Menu) mark(i int, keyed bool) {
	old := m.marked
	m.marked, m.keyed = i, keyed
	for _, at := range []int{old, i} {
		if at >= 0 && m.rows[at] != nil {
			m.rows[at].Refresh()
		}
	}
	if keyed && i >= 0 {
		m.scroll.Bring(m.rows[i])
	}
}

// step marks the next item that can be chosen, after at, in a direction; it goes round at the ends.
func (m *Menu) step(at, by int) {
	n := len(m.items)
	for range n {
		if at = (at + by + n) % n; m.items[at].free() {
			m.mark(at, true)
			return
		}
	}
}

func (m *Menu) choose(i int) {
	if i < 0 || !m.items[i].free() {
		return
	}
	m.Hide()
	if do := m.items[i].Do; do != nil {
		do()
	}
}

// TypedKey implements fyne.Focusable.
func (m *Menu) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyDown:
		m.step(m.marked, 1)
	case fyne.KeyUp:
		m.step(max(m.marked, 0), -1)
	case fyne.KeyHome, fyne.KeyPageUp:
		m.step(-1, 1)
	case fyne.KeyEnd, fyne.KeyPageDown:
		m.step(0, -1)
	case fyne.KeyReturn, fyne.KeyEnter:
		m.choose(m.marked)
	case fyne.KeySpace:
		m.space = true
	case fyne.KeyEscape:
		m.Hide()
	default:
		return // a letter; its rune follows
	}
	m.typed = ""
}

// TypedRune implements fyne.Focusable. A space chooses only here: its rune comes after its key, and would else be typed into what
// has the focus when the menu has closed.
func (m *Menu) TypedRune(r rune) {
	if r == ' ' {
		if m.space {
			m.choose(m.marked)
		}
		return
	}
	letter := folded(string(r))
	if more := m.typed + letter; m.typed != "" && m.seek(more, m.marked) {
		m.typed = more
	} else if m.seek(letter, m.marked+1) {
		m.typed = letter
	}
}

// seek marks the first item from one on, round the end, whose label begins with a text, and says whether there is one.
func (m *Menu) seek(text string, from int) bool {
	for i := range m.items {
		at := (from + i) % len(m.items)
		if m.items[at].free() && strings.HasPrefix(folded(m.items[at].Label), text) {
			m.mark(at, true)
			return true
		}
	}
	return false
}

// FocusGained implements fyne.Focusable.
func (m *Menu) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (m *Menu) FocusLost() {}

// Hide closes the menu without a choice.
func (m *Menu) Hide() { m.popup.Hide() }

// Visible tells whether the menu is open.
func (m *Menu) Visible() bool { return m.popup == nil || m.popup.Visible() }

// CreateRenderer implements fyne.Widget.
func (m *Menu) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(m.body) }
