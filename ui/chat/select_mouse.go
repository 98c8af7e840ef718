package chat

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"bonbon/ui/parts"
)

// A pointer that is dragged this near to an edge scrolls the talk, faster the farther out it is.
const (
	driftEdge  = 20
	driftSpeed = 9   // pixels in a second, for each pixel beyond
	driftMost  = 160 // pixels beyond the edge that count
)

// drag is a selection under the pointer.
type drag struct {
	on    bool
	pos   fyne.Position // of the pointer, in the list
	drift parts.Drift
}

var (
	_ desktop.Mouseable = (*row)(nil)
	_ fyne.Draggable    = (*row)(nil)
)

// MouseDown implements desktop.Mouseable: it begins or extends a selection, except on what can be pressed.
func (r *row) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	if _, ok := r.view.At(e.Position); ok || r.pictureAt(e.Position) >= 0 {
		return
	}
	r.t.takeFocus(r.index)
	if k, ok := r.barAt(e.Position); ok {
		r.grabBar(k, e.Position)
		return
	}
	r.t.pressWords(e.Position.Add(r.Position()), e.Modifier&fyne.KeyModifierShift != 0)
}

// MouseUp implements desktop.Mouseable.
func (r *row) MouseUp(*desktop.MouseEvent) { r.t.endDrag() }

// Dragged implements fyne.Draggable. The row may show another entry by now, so only the pointer's place in the window counts.
func (r *row) Dragged(e *fyne.DragEvent) {
	at := e.AbsolutePosition.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(r.t.list))
	switch {
	case r.t.bar.on:
		r.t.dragBar(at)
	case r.t.drag.on:
		r.t.dragTo(at)
	}
}

// DragEnd implements fyne.Draggable.
func (r *row) DragEnd() { r.t.endDrag() }

// pressWords begins a selection at a place in the list, or extends it.
func (t *Transcript) pressWords(pos fyne.Position, extend bool) {
	p, ok := t.placeAt(pos)
	if !ok {
		t.clearSelection()
		return
	}
	t.drag.on, t.drag.pos = true, pos
	n := t.clicks.Press(t.env.Now(), pos)
	switch {
	case extend && t.sel.on:
		t.reach(p)
	default:
		t.begin(p, unit(n-1)) // #nosec G115 -- one, two or three presses
	}
}

// dragTo extends the selection to a place in the list, and scrolls near an edge.
func (t *Transcript) dragTo(pos fyne.Position) {
	t.drag.pos = pos
	if p, ok := t.placeAt(pos); ok {
		t.reach(p)
	}
	if t.drift() == 0 {
		t.drag.drift.Stop()
	} else {
		t.drag.drift.Start(t.env.Now, t.driftFor)
	}
}

// drift returns how fast the talk scrolls under the pointer, in pixels in a second.
func (t *Transcript) drift() float32 {
	y, height := t.drag.pos.Y, t.list.Size().Height
	switch {
	case !t.drag.on:
		return 0
	case y < driftEdge:
		return -driftSpeed * min(driftEdge-y, driftMost)
	case y > height-driftEdge:
		return driftSpeed * min(y-height+driftEdge, driftMost)
	}
	return 0
}

// driftFor scrolls for a time and takes the selection along.
func (t *Transcript) driftFor(d time.Duration) {
	dy := t.drift() * float32(d.Seconds())
	if dy == 0 || dy > 0 && t.list.AtEnd() {
		return
	}
	t.list.ScrollBy(dy)
	if p, ok := t.placeAt(t.drag.pos); ok {
		t.reach(p)
	}
}

func (t *Transcript) endDrag() {
	t.drag.on, t.bar.on = false, false
	t.drag.drift.Stop()
}

// placeAt returns the place in the words that is nearest to a place in the list.
func (t *Transcript) placeAt(pos fyne.Position) (p place, ok bool) {
	var best *row
	t.list.Shown(func(_ int, shown parts.Row) {
		r := shown.(*row)
		if best == nil || r.Position().Y <= pos.Y {
			best = r
		}
	})
	if best == nil {
		return place{}, false
	}
	if best.index >= t.n { // the foot
		return t.endOf(t.n - 1), t.n > 0
	}
	return best.placeAt(pos.Subtract(best.Position())), true
}

// placeAt returns the place in the row's words that is nearest to a place in the row.
func (r *row) placeAt(pos fyne.Position) place {
	best := place{entry: r.index}
	if r.msg == nil || r.msg.lay == nil {
		return best
	}
	least := float32(-1)
	for k, at := range r.msg.lay.spots {
		if at.block == noBlock || r.words+k >= len(r.parts) {
			continue
		}
		p := r.parts[r.words+k]
		away := max(p.Y-pos.Y, pos.Y-p.Y-p.Sheet.Height, 0)
		if least >= 0 && away >= least {
			continue
		}
		if n, ok := p.Sheet.Find(p.In(pos.X, pos.Y)); ok {
			best, least = place{r.index, at.block, at.from + n}, away
		}
	}
	return best
}

// pointOf returns where a place is in the list, and the height of its line; false if it is not in a row in view.
func (t *Transcript) pointOf(p place) (pos fyne.Position, line float32, ok bool) {
	t.eachPart(p, func(r *row, k int, x, y, high float32) {
		x, y = r.parts[k].Out(x, y)
		pos, line, ok = r.Position().AddXY(x, y), high, true
	})
	return pos, line, ok
}

// eachPart calls f with the parts of rows in view that may show a place, the last of which does: where it lies in the part's sheet
// and how high its line is.
func (t *Transcript) eachPart(p place, f func(r *row, k int, x, y, line float32)) {
	t.list.Shown(func(i int, shown parts.Row) {
		r := shown.(*row)
		if i != p.entry || r.msg == nil || r.msg.lay == nil {
			return
		}
		for k, at := range r.msg.lay.spots {
			if at.block != p.block || at.from > p.at || r.words+k >= len(r.parts) {
				continue
			}
			if x, y, line, has := r.parts[r.words+k].Sheet.Place(p.at - at.from); has {
				f(r, r.words+k, x, y, line)
			}
		}
	})
}
