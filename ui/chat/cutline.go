package chat

import (
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// cutPlace is where the line lies above which nothing is sent, and why.
type cutPlace struct {
	at     int // first entry sent; the number of entries if nothing is sent; 0: no line
	above  int // messages that are not sent
	reason tokens.Reason
	hours  int
	elided int // tool results before this entry may be sent as a placeholder; see tokens.Report.ElidedTo
}

func cutOf(r tokens.Report, hours int) cutPlace {
	c := cutPlace{at: r.First, above: r.CutByAge + r.CutByTrim, reason: r.Reason, hours: hours, elided: r.ElidedTo}
	if c.above == 0 || c.reason == "" {
		return cutPlace{elided: r.ElidedTo}
	}
	if r.Kept == 0 {
		c.at = r.Total
	}
	return c
}

// dims says whether entry i is above the line.
func (c cutPlace) dims(i int) bool { return i < c.at }

// sentence says what the line means.
func (c cutPlace) sentence() string {
	key := "chat.cut.tokens"
	switch {
	case c.reason == tokens.ReasonAge && c.hours > 0:
		key = "chat.cut.age"
	case c.reason == tokens.ReasonBoth && c.hours > 0:
		key = "chat.cut.both"
	}
	return words.N(key, c.above, map[string]any{"Count": words.Number(c.above), "Age": span(c.hours)})
}

// span says a number of hours as people do: 12 hours, 3 days.
func span(hours int) string {
	if hours >= 48 && hours%24 == 0 {
		return words.N("chat.days", hours/24, map[string]any{"Count": words.Number(hours / 24)})
	}
	return words.N("chat.hours", hours, map[string]any{"Count": words.Number(hours)})
}

// bindCut places the line, if it lies above entry i.
func (r *row) bindCut(i int, left, column, y float32) float32 {
	if r.t.cut.at != i || i == 0 {
		return y
	}
	ink := flow.Inks{Plain: look.CutLine, Muted: look.CutLine, Link: look.CutLine}
	text := []flow.Span{{Text: "✂ " + r.t.cut.sentence()}}
	size := look.Size(look.SmallText) + 1
	lines := flow.Wrap(text, column-48, size)
	wide := float32(0)
	for _, l := range lines {
		wide = max(wide, l.Width)
	}
	s := &flow.Sheet{}
	for _, l := range lines {
		s.AddLines(text, []flow.Line{l}, (wide-l.Width)/2, s.Height, size, ink, 0)
	}
	x := left + float32(int((column-wide)/2))
	r.add(x, y+4, s)
	r.cut.place(left, left+column, y+4+float32(int(s.Height/2)), x-12, x+wide+12, look.Color(look.CutLine))
	r.extra = append(r.extra, r.cut.left, r.cut.right)
	return y + s.Height + 16
}
