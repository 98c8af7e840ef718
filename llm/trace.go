package llm

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"unicode/utf8"

	"bonbon/history/talk"
	"bonbon/llm/wire"
	"bonbon/persona"
	"bonbon/tokens"
)

// trace is what is known of the requests for one reply: what the one under way is made of, what went over the wire, and what failed
// before. It holds no text of the talk. Its methods are safe for concurrent use, and do nothing on a nil trace.
type trace struct {
	mask func(string) string // hides what opens the server
	tape wire.Tape

	mu      sync.Mutex
	sent    talk.Sent
	stored  []message    // what the plan sends of the talk, as it is stored
	planned []talk.Patch // how the request differs from that, before what the client adds
	failed  []talk.Attempt
}

// maxFailed bounds the failures that are kept with a reply.
const maxFailed = 8

func newTrace(c persona.Connection, key string) *trace {
	return &trace{mask: Mask(UnpackSecret(key).For(c))}
}

// plan begins another request, which sends these messages of the talk.
func (t *trace) plan(s talk.Sent, stored []message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent, t.stored, t.planned = s, stored, nil
}

// form notes in which form the messages leave and how they differ from the stored ones in that form.
func (t *trace) form(shape persona.Shape, messages []message) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	patches, err := difference(shaped(t.stored, shape), messages)
	for i := range patches {
		patches[i].Put = t.mask(patches[i].Put)
	}
	t.sent.Shape, t.sent.Patches, t.planned = string(shape), patches, patches
	return err
}

// taped returns a context whose requests are recorded.
func (t *trace) taped(ctx context.Context) context.Context {
	if t == nil {
		return ctx
	}
	return wire.WithTape(ctx, &t.tape)
}

// leave notes the parameters that a request leaves with.
func (t *trace) leave(f wire.Fields) error {
	if t == nil {
		return nil
	}
	p, err := params(f)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent.Params = json.RawMessage(t.mask(string(p)))
	return nil
}

// fail notes an attempt that is followed by another one.
func (t *trace) fail(err error) {
	var e *Error
	if t == nil || !errors.As(err, &e) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.failed) < maxFailed {
		t.failed = append(t.failed, talk.Attempt{Status: e.Status, Code: e.Code(), Detail: t.mask(e.Detail)})
	}
}

// record returns what is to be stored with the reply.
func (t *trace) record() *talk.Sent {
	last := t.tape.Last()
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.sent
	s.Failed = append([]talk.Attempt(nil), t.failed...)
	if last.Size > 0 {
		s.Sum, s.Size = last.Sum[:], last.Size
	}
	if last.Status != 0 {
		s.Answer = &talk.Answer{Status: last.Status, Model: last.Model, Finish: last.Finish}
	}
	return &s
}

// takes returns the answers as they were received.
func (t *trace) takes() []talk.Take {
	var out []talk.Take
	for _, k := range t.tape.Takes() {
		if k.Status != 0 {
			out = append(out, talk.Take{Status: k.Status, Header: k.Header, Cut: k.Cut, Body: k.Body})
		}
	}
	return out
}

// sentOf says what of the talk a request is made of. It keeps the system text, which the next requests are likely to have too. What
// cannot be recorded is only logged: the reply matters more.
func (t *turn) sentOf(v view) talk.Sent {
	out := talk.Sent{Entries: talk.Runs(ids(v.Kept)), Pictures: talk.Runs(seenIn(v.View)), Cut: cutOf(v.Report)}
	for _, i := range v.Elided {
		out.Elided = append(out.Elided, talk.Runs([]talk.EntryID{v.Kept[i].ID})...)
	}
	if text := t.trace.mask(v.system.text()); text != "" {
		out.System = talk.TextName(text)
		if err := t.log.KeepText(text); err != nil {
			t.opt.Logger.Warn("what was said before the history could not be kept", "error", err)
		}
	}
	return out
}

func ids(hs []talk.Header) []talk.EntryID {
	out := make([]talk.EntryID, len(hs))
	for i, h := range hs {
		out[i] = h.ID
	}
	return out
}

// cutOf sums up a plan.
func cutOf(r tokens.Report) talk.Cut {
	return talk.Cut{
		Messages: r.Total, Kept: r.Kept, Before: max(r.Prompt()+r.Saved, r.Fixed.Total()+r.Overhead+r.TotalTokens), After: r.Prompt(),
		Elided: r.Elided, Moved: r.Moved, Uncounted: r.Uncounted,
	}
}

// maxPatches bounds what is kept of the difference between a request and what is stored, in bytes. The pictures and times of a
// request differ by less; one that differs by more is not shown exactly.
const maxPatches = 64 << 10

// difference returns what makes the stored messages those that are sent.
func difference(stored, sent []message) (out []talk.Patch, err error) {
	size := 0
	for i := range max(len(stored), len(sent)) {
		was, is := stored[min(i, len(stored)):min(i+1, len(stored))], sent[min(i, len(sent)):min(i+1, len(sent))]
		if len(was) == 1 && len(is) == 1 && unchanged(was[0], is[0]) {
			continue
		}
		before, err := encodeMessages(was)
		if err != nil {
			return nil, err
		}
		after, err := encodeMessages(is)
		if err != nil {
			return nil, err
		}
		p := patch(i, string(slices.Concat(before...)), string(slices.Concat(after...)))
		if p.Drop == 0 && p.Put == "" {
			continue
		}
		if size += len(p.Put); size > maxPatches {
			return nil, nil
		}
		out = append(out, p)
	}
	return out, nil
}

// unchanged reports whether two messages are copies of one: parts and calls are not looked at, only whether they are the same ones.
func unchanged(a, b message) bool {
	return a.Role == b.Role && a.Name == b.Name && a.Content == b.Content && a.ToolCallID == b.ToolCallID &&
		len(a.MultiContent) == len(b.MultiContent) && first(a.MultiContent) == first(b.MultiContent) &&
		len(a.ToolCalls) == len(b.ToolCalls) && first(a.ToolCalls) == first(b.ToolCalls)
}

func first[T any](list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

// patch returns the one change that makes was into is: all between their common beginning and their common end.
func patch(i int, was, is string) talk.Patch {
	n := min(len(was), len(is))
	keep := 0
	for keep < n && was[keep] == is[keep] {
		keep++
	}
	for keep > 0 && (!starts(was, keep) || !starts(is, keep)) {
		keep--
	}
	end := 0
	for end < n-keep && was[len(was)-1-end] == is[len(is)-1-end] {
		end++
	}
	for end > 0 && (!starts(was, len(was)-end) || !starts(is, len(is)-end)) {
		end--
	}
	return talk.Patch{Message: i, Keep: keep, Drop: len(was) - keep - end, Put: is[keep : len(is)-end]}
}

// starts reports whether a character begins at i, or the text ends there.
func starts(s string, i int) bool { return i >= len(s) || utf8.RuneStart(s[i]) }
