package llm

import (
	"errors"
	"slices"

	"bonbon/persona"
)

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

// tellHabits reports what was learned, unless the call with it failed too.
func (t *turn) tellHabits(err error) {
	if (err == nil || t.reply.begun()) && !t.habits.equal(t.req.Habits) {
		t.emit(Learned{t.habits})
	}
}
