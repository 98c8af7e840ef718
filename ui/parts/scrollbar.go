package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

const (
	barWidth = 12 // that takes the pointer
	barThin  = 5  // that is seen
	thumbMin = 32
)

// scrolled is what a scrollBar stands beside.
type scrolled interface {
	// extent returns how far the view is from the start, how high it is, and how high all of the content.
	extent() (offset, view, total float64)
	// jump shows a share of the way from the start, 0, to the end, 1.
	jump(share float64)
	// page goes on, or back, by about a view.
	page(on bool)
}

// scrollBar shows and moves the place of something long. While it is dragged the thumb stays under the pointer, although the
// content's height is learnt as it comes into view.
type scrollBar struct {
	widget.BaseWidget
	of       scrolled
	thumb    *canvas.Rectangle
	top      float32 // of the thumb
	height   float32
	grab     float32 // where in the thumb the pointer took it
	dragging bool
	hovered  bool
}

var (
	_ fyne.Draggable    = (*scrollBar)(nil)
	_ fyne.Tappable     = (*scrollBar)(nil)
	_ desktop.Hoverable = (*scrollBar)(nil)
)

func newScrollBar(of scrolled) *scrollBar {
	b := &scrollBar{of: of, thumb: canvas.NewRectangle(look.Color(look.Line))}
	b.ExtendBaseWidget(b)
	return b
}

// update places the thumb from the content's place.
func (b *scrollBar) update() {
	offset, view, total := b.of.extent()
	if total <= view {
		b.thumb.Hide()
		return
	}
	b.thumb.Show()
	b.height = max(float32(view/total*view), thumbMin)
	if !b.dragging {
		share := min(max(offset/(total-view), 0), 1)
		b.top = float32(share) * (float32(view) - b.height)
	}
	thin := float32(barThin)
	if b.hovered || b.dragging {
		thin += 2
	}
	b.thumb.CornerRadius = thin / 2
	b.thumb.Resize(fyne.NewSize(thin, b.height))
	b.thumb.Move(fyne.NewPos(barWidth-thin-3, b.top))
}

// to moves the content so that the thumb's top is at y.
func (b *scrollBar) to(y float32) {
	_, view, total := b.of.extent()
	room := float32(view) - b.height
	if total <= view || room <= 0 {
		return
	}
	b.top = min(max(y, 0), room)
	b.of.jump(float64(b.top / room))
}

// Dragged implements fyne.Draggable.
func (b *scrollBar) Dragged(e *fyne.DragEvent) {
	if !b.dragging {
		b.dragging = true
		b.grab = min(max(e.Position.Y-e.Dragged.DY-b.top, 0), b.height)
	}
	b.to(e.Position.Y - b.grab)
}

// DragEnd implements fyne.Draggable.
func (b *scrollBar) DragEnd() {
	b.dragging = false
	b.update()
}

// Tapped implements fyne.Tappable: a press beside the thumb goes one page that way.
func (b *scrollBar) Tapped(e *fyne.PointEvent) {
	switch {
	case e.Position.Y < b.top:
		b.of.page(false)
	case e.Position.Y > b.top+b.height:
		b.of.page(true)
	}
}

// MouseIn implements desktop.Hoverable.
func (b *scrollBar) MouseIn(*desktop.MouseEvent) {
	b.hovered = true
	b.Refresh()
}

// MouseMoved implements desktop.Hoverable.
func (b *scrollBar) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *scrollBar) MouseOut() {
	b.hovered = false
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *scrollBar) CreateRenderer() fyne.WidgetRenderer { return scrollBarRenderer{b} }

type scrollBarRenderer struct{ b *scrollBar }

func (r scrollBarRenderer) Destroy()                     {}
func (r scrollBarRenderer) MinSize() fyne.Size           { return fyne.NewSize(barWidth, thumbMin) }
func (r scrollBarRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.b.thumb} }
func (r scrollBarRenderer) Layout(fyne.Size)             { r.b.update() }

func (r scrollBarRenderer) Refresh() {
	name := look.Line
	if r.b.hovered || r.b.dragging {
		name = look.Muted
	}
	r.b.thumb.FillColor = look.Color(name)
	r.b.update()
	r.b.thumb.Refresh()
}
