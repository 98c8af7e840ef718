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
	// insistEvery is how long a finished reply that cannot be stored waits for the next try.
	insistEvery = 2 * time.Second
	maxReply    = 8 << 20 // bytes of text, and as many of thinking; no honest reply comes near
)

// saver collects a streaming reply and saves it: when the first text comes, then at most once a second, so that a crash
// loses at most the last second, then once more when it is finished. A save in between that fails is logged and tried
// again; the last one decides, and what it cannot store is an error.
type saver struct {
	t      *turn
	parent talk.EntryID // what the reply answers; one that is gone on with becomes another version beside the one that broke off
	was    talk.EntryID // where the talk ended before the reply
	onward onward       // what of the reply there was before the turn; zero for a reply that begins

	mu        sync.Mutex // of all below: the timer saves from its own goroutine
	text      strings.Builder
	reasoning strings.Builder
	last      Chunk      // its Finish, Usage and Calls are the reply's
	entry     talk.Entry // ID 0: not stored yet
	unsaved   bool
	held      error       // why what came so far cannot be stored for now; nil: it is, or will be within saveEvery
	told      bool        // held was said
	timer     *time.Timer // runs for saveEvery after each save
}

func (s *saver) begin(t *turn, said talk.Entry) {
	s.t, s.parent, s.was = t, said.ID, said.ID
	s.entry = talk.Entry{Role: talk.Assistant, Model: t.req.Model}
	if t.req.Continue {
		s.parent, s.onward = said.Parent, goingOn(said)
	}
}

// begun reports whether anything of the reply was shown.
func (s *saver) begun() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Len()+s.reasoning.Len() > 0
}

// forget drops what a call without a word left behind, before another one.
func (s *saver) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = Chunk{}
}

// take adds a chunk and returns it as it is to be shown. The first chunk that makes the reply larger than maxReply is
// left out, and full is true.
func (s *saver) take(c Chunk) (d Delta, full bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.Thought {
		thought := s.text.String()
		s.text.Reset()
		s.reasoning.WriteString(thought)
	}
	d = Delta{Text: clean(c.Text), Reasoning: clean(c.Reasoning), Thought: c.Thought}
	if s.text.Len()+len(d.Text) > maxReply || s.reasoning.Len()+len(d.Reasoning) > maxReply {
		return Delta{}, true
	}
	s.text.WriteString(d.Text)
	s.reasoning.WriteString(d.Reasoning)
	if c.Finish != "" {
		s.last.Finish = c.Finish
	}
	if c.Usage != nil {
		s.last.Usage = c.Usage
	}
	s.last.Calls = append(s.last.Calls, c.Calls...)
	if c.Thoughts != "" {
		s.last.Thoughts = c.Thoughts
	}
	s.unsaved = s.unsaved || d != Delta{}
	s.saveIfDue()
	return d, false
}

// saveIfDue saves what is new unless a save was less than saveEvery ago; then the timer does it. s.mu is held.
func (s *saver) saveIfDue() {
	if !s.unsaved || s.timer != nil || s.blank() {
		return
	}
	s.entry.State, s.entry.Sent = talk.Writing, s.t.trace.record()
	s.entry.Tokens, s.entry.Encoding = tokens.EstimateText(s.onward.text+s.text.String()), talk.Estimate
	err := s.save()
	if err != nil {
		s.t.opt.Logger.Warn("a part of a reply could not be saved yet", "error", err)
	}
	if s.held = nil; passing(err) {
		s.held = err
	}
	s.timer = time.AfterFunc(saveEvery, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.timer != nil { // else the reply ended while this waited for the lock
			s.timer = nil
			s.saveIfDue()
		}
	})
}

// tell says once that what came so far cannot be stored, and once that it can again.
func (s *saver) tell() {
	s.mu.Lock()
	err := s.held
	changed := s.told != (err != nil)
	s.told = err != nil
	s.mu.Unlock()
	if changed {
		s.t.emit(Unsaved{err})
	}
}

func (s *saver) blank() bool { return strings.TrimSpace(s.text.String()) == "" }

// save stores the entry as it is now. s.mu is held.
func (s *saver) save() error {
	s.entry.Text, s.entry.Reasoning = s.onward.text+s.text.String(), s.onward.reasoning+s.reasoning.String()
	if s.entry.ID != 0 {
		if err := s.t.log.Update(s.entry); err != nil {
			return fmt.Errorf("llm: save the reply: %w", err)
		}
		s.unsaved = false
		return nil
	}
	s.entry.Time = s.t.opt.Now()
	stored, err := s.t.log.AppendTo(s.parent, s.entry)
	if err != nil {
		return fmt.Errorf("llm: store the reply: %w", err)
	}
	s.entry, s.unsaved = stored, false
	return nil
}

// close ends the saving in between. After it the reply belongs to the turn's goroutine again.
func (s *saver) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
}

// finish stores the reply whole, with the way in which it ended: err is what ended the call, nil if the server did.
// Nothing empty is ever on the path; a reply without text is an error, and what the model thought is stored aside.
func (s *saver) finish(ctx context.Context, err error) (talk.Entry, error) {
	s.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	stopped := err != nil && ctx.Err() != nil
	if s.blank() {
		if stopped {
			err = newError(CodeStopped, ctx.Err())
		}
		why := s.nothing(err)
		s.keepThoughts(why)
		return talk.Entry{}, s.withdraw(why)
	}
	s.entry.State, s.entry.Code, s.entry.Detail = ending(err, s.last.Finish)
	if stopped {
		s.entry.State, s.entry.Code, s.entry.Detail = talk.Stopped, "", ""
	}
	s.entry.Usage = s.last.Usage
	if err := s.insist(); err != nil {
		return talk.Entry{}, err
	}
	return s.entry, nil
}

// insist is conclude, again and again while what is in the way may pass. s.mu is held; nobody else asks for it after close.
func (s *saver) insist() error {
	for {
		err := s.conclude()
		if err == nil || !passing(err) || s.t.req.Until == nil {
			return err
		}
		s.t.emit(Unsaved{err})
		if ended := s.t.opt.Wait(s.t.req.Until, insistEvery); ended != nil {
			return s.conclude() // the program ends: a last try
		}
	}
}

// passing reports whether a store says that the same call may go well later.
func passing(err error) bool {
	var e interface{ Passing() bool }
	return errors.As(err, &e) && e.Passing()
}

// conclude stores the finished reply with its exact count and the record of how it was made. If the record is in the way, the reply
// goes without it. s.mu is held.
func (s *saver) conclude() error {
	s.entry.Text, s.entry.Encoding = s.onward.text+s.text.String(), talk.Estimate
	s.t.opt.Counter.CountEntry(&s.entry)
	s.entry.Reasoning, s.entry.Sent = s.onward.reasoning+s.reasoning.String(), s.t.trace.record()
	if s.entry.ID == 0 {
		s.entry.Time, s.entry.Parent = s.t.opt.Now(), s.parent
	}
	stored, err := s.t.log.Conclude(s.entry, s.t.trace.takes())
	if err == nil {
		s.entry, s.unsaved = stored, false
		return nil
	}
	s.entry.Sent = nil
	if failed := s.save(); failed != nil {
		return failed
	}
	s.t.opt.Logger.Warn("how a reply was made could not be recorded", "error", err)
	return nil
}

// nothing returns the error of a reply without text.
func (s *saver) nothing(err error) error {
	switch {
	case err != nil:
		return err
	case strings.TrimSpace(s.reasoning.String()) != "":
		return newError(CodeOnlyReasoning, nil)
	default:
		return newError(CodeEmpty, nil)
	}
}

// keepThoughts stores what a model thought that said nothing. It can still become the reply. s.mu is held.
func (s *saver) keepThoughts(why error) {
	var e *Error
	if s.t.req.Continue || !errors.As(why, &e) || e.Code() != CodeOnlyReasoning {
		return
	}
	kept := s.entry
	kept.Parent, kept.Text, kept.Reasoning = s.parent, "", s.reasoning.String()
	kept.State, kept.Code, kept.Detail = ending(why, "")
	kept.Tokens, kept.Encoding, kept.Usage, kept.Sent = 0, talk.Estimate, s.last.Usage, s.t.trace.record()
	var err error
	if kept.ID != 0 { // it was taken for text at first
		err = s.t.log.Update(kept)
	} else {
		kept.Time = s.t.opt.Now()
		_, err = s.t.log.Aside(kept)
	}
	if err != nil {
		s.t.opt.Logger.Warn("what a model thought could not be stored", "error", err)
	}
}

// withdraw takes a reply from the path whose saved text turned out to be thinking, and puts back what stood there before. It stays
// in the talk's tree.
func (s *saver) withdraw(why error) error {
	if s.entry.ID == 0 {
		return why
	}
	if err := s.t.log.Rewind(s.was); err != nil {
		return errors.Join(why, fmt.Errorf("llm: withdraw a reply without text: %w", err))
	}
	return why
}

// ending returns how a reply with text ended, with the code and the server's words of an error.
func ending(err error, finish string) (state talk.State, code, detail string) {
	if err == nil {
		if finish == "length" {
			return talk.Limit, "", ""
		}
		return talk.Done, "", ""
	}
	state = talk.Failed
	var e *Error
	if errors.As(err, &e) {
		code, detail = e.Code(), e.Detail
		switch code {
		case CodeCutOff, CodeUnreachable, CodeTimeoutIdle, CodeTimeoutFirst, CodeTooLarge:
			state = talk.CutOff
		}
	}
	return state, code, detail
}
