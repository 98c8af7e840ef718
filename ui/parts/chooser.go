package parts

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/text/unicode/norm"

	"bonbon/ui/look"
	"bonbon/ui/words"
)

// chooser is a list over the window with an input that searches it. Arrows and page keys move, Enter takes what is marked,
// or what is typed if nothing fits; Escape and a press elsewhere close it. Only the lines in view exist.
type chooser struct {
	options []Suggestion
	folded  []string // the options as they are searched
	chosen  func(string)

	fitting []int // indexes of options
	marked  int   // index in fitting
	search  *Input
	list    *widget.List
	nothing *Para
	popup   *widget.PopUp
}

// Bounds of the list.
const (
	chooserLines = 9   // in view at most
	chooserPage  = 8   // lines that a page key moves
	chooserWidth = 320 // at least, where there is room
	chooserEdge  = 8   // least distance from the window's edge
)

func newChooser(options []Suggestion, now string, chosen func(string)) *chooser {
	c := &chooser{options: options, chosen: chosen, search: NewInput(), folded: make([]string, len(options))}
	for i, o := range options {
		c.folded[i] = folded(o.Text)
		if o.Text == now {
			c.marked = i
		}
		c.fitting = append(c.fitting, i)
	}
	c.search.SetPlaceHolder(words.T("parts.search"))
	c.search.OnChanged = c.filter
	c.search.OnKey = c.key
	c.nothing = NewPara(words.T("parts.searchNothing"), look.SmallText, look.Muted)
	c.nothing.Hide()
	c.list = widget.NewList(
		func() int { return len(c.fitting) },
		func() fyne.CanvasObject { return newChoice() },
		func(i widget.ListItemID, o fyne.CanvasObject) { o.(*choice).bind(c, i) })
	c.list.HideSeparators = true
	return c
}

// folded makes texts that a person takes for the same equal in width and case.
func folded(s string) string { return strings.ToLower(norm.NFKC.String(s)) }

// filter keeps the options that hold every word of the query.
func (c *chooser) filter(query string) {
	c.fitting, c.marked = c.fitting[:0], 0
	need := strings.Fields(folded(query))
	for i, text := range c.folded {
		fits := true
		for _, word := range need {
			fits = fits && strings.Contains(text, word)
		}
		if fits {
			c.fitting = append(c.fitting, i)
		}
	}
	show(c.nothing, len(c.fitting) == 0)
	c.list.ScrollToTop()
	c.list.Refresh()
}

func (c *chooser) key(k *fyne.KeyEvent) bool {
	switch k.Name {
	case fyne.KeyDown:
		c.mark(c.marked + 1)
	case fyne.KeyUp:
		c.mark(c.marked - 1)
	case fyne.KeyPageDown:
		c.mark(c.marked + chooserPage)
	case fyne.KeyPageUp:
		c.mark(c.marked - chooserPage)
	case fyne.KeyReturn, fyne.KeyEnter:
		c.take()
	case fyne.KeyEscape:
		c.Hide()
	default:
		return false
	}
	return true
}

func (c *chooser) mark(i int) {
	c.marked = max(min(i, len(c.fitting)-1), 0)
	c.list.ScrollTo(c.marked)
	c.list.Refresh()
}

// take chooses what is marked, else what is typed.
func (c *chooser) take() {
	text := strings.TrimSpace(c.search.Text)
	if len(c.fitting) > 0 {
		text = c.options[c.fitting[c.marked]].Text
	}
	c.Hide()
	c.chosen(text)
}

// showUnder shows the list under a widget, or over it where there is more room.
func (c *chooser) showUnder(o fyne.CanvasObject, in fyne.Canvas) {
	line := newChoice().MinSize().Height + theme.Padding()
	head := c.search.MinSize().Height
	room := in.Size()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	width := min(max(o.Size().Width, chooserWidth), room.Width-2*chooserEdge)
	height := head + line*float32(min(len(c.options), chooserLines)) + 4*look.Gap
	below, above := room.Height-at.Y-o.Size().Height-chooserEdge, at.Y-chooserEdge
	y := at.Y + o.Size().Height + 2
	if height = min(height, max(below, above)); height > below {
		y = at.Y - height - 2
	}
	body := container.NewStack(c.list, container.NewVBox(c.nothing))
	c.popup = widget.NewPopUp(container.NewBorder(c.search, nil, nil, nil, body), in)
	c.popup.ShowAtPosition(fyne.NewPos(min(at.X, room.Width-width-chooserEdge), y))
	c.popup.Resize(fyne.NewSize(width, height))
	in.Focus(c.search)
	c.list.ScrollTo(c.marked)
	Opened(in, c)
}

// Hide closes the list.
func (c *chooser) Hide() {
	if c.popup != nil {
		c.popup.Hide()
	}
}

// Visible tells whether the list is open.
func (c *chooser) Visible() bool { return c.popup != nil && c.popup.Visible() }

// choice is one line of a chooser.
type choice struct {
	widget.BaseWidget

	of         *chooser
	index      int // in fitting
	back       *canvas.Rectangle
	text, note *Caption
	box        *fyne.Container
}

func newChoice() *choice {
	r := &choice{back: canvas.NewRectangle(nil)}
	r.text = NewCaption("x", theme.SizeNameText, theme.ColorNameForeground)
	r.text.Short = true
	r.note = NewCaption("", look.SmallText, look.Muted)
	r.box = container.NewStack(r.back, NewInset(2*look.Gap, look.Gap, NewEnds(r.text, r.note)))
	r.ExtendBaseWidget(r)
	return r
}

func (r *choice) bind(c *chooser, i int) {
	o := c.options[c.fitting[i]]
	r.of, r.index = c, i
	r.back.FillColor = nil
	if i == c.marked {
		r.back.FillColor = look.Color(look.ActiveRow)
	}
	r.back.CornerRadius = look.Size(look.RadiusButton)
	r.text.SetText(o.Text)
	r.note.SetText(o.Note)
	r.box.Refresh()
}

// Tapped implements fyne.Tappable.
func (r *choice) Tapped(*fyne.PointEvent) {
	r.of.marked = r.index
	r.of.take()
}

// Cursor implements desktop.Cursorable.
func (r *choice) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer implements fyne.Widget.
func (r *choice) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.box) }
