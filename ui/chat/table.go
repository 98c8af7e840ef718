package chat

import (
	"sort"

	"bonbon/ui/chat/md"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"

	"fyne.io/fyne/v2/theme"
)

// Widths of a table's columns, in sizes of the text. A table whose columns would be narrower than leastCell, though they have more
// to show, keeps them wider and scrolls sideways.
const (
	leastCell = 7
	mostCell  = 20
)

// layTable lays a table out, within the width or as a slide.
func layTable(s *flow.Sheet, b *md.Block, x, y, width float32, ink flow.Inks) float32 {
	size := theme.TextSize()
	cols := columns(b.Rows, width, size)
	total := float32(0)
	for _, w := range cols {
		total += w + 2*cellPadX
	}
	start := len(s.Runs)
	top := y
	for r, row := range b.Rows {
		if r > 0 {
			s.Marks = append(s.Marks, flow.Mark{X: x, Y: y, Width: total, Shape: flow.Rule, Fill: look.Line})
		}
		cx, bottom := x, y
		for i, cell := range row.Cells {
			if r == 0 {
				cell = bolder(cell)
			}
			end := float32(0)
			if row.Right[i] {
				end = cols[i]
			}
			if r+i > 0 {
				s.Text++ // what parts the cells
			}
			bottom = max(bottom, s.AddLines(cell, flow.Wrap(cell, cols[i], size), cx+cellPadX, y+cellPadY, size, ink, end))
			cx += cols[i] + 2*cellPadX
		}
		y = bottom + cellPadY
	}
	s.Marks = append(s.Marks, flow.Mark{X: x, Y: top, Width: min(total, width), Still: true, Height: y - top, Radius: look.Size(look.RadiusButton), Edge: look.Line})
	s.Width = x + total
	if total > width {
		s.Slide = flow.Slide{X: x, Y: top, Width: width, Height: y - top, Content: total}
		s.Width = x + width
		y += flow.SlideBar
	}
	sort.SliceStable(s.Runs[start:], func(i, j int) bool { return s.Runs[start+i].Y < s.Runs[start+j].Y })
	return y
}

// columns returns the widths of a table's columns: what each needs, less for the widest if that is too much, and more than there
// is room for if they could not be read otherwise.
func columns(rows []md.Row, width, size float32) []float32 {
	n := 0
	for _, r := range rows {
		n = max(n, len(r.Cells))
	}
	cols := make([]float32, n)
	for _, r := range rows {
		for i, c := range r.Cells {
			for _, l := range flow.Wrap(bolder(c), 1<<20, size) {
				cols[i] = max(cols[i], l.Width+1)
			}
		}
	}
	room := width - float32(n)*2*cellPadX
	needed := float32(0)
	for _, c := range cols {
		needed += min(c, leastCell*size)
	}
	if needed > room {
		for i := range cols {
			cols[i] = min(cols[i], mostCell*size)
		}
		return cols
	}
	// Water filling: columns below the fair share keep their width, the others share what is left.
	open := make([]int, n)
	for i := range open {
		open[i] = i
	}
	sort.Slice(open, func(a, b int) bool { return cols[open[a]] < cols[open[b]] })
	for k, i := range open {
		cols[i] = min(cols[i], room/float32(n-k))
		room -= cols[i]
	}
	return cols
}
