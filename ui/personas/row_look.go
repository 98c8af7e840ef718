package personas

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
)

// rowLook draws one row: tint, picture, name and time over the last line.
type rowLook struct {
	w                *rowView
	back             *canvas.Rectangle
	picture          *parts.Avatar
	name, time, last *parts.Caption
	more             *widget.Icon
}

const (
	rowPad     = 12
	rowPicture = 40
)

func newRowLook(w *rowView) *rowLook {
	v := &rowLook{
		w: w, back: &canvas.Rectangle{}, picture: parts.NewAvatar(rowPicture, "", nil),
		name: parts.NewCaption("", theme.SizeNameText, theme.ColorNameForeground),
		time: parts.NewCaption("", look.SmallText, look.Muted),
		last: parts.NewCaption("", look.SmallText, look.Muted),
		more: widget.NewIcon(look.Icon(look.IconMore)),
	}
	v.name.Bold = true
	v.name.Short, v.last.Short = true, true
	v.Refresh()
	return v
}

// MinSize implements fyne.WidgetRenderer.
func (v *rowLook) MinSize() fyne.Size { return fyne.NewSize(100, look.Size(look.RowHeight)) }

// Layout implements fyne.WidgetRenderer.
func (v *rowLook) Layout(size fyne.Size) {
	v.back.Resize(size)
	side := v.picture.MinSize().Width
	v.picture.Move(fyne.NewPos(rowPad, (size.Height-side)/2))
	v.picture.Resize(fyne.NewSquareSize(side))
	left, right := rowPad+side+10, size.Width-rowPad
	if v.w.moreShown() {
		dots := moreSize()
		v.more.Move(fyne.NewPos(right-dots+4, (size.Height-dots)/2))
		v.more.Resize(fyne.NewSquareSize(dots))
		right -= dots
	}
	name, when, last := v.name.MinSize().Height, v.time.MinSize(), v.last.MinSize().Height
	top := (size.Height - name - last - 2) / 2
	if when.Width > (right-left)/2 { // large text: the name matters more
		when.Width = -8
	}
	visible(v.time, when.Width > 0)
	place(v.time, right-when.Width, top+(name-when.Height)/2, when.Width, when.Height)
	place(v.name, left, top, right-left-when.Width-8, name)
	place(v.last, left, top+name+2, right-left, last)
}

func place(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(max(w, 0), h))
}

// Refresh implements fyne.WidgetRenderer.
func (v *rowLook) Refresh() {
	r := v.w.row()
	v.paint(r)
	v.picture.SetPerson(r.Name, v.w.pictureOf(r))
	v.name.SetText(r.Name)
	v.time.SetText(v.w.when(r))
	v.last.SetText(r.Last)
	visible(v.more, v.w.moreShown())
	v.Layout(v.w.Size())
}

// paint chooses the tint: the open persona's, that of the pointer, none; and the ring of the keys.
func (v *rowLook) paint(r Row) {
	v.back.CornerRadius = look.Size(look.RadiusCard)
	v.back.StrokeColor, v.back.StrokeWidth = look.Color(look.Accent), 0
	if v.w.rows.focused && v.w.rows.cursor == v.w.index {
		v.back.StrokeWidth = 1.5
	}
	switch {
	case r.ID == v.w.rows.active:
		v.back.FillColor = look.Color(look.ActiveRow)
	case v.w.hovered:
		v.back.FillColor = theme.Color(theme.ColorNameHover)
	default:
		v.back.FillColor = look.Color(look.Side)
	}
	v.back.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (v *rowLook) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{v.back, v.picture, v.name, v.time, v.last, v.more}
}

// Destroy implements fyne.WidgetRenderer.
func (v *rowLook) Destroy() {}
