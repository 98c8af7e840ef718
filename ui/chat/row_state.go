package chat

import (
	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// Names of the actions that the transcript knows itself.
const (
	ActionCopy     = "copy"     // done by the transcript
	ActionRetry    = "retry"    // make the last reply again
	ActionReply    = "reply"    // answer the last message, which has no reply
	ActionContinue = "continue" // go on with the last reply, which breaks off
	ActionEdit     = "edit"     // take the last message back into the input
	ActionStart    = "start"    // send nothing from before this entry
	ActionSent     = "sent"     // show what was sent for a reply, and what came back
)

// BreaksOff says whether an entry is a reply with text that did not come to its end.
func BreaksOff(e talk.Entry) bool {
	switch e.State {
	case talk.Stopped, talk.CutOff, talk.Limit, talk.Failed, talk.Writing:
		return e.Role == talk.Assistant && e.Text != "" && len(e.Calls) == 0
	}
	return false
}

// Action is something to do with an entry, offered under it.
type Action struct {
	Name  string // what OnAction is told
	Label string // what is shown
}

// DefaultActions offers to copy, to make the last reply again, to send nothing from before an entry that has any before it, and to
// see what a reply was asked with.
func DefaultActions(e talk.Entry, last bool) []Action {
	var out []Action
	if e.Text != "" {
		out = append(out, Action{ActionCopy, words.T("chat.copy")})
	}
	if last && e.Role == talk.Assistant && e.State != talk.Writing && !e.Greeting {
		out = append(out, Action{ActionRetry, words.T("chat.retry")})
	}
	if last && e.Role == talk.User {
		out = append(out, Action{ActionEdit, words.T("chat.edit")})
	}
	if e.Parent != 0 && e.Role != talk.Tool && e.State != talk.Writing {
		out = append(out, Action{ActionStart, words.T("chat.start")})
	}
	return append(out, sentAction(e)...)
}

// sentAction offers to show what a reply was asked with, if that is known.
func sentAction(e talk.Entry) []Action {
	if e.Sent == nil || e.State == talk.Writing {
		return nil
	}
	return []Action{{ActionSent, words.T("exchange.action")}}
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
		spans = append(spans, flow.Span{Text: "   "}, flow.Span{Text: text, Style: flow.Linked, Link: zoneAction + action})
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

// actionLine lays out the time and the actions of an entry, ending at the bubble's right end for the user's own.
func (r *row) actionLine(x, width, y float32, user bool) []flow.Part {
	e := r.msg.entry
	size := look.Size(look.SmallText)
	s := &flow.Sheet{}
	pitch := flow.Pitch(size)
	left := float32(0)
	put := func(text string, zone string) {
		w := flow.Width(text, 0, size)
		s.Runs = append(s.Runs, flow.Run{X: left, Width: w, Line: pitch, Text: text, Style: flow.Muted, Size: size, Ink: look.Muted})
		if zone != "" {
			s.Zones = append(s.Zones, flow.Zone{X: left - 5, Y: -3, Width: w + 10, Height: pitch + 6, Name: zone})
		}
		left += w + 14
	}
	put(clock(e.Time), "")
	if e.State != talk.Writing {
		for _, a := range r.t.env.Actions(e, r.index == r.t.n-1 && !r.t.busy) {
			put(a.Label, zoneAction+a.Name)
		}
	}
	s.Width, s.Height = left-14, pitch
	if user {
		x += width - s.Width - 2
	} else {
		x += 2
	}
	return []flow.Part{{X: x, Y: y, Sheet: s}}
}
