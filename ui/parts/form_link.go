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

	text             *canvas.Text
	hovered, focused bool
}

// NewLink returns a link in small text.
func NewLink(text string, tapped func()) *Link {
	l := &Link{OnTapped: tapped, text: &canvas.Text{Text: text}}
	l.ExtendBaseWidget(l)
	return l
}

// Text returns the text.
func (l *Link) Text() string { return l.text.Text }

// Set changes text and action; a nil action makes the link plain text.
func (l *Link) Set(text string, tapped func()) {
	l.text.Text, l.OnTapped = text, tapped
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
func (l *Link) FocusGained() { l.focused = true; l.Refresh() }

// FocusLost implements fyne.Focusable.
func (l *Link) FocusLost() { l.focused = false; l.Refresh() }

// TypedRune implements fyne.Focusable.
func (l *Link) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (l *Link) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		l.Tapped(nil)
	}
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

func (r *linkRenderer) MinSize() fyne.Size { return r.l.text.MinSize() }

func (r *linkRenderer) Layout(size fyne.Size) {
	r.l.text.Resize(size)
	m := r.l.text.MinSize()
	r.line.Move(fyne.NewPos(0, m.Height-1))
	r.line.Resize(fyne.NewSize(m.Width, 1))
}

func (r *linkRenderer) Refresh() {
	r.l.text.TextSize = look.Size(look.SmallText)
	r.l.text.Color = look.Color(look.Muted)
	if r.l.OnTapped != nil {
		r.l.text.Color = look.Color(look.Accent)
	}
	r.line.FillColor = r.l.text.Color
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
