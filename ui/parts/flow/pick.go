package flow

import (
	"image/color"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Range is a stretch of a sheet's text, in bytes from … to-1.
type Range struct{ From, To int }

// pick draws the ground of what is selected, as far as it is in view.
func (v *View) pick(p Part, wanted func(x, y, width float32) bool) {
	if p.Picked.To <= p.Picked.From {
		return
	}
	runs := p.Sheet.Runs
	first := sort.Search(len(runs), func(i int) bool { return p.Y+runs[i].Y+runs[i].Line >= v.from })
	for i := first; i < len(runs) && p.Y+runs[i].Y <= v.to; {
		line := runs[i]
		from, to, any := float32(0), float32(0), false
		for ; i < len(runs) && runs[i].Y == line.Y; i++ { // one box for all of a line, the spaces between its runs included
			if a, b, ok := runs[i].picked(p.Picked); ok && wanted(runs[i].X, runs[i].Y, runs[i].Width) {
				if !any || a < from {
					from = a
				}
				to, any = max(to, b), true
			}
		}
		if any {
			v.ground(p.X+from, p.Y+line.Y, to-from, line.Line)
		}
	}
}

func (v *View) ground(x, y, width, height float32) {
	b := v.box()
	b.FillColor, b.StrokeColor, b.StrokeWidth, b.CornerRadius = v.Ink(theme.ColorNameSelection), color.Transparent, 0, 0
	b.Move(v.at(x, y))
	b.Resize(fyne.NewSize(width, height))
	b.Refresh()
}

// picked returns where the selected part of a run begins and ends.
func (r Run) picked(sel Range) (from, to float32, ok bool) {
	a, b := max(sel.From, r.From), min(sel.To, r.To)
	if a >= b {
		return 0, 0, false
	}
	from, to = r.X, r.X+r.Width
	m := meterFor(r.Style, r.Size)
	if a > r.From {
		from += m.text(r.Text[:a-r.From])
	}
	if b < r.To {
		to = r.X + m.text(r.Text[:b-r.From])
	}
	return from, to, true
}

// Find returns the byte of the sheet's text that is nearest to a place, measured from the sheet's corner; false if the sheet
// has no text.
func (s *Sheet) Find(x, y float32) (at int, ok bool) {
	i, ok := s.nearest(y)
	if !ok {
		return 0, false
	}
	best, least := i, float32(-1)
	for ; i < len(s.Runs) && s.Runs[i].Y == s.Runs[best].Y; i++ {
		r := s.Runs[i]
		if away := max(r.X-x, x-r.X-r.Width, 0); r.To > 0 && (least < 0 || away < least) {
			best, least = i, away
		}
	}
	return s.Runs[best].find(x), true
}

// nearest returns the first run of the line of text that is nearest to y.
func (s *Sheet) nearest(y float32) (int, bool) {
	n := len(s.Runs)
	at := min(sort.Search(n, func(i int) bool { return s.Runs[i].Y+s.Runs[i].Line > y }), n-1)
	below := at
	for below >= 0 && below < n && s.Runs[below].To == 0 {
		below++
	}
	above := at - 1
	for above >= 0 && s.Runs[above].To == 0 {
		above--
	}
	switch {
	case below >= 0 && below < n && (above < 0 || s.Runs[below].Y-y <= y-s.Runs[above].Y-s.Runs[above].Line):
		return s.lineStart(below), true
	case above >= 0:
		return s.lineStart(above), true
	}
	return 0, false
}

// lineStart returns the first run that is text of the line of run i.
func (s *Sheet) lineStart(i int) int {
	first := i
	for j := i - 1; j >= 0 && s.Runs[j].Y == s.Runs[i].Y; j-- {
		if s.Runs[j].To > 0 {
			first = j
		}
	}
	return first
}

// find returns the byte of the sheet's text before which a press at x falls.
func (r Run) find(x float32) int { return r.From + Nearest(r.Text, x-r.X, r.Style, r.Size) }

// Nearest returns the byte of a line of text before which a press at x falls: an edge of a character.
func Nearest(text string, x float32, style Style, size float32) int {
	m := meterFor(style, size)
	stops := []int{0}
	for at := 0; at < len(text); {
		at = Next(text, at)
		stops = append(stops, at)
	}
	i := sort.Search(len(stops), func(i int) bool { return m.text(text[:stops[i]]) >= x })
	switch {
	case i == len(stops):
		i--
	case i > 0 && x-m.text(text[:stops[i-1]]) < m.text(text[:stops[i]])-x:
		i--
	}
	return stops[i]
}

// Place returns where a byte of the text stands: the left end of its character, the top and the height of its line. false:
// the sheet has no text.
func (s *Sheet) Place(at int) (x, y, line float32, ok bool) {
	var best *Run
	for i := range s.Runs {
		r := &s.Runs[i]
		if r.To == 0 || best != nil && r.From > at {
			continue
		}
		if best == nil || r.From >= best.From {
			best = r
		}
	}
	if best == nil {
		return 0, 0, 0, false
	}
	x = best.X
	if n := min(at, best.To) - best.From; n > 0 {
		x += meterFor(best.Style, best.Size).text(best.Text[:n])
	}
	return x, best.Y, best.Line, true
}
