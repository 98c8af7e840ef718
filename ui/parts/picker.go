package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Option is one choice of a Picker.
type Option struct{ ID, Label string }

// Picker chooses one of several options from a menu. Space, Enter and Down open it.
type Picker struct {
	widget.BaseWidget

	// OnChanged hears the ID that the user chose; never what Set set.
	OnChanged func(id string)
	// Whole lets the picker ask for the width of its longest option; else what does not fit is cut.
	Whole bool

	options          []Option
	now              string
	hovered, focused bool
}

// NewPicker returns a picker that shows the option with ID now.
func NewPicker(options []Option, now string, changed func(id string)) *Picker {
	p := &Picker{options: options, now: now, OnChanged: changed}
	p.ExtendBaseWidget(p)
	return p
}

// Selected returns the ID that holds.
func (p *Picker) Selected() string { return p.now }

// Set shows another option; OnChanged is not called. An ID that is no option shows nothing.
func (p *Picker) Set(id string) { p.now = id; p.Refresh() }

// SetOptions replaces the options and keeps what holds.
func (p *Picker) SetOptions(options []Option) { p.options = options; p.Refresh() }

// Choose does what choosing from the menu does.
func (p *Picker) Choose(id string) {
	if id == p.now {
		return
	}
	p.Set(id)
	if p.OnChanged != nil {
		p.OnChanged(id)
	}
}

func (p *Picker) label() string {
	for _, o := range p.options {
		if o.ID == p.now {
			return o.Label
		}
	}
	return ""
}

func (p *Picker) open() {
	items := make([]MenuItem, len(p.options))
	for i, o := range p.options {
		items[i] = MenuItem{Label: o.Label, Checked: o.ID == p.now, Do: func() { p.Choose(o.ID) }}
	}
	ShowMenuUnder(p, items)
}

// Tapped implements fyne.Tappable.
func (p *Picker) Tapped(*fyne.PointEvent) { p.open() }

// Cursor implements desktop.Cursorable.
func (p *Picker) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn implements desktop.Hoverable.
func (p *Picker) MouseIn(*desktop.MouseEvent) { p.hovered = true; p.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (p *Picker) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (p *Picker) MouseOut() { p.hovered = false; p.Refresh() }

// FocusGained implements fyne.Focusable.
func (p *Picker) FocusGained() { p.focused = true; p.Refresh(); reveal(p) }

// FocusLost implements fyne.Focusable.
func (p *Picker) FocusLost() { p.focused = false; p.Refresh() }

// TypedRune implements fyne.Focusable.
func (p *Picker) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (p *Picker) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter, fyne.KeyDown:
		p.open()
	default:
		PassOn(e)
	}
}

// CreateRenderer implements fyne.Widget.
func (p *Picker) CreateRenderer() fyne.WidgetRenderer {
	r := &pickerRenderer{p: p, back: &canvas.Rectangle{}, text: NewCaption("", theme.SizeNameText, theme.ColorNameForeground), icon: widget.NewIcon(look.Icon(look.IconDown))}
	r.Refresh()
	return r
}

type pickerRenderer struct {
	p    *Picker
	back *canvas.Rectangle
	text *Caption
	icon *widget.Icon
}

func (r *pickerRenderer) MinSize() fyne.Size {
	width := float32(80)
	if r.p.Whole {
		for _, o := range r.p.options {
			width = max(width, textWidth(o.Label)+3*theme.InnerPadding()+theme.IconInlineSize()-4)
		}
	}
	return fyne.NewSize(width, r.text.MinSize().Height+2*theme.InnerPadding())
}

func (r *pickerRenderer) Layout(size fyne.Size) {
	pad, icon := theme.InnerPadding(), theme.IconInlineSize()-4
	r.back.Resize(size)
	h := r.text.MinSize().Height
	r.text.Move(fyne.NewPos(pad, (size.Height-h)/2))
	r.text.Resize(fyne.NewSize(size.Width-3*pad-icon, h))
	r.icon.Move(fyne.NewPos(size.Width-pad-icon, (size.Height-icon)/2))
	r.icon.Resize(fyne.NewSquareSize(icon))
}

func (r *pickerRenderer) Refresh() {
	r.back.FillColor = theme.Color(theme.ColorNameInputBackground)
	r.back.StrokeColor, r.back.StrokeWidth = theme.Color(theme.ColorNameInputBorder), theme.InputBorderSize()
	if r.p.focused {
		r.back.StrokeColor = look.Color(look.Accent)
	} else if r.p.hovered {
		r.back.StrokeColor = look.Color(look.Muted)
	}
	r.back.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	r.text.SetText(r.p.label())
	r.Layout(r.p.Size())
	r.back.Refresh()
	r.icon.Refresh()
}

func (r *pickerRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.back, r.text, r.icon}
}

func (r *pickerRenderer) Destroy() {}
