package llm

import (
	"strings"
	"testing"

	"bonbon/history/talk"
	"bonbon/tokens"
)

// anew returns a talk of two exchanges, and a request to answer the first again.
func anew() (*memLog, Request) {
	log := newLog("Hello", "Old", "And now?", "Later")
	req := request("")
	req.Instead = 2
	return log, req
}

func TestInsteadKeepsTheOldReplyUntilTheFirstWords(t *testing.T) {
	log, req := anew()
	d, m := drive(says("New", " one"))
	var lines []string
	for ev, err := range d.Turn(t.Context(), log, req) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line(ev))
		if _, planned := ev.(Planned); planned && len(log.stored()) != 4 {
			t.Errorf("before the first words the path is %q", log.stored())
		}
	}
	same(t, "events", lines, []string{`planned 1 of 1`, `delta "New" ""`, `delta " one" ""`, `replied "New one" `})
	same(t, "request", sent(m.requests[0]), []string{"system: You are Mira.", "user: Hello"})
	same(t, "path", log.stored(), []string{`user "Hello" `, `assistant "New one" `})
	if log.ops[0] != `append assistant "New" writing` {
		t.Errorf("the first thing that is done is %s", log.ops[0])
	}
	if now := log.entries[4]; now.Parent != 1 || log.entries[1].Text != "Old" {
		t.Errorf("old %+v, now %+v", log.entries[1], now)
	}
}

// Whatever keeps a new reply from coming, the talk is as it was, and nothing of the path was touched.
func TestInsteadThatFails(t *testing.T) {
	whole := []string{`user "Hello" `, `assistant "Old" `, `user "And now?" `, `assistant "Later" `}
	for name, script := range map[string][]step{
		"refused":       fails(newError(CodeBadKey, nil)),
		"only thoughts": {{chunk: Chunk{Reasoning: "hm"}}, {chunk: Chunk{Finish: "stop"}}},
		"thoughts that were shown as text": {
			{chunk: Chunk{Text: "hm"}}, {chunk: Chunk{Thought: true}}, {chunk: Chunk{Finish: "stop"}},
		},
		"nothing": {{chunk: Chunk{Finish: "stop"}}},
	} {
		t.Run(name, func(t *testing.T) {
			log, req := anew()
			d, _ := drive(script)
			if _, err := play(t, d, log, req); err == nil {
				t.Fatal("it went well")
			}
			same(t, "path", log.stored(), whole)
		})
	}
	log, req := anew()
	d, _ := drive(says("New"))
	log.fail = func(op string) error {
		if strings.HasPrefix(op, "append") {
			return errBroken
		}
		return nil
	}
	if _, err := play(t, d, log, req); err == nil {
		t.Fatal("it went well")
	}
	same(t, "path", log.stored(), whole)
}

// A reply that calls tools takes the place too; what is asked after it is planned on what is there now.
func TestInsteadWithCalls(t *testing.T) {
	log, req := anew()
	calling := []step{{chunk: Chunk{Text: "Let me see"}}, {chunk: Chunk{Finish: "tool_calls", Calls: []talk.ToolCall{{ID: "c", Name: "clock", Arguments: "{}"}}}}}
	d, m := drive(calling, says("New"))
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	if got := sent(m.requests[1]); len(got) != 4 {
		t.Errorf("sent %q", got)
	}
	if got := log.stored(); len(got) != 4 || got[1] != `assistant "Let me see" ` || got[3] != `assistant "New" ` {
		t.Errorf("stored %q", got)
	}
}

// The beginning of a path is a history like any other.
func TestBeginningOfAPath(t *testing.T) {
	log, _ := anew()
	shorter := newLog("Hello")
	hidden := &instead{Log: log, old: 2}
	var got, want []int
	measure := func(to *[]int) func(tokens.History) error {
		return func(h tokens.History) error {
			n := 0
			for range h.Before(h.Len() + 3) {
				n++
			}
			*to = []int{h.Len(), h.Tokens(), n, h.Since(t0.UnixMilli()), h.Since(t0.UnixMilli() + 1)}
			return nil
		}
	}
	if err := hidden.View(measure(&got)); err != nil {
		t.Fatal(err)
	}
	if err := shorter.View(measure(&want)); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("value %d is %d, want %d", i, got[i], want[i])
		}
	}
	hidden.old = 99 // is not on the path
	if err := hidden.View(func(h tokens.History) error { got[0] = h.Len(); return nil }); err != nil || got[0] != 4 {
		t.Errorf("%d entries, %v", got[0], err)
	}
	req := request("")
	req.Instead = 1
	d, _ := drive(says("no"))
	if _, err := play(t, d, newLog("Hello", "Old"), req); errCode(err) != CodeNothingToAnswer {
		t.Errorf("in the place of the first entry: %v", err)
	}
}
