package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// column stacks objects at full width, each as high as it needs at that width.
type column struct{ gap float32 }

// NewColumn stacks objects under each other, gap apart; one without height takes no gap. Unlike a VBox it gives texts that wrap their
// width before it asks for their height.
func NewColumn(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(column{gap}, objects...)
}

// Layout implements fyne.Layout.
func (c column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, o.MinSize().Height))
		if h := o.MinSize().Height; h != o.Size().Height {
			o.Resize(fyne.NewSize(size.Width, h))
		}
		if h := o.Size().Height; h > 0 {
			y += h + c.gap
		}
	}
}

// MinSize implements fyne.Layout.
func (c column) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		s := o.MinSize()
		if m.Height > 0 && s.Height > 0 {
			m.Height += c.gap
		}
		m = fyne.NewSize(max(m.Width, s.Width), m.Height+s.Height)
	}
	return m
}

// NewInset keeps room around o: v above and below, h at the sides.
func NewInset(h, v float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(v, v, h, h), o)
}

// ends puts one object at each end of a line, both in the middle of its height; the left one gives way.
type ends struct{ gap float32 }

// NewEnds puts left at the left end of a line and right at its right end. The left one gets the room that is left over.
func NewEnds(left, right fyne.CanvasObject) *fyne.Container {
	return container.New(ends{8}, left, right)
}

// Layout implements fyne.Layout.
func (e ends) Layout(o []fyne.CanvasObject, size fyne.Size) {
	r := fyne.NewSize(0, 0)
	if o[1].Visible() {
		r = o[1].MinSize()
		r.Width = min(r.Width, size.Width)
		o[1].Resize(r)
		o[1].Move(fyne.NewPos(size.Width-r.Width, (size.Height-r.Height)/2))
		r.Width += e.gap
	}
	w := max(size.Width-r.Width, 0)
	o[0].Resize(fyne.NewSize(w, o[0].MinSize().Height))
	h := o[0].MinSize().Height
	o[0].Resize(fyne.NewSize(w, h))
	o[0].Move(fyne.NewPos(0, (size.Height-h)/2))
}

// MinSize implements fyne.Layout.
func (e ends) MinSize(o []fyne.CanvasObject) fyne.Size {
	l, r := o[0].MinSize(), fyne.NewSize(0, 0)
	if o[1].Visible() {
		r = o[1].MinSize()
	}
	return fyne.NewSize(l.Width+e.gap+r.Width, max(l.Height, r.Height))
}
