package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// NewAbreast sets left and right side by side, left in the width that is left over. Where that would be less than it should at least be
// at the usual text size, right stands below it, both in the full width.
func NewAbreast(gap, least float32, left, right fyne.CanvasObject) *fyne.Container {
	return container.New(&abreast{gap: gap, least: least}, left, right)
}

type abreast struct {
	gap, least float32
	width      float32 // of the last layout: the height depends on it
}

// stacked tells whether there is no room side by side.
func (b *abreast) stacked(right fyne.CanvasObject) bool {
	return b.width > 0 && b.width-b.gap-right.MinSize().Width < b.least*theme.TextSize()/14
}

// Layout implements fyne.Layout.
func (b *abreast) Layout(o []fyne.CanvasObject, size fyne.Size) {
	b.width = size.Width
	l, r := o[0].MinSize(), o[1].MinSize()
	if b.stacked(o[1]) {
		o[0].Move(fyne.Position{})
		o[0].Resize(fyne.NewSize(size.Width, l.Height))
		o[1].Move(fyne.NewPos(0, l.Height+b.gap))
		o[1].Resize(fyne.NewSize(size.Width, r.Height))
		return
	}
	high := max(l.Height, r.Height)
	o[0].Move(fyne.Position{})
	o[0].Resize(fyne.NewSize(size.Width-b.gap-r.Width, high))
	o[1].Move(fyne.NewPos(size.Width-r.Width, 0))
	o[1].Resize(fyne.NewSize(r.Width, high))
}

// MinSize implements fyne.Layout. Before the first layout both stand side by side.
func (b *abreast) MinSize(o []fyne.CanvasObject) fyne.Size {
	l, r := o[0].MinSize(), o[1].MinSize()
	if b.stacked(o[1]) {
		return fyne.NewSize(max(l.Width, r.Width), l.Height+b.gap+r.Height)
	}
	return fyne.NewSize(max(l.Width, r.Width), max(l.Height, r.Height))
}
