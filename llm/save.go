package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"bonbon/history/talk"
	"bonbon/tokens"
)

const (
	saveEvery = time.Second
	maxReply  = 8 << 20 // bytes of text, and as many of thinking; no honest reply comes near
)

// CodeOnlyCalls is the code of a reply that holds nothing but calls of tools that nobody offered.
const CodeOnlyCalls = "llm.only_calls"

// reply collects a streaming reply and saves it: when the first text comes, then at most once a second, so that a crash
// loses at most the last second, then once more when it is finished. A save in between that fails is logged and tried
// again; the last one decides, and what it cannot store is an error.
type reply struct {
	t      *turn
	parent talk.EntryID

	mu        sync.Mutex // of all below: the timer saves from its own goroutine
	text      strings.Builder
	reasoning strings.Builder
	last      Chunk      // its Finish, Usage and Calls are the reply's
	entry     talk.Entry // ID 0: not stored yet
	unsaved   bool
	timer     *time.Timer // runs for saveEvery after each save
}

func (r *reply) begin(t *turn, said talk.Entry) {
	r.t, r.parent = t, said.ID
	r.entry = talk.Entry{Role: talk.Assistant, Model: t.req.Model}
}

// begun reports whether anything of the reply was shown.
func (r *reply) begun() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Len()+r.reasoning.Len() > 0
}

// take adds a chunk and returns it as it is to be shown. The first chunk that makes the reply larger than maxReply is
// left out, and full is true.
func (r *reply) take(c Chunk) (d Delta, full bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c.Thought {
		thought := r.text.String()
		r.text.Reset()
		r.reasoning.WriteString(thought)
	}
	d = Delta{Text: clean(c.Text), Reasoning: clean(c.Reasoning), Thought: c.Thought}
	if r.text.Len()+len(d.Text) > maxReply || r.reasoning.Len()+len(d.Reasoning) > maxReply {
		return Delta{}, true
	}
	r.text.WriteString(d.Text)
	r.reasoning.WriteString(d.Reasoning)
	if c.Finish != "" {
		r.last.Finish = c.Finish
	}
	if c.Usage != nil {
		r.last.Usage = c.Usage
	}
	r.last.Calls = append(r.last.Calls, c.Calls...)
	r.unsaved = r.unsaved || d != Delta{}
	r.saveIfDue()
	return d, false
}

// saveIfDue saves what is new unless a save was less than saveEvery ago; then the timer does it. r.mu is held.
func (r *reply) saveIfDue() {
	if !r.unsaved || r.timer != nil || r.blank() {
		return
	}
	r.entry.State = talk.Writing
	r.entry.Tokens, r.entry.Encoding = tokens.EstimateText(r.text.String()), talk.Estimate
	if err := r.save(); err != nil {
		r.t.opt.Logger.Warn("a part of a reply could not be saved yet", "error", err)
	}
	r.timer = time.AfterFunc(saveEvery, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.timer != nil { // else the reply ended while this waited for the lock
			r.timer = nil
			r.saveIfDue()
		}
	})
}

func (r *reply) blank() bool { return strings.TrimSpace(r.text.String()) == "" }

// save stores the entry as it is now. r.mu is held.
func (r *reply) save() error {
	r.entry.Text, r.entry.Reasoning = r.text.String(), r.reasoning.String()
	if r.entry.ID != 0 {
		if err := r.t.log.Update(r.entry); err != nil {
			return fmt.Errorf("llm: save the reply: %w", err)
		}
		r.unsaved = false
		return nil
	}
	r.entry.Time = r.t.opt.Now()
	stored, err := r.t.log.Append(r.entry)
	if err != nil {
		return fmt.Errorf("llm: store the reply: %w", err)
	}
	r.entry, r.unsaved = stored, false
	return nil
}

// close ends the saving in between. After it the reply belongs to the turn's goroutine again.
func (r *reply) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
}

// finish stores the reply whole, with the way in which it ended: err is what ended the call, nil if the server did.
// Nothing empty is ever stored; a reply without text is an error.
func (r *reply) finish(ctx context.Context, err error) (talk.Entry, error) {
	r.close()
	r.mu.Lock()
	defer r.mu.Unlock()
	stopped := err != nil && ctx.Err() != nil
	if r.blank() {
		if stopped {
			err = newError(CodeStopped, ctx.Err())
		}
		return talk.Entry{}, errors.Join(r.nothing(err), r.withdraw())
	}
	r.entry.State, r.entry.Code, r.entry.Detail = ending(err, r.last.Finish)
	if stopped {
		r.entry.State, r.entry.Code, r.entry.Detail = talk.Stopped, "", ""
	}
	r.entry.Usage = r.last.Usage
	r.entry.Text, r.entry.Encoding = r.text.String(), talk.Estimate
	r.t.opt.Counter.CountEntry(&r.entry)
	if err := r.save(); err != nil {
		return talk.Entry{}, err
	}
	return r.entry, nil
}

// nothing returns the error of a reply without text.
func (r *reply) nothing(err error) error {
	switch {
	case err != nil:
		return err
	case len(r.last.Calls) > 0:
		return newError(CodeOnlyCalls, nil)
	case strings.TrimSpace(r.reasoning.String()) != "":
		return newError(CodeOnlyReasoning, nil)
	default:
		return newError(CodeEmpty, nil)
	}
}

// withdraw takes a reply from the path whose saved text turned out to be thinking. It stays in the talk's tree.
func (r *reply) withdraw() error {
	if r.entry.ID == 0 {
		return nil
	}
	if err := r.t.log.Rewind(r.parent); err != nil {
		return fmt.Errorf("llm: withdraw a reply without text: %w", err)
	}
	return nil
}

// ending returns how a reply with text ended, with the code and the server's words of an error.
func ending(err error, finish string) (s talk.State, code, detail string) {
	if err == nil {
		if finish == "length" {
			return talk.Limit, "", ""
		}
		return talk.Done, "", ""
	}
	s = talk.Failed
	var e *Error
	if errors.As(err, &e) {
		code, detail = e.Code(), e.Detail
		switch code {
		case CodeCutOff, CodeUnreachable, CodeTimeoutIdle, CodeTimeoutFirst, CodeTooLarge:
			s = talk.CutOff
		}
	}
	return s, code, detail
}
