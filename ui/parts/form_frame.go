package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// frame keeps something above and below a body that gets the rest of the height.
type frame struct{}

// NewFrame puts top and bottom above and below body, each as high as it needs at the width that there is.
func NewFrame(top, body, bottom fyne.CanvasObject) *fyne.Container {
	return container.New(frame{}, top, body, bottom)
}

// Layout implements fyne.Layout.
func (frame) Layout(o []fyne.CanvasObject, size fyne.Size) {
	high, low := heightAt(o[0], size.Width), heightAt(o[2], size.Width)
	o[0].Resize(fyne.NewSize(size.Width, high))
	o[1].Move(fyne.NewPos(0, high))
	o[1].Resize(fyne.NewSize(size.Width, max(size.Height-high-low, 0)))
	o[2].Move(fyne.NewPos(0, size.Height-low))
	o[2].Resize(fyne.NewSize(size.Width, low))
}

// MinSize implements fyne.Layout.
func (frame) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b, c := o[0].MinSize(), o[1].MinSize(), o[2].MinSize()
	return fyne.NewSize(max(a.Width, b.Width, c.Width), a.Height+b.Height+c.Height)
}

// heightAt returns how high an object wants to be at a width; it is given that width.
func heightAt(o fyne.CanvasObject, width float32) float32 {
	if o.Size().Width != width {
		o.Resize(fyne.NewSize(width, o.MinSize().Height))
	}
	return o.MinSize().Height
}
