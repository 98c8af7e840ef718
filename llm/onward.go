package llm

import (
	"strings"

	"bonbon/history/talk"
)

// canContinue reports whether an entry is a reply that can be gone on with.
func canContinue(e talk.Entry) bool {
	return e.Role == talk.Assistant && len(e.Calls) == 0 && strings.TrimSpace(e.Text) != ""
}

// onward is what there is of a reply that is gone on with. The zero value belongs to a reply that begins.
type onward struct {
	whole           string // as it is stored
	text, reasoning string // what the continuation is put behind
	seam            *seam  // nil: there is nothing to join
}

func goingOn(e talk.Entry) onward {
	return onward{whole: e.Text, text: newSeam(e.Text, false).base, reasoning: e.Reasoning}
}

// reopen begins the seam to a continuation, before a call.
func (s *saver) reopen(inWords bool) {
	if s.t.req.Continue && !s.begun() {
		s.onward.seam = newSeam(s.onward.whole, inWords)
	}
}

// again drops what an earlier attempt of a call left at the seam.
func (s *saver) again() {
	if s.onward.seam != nil && !s.begun() {
		s.onward.seam.again()
	}
}

// takeOn takes a chunk as take does, joined to what there was. anew reports that the server, which was to go on with its
// last message, began again; the call is then to be made in another way.
func (s *saver) takeOn(c Chunk) (d Delta, full, anew bool) {
	joint := s.onward.seam
	if joint == nil {
		d, full = s.take(c)
		return d, full, false
	}
	if c.Reasoning != "" && s.onward.reasoning != "" && !s.thinking() {
		c.Reasoning = "\n\n" + c.Reasoning
	}
	if c.Thought && !joint.done { // what was held was thinking too
		c.Reasoning = joint.whole() + c.Reasoning
		joint = newSeam(s.onward.whole, joint.inWords)
		s.onward.seam = joint
	}
	c.Text, anew = joint.add(c.Text)
	if anew && !joint.inWords && !s.begun() {
		return Delta{}, false, true
	}
	if anew {
		c.Text = joint.whole()
		s.mu.Lock()
		s.onward.text = ""
		s.mu.Unlock()
	}
	d, full = s.take(c)
	d.Anew = anew
	return d, full, false
}

// rest takes what the seam still holds when a call has ended.
func (s *saver) rest() (d Delta, anew bool) {
	joint := s.onward.seam
	if joint == nil || joint.done {
		return Delta{}, false
	}
	text, anew := joint.end()
	if text != "" {
		d, _ = s.take(Chunk{Text: text})
	}
	return d, anew && !joint.inWords && !s.begun()
}

// thinking reports whether any reasoning came in this turn.
func (s *saver) thinking() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reasoning.Len() > 0
}

// silent reports whether no text came in this turn.
func (s *saver) silent() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.blank()
}
