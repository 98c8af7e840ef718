package chat

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
)

// TextLine is one line of Lines. It is wrapped where it is too long.
type TextLine struct {
	Indent int // in characters
	Hang   int // how much further in it goes on after a wrap, in characters
	Spans  []flow.Span
}

// Lines shows text line by line in letters of one width, of any length: only what is in view is laid out. It is for reading, and
// wraps what does not fit. The keys that scroll do so while it has the focus.
type Lines struct {
	widget.BaseWidget
	lines []TextLine
	list  *parts.List
}

var _ fyne.Focusable = (*Lines)(nil)

// linesPad is the room at the sides of the text.
const linesPad = 14

// NewLines returns a view of lines, at their beginning.
func NewLines(lines []TextLine) *Lines {
	l := &Lines{lines: lines}
	l.list = parts.NewList(func() parts.Row { return newTextRow(l) })
	l.list.Reset(len(lines), flow.Pitch(look.Size(look.SmallText)))
	l.list.ScrollTo(0)
	l.ExtendBaseWidget(l)
	return l
}

// Tapped implements fyne.Tappable: it takes the focus, so that keys scroll.
func (l *Lines) Tapped(*fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil {
		c.Focus(l)
	}
}

// FocusGained implements fyne.Focusable.
func (l *Lines) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (l *Lines) FocusLost() {}

// TypedRune implements fyne.Focusable.
func (l *Lines) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (l *Lines) TypedKey(e *fyne.KeyEvent) { l.list.Key(e.Name) }

// Scrolled implements fyne.Scrollable.
func (l *Lines) Scrolled(e *fyne.ScrollEvent) { l.list.Scrolled(e) }

// CreateRenderer implements fyne.Widget.
func (l *Lines) CreateRenderer() fyne.WidgetRenderer { return linesRenderer{l} }

type linesRenderer struct{ l *Lines }

func (r linesRenderer) Destroy()                     {}
func (r linesRenderer) Layout(s fyne.Size)           { r.l.list.Resize(s) }
func (r linesRenderer) MinSize() fyne.Size           { return fyne.NewSize(120, 60) }
func (r linesRenderer) Refresh()                     { r.l.list.Refresh() }
func (r linesRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.l.list} }

// textRow shows one line.
type textRow struct {
	widget.BaseWidget
	of    *Lines
	view  flow.View
	sheet [1]flow.Part
}

func newTextRow(of *Lines) *textRow {
	r := &textRow{of: of}
	r.view.Ink = func(name fyne.ThemeColorName) color.Color { return look.Color(name) }
	r.ExtendBaseWidget(r)
	return r
}

var lineInks = flow.Inks{Plain: theme.ColorNameForeground, Muted: look.Muted, Link: look.Accent}

// Bind implements parts.Row.
func (r *textRow) Bind(i int, width float32) float32 {
	line := r.of.lines[i]
	size := look.Size(look.SmallText)
	room := width - 2*linesPad
	char := flow.Width("0", flow.Mono, size)
	hang := float32(line.Hang) * char
	x := min(float32(line.Indent)*char, room/2)
	wrapped := flow.Wrap(line.Spans, room-x-hang, size)
	s := &flow.Sheet{}
	y := s.AddLines(line.Spans, wrapped[:1], linesPad+x, 0, size, lineInks, 0)
	s.AddLines(line.Spans, wrapped[1:], linesPad+x+hang, y, size, lineInks, 0)
	r.sheet[0].Sheet = s
	r.view.Set(r.sheet[:], width)
	return max(s.Height, flow.Pitch(size))
}

// Seen implements parts.Row.
func (r *textRow) Seen(top, bottom float32) {
	if r.view.Show(top, bottom) {
		canvas.Refresh(r)
	}
}

// Release implements parts.Row.
func (r *textRow) Release() {}

// CreateRenderer implements fyne.Widget.
func (r *textRow) CreateRenderer() fyne.WidgetRenderer { return textRowRenderer{r} }

type textRowRenderer struct{ r *textRow }

func (x textRowRenderer) Destroy()                     {}
func (x textRowRenderer) Layout(fyne.Size)             {}
func (x textRowRenderer) MinSize() fyne.Size           { return fyne.NewSize(10, 10) }
func (x textRowRenderer) Objects() []fyne.CanvasObject { return x.r.view.Objects() }
func (x textRowRenderer) Refresh() {
	x.r.view.Redraw()
	canvas.Refresh(x.r)
}
