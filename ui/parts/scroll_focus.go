package parts

import "fyne.io/fyne/v2"

// scrolls are those that the toolkit draws, so that what gets the focus can be brought into view: the toolkit tells an object
// nothing of what it lies in. Only the window's goroutine has to do with it.
var scrolls []*Scroll

// revealMargin is kept between what is brought into view and the edge, and is what must be seen of it to leave it where it is.
const revealMargin = 12

// reveal scrolls what has got the focus into view, if hardly anything of it is seen. What a press gave the focus to is seen,
// so nothing moves under the pointer.
func reveal(o fyne.CanvasObject) {
	for _, s := range scrolls {
		if s.holds(o) {
			s.reveal(o)
		}
	}
}

// bring scrolls what has grown into view, see Scroll.Bring.
func bring(o fyne.CanvasObject) {
	for _, s := range scrolls {
		if s.holds(o) {
			s.Bring(o)
		}
	}
}

// holds tells whether o lies somewhere in the content: then it moves when that does.
func (s *Scroll) holds(o fyne.CanvasObject) bool {
	d := fyne.CurrentApp().Driver()
	if !s.Visible() || d.CanvasForObject(s) != d.CanvasForObject(o) {
		return false
	}
	at, before := s.Content.Position(), d.AbsolutePositionForObject(o)
	s.Content.Move(at.AddXY(0, 1))
	moved := d.AbsolutePositionForObject(o) != before
	s.Content.Move(at)
	return moved
}

func (s *Scroll) reveal(o fyne.CanvasObject) {
	d := fyne.CurrentApp().Driver()
	top := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(s).Y
	bottom, view := top+o.Size().Height, s.Size().Height
	y := s.Offset.Y
	switch {
	case bottom < revealMargin: // above
		y += top - revealMargin
	case top > view-revealMargin: // below; what is higher than the view is seen from its top on
		y += min(bottom-view+revealMargin, top-revealMargin)
	default:
		return
	}
	s.ScrollToOffset(fyne.NewPos(s.Offset.X, max(0, min(y, s.Content.Size().Height-view))))
}

// Bring scrolls until an object of the content is seen whole, or from its top on if it is higher than the view.
func (s *Scroll) Bring(o fyne.CanvasObject) {
	d := fyne.CurrentApp().Driver()
	top := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(s).Y
	switch below := top + o.Size().Height + revealMargin - s.Size().Height; {
	case below > 0:
		s.ScrollToOffset(fyne.NewPos(0, s.Offset.Y+min(below, top)))
	case top < 0:
		s.ScrollToOffset(fyne.NewPos(0, max(0, s.Offset.Y+top-revealMargin)))
	}
}
