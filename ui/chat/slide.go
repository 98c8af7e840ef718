package chat

import (
	"fyne.io/fyne/v2"

	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
)

// barDrag is the bar of a table under the pointer.
type barDrag struct {
	on    bool
	entry int
	block int
	grab  float32 // where in the thumb the pointer took it
}

// slideAt moves the table at a place of the list sideways, and says whether there is one.
func (t *Transcript) slideAt(at fyne.Position, dx float32) bool {
	r := t.rowAt(at)
	if r == nil {
		return false
	}
	pos := at.Subtract(r.Position())
	for k, p := range r.parts {
		if s := p.Sheet.Slide; s.Width > 0 && pos.Y >= p.Y && pos.Y < p.Y+p.Sheet.Height && pos.X >= p.X+s.X && pos.X < p.X+s.X+s.Width {
			r.slide(k, p.Shift-dx)
			return true
		}
	}
	return false
}

func (t *Transcript) rowAt(at fyne.Position) (found *row) {
	t.list.Shown(func(_ int, shown parts.Row) {
		if r := shown.(*row); at.Y >= r.Position().Y && at.Y < r.Position().Y+r.Size().Height {
			found = r
		}
	})
	return found
}

// slide moves the table that a part of the row shows.
func (r *row) slide(k int, shift float32) {
	p := &r.parts[k]
	shift = p.Sheet.Slide.Clamp(shift)
	if block := r.blockOf(k); block >= 0 && shift != p.Shift {
		p.Shift = shift
		r.msg.keepSlid(block, shift)
		r.setParts()
		r.Seen(r.top, r.bottom)
	}
}

// blockOf returns the block that part k of the row shows, -1 if it shows none.
func (r *row) blockOf(k int) int {
	if k -= r.words; r.msg == nil || r.msg.lay == nil || k < 0 || k >= len(r.msg.lay.spots) {
		return -1
	}
	return r.msg.lay.spots[k].block
}

// keepSlid remembers how far a table was moved, for when its row comes into view again.
func (m *message) keepSlid(block int, shift float32) {
	if m.slid == nil {
		m.slid = map[int]float32{}
	}
	m.slid[block] = shift
}

// barAt returns the part whose bar lies at a place of the row.
func (r *row) barAt(pos fyne.Position) (k int, ok bool) {
	for k, p := range r.parts {
		s := p.Sheet.Slide
		x, y := pos.X-p.X-s.X, pos.Y-p.Y-s.Y-s.Height
		if s.Width > 0 && x >= 0 && x < s.Width && y >= 0 && y < flow.SlideBar {
			return k, true
		}
	}
	return 0, false
}

// grabBar begins to drag a bar; a press beside the thumb brings the thumb there.
func (r *row) grabBar(k int, pos fyne.Position) {
	p := r.parts[k]
	s := p.Sheet.Slide
	x := pos.X - p.X - s.X
	left, width := s.Thumb(p.Shift)
	grab := x - left
	if grab < 0 || grab >= width {
		grab = width / 2
		r.slide(k, s.ShiftAt(x-grab))
	}
	r.t.bar = barDrag{on: true, entry: r.index, block: r.blockOf(k), grab: grab}
}

// dragBar moves the table whose bar is dragged to a place in the list. Its row may have another entry by now.
func (t *Transcript) dragBar(pos fyne.Position) {
	t.list.Shown(func(i int, shown parts.Row) {
		r := shown.(*row)
		for k, p := range r.parts {
			if s := p.Sheet.Slide; i == t.bar.entry && s.Width > 0 && r.blockOf(k) == t.bar.block {
				r.slide(k, s.ShiftAt(pos.X-r.Position().X-p.X-s.X-t.bar.grab))
			}
		}
	})
}
