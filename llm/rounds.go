package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"bonbon/history/talk"
	"bonbon/tokens"
)

const (
	// maxRounds is how often in a turn a model that calls tools is told that there are none, and asked again.
	maxRounds = 3
	// maxArguments is how much of a call is stored, in bytes. What is longer is no call of any tool.
	maxArguments = 64 << 10
	// maxToolName is the longest name of a tool that servers take.
	maxToolName = 64
)

// CodeOnlyCalls is the code of a turn in which the model went on calling tools that nobody offers.
const CodeOnlyCalls = "llm.only_calls"

// Called reports that the model called tools although none are offered. Its reply so far and a result for each call, which
// says so, are stored: these are the entries, the reply first. What streams from now on is another entry: the model is asked
// again, so Planned follows.
type Called struct{ Entries []talk.Entry }

func (Called) event() {}

// converse makes the calls of a turn: one, and further ones as long as the model calls tools.
func (t *turn) converse(ctx context.Context, client Streamer, request ChatRequest, report tokens.Report) error {
	for round := 1; ; round++ {
		err := t.answer(ctx, client, request, report)
		switch {
		case err != nil || !t.reply.calls():
			return err
		case round > maxRounds:
			return newError(CodeOnlyCalls, nil)
		}
		entries, err := t.reply.declineCalls()
		if err != nil {
			return err
		}
		t.opt.Logger.Info("the model called tools that are not offered", "calls", len(entries)-1, "round", round)
		t.emit(Called{entries})
		t.trace = newTrace(t.req.Connection, t.req.Key)
		if request, report, err = t.plan(ctx); err != nil {
			return err
		}
		t.emit(Planned{report})
	}
}

// calls reports whether the reply so far ends in calls of tools.
func (s *saver) calls() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.last.Calls) > 0
}

// declineCalls stores the reply so far with its calls, and behind it a result for each that says that there is no such tool.
// Then it is ready for the next reply.
func (s *saver) declineCalls() ([]talk.Entry, error) {
	s.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.blank() {
		s.text.Reset()
	}
	for _, c := range s.last.Calls {
		if len(c.ID)+len(c.Name)+len(c.Arguments) > maxArguments {
			c.ID, c.Name, c.Arguments = short(c.ID), short(c.Name), "{}"
		}
		s.entry.Calls = append(s.entry.Calls, c)
	}
	s.entry.State, s.entry.Usage, s.entry.Thoughts = talk.Done, s.last.Usage, clean(s.last.Thoughts)
	if err := s.conclude(); err != nil {
		return nil, err
	}
	entries := []talk.Entry{s.entry}
	for _, c := range s.entry.Calls {
		e := talk.Entry{
			Role: talk.Tool, Time: s.t.opt.Now(), CallID: c.ID, Model: s.entry.Model,
			Text: fmt.Sprintf("[There is no tool %q here. Answer without tools.]", sendableName(c.Name)),
		}
		s.t.opt.Counter.CountEntry(&e)
		stored, err := s.t.log.AppendTo(entries[len(entries)-1].ID, e)
		if err != nil {
			return nil, fmt.Errorf("llm: store a call's result: %w", err)
		}
		entries = append(entries, stored)
	}
	s.text.Reset()
	s.reasoning.Reset()
	s.parent, s.last, s.unsaved = entries[len(entries)-1].ID, Chunk{}, false
	s.was = s.parent
	s.onward, s.t.req.Continue = onward{}, false // what comes next is a reply of its own
	s.entry = talk.Entry{Role: talk.Assistant, Model: s.entry.Model}
	return entries, nil
}

var notInName = regexp.MustCompile(`[^a-zA-Z0-9_-]+`)

// sendableName returns the name of a tool as servers take it in a history.
func sendableName(name string) string {
	name = strings.Trim(notInName.ReplaceAllString(name, "_"), "_")
	if name == "" {
		return "unnamed"
	}
	return name[:min(len(name), maxToolName)]
}

// sendableID returns the id of a call as servers take it: an imported talk can have one without.
func sendableID(id string) string { return cmp.Or(id, "call_0") }

// sendableArguments returns a call's arguments as servers take them in a history: the text of a JSON object. Models write
// what is cut off, fenced or no object; that was never run, and is sent as no arguments.
func sendableArguments(arguments string) string {
	if s := strings.TrimSpace(arguments); strings.HasPrefix(s, "{") && json.Valid([]byte(s)) {
		return s
	}
	return "{}"
}
