package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// ButtonKind says how loud a button is.
type ButtonKind int

// The kinds.
const (
	Quiet   ButtonKind = iota // outlined
	Primary                   // filled with the accent; one for each group
	Bare                      // no outline: an icon in a bar
)

// Button is something to press, with a text, an icon or both. Space and Enter press it when it has the focus.
type Button struct {
	widget.DisableableWidget
	Text     string
	Icon     look.IconName
	Kind     ButtonKind
	OnTapped func()

	hovered, focused bool
}

var (
	_ fyne.Tappable     = (*Button)(nil)
	_ fyne.Focusable    = (*Button)(nil)
	_ desktop.Hoverable = (*Button)(nil)
)

// NewButton returns an outlined button.
func NewButton(text string, tapped func()) *Button { return newButton(Quiet, text, "", tapped) }

// NewPrimaryButton returns the button of a group that does what most people want.
func NewPrimaryButton(text string, tapped func()) *Button {
	return newButton(Primary, text, "", tapped)
}

// NewIconButton returns a square button that shows only an icon.
func NewIconButton(icon look.IconName, tapped func()) *Button {
	return newButton(Bare, "", icon, tapped)
}

func newButton(kind ButtonKind, text string, icon look.IconName, tapped func()) *Button {
	b := &Button{Kind: kind, Text: text, Icon: icon, OnTapped: tapped}
	b.ExtendBaseWidget(b)
	return b
}

// Set changes text and icon at once.
func (b *Button) Set(text string, icon look.IconName) {
	if b.Text != text || b.Icon != icon {
		b.Text, b.Icon = text, icon
		b.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (b *Button) Tapped(*fyne.PointEvent) {
	if !b.Disabled() && b.OnTapped != nil {
		b.OnTapped()
	}
}

// MouseIn implements desktop.Hoverable.
func (b *Button) MouseIn(*desktop.MouseEvent) { b.hovered = true; b.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() { b.hovered = false; b.Refresh() }

// FocusGained implements fyne.Focusable.
func (b *Button) FocusGained() { b.focused = true; b.Refresh(); reveal(b) }

// FocusLost implements fyne.Focusable.
func (b *Button) FocusLost() { b.focused = false; b.Refresh() }

// TypedRune implements fyne.Focusable.
func (b *Button) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (b *Button) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		b.Tapped(nil)
	default:
		PassOn(k)
	}
}

// Cursor implements desktop.Cursorable.
func (b *Button) Cursor() desktop.Cursor {
	if b.Disabled() {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &buttonRenderer{button: b, plate: &canvas.Rectangle{}, shine: &canvas.Rectangle{}, text: &canvas.Text{}, icon: &canvas.Image{}}
	r.icon.FillMode = canvas.ImageFillContain
	r.paint()
	return r
}

type buttonRenderer struct {
	button       *Button
	plate, shine *canvas.Rectangle
	text         *canvas.Text
	icon         *canvas.Image
}

func (r *buttonRenderer) ink() fyne.ThemeColorName {
	switch {
	case r.button.Disabled():
		return theme.ColorNameDisabled
	case r.button.Kind == Primary:
		return look.OnAccent
	case r.button.Kind == Bare && !r.button.hovered:
		return look.Muted
	}
	return theme.ColorNameForeground
}

func (r *buttonRenderer) paint() {
	b := r.button
	radius := look.Size(look.RadiusButton)
	r.plate.CornerRadius, r.shine.CornerRadius = radius, radius
	r.plate.FillColor, r.plate.StrokeColor, r.plate.StrokeWidth = nil, nil, 0
	switch {
	case b.Kind == Primary && b.Disabled():
		r.plate.FillColor = look.Color(theme.ColorNameDisabledButton)
	case b.Kind == Primary:
		r.plate.FillColor = look.Color(look.Accent)
	case b.Kind == Quiet:
		r.plate.FillColor, r.plate.StrokeColor, r.plate.StrokeWidth = look.Color(look.Surface), look.Color(look.Line), 1
	}
	r.shine.FillColor, r.shine.StrokeColor, r.shine.StrokeWidth = nil, nil, 0
	if b.hovered && !b.Disabled() {
		r.shine.FillColor = look.Color(theme.ColorNameHover)
	}
	if b.focused {
		r.shine.StrokeColor, r.shine.StrokeWidth = look.Color(theme.ColorNameForeground), 1.5
	}
	r.text.Text, r.text.TextSize = b.Text, look.Size(theme.SizeNameText)
	r.text.TextStyle.Bold = b.Kind == Primary
	r.text.Color = look.Color(r.ink())
	r.icon.Hidden = b.Icon == ""
	if b.Icon != "" {
		r.icon.Resource = look.IconIn(b.Icon, r.ink())
	}
}

const (
	buttonSide = 12 // left and right of the text
	buttonTop  = 7  // above and below
	buttonGap  = 6  // between icon and text
)

func (r *buttonRenderer) MinSize() fyne.Size {
	text, icon := r.content()
	high := max(icon, fyne.MeasureText("M", r.text.TextSize, r.text.TextStyle).Height) + 2*buttonTop
	if r.button.Text == "" {
		return fyne.NewSquareSize(high)
	}
	if icon > 0 {
		text += icon + buttonGap
	}
	return fyne.NewSize(text+2*buttonSide, high)
}

// content returns the width of the text and the side of the icon; 0 where there is none.
func (r *buttonRenderer) content() (text, icon float32) {
	if r.button.Text != "" {
		text = r.text.MinSize().Width
	}
	if r.button.Icon != "" {
		icon = look.Size(theme.SizeNameInlineIcon)
	}
	return text, icon
}

func (r *buttonRenderer) Layout(size fyne.Size) {
	r.plate.Resize(size)
	r.shine.Resize(size)
	text, icon := r.content()
	wide := text + icon
	if text > 0 && icon > 0 {
		wide += buttonGap
	}
	x := (size.Width - wide) / 2
	r.icon.Resize(fyne.NewSquareSize(icon))
	r.icon.Move(fyne.NewPos(x, (size.Height-icon)/2))
	if icon > 0 {
		x += icon + buttonGap
	}
	high := r.text.MinSize().Height
	r.text.Resize(fyne.NewSize(text, high))
	r.text.Move(fyne.NewPos(x, (size.Height-high)/2))
}

func (r *buttonRenderer) Refresh() {
	r.paint()
	r.Layout(r.button.Size())
	r.plate.Refresh()
	r.shine.Refresh()
	r.text.Refresh()
	if r.button.Icon != "" {
		r.icon.Refresh()
	}
}

func (r *buttonRenderer) Destroy() {}
func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.plate, r.shine, r.icon, r.text}
}
