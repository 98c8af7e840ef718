package parts

import (
	"fyne.io/fyne/v2"
)

// lay places the rows that are in view: from the anchor down and up, or from the end up if the list follows its end.
func (l *List) lay() {
	size := l.Size()
	if size.Width <= 0 || size.Height <= 0 {
		return
	}
	l.resized = size.Width != l.width
	if l.resized {
		l.width = size.Width
		for _, p := range l.shown {
			p.stale = true
		}
	}
	first, last := 0, -1
	if l.Len() > 0 {
		first, last = l.place(size.Height)
	}
	l.keepOnly(first, last)
	l.settle(size.Height)
	l.bar.update()
	if l.OnMove != nil {
		l.OnMove()
	}
}

// place measures what is in view and returns the rows' range. It leaves anchor and at as the first row and its top.
func (l *List) place(height float32) (first, last int) {
	if !l.end {
		l.anchorTo()
		first, last = l.anchor, l.anchor
		top, bottom := l.at, l.at+l.measure(l.anchor)
		for bottom < height && last+1 < l.Len() {
			last++
			bottom += l.measure(last)
		}
		if bottom > height || last+1 < l.Len() {
			for top > 0 && first > 0 {
				first--
				top -= l.measure(first)
			}
			if top > 0 {
				return l.placeStart(height)
			}
			for first < last && top+l.measure(first) <= 0 {
				top += l.measure(first)
				first++
			}
			l.anchor, l.at = first, top
			return first, last
		}
		l.end = true // scrolled past the end, or just to it
	}
	first, last = l.Len()-1, l.Len()-1
	top := height - l.measure(first)
	for top > 0 && first > 0 {
		first--
		top -= l.measure(first)
	}
	l.anchor, l.at = first, min(top, 0)
	return first, last
}

// placeStart places the rows from the first one on: the user came to the start of the list.
func (l *List) placeStart(height float32) (first, last int) {
	l.anchor, l.at, last = 0, 0, 0
	bottom := l.measure(0)
	for bottom < height && last+1 < l.Len() {
		last++
		bottom += l.measure(last)
	}
	l.end = last+1 == l.Len() && bottom <= height
	return 0, last
}

// anchorTo chooses what must not move: the first row whose top is in view. If none is, the row that fills the view stays
// where it is; with another width, the same share of it stays above the view.
func (l *List) anchorTo() {
	if l.anchor >= l.Len() {
		l.anchor, l.at = l.Len()-1, 0
	}
	y := l.at
	for i := l.anchor; i < l.Len() && y < l.Size().Height; i++ {
		if y >= 0 {
			l.anchor, l.at = i, y
			return
		}
		p := l.shown[i]
		if p == nil {
			break
		}
		y += p.height
	}
	if p := l.shown[l.anchor]; l.resized && p != nil && l.at < 0 && p.height > 0 && -l.at < p.height {
		was := p.height
		l.at *= l.measure(l.anchor) / was
	}
}

// measure binds row i if needed and returns its height.
func (l *List) measure(i int) float32 {
	p := l.shown[i]
	if p != nil && !p.stale {
		return p.height
	}
	if p == nil {
		p = &placed{row: l.take()}
		l.shown[i] = p
		l.changed = true
	}
	p.stale = false
	p.height = p.row.Bind(i, l.width)
	p.row.Resize(fyne.NewSize(l.width, p.height))
	l.heights.Set(i, float64(p.height))
	return p.height
}

func (l *List) take() Row {
	if n := len(l.spare); n > 0 {
		r := l.spare[n-1]
		l.spare = l.spare[:n-1]
		return r
	}
	return l.newRow()
}

func (l *List) release(i int) {
	p := l.shown[i]
	delete(l.shown, i)
	p.row.Release()
	l.spare = append(l.spare, p.row)
	l.changed = true
}

// keepOnly gives back the rows outside first … last.
func (l *List) keepOnly(first, last int) {
	for i := range l.shown {
		if i < first || i > last {
			l.release(i)
		}
	}
	l.first, l.last = first, last
}

// settle moves the shown rows to their places and tells them what is in view.
func (l *List) settle(height float32) {
	if l.changed {
		l.box.Objects = l.box.Objects[:0]
		for i := l.first; i <= l.last; i++ {
			l.box.Objects = append(l.box.Objects, l.shown[i].row)
		}
	}
	y := l.at
	for i := l.first; i <= l.last; i++ {
		p := l.shown[i]
		if pos := fyne.NewPos(0, y); p.row.Position() != pos {
			p.row.Move(pos)
		}
		p.row.Seen(max(-y, 0), min(height-y, p.height))
		y += p.height
	}
	if l.changed {
		l.changed = false
		l.box.Refresh()
	}
}

// extent implements scrolled.
func (l *List) extent() (offset, view, total float64) {
	offset, view, total = l.offset(), float64(l.Size().Height), l.heights.Total()
	if l.end {
		offset = total - view
	}
	return offset, view, total
}

// jump implements scrolled.
func (l *List) jump(share float64) {
	switch {
	case share >= 1:
		l.ScrollToEnd()
	case share <= 0:
		l.ScrollTo(0)
	default:
		l.end = false
		l.seek(share * (l.heights.Total() - float64(l.Size().Height)))
		l.lay()
	}
}

// page implements scrolled.
func (l *List) page(on bool) {
	if on {
		l.Key(fyne.KeyPageDown)
	} else {
		l.Key(fyne.KeyPageUp)
	}
}
