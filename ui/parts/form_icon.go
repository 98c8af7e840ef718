package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// IconButton is a drawing that can be pressed, by pointer or with Space and Enter.
type IconButton struct {
	widget.BaseWidget

	OnTapped func()
	// OnHover hears when the pointer comes and goes, for a parent that shows the button only then.
	OnHover func(in bool)

	icon             look.IconName
	label            string
	hovered, focused bool
}

// NewIconButton returns a button. label says what it does.
func NewIconButton(icon look.IconName, label string, tapped func()) *IconButton {
	b := &IconButton{OnTapped: tapped, icon: icon, label: label}
	b.ExtendBaseWidget(b)
	return b
}

// Label says what the button does.
func (b *IconButton) Label() string { return b.label }

// Tapped implements fyne.Tappable.
func (b *IconButton) Tapped(*fyne.PointEvent) {
	if b.OnTapped != nil {
		b.OnTapped()
	}
}

// Cursor implements desktop.Cursorable.
func (b *IconButton) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn implements desktop.Hoverable.
func (b *IconButton) MouseIn(*desktop.MouseEvent) { b.hover(true) }

// MouseMoved implements desktop.Hoverable.
func (b *IconButton) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *IconButton) MouseOut() { b.hover(false) }

func (b *IconButton) hover(in bool) {
	b.hovered = in
	b.Refresh()
	if b.OnHover != nil {
		b.OnHover(in)
	}
}

// FocusGained implements fyne.Focusable.
func (b *IconButton) FocusGained() { b.focused = true; b.Refresh() }

// FocusLost implements fyne.Focusable.
func (b *IconButton) FocusLost() { b.focused = false; b.Refresh() }

// TypedRune implements fyne.Focusable.
func (b *IconButton) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (b *IconButton) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		b.Tapped(nil)
	}
}

// CreateRenderer implements fyne.Widget.
func (b *IconButton) CreateRenderer() fyne.WidgetRenderer {
	r := &iconRenderer{b: b, back: &canvas.Rectangle{}, icon: widget.NewIcon(look.Icon(b.icon))}
	r.Refresh()
	return r
}

type iconRenderer struct {
	b    *IconButton
	back *canvas.Rectangle
	icon *widget.Icon
}

func (r *iconRenderer) side() float32 { return theme.IconInlineSize() }

func (r *iconRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(r.side() + 3*look.Gap) }

func (r *iconRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.icon.Resize(fyne.NewSquareSize(r.side()))
	r.icon.Move(fyne.NewPos((size.Width-r.side())/2, (size.Height-r.side())/2))
}

func (r *iconRenderer) Refresh() {
	r.back.CornerRadius = look.Size(look.RadiusButton)
	r.back.FillColor = theme.Color(theme.ColorNameHover)
	if r.b.focused {
		r.back.FillColor = theme.Color(theme.ColorNameFocus)
	}
	r.back.Hidden = !r.b.hovered && !r.b.focused
	r.back.Refresh()
	r.icon.Refresh()
}

func (r *iconRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.back, r.icon} }
func (r *iconRenderer) Destroy()                     {}
