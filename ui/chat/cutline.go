package chat

import (
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// cutPlace says which entries are sent and where the lines lie that tell so.
type cutPlace struct {
	at       int // first entry sent, behind the gap if there is one; the number of entries if nothing is sent
	headFrom int // entries from here to headTo are sent too, before the gap; equal: there is no gap
	headTo   int
	above    int // messages that are not sent; 0: no line
	tokens   int // estimated tokens of them; 0: not known
	reason   tokens.Reason
	hours    int

	elided    int  // tool results before this entry may be sent as a placeholder; see tokens.Report.ElidedTo
	uncounted bool // by their bytes alone

	photosFrom int // messages before this entry are sent without their pictures
	total      int // entries of the path that the plan was made for
}

func cutOf(r tokens.Report, hours int) cutPlace {
	c := cutPlace{at: r.First, headFrom: r.HeadFrom, headTo: r.HeadTo, elided: r.ElidedTo, uncounted: r.Uncounted, photosFrom: r.PhotosFrom, total: r.Total}
	if r.Kept == 0 {
		c.at, c.headFrom, c.headTo = r.Total, 0, 0
	}
	if left := r.CutByAge + r.CutByTrim + r.CutBySummary; left > 0 && r.Reason != "" {
		c.above, c.reason, c.hours = left, r.Reason, hours
		c.tokens = max(0, r.TotalTokens-r.History-r.Saved)
	}
	return c
}

// dims says whether entry i is not sent.
func (c cutPlace) dims(i int) bool { return i < c.at && (i < c.headFrom || i >= c.headTo) }

// lines returns the places of the lines: at the first entry sent and at both ends of what is sent before a gap.
func (c cutPlace) lines() [3]int { return [3]int{c.at, c.headFrom, c.headTo} }

// sentenceAt says what the line above entry i means, "" if there is none. quiet says that it tells only where a gap begins, or what
// is sent before it.
func (c cutPlace) sentenceAt(i int) (text string, quiet bool) {
	switch {
	case i == 0 || c.above == 0:
		return "", false
	case i == c.at:
		return c.sentence(), false
	case c.headFrom == c.headTo:
		return "", false
	case i == c.headTo:
		return words.T("chat.cut.gap"), true
	case i == c.headFrom:
		return words.T("chat.cut.head"), true
	}
	return "", false
}

// cutKeys are the sentences of the line. One that names an age is only for a talk with an age limit.
var cutKeys = map[tokens.Reason]string{
	tokens.ReasonAge:           "chat.cut.age",
	tokens.ReasonBoth:          "chat.cut.both",
	tokens.ReasonTokens:        "chat.cut.tokens",
	tokens.ReasonSummary:       "chat.cut.summary",
	tokens.ReasonSummaryAge:    "chat.cut.summaryAge",
	tokens.ReasonSummaryTokens: "chat.cut.summaryTokens",
	tokens.ReasonSummaryBoth:   "chat.cut.summaryBoth",
	tokens.ReasonChosen:        "chat.cut.chosen",
}

// withoutAge are the reasons that are left of others when there is no age limit.
var withoutAge = map[tokens.Reason]tokens.Reason{
	tokens.ReasonAge: tokens.ReasonTokens, tokens.ReasonBoth: tokens.ReasonTokens,
	tokens.ReasonSummaryAge: tokens.ReasonSummary, tokens.ReasonSummaryBoth: tokens.ReasonSummaryTokens,
}

// sentence says what the line means.
func (c cutPlace) sentence() string {
	reason := c.reason
	if less, ok := withoutAge[reason]; ok && c.hours <= 0 {
		reason = less
	}
	key, ok := cutKeys[reason]
	if !ok {
		key = "chat.cut.tokens"
	}
	text := words.N(key, c.above, map[string]any{"Count": words.Number(c.above), "Age": span(c.hours)})
	if c.tokens > 0 {
		text += words.T("chat.cut.size", map[string]any{"Tokens": words.Number(c.tokens)})
	}
	return text
}

// span says a number of hours as people do: 12 hours, 3 days.
func span(hours int) string {
	if hours >= 48 && hours%24 == 0 {
		return words.N("chat.days", hours/24, map[string]any{"Count": words.Number(hours / 24)})
	}
	return words.N("chat.hours", hours, map[string]any{"Count": words.Number(hours)})
}

// bindCut places the line that lies above entry i, if there is one, with what can be done about it.
func (r *row) bindCut(i int, left, column, y float32) float32 {
	said, quiet := r.t.cut.sentenceAt(i)
	if said == "" {
		return y
	}
	ink := flow.Inks{Plain: look.CutLine, Muted: look.CutLine, Link: look.Accent}
	size := look.Size(look.SmallText) + 1
	text := []flow.Span{{Text: said}}
	if !quiet { // a span of its own: a face's space after another face's sign is none
		text = []flow.Span{{Text: "✂", Style: flow.Label}, {Text: "  " + said}}
	}
	if label, _ := r.t.cutAction(); label != "" && !quiet {
		gap := "   "
		if flow.Width(said+gap+label, 0, size) > column-96 {
			gap = "\n"
		}
		text = append(text, flow.Span{Text: gap}, flow.Span{Text: label, Style: flow.Linked, Link: zoneCut})
	}
	lines := flow.Wrap(text, column-48, size)
	s := centred(lines, text, size, ink)
	x := left + float32(int((column-s.Width)/2))
	r.add(x, y+4, s)
	r.cut.place(left, left+column, y+4+float32(int(s.Height/2)), x-12, x+s.Width+12, look.Color(look.CutLine))
	r.extra = append(r.extra, r.cut.left, r.cut.right)
	if len(lines) > 1 {
		y += 6
	}
	return y + s.Height + 16
}

// centred returns lines each in the middle of the widest; its zones are named by their links.
func centred(lines []flow.Line, text []flow.Span, size float32, ink flow.Inks) *flow.Sheet {
	s := &flow.Sheet{}
	for _, l := range lines {
		s.Width = max(s.Width, l.Width)
	}
	for _, l := range lines {
		s.AddLines(text, []flow.Line{l}, (s.Width-l.Width)/2, s.Height, size, ink, 0)
	}
	for i := range s.Zones {
		s.Zones[i].Name, s.Zones[i].Link = s.Zones[i].Link, ""
	}
	return s
}

// cutAction returns what is offered on the line.
func (t *Transcript) cutAction() (label string, do func()) {
	if t.env.CutAction == nil || t.busy {
		return "", nil
	}
	return t.env.CutAction(t.cut.reason)
}
