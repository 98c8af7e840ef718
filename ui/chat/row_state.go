package chat

import (
	"strings"

	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// BreaksOff says whether an entry is a reply with text that did not come to its end.
func BreaksOff(e talk.Entry) bool {
	switch e.State {
	case talk.Stopped, talk.CutOff, talk.Limit, talk.Failed, talk.Writing:
		return e.Role == talk.Assistant && e.Text != "" && len(e.Calls) == 0
	}
	return false
}

// bindState says under a bubble that a reply did not end as it should.
func (r *row) bindState(x, y, most float32) float32 {
	e := r.msg.entry
	if e.State == talk.Writing && r.t.awaiting != "" {
		s := flow.Text([]flow.Span{{Text: r.t.awaiting, Style: flow.Muted}}, most, look.Size(look.SmallText), plainInk)
		r.add(x+2, y+5, s)
		return y + 5 + s.Height
	}
	key := map[talk.State]string{
		talk.Stopped: "chat.state.stopped", talk.CutOff: "chat.state.cut", talk.Limit: "chat.state.limit", talk.Failed: "chat.state.failed",
	}[e.State]
	last := r.index == r.t.n-1
	if key == "" || e.Role != talk.Assistant || last && r.t.notice != nil { // the notice right below says it all
		return y
	}
	size := look.Size(look.SmallText)
	spans := []flow.Span{{Text: r.t.explain(e, key), Style: flow.Muted}}
	s := &flow.Sheet{}
	if last && !r.t.busy {
		spans = append(spans, r.stateLinks(e)...)
	}
	s.Add(spans, 0, 0, most, size, plainInk)
	for i := range s.Zones {
		s.Zones[i].Name, s.Zones[i].Link = s.Zones[i].Link, ""
	}
	r.add(x+2, y+5, s)
	return y + 5 + s.Height
}

// stateLinks offers to go on with a reply that breaks off, or to make another one.
func (r *row) stateLinks(e talk.Entry) (spans []flow.Span) {
	link := func(text, action string) {
		spans = append(spans, flow.Span{Text: "   "}, flow.Span{Text: strings.ReplaceAll(text, " ", "\u00a0"), Style: flow.Linked, Link: zoneAction + action})
	}
	if BreaksOff(e) {
		link(words.T("chat.continue"), ActionContinue)
	}
	if e.State == talk.CutOff || e.State == talk.Failed {
		link(words.T("chat.retry"), ActionRetry)
	}
	return spans
}

// explain says why a reply is not complete.
func (t *Transcript) explain(e talk.Entry, key string) string {
	if t.env.Explain != nil {
		if text := t.env.Explain(e); text != "" {
			return text
		}
	}
	text := words.T(key)
	if e.State == talk.Failed && e.Code != "" {
		text += " (" + e.Code + ")"
	}
	return text
}
