package parts

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Scroll shows its content through a window as high as there is room, and the wheel moves it wherever the pointer stands.
//
// In the toolkit's own scroll every input takes the wheel for itself, even one of a single line, so that a form stops moving as
// soon as an input comes under the pointer. Here only a text area that is being edited goes first, as long as it has more text
// in that direction.
type Scroll struct {
	container.Scroll
	Inner *Scroll // a scroll within the content that the wheel moves first, as far as it goes; nil: there is none
}

// NewScroll returns content that scrolls up and down.
func NewScroll(content fyne.CanvasObject) *Scroll {
	s := &Scroll{Scroll: container.Scroll{Direction: container.ScrollVerticalOnly, Content: content}}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *Scroll) CreateRenderer() fyne.WidgetRenderer {
	w := &wheel{of: s}
	w.ExtendBaseWidget(w)
	scrolls = append(scrolls, s)
	return &scrollRenderer{WidgetRenderer: s.Scroll.CreateRenderer(), wheel: w, edges: [2]*Plate{NewDivider(), NewDivider()}}
}

// scrollRenderer lays what takes the wheel over all else, and draws a hairline in the place of the toolkit's shadows where there is more
// above or below: a shadow is hard in the light and unseen in the dark.
type scrollRenderer struct {
	fyne.WidgetRenderer
	wheel   *wheel
	edges   [2]*Plate // above, below
	objects []fyne.CanvasObject
}

// Layout implements fyne.WidgetRenderer.
func (r *scrollRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.wheel.Resize(size)
	for _, e := range r.edges {
		e.Resize(fyne.NewSize(size.Width, 1))
	}
	r.edges[1].Move(fyne.NewPos(0, size.Height-1))
}

// Objects implements fyne.WidgetRenderer.
func (r *scrollRenderer) Objects() []fyne.CanvasObject {
	r.objects = r.objects[:0]
	shadow := 0 // the toolkit has them in the order above, below, left, right
	for i, o := range r.WidgetRenderer.Objects() {
		_, bar := o.(desktop.Hoverable)
		switch {
		case i == 0 || bar: // the content is the first
			r.objects = append(r.objects, o)
			continue
		case shadow < len(r.edges) && o.Visible():
			r.objects = append(r.objects, r.edges[shadow])
		}
		shadow++
	}
	r.objects = append(r.objects, r.wheel)
	return r.objects
}

// Destroy implements fyne.WidgetRenderer.
func (r *scrollRenderer) Destroy() {
	r.WidgetRenderer.Destroy()
	if i := slices.Index(scrolls, r.wheel.of); i >= 0 {
		scrolls = slices.Delete(scrolls, i, i+1)
	}
}

// wheel is seen by nobody and takes nothing but the turns of the wheel: the toolkit gives those to the uppermost object
// that wants them.
type wheel struct {
	widget.BaseWidget
	of *Scroll
}

var _ fyne.Scrollable = (*wheel)(nil)

// Scrolled implements fyne.Scrollable.
func (w *wheel) Scrolled(e *fyne.ScrollEvent) {
	d := fyne.CurrentApp().Driver()
	if c := d.CanvasForObject(w.of); c != nil {
		if area, ok := c.Focused().(scrollsItself); ok {
			at := e.AbsolutePosition.Subtract(d.AbsolutePositionForObject(area))
			size := area.Size()
			if at.X >= 0 && at.Y >= 0 && at.X < size.Width && at.Y < size.Height && area.turn(e) {
				return
			}
		}
	}
	if in := w.of.Inner; in != nil {
		before := in.Offset
		if in.Scrolled(e); in.Offset != before {
			return
		}
	}
	w.of.Scrolled(e)
}

// CreateRenderer implements fyne.Widget.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

// scrollsItself is a widget that may have more content than it shows. turn moves that content, and tells whether it moved.
type scrollsItself interface {
	fyne.CanvasObject
	turn(*fyne.ScrollEvent) bool
}
