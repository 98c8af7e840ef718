package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// flow sets objects side by side and goes on in the next line where there is no room.
type flow struct {
	gap   float32
	end   bool    // lines stand at the right end
	width float32 // of the last layout: the height depends on it
}

// NewFlow sets objects side by side, each as large as it needs, going on in the next line where there is no room.
func NewFlow(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flow{gap: gap}, objects...)
}

// NewEndFlow is a NewFlow whose lines stand at the right end.
func NewEndFlow(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flow{gap: gap, end: true}, objects...)
}

// Layout implements fyne.Layout.
func (f *flow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	f.width = size.Width
	y := float32(0)
	for _, line := range f.lines(objects, size.Width) {
		x := float32(0)
		if f.end {
			x = max(size.Width-line.width, 0)
		}
		for _, o := range line.objects {
			s := o.MinSize()
			s.Width = min(s.Width, size.Width)
			o.Resize(s)
			o.Move(fyne.NewPos(x, y+(line.height-s.Height)/2))
			x += s.Width + f.gap
		}
		y += line.height + f.gap
	}
}

// MinSize implements fyne.Layout. Before the first layout all is one line.
func (f *flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for i, line := range f.lines(objects, f.width) {
		if i > 0 {
			m.Height += f.gap
		}
		m.Height += line.height
		for _, o := range line.objects {
			m.Width = max(m.Width, o.MinSize().Width)
		}
	}
	return m
}

// flowLine is what stands in one line.
type flowLine struct {
	objects       []fyne.CanvasObject
	width, height float32
}

// lines parts the visible objects; a width of 0 is endless.
func (f *flow) lines(objects []fyne.CanvasObject, width float32) []flowLine {
	var all []flowLine
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		s := o.MinSize()
		n := len(all)
		if n == 0 || width > 0 && all[n-1].width+f.gap+s.Width > width {
			all = append(all, flowLine{[]fyne.CanvasObject{o}, s.Width, s.Height})
			continue
		}
		line := &all[n-1]
		line.objects = append(line.objects, o)
		line.width, line.height = line.width+f.gap+s.Width, max(line.height, s.Height)
	}
	return all
}
