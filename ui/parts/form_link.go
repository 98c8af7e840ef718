package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Link is a small text that can be pressed, by pointer or with Space and Enter. Without OnTapped it is a plain muted text.
type Link struct {
	widget.BaseWidget

	OnTapped func()
	// Wrap lets a long text take several lines; else the link asks for the width of its whole text.
	Wrap bool

	text             *Para
	hovered, focused bool
}

var (
	_ fyne.Tappable      = (*Link)(nil)
	_ fyne.Focusable     = (*Link)(nil)
	_ desktop.Cursorable = (*Link)(nil)
)

// NewLink returns a link in small text.
func NewLink(text string, tapped func()) *Link {
	l := &Link{OnTapped: tapped, text: NewPara(text, look.SmallText, look.Muted)}
	l.ExtendBaseWidget(l)
	return l
}

// Text returns the text.
func (l *Link) Text() string { return l.text.Text() }

// Set changes text and action; a nil action makes the link plain text.
func (l *Link) Set(text string, tapped func()) {
	l.OnTapped = tapped
	l.text.SetText(text)
	l.Refresh()
}

// Tapped implements fyne.Tappable.
func (l *Link) Tapped(*fyne.PointEvent) {
	if l.OnTapped != nil {
		l.OnTapped()
	}
}

// Cursor implements desktop.Cursorable.
func (l *Link) Cursor() desktop.Cursor {
	if l.OnTapped == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// MouseIn implements desktop.Hoverable.
func (l *Link) MouseIn(*desktop.MouseEvent) { l.hovered = true; l.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (l *Link) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (l *Link) MouseOut() { l.hovered = false; l.Refresh() }

// FocusGained implements fyne.Focusable.
func (l *Link) FocusGained() { l.focused = true; l.Refresh(); reveal(l) }

// FocusLost implements fyne.Focusable.
func (l *Link) FocusLost() { l.focused = false; l.Refresh() }

// TypedRune implements fyne.Focusable.
func (l *Link) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (l *Link) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		l.Tapped(nil)
		return
	}
	PassOn(e)
}

// CreateRenderer implements fyne.Widget.
func (l *Link) CreateRenderer() fyne.WidgetRenderer {
	r := &linkRenderer{l: l, line: &canvas.Rectangle{}}
	r.Refresh()
	return r
}

type linkRenderer struct {
	l    *Link
	line *canvas.Rectangle
}

func (r *linkRenderer) whole() float32 {
	return fyne.MeasureText(r.l.text.Text(), r.l.text.size(), fyne.TextStyle{}).Width
}

func (r *linkRenderer) MinSize() fyne.Size {
	m := r.l.text.MinSize()
	if !r.l.Wrap {
		m.Width = r.whole() + 1
	}
	return m
}

func (r *linkRenderer) Layout(size fyne.Size) {
	r.l.text.Resize(size)
	r.line.Move(fyne.NewPos(0, r.l.text.MinSize().Height-1))
	r.line.Resize(fyne.NewSize(min(r.whole(), size.Width), 1))
}

func (r *linkRenderer) Refresh() {
	r.l.text.Color, r.line.FillColor = look.Muted, look.Color(look.Accent)
	if r.l.OnTapped != nil {
		r.l.text.Color = look.Accent
	}
	r.line.Hidden = r.l.OnTapped == nil || !r.l.hovered && !r.l.focused
	if r.l.focused {
		r.line.FillColor = theme.Color(theme.ColorNameForeground)
	}
	r.Layout(r.l.Size())
	r.l.text.Refresh()
	r.line.Refresh()
}

func (r *linkRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.l.text, r.line} }
func (r *linkRenderer) Destroy()                     {}
