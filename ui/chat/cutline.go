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
	tokens int // estimated tokens of them; 0: not known
	reason tokens.Reason
	hours  int
	elided int // tool results before this entry may be sent as a placeholder; see tokens.Report.ElidedTo
}

func cutOf(r tokens.Report, hours int) cutPlace {
	c := cutPlace{
		at: r.First, above: r.CutByAge + r.CutByTrim + r.CutBySummary, tokens: max(0, r.TotalTokens-r.History-r.Saved),
		reason: r.Reason, hours: hours, elided: r.ElidedTo,
	}
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

// bindCut places the line, if it lies above entry i, with what can be done about it.
func (r *row) bindCut(i int, left, column, y float32) float32 {
	if r.t.cut.at != i || i == 0 {
		return y
	}
	ink := flow.Inks{Plain: look.CutLine, Muted: look.CutLine, Link: look.Accent}
	size := look.Size(look.SmallText) + 1
	text := []flow.Span{{Text: "✂ " + r.t.cut.sentence()}}
	if label, _ := r.t.cutAction(); label != "" {
		gap := "   "
		if flow.Width(text[0].Text+gap+label, 0, size) > column-96 {
			gap = "\n"
		}
		text = append(text, flow.Span{Text: gap}, flow.Span{Text: label, Style: flow.Linked, Link: zoneCut})
	}
	lines := flow.Wrap(text, column-48, size)
	wide := float32(0)
	for _, l := range lines {
		wide = max(wide, l.Width)
	}
	s := &flow.Sheet{}
	for _, l := range lines {
		s.AddLines(text, []flow.Line{l}, (wide-l.Width)/2, s.Height, size, ink, 0)
	}
	for i := range s.Zones {
		s.Zones[i].Name, s.Zones[i].Link = s.Zones[i].Link, ""
	}
	x := left + float32(int((column-wide)/2))
	r.add(x, y+4, s)
	r.cut.place(left, left+column, y+4+float32(int(s.Height/2)), x-12, x+wide+12, look.Color(look.CutLine))
	r.extra = append(r.extra, r.cut.left, r.cut.right)
	return y + s.Height + 16
}

// cutAction returns what is offered on the line.
func (t *Transcript) cutAction() (label string, do func()) {
	if t.env.CutAction == nil || t.busy {
		return "", nil
	}
	return t.env.CutAction(t.cut.reason)
}
