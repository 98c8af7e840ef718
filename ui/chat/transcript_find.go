package chat

import (
	"strings"

	"bonbon/find"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
)

// found is what a search shows in the transcript.
type found struct {
	query find.Query
	at    int // the message that the search is at; -1: none
	place int // the place in it, counted from the last: 0 is the last
	want  int // the message that is to be brought into view when it is there; -1: none
}

// foundMark is a place in a row's message.
type foundMark struct {
	top      float32 // in the row
	sheet    *flow.Sheet
	from, to int // of the sheet's marks
}

// mostMarks bounds the places that are marked in one message.
const mostMarks = 2000

// SetFound marks what a query finds in every message, and in message at the last place more strongly; -1: in none. The zero Query
// marks nothing.
func (t *Transcript) SetFound(q find.Query, at int) {
	if t.found.query == q && t.found.at == at {
		return
	}
	t.found = found{query: q, at: at, want: -1}
	t.list.Changed(0, t.n)
}

// Reveal brings the place that the search is at into view. Of what lies between nothing is read.
func (t *Transcript) Reveal() {
	if at := t.found.at; at >= 0 && at < t.n {
		t.found.want = at
		t.list.ScrollToAt(at, t.third())
		t.seek()
	}
}

// third is how far below the top a place is brought into view.
func (t *Transcript) third() float32 { return float32(int(t.list.Size().Height / 3)) }

// seek goes on with Reveal after rows became known.
func (t *Transcript) seek() {
	at := t.found.want
	if at < 0 {
		return
	}
	m := t.message(at)
	if m == nil {
		t.list.ScrollToAt(at, t.third())
		return
	}
	opened := m.openTo(t.found.query)
	if m.unfoldTo(t.found.query) || opened {
		t.list.Changed(at, at+1)
	}
	if len(t.pages.loading) == 0 { // no row beside it will change its height any more
		t.found.want = -1
	}
	y := t.third()
	t.list.ScrollToAt(at, y)
	if top, ok := t.placeTop(); ok {
		t.list.ScrollToAt(at, y-top)
	}
}

// placeTop returns where in its row the place lies that the search is at; false if the row is not in view or has none.
func (t *Transcript) placeTop() (top float32, ok bool) {
	if r := t.foundRow(); r != nil && t.found.place < len(r.marks) {
		return r.marks[len(r.marks)-1-t.found.place].top, true
	}
	return 0, false
}

func (t *Transcript) foundRow() (at *row) {
	t.list.Shown(func(i int, r parts.Row) {
		if i == t.found.at {
			at = r.(*row)
		}
	})
	return at
}

// StepFound goes to the next place within the message that the search is at, upward or downward, and says whether there was one.
func (t *Transcript) StepFound(up bool) bool {
	r := t.foundRow()
	if r == nil {
		return false
	}
	place := t.found.place - 1
	if up {
		place = t.found.place + 1
	}
	if place < 0 || place >= len(r.marks) {
		return false
	}
	t.found.place = place
	t.list.Changed(t.found.at, t.found.at+1)
	if top, ok := t.placeTop(); ok {
		if y := t.list.RowTop(t.found.at) + top; y < 0 || y > t.list.Size().Height-2*t.third()/3 {
			t.list.ScrollToAt(t.found.at, t.third()-top)
		}
	}
	return true
}

// InView returns the first and the last entry in view; last < first if there is none.
func (t *Transcript) InView() (first, last int) {
	first, last = t.list.Range()
	return first, min(last, t.n-1)
}

// mark returns a sheet of the row's message with marks behind what the search finds; y is where it lies in the row.
func (r *row) mark(s *flow.Sheet, y float32) *flow.Sheet {
	f := r.t.found
	if f.query.Empty() {
		return s
	}
	marked := *s
	marked.Marks = s.Marks[:len(s.Marks):len(s.Marks)]
	for _, place := range marksOf(s, f.query, mostMarks-len(r.marks)) {
		from := len(marked.Marks)
		marked.Marks = append(marked.Marks, place...)
		r.marks = append(r.marks, foundMark{y + place[0].Y, &marked, from, len(marked.Marks)})
	}
	return &marked
}

// strengthen marks the place that the search is at more strongly. It is called when all of the message is marked.
func (r *row) strengthen() {
	f := r.t.found
	if i := len(r.marks) - 1 - f.place; r.index == f.at && i >= 0 {
		m := r.marks[i]
		for k := m.from; k < m.to; k++ {
			m.sheet.Marks[k].Fill = look.FoundNow
		}
		r.slideToMark(m)
	}
}

// slideToMark moves a table so that a mark in it is seen.
func (r *row) slideToMark(m foundMark) {
	for k := range r.parts {
		p := &r.parts[k]
		if s := p.Sheet.Slide; p.Sheet == m.sheet && s.Width > 0 {
			mark := m.sheet.Marks[m.from]
			if block := r.blockOf(k); block >= 0 {
				p.Shift = s.Into(s.Into(p.Shift, mark.X+mark.Width), mark.X)
				r.msg.keepSlid(block, p.Shift)
			}
		}
	}
}

// marksOf returns the marks behind each place of a sheet that has what is searched for; a place that was wrapped has several.
func marksOf(s *flow.Sheet, q find.Query, most int) (all [][]flow.Mark) {
	text, starts := textOf(s)
	run := 0
	for _, place := range q.Spans(text, most) {
		for run+1 < len(s.Runs) && starts[run+1] <= place.From {
			run++
		}
		var marks []flow.Mark
		for i := run; i < len(s.Runs) && starts[i] < place.To; i++ {
			r := s.Runs[i]
			from, to := max(place.From-starts[i], 0), min(place.To-starts[i], len(r.Text))
			if from >= to || r.Right {
				continue
			}
			x := flow.Width(r.Text[:from], r.Style, r.Size)
			marks = append(marks, flow.Mark{
				X: r.X + x - 1, Y: r.Y + 1, Width: flow.Width(r.Text[:to], r.Style, r.Size) - x + 2, Height: r.Line - 2,
				Radius: 3, Fill: look.Found,
			})
		}
		if len(marks) > 0 {
			all = append(all, marks)
		}
	}
	return all
}

// textOf returns the text of a sheet as it is read, and where in it each run begins. Words of buttons are left out.
func textOf(s *flow.Sheet) (text string, starts []int) {
	var b strings.Builder
	var last *flow.Run
	for i := range s.Runs {
		r := &s.Runs[i]
		if r.Right {
			starts = append(starts, b.Len())
			continue
		}
		if last != nil && (last.Break || last.Y == r.Y && r.X-last.X-last.Width > 1) {
			b.WriteByte(' ')
		}
		starts = append(starts, b.Len())
		b.WriteString(r.Text)
		last = r
	}
	return b.String(), starts
}
