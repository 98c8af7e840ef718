package llm

import (
	"context"
	"errors"
	"strings"
	"testing"

	"bonbon/history/talk"
)

func asks(text string, calls ...talk.ToolCall) []step {
	return []step{{chunk: Chunk{Text: text}}, {chunk: Chunk{Calls: calls, Finish: "tool_calls", Usage: &talk.Usage{Prompt: 9}}}}
}

var clock = talk.ToolCall{ID: "1", Name: "clock", Arguments: "{}"}

const noClock = `[There is no tool "clock" here. Answer without tools.]`

// TestRounds lists how turns go in which the model calls tools.
func TestRounds(t *testing.T) {
	user := `user "Hello" `
	round := []string{`assistant "" `, `tool "` + strings.ReplaceAll(noClock, `"`, `\"`) + `" `}
	rounds := func(n int) (all []string) {
		for range n {
			all = append(all, round...)
		}
		return all
	}
	after := func(n int, more ...string) []string { return append(append([]string{user}, rounds(n)...), more...) }
	tests := []struct {
		name    string
		scripts [][]step
		stored  []string
		code    string // of the error, or of the reply that is kept
		calls   int    // requests
	}{
		{"one", [][]step{asks("", clock), says("Hi")}, after(1, `assistant "Hi" `), "", 2},
		{"blank text beside it", [][]step{asks(" \n", clock), says("Hi")}, after(1, `assistant "Hi" `), "", 2},
		{"three", [][]step{asks("", clock), asks("", clock), asks("", clock), says("Hi")}, after(3, `assistant "Hi" `), "", 4},
		{"for ever", [][]step{asks("", clock)}, after(3), CodeOnlyCalls, 4},
		{"for ever, with words", [][]step{asks("", clock), asks("", clock), asks("", clock), asks("I look.", clock)},
			after(3, `assistant "I look." failed`), CodeOnlyCalls, 4},
		{"then an error", [][]step{asks("", clock), fails(newError(CodeBadKey, nil))}, after(1), CodeBadKey, 2},
		{"then a busy server", [][]step{asks("", clock), fails(newError(CodeServer, nil)), says("Hi")}, after(1, `assistant "Hi" `), "", 3},
		{"then nothing", [][]step{asks("", clock), says()}, after(1), CodeEmpty, 2},
		{"then thinking that looked like text", [][]step{asks("", clock), {{chunk: Chunk{Text: "hm"}}, {chunk: Chunk{Thought: true}}, {chunk: Chunk{Finish: "stop"}}}},
			after(1), CodeOnlyReasoning, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log := newLog()
			d, m := drive(tt.scripts...)
			_, err := play(t, d, log, request("Hello"))
			head, herr := log.Head()
			if herr != nil {
				t.Fatal(herr)
			}
			if code := errCode(err); code != tt.code && head.Code != tt.code {
				t.Errorf("error %v, head %+v; want %s", err, head, tt.code)
			}
			if len(m.requests) != tt.calls {
				t.Errorf("%d requests, want %d", len(m.requests), tt.calls)
			}
			same(t, "stored", log.stored(), tt.stored)
		})
	}
}

// TestRoundInWords checks what a round with text stores, sends and reports.
func TestRoundInWords(t *testing.T) {
	log := newLog()
	d, m := drive(asks("I look.", clock, talk.ToolCall{ID: "2", Name: "a b!", Arguments: "{'x"}), says("It is noon."))
	lines, err := play(t, d, log, request("Hello"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "events", lines, []string{
		`said "Hello"`, `planned 1 of 1`, `delta "I look." ""`, `llm.Called`, `planned 4 of 4`, `delta "It is noon." ""`, `replied "It is noon." `,
	})
	asked := log.entries[1]
	if asked.State != talk.Done || len(asked.Calls) != 2 || asked.Calls[1].Arguments != "{'x" || asked.Usage == nil || asked.Tokens == 0 {
		t.Errorf("stored %+v", asked)
	}
	want := []string{
		"system:You are Mira.:", "user:Hello:", "assistant:I look.::1clock{}:2a_b{}", "tool:" + noClock + ":1",
		`tool:[There is no tool "a_b" here. Answer without tools.]:2`,
	}
	same(t, "second request", linesOf(m.requests[1]), want)
}

func linesOf(r ChatRequest) []string { return lines(r.Messages) }

// TestRetryAfterRounds: a turn that failed after calls is answered again from where it stands.
func TestRetryAfterRounds(t *testing.T) {
	log := newLog()
	d, m := drive(asks("", clock), fails(newError(CodeBadKey, nil)), says("Hi"))
	if _, err := play(t, d, log, request("Hello")); errCode(err) != CodeBadKey {
		t.Fatal(err)
	}
	if _, err := play(t, d, log, request("")); err != nil {
		t.Fatal(err)
	}
	if head, err := log.Head(); err != nil || head.Text != "Hi" || len(m.requests[2].Messages) != 4 {
		t.Errorf("head %+v, %v; sent %q", head, err, sent(m.requests[2]))
	}
}

func TestStopBetweenRounds(t *testing.T) {
	log := newLog()
	d, m := drive(asks("", clock), says("Hi"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := playUntil(ctx, d, log, request("Hello"), func(ev Event) bool {
		if _, ok := ev.(Called); ok {
			cancel()
		}
		return true
	})
	if errCode(err) != CodeStopped || len(m.requests) != 1 || len(log.stored()) != 3 {
		t.Errorf("%v after %d requests, stored %q", err, len(m.requests), log.stored())
	}
}

// TestRoundsThatCannotBeStored: an error of the store ends the turn, and no call is left without its result in a request.
func TestRoundsThatCannotBeStored(t *testing.T) {
	full := errors.New("disk full")
	for _, op := range []string{`append assistant "" `, "append tool"} {
		log := newLog()
		log.fail = func(got string) error {
			if strings.HasPrefix(got, op) {
				return full
			}
			return nil
		}
		d, m := drive(asks("", clock), says("Hi"))
		if _, err := play(t, d, log, request("Hello")); !errors.Is(err, full) || len(m.requests) != 1 {
			t.Errorf("%s: %v after %d requests", op, err, len(m.requests))
		}
	}
}

// TestHugeCallIsNotStored: what a model writes is bounded.
func TestHugeCallIsNotStored(t *testing.T) {
	log := newLog()
	huge := strings.Repeat("x", maxArguments+1)
	d, _ := drive(asks("", talk.ToolCall{ID: huge, Name: huge, Arguments: `"` + huge + `"`}), says("Hi"))
	if _, err := play(t, d, log, request("Hello")); err != nil {
		t.Fatal(err)
	}
	if n := log.entries[1].Bytes() + log.entries[2].Bytes(); n > 2000 || log.entries[2].CallID != log.entries[1].Calls[0].ID {
		t.Errorf("%d bytes are stored", n)
	}
}
