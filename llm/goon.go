package llm

import (
	"context"
	"errors"
	"slices"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/history/talk"
	"bonbon/persona"
)

// CodeNothingMore is the code of a reply that was to be gone on with and had nothing more to say.
const CodeNothingMore = "llm.nothing_more"

// goOnRequest asks for the rest of a reply. It is sent once and never stored.
const goOnRequest = "Your last message broke off. Go on exactly where it ends, in the same language and form. " +
	"Do not repeat what is there, do not begin again, and say nothing about this request: write only what comes next."

// Habits are what use has taught about a model of a connection. The zero value supposes nothing.
type Habits struct {
	Refused   []string      // request fields that the server does not take; they are not sent
	Shape     persona.Shape // the form in which it wants the messages; a persona's own goes before it
	NoPrefill bool          // it does not go on with a reply that is the last message, so it is asked to in words
	Thinking  bool          // it wants the thinking before calls of tools back
}

func (h Habits) equal(o Habits) bool {
	return h.Shape == o.Shape && h.NoPrefill == o.NoPrefill && h.Thinking == o.Thinking && slices.Equal(h.Refused, o.Refused)
}

// errAnew ends a call whose reply began again instead of going on.
var errAnew = errors.New("llm: the reply began from anew")

// ask makes the call in the form that the server is known to take. A server that refuses the form of the messages gets them
// in a stricter one, and one that does not go on with a reply when it is the last message is asked to in words. What was
// learned is told once it has proved right.
func (t *turn) ask(ctx context.Context, client Streamer, request ChatRequest) error {
	for {
		prefill := t.prefills()
		t.reply.reopen(!prefill)
		t.sent = t.form(request, prefill)
		if err := t.trace.form(t.shape(), t.sent.Messages); err != nil {
			t.opt.Logger.Warn("what is sent could not be recorded", "error", err)
		}
		err := blamed(t.call(ctx, client, t.sent), t.sent)
		d, anew := t.reply.rest()
		if d != (Delta{}) {
			t.emit(d)
		}
		if anew {
			err = errAnew
		}
		if t.reply.begun() || ctx.Err() != nil || !t.adapt(err, prefill) {
			t.tellHabits(err)
			return t.nothingMore(err)
		}
		t.reply.forget()
	}
}

// adapt changes how the server is asked, after it refused; false if there is no other way.
func (t *turn) adapt(err error, prefill bool) bool {
	var e *Error
	switch {
	case errors.Is(err, errAnew):
		t.habits.NoPrefill = true
		return true
	case !errors.As(err, &e):
		return false
	case prefill && (e.Code() == CodeRoles || e.Code() == CodeBadRequest || e.Code() == CodeServer):
		t.habits.NoPrefill = true
		return true
	case e.Code() == CodeRoles:
		next, ok := stricter(e, t.shape())
		t.habits.Shape = next
		return ok
	}
	return false
}

// shape returns the form that the messages are sent in: the stricter of the persona's own and the learned one.
func (t *turn) shape() persona.Shape {
	own, learned := slices.Index(persona.Shapes, t.req.Persona.Shape), slices.Index(persona.Shapes, t.habits.Shape)
	return persona.Shapes[max(own, learned, 0)]
}

// prefills reports whether the reply that is to be gone on with is sent as the last message.
func (t *turn) prefills() bool {
	return t.req.Continue && !t.habits.NoPrefill && t.shape() == persona.ShapeAuto && prefillOf(t.req.Connection.BaseURL) != prefillNone &&
		t.req.Connection.ID != persona.DemoConnection
}

// form returns the request as it is sent.
func (t *turn) form(r ChatRequest, prefill bool) ChatRequest {
	n := len(r.Messages)
	if t.req.Continue && n > 0 && r.Messages[n-1].Role == openai.ChatMessageRoleAssistant {
		r.Prefill = prefill
		if prefill {
			r.Messages = slices.Clone(r.Messages)
			last := &r.Messages[n-1]
			last.Content = strings.TrimRight(last.Content, " \t\r\n") // some refuse white space at its end
		} else {
			r.Messages = append(slices.Clip(r.Messages), user(goOnRequest))
		}
	}
	r.Messages = shaped(r.Messages, t.shape())
	return r
}

// tellHabits reports what was learned, unless the call with it failed too.
func (t *turn) tellHabits(err error) {
	if (err == nil || t.reply.begun()) && !t.habits.equal(t.req.Habits) {
		t.emit(Learned{t.habits})
	}
}

// nothingMore gives an empty continuation its own name: the reply was complete.
func (t *turn) nothingMore(err error) error {
	var e *Error
	empty := err == nil || errors.As(err, &e) && (e.Code() == CodeEmpty || e.Code() == CodeOnlyReasoning)
	if t.req.Continue && empty && t.reply.silent() {
		return newError(CodeNothingMore, err)
	}
	return err
}

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
