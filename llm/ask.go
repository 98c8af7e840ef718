package llm

import (
	"context"
	"errors"
	"slices"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/persona"
)

// CodeNothingMore is the code of a reply that was to be gone on with and had nothing more to say.
const CodeNothingMore = "llm.nothing_more"

// goOnRequest asks for the rest of a reply. It is sent once and never stored.
const goOnRequest = "Your last message broke off. Go on exactly where it ends, in the same language and form. " +
	"Do not repeat what is there, do not begin again, and say nothing about this request: write only what comes next."

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

// nothingMore gives an empty continuation its own name: the reply was complete.
func (t *turn) nothingMore(err error) error {
	var e *Error
	empty := err == nil || errors.As(err, &e) && (e.Code() == CodeEmpty || e.Code() == CodeOnlyReasoning)
	if t.req.Continue && empty && t.reply.silent() {
		return newError(CodeNothingMore, err)
	}
	return err
}
