package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Measures of the rows of menus.
const (
	menuSide    = 12 // left and right of what a row shows
	menuTop     = 7  // above and below
	menuHintGap = 28 // at least, between a label and its hint
)

// menuRow is one row of a Menu. The pointer over it marks it, as the keys do.
type menuRow struct {
	widget.BaseWidget
	menu     *Menu
	index    int
	indented bool // it leaves room for a mark or an icon
}

var (
	_ fyne.Tappable     = (*menuRow)(nil)
	_ desktop.Hoverable = (*menuRow)(nil)
)

func newMenuRow(m *Menu, i int, indented bool) *menuRow {
	r := &menuRow{menu: m, index: i, indented: indented}
	r.ExtendBaseWidget(r)
	return r
}

func (r *menuRow) item() MenuItem { return r.menu.items[r.index] }

// Tapped implements fyne.Tappable.
func (r *menuRow) Tapped(*fyne.PointEvent) {
	if r.item().free() {
		r.menu.choose(r.index)
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(r); c != nil {
		c.Focus(r.menu) // the press took the keys away
	}
}

// TappedSecondary implements fyne.SecondaryTappable, so that a press with the other button does not fall through and close the menu.
func (r *menuRow) TappedSecondary(e *fyne.PointEvent) { r.Tapped(e) }

// MouseIn implements desktop.Hoverable.
func (r *menuRow) MouseIn(*desktop.MouseEvent) {
	if r.item().free() {
		r.menu.mark(r.index, false)
	}
}

// MouseMoved implements desktop.Hoverable: after the keys were used the pointer takes the mark back.
func (r *menuRow) MouseMoved(e *desktop.MouseEvent) {
	if r.menu.marked != r.index {
		r.MouseIn(e)
	}
}

// MouseOut implements desktop.Hoverable.
func (r *menuRow) MouseOut() {
	if r.menu.marked == r.index && !r.menu.keyed {
		r.menu.mark(-1, false)
	}
}

// Cursor implements desktop.Cursorable.
func (r *menuRow) Cursor() desktop.Cursor {
	if r.item().free() {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// CreateRenderer implements fyne.Widget.
func (r *menuRow) CreateRenderer() fyne.WidgetRenderer {
	x := &menuRowRenderer{row: r, ground: &canvas.Rectangle{}, icon: &canvas.Image{}, label: &canvas.Text{}, hint: &canvas.Text{}}
	x.icon.FillMode = canvas.ImageFillContain
	x.paint()
	return x
}

type menuRowRenderer struct {
	row         *menuRow
	ground      *canvas.Rectangle
	icon        *canvas.Image
	label, hint *canvas.Text
}

func (x *menuRowRenderer) paint() {
	r, item := x.row, x.row.item()
	ink, faint := theme.ColorNameForeground, look.Muted
	switch {
	case item.Disabled:
		ink = theme.ColorNameDisabled
	case item.Danger:
		ink, faint = theme.ColorNameError, theme.ColorNameError
	}
	marked := r.menu.marked == r.index
	x.ground.CornerRadius = look.Size(look.RadiusButton) - 2
	x.ground.FillColor, x.ground.StrokeColor, x.ground.StrokeWidth = nil, nil, 0
	if marked {
		x.ground.FillColor = look.Color(look.ActiveRow)
	}
	if marked && r.menu.keyed {
		x.ground.StrokeColor, x.ground.StrokeWidth = look.Color(look.Accent), 1.5
	}
	x.label.Text, x.label.TextSize, x.label.Color = item.Label, look.Size(theme.SizeNameText), look.Color(ink)
	x.hint.Text, x.hint.TextSize, x.hint.Color = item.Hint, look.Size(look.SmallText), look.Color(look.Muted)
	switch {
	case item.Checked:
		x.icon.Resource = look.IconIn(look.IconCheck, look.Accent)
	case item.Icon != "":
		x.icon.Resource = look.IconIn(item.Icon, faint)
	}
	x.icon.Hidden = x.icon.Resource == nil
}

// indent is how far the label stands from the left end, and side the side of the icon before it.
func (x *menuRowRenderer) indent() (indent, side float32) {
	if !x.row.indented {
		return menuSide, 0
	}
	side = look.Size(theme.SizeNameInlineIcon) - 4
	return menuSide + side + 10, side
}

func (x *menuRowRenderer) MinSize() fyne.Size {
	indent, _ := x.indent()
	label := fyne.MeasureText(x.row.item().Label, x.label.TextSize, x.label.TextStyle)
	width := indent + label.Width + menuSide + x.hintRoom()
	return fyne.NewSize(max(menuWide, min(width, menuMost*x.label.TextSize/14)), label.Height+2*menuTop)
}

func (x *menuRowRenderer) hintRoom() float32 {
	if x.hint.Text == "" {
		return 0
	}
	return menuHintGap + x.hint.MinSize().Width
}

func (x *menuRowRenderer) Layout(size fyne.Size) {
	x.ground.Resize(size)
	indent, side := x.indent()
	x.icon.Resize(fyne.NewSquareSize(side))
	x.icon.Move(fyne.NewPos(menuSide, (size.Height-side)/2))
	room := size.Width - indent - menuSide - x.hintRoom()
	x.label.Text = ellipsis(x.row.item().Label, room, x.label.TextSize, x.label.TextStyle)
	place := func(t *canvas.Text, left, width float32) {
		high := t.MinSize().Height
		t.Resize(fyne.NewSize(width, high))
		t.Move(fyne.NewPos(left, (size.Height-high)/2))
	}
	place(x.label, indent, room)
	hint := x.hint.MinSize().Width
	place(x.hint, size.Width-menuSide-hint, hint)
}

func (x *menuRowRenderer) Refresh() {
	x.paint()
	x.Layout(x.row.Size())
	x.ground.Refresh()
	x.label.Refresh()
	x.hint.Refresh()
	if !x.icon.Hidden {
		x.icon.Refresh()
	}
}

func (x *menuRowRenderer) Destroy() {}
func (x *menuRowRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{x.ground, x.icon, x.label, x.hint}
}
