// Package parts holds the widgets that the window is made of: buttons, pictures, entries, lists, sliders. Each knows how it looks
// and behaves and nothing of personas, talks or models. All of it belongs to the window's goroutine.
package parts

import "fyne.io/fyne/v2"

// NewCentred gives its object the width that there is, at most width, in the middle, and the full height.
func NewCentred(width float32, object fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: centred{width}, Objects: []fyne.CanvasObject{object}}
}

type centred struct{ width float32 }

func (c centred) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w := min(size.Width, c.width)
	for _, o := range objects {
		o.Resize(fyne.NewSize(w, size.Height))
		o.Move(fyne.NewPos((size.Width-w)/2, 0))
	}
}

func (c centred) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		size = size.Max(o.MinSize())
	}
	return size
}

// NewSized makes its object at least width wide and height high.
func NewSized(width, height float32, object fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: sized{fyne.NewSize(width, height)}, Objects: []fyne.CanvasObject{object}}
}

type sized struct{ least fyne.Size }

func (s sized) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Resize(size)
		o.Move(fyne.Position{})
	}
}

func (s sized) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := s.least
	for _, o := range objects {
		size = size.Max(o.MinSize())
	}
	return size
}

// NewRow sets its objects side by side with a gap between, each as wide as it needs and in the middle of the height. The
// one at position wide gets what is left over, in the full height; -1 is none, and the row keeps to the left.
func NewRow(gap float32, wide int, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: row{gap, wide}, Objects: objects}
}

type row struct {
	gap  float32
	wide int
}

func (r row) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	rest := size.Width - r.MinSize(objects).Width
	x, any := float32(0), false
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		if any {
			x += r.gap
		}
		any = true
		s := o.MinSize()
		if i == r.wide {
			s.Width, s.Height = max(0, s.Width+rest), size.Height
		}
		o.Resize(s)
		o.Move(fyne.NewPos(x, (size.Height-s.Height)/2))
		x += s.Width
	}
}

func (r row) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	n := 0
	for _, o := range objects {
		if o.Visible() {
			s := o.MinSize()
			size.Width += s.Width
			size.Height = max(size.Height, s.Height)
			n++
		}
	}
	size.Width += r.gap * float32(max(0, n-1))
	return size
}
