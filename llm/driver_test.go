package llm

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/llm/demo"
	"bonbon/persona"
	"bonbon/tokens"
)

func TestTurn(t *testing.T) {
	log := newLog("Hello", "Hi, Ann")
	d, m := drive(says("I am ", "well."))
	lines, err := play(t, d, log, request("How are you?"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "events", lines, []string{
		`said "How are you?"`, `planned 3 of 3`, `delta "I am " ""`, `delta "well." ""`, `replied "I am well." `,
	})
	same(t, "request", sent(m.requests[0]), []string{
		"system: You are Mira.", "user: Hello", "assistant: Hi, Ann", "user: How are you?",
	})
	same(t, "log", log.ops, []string{
		`append user "How are you?" `, `append assistant "I am " writing`, `update "I am well." `,
	})
	reply, err := log.Head()
	if err != nil {
		t.Fatal(err)
	}
	if reply.Model != "m" || reply.Usage == nil || reply.Usage.Prompt != 20 || reply.Tokens != 4 || reply.Encoding != talk.O200kBase {
		t.Errorf("reply = %+v", reply)
	}
}

func TestAnswerAgain(t *testing.T) {
	log := newLog("Hello")
	d, m := drive(says("Hi"))
	lines, err := play(t, d, log, request(""))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "events", lines, []string{`planned 1 of 1`, `delta "Hi" ""`, `replied "Hi" `})
	same(t, "request", sent(m.requests[0]), []string{"system: You are Mira.", "user: Hello"})
}

// TestRefusedTurns lists what ends before anything is sent, with what is stored then.
func TestRefusedTurns(t *testing.T) {
	broken := errors.New("disk full")
	failing := func(op string) func(string) error {
		return func(got string) error {
			if strings.HasPrefix(got, op) {
				return broken
			}
			return nil
		}
	}
	tests := []struct {
		name   string
		texts  []string
		say    string
		fail   string
		code   string
		stored []string
	}{
		{"nothing to answer", []string{"Hello", "Hi"}, "", "", CodeNothingToAnswer, []string{`user "Hello" `, `assistant "Hi" `}},
		{"an empty talk", nil, "", "", CodeNothingToAnswer, nil},
		{"blanks", nil, " \n\t", "", CodeNothingSaid, nil},
		{"a blank head", []string{"  "}, "", "", CodeNothingToAnswer, []string{`user "  " `}},
		{"only NUL", []string{"Hello"}, "\x00", "", CodeNothingSaid, []string{`user "Hello" `}},
		{"the words cannot be stored", nil, "Hello", "append user", "", nil},
		{"the head cannot be read", []string{"Hello"}, "", "head", "", []string{`user "Hello" `}},
		{"the path cannot be read", nil, "Hello", "view", "", []string{`user "Hello" `}},
		{"the bodies cannot be read", nil, "Hello", "load", "", []string{`user "Hello" `}},
		{"the memories cannot be read", nil, "Hello", "memories", "", []string{`user "Hello" `}},
		{"the summary cannot be read", nil, "Hello", "summary", "", []string{`user "Hello" `}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log := newLog(tt.texts...)
			if tt.fail != "" {
				log.fail = failing(tt.fail)
			}
			d, m := drive(says("Hi"))
			_, err := play(t, d, log, request(tt.say))
			if tt.code != "" && errCode(err) != tt.code || tt.code == "" && !errors.Is(err, broken) {
				t.Errorf("err = %v", err)
			}
			if len(m.requests) != 0 {
				t.Error("a request was sent")
			}
			same(t, "stored", log.stored(), tt.stored)
		})
	}
}

func errCode(err error) string {
	var coded interface{ Code() string }
	if errors.As(err, &coded) {
		return coded.Code()
	}
	return ""
}

func TestNoClient(t *testing.T) {
	log := newLog()
	d := NewDriver(Options{Counter: counter})
	req := request("Hello")
	req.Connection.BaseURL = ""
	if _, err := play(t, d, log, req); errCode(err) != CodeBadURL {
		t.Errorf("err = %v", err)
	}
	same(t, "stored", log.stored(), []string{`user "Hello" `})
}

// TestEndings lists how a call can end and what is kept of the reply.
func TestEndings(t *testing.T) {
	detailed := &Error{code: CodeServer, Detail: "out of memory"}
	tests := []struct {
		name   string
		script []step
		state  talk.State // of the reply that is kept
		text   string
		code   string // of the entry, or of the error if nothing is kept
		detail string
	}{
		{"finished", says("Hi"), talk.Done, "Hi", "", ""},
		{"at its largest length", []step{{chunk: Chunk{Text: "Hi"}}, {chunk: Chunk{Finish: "length"}}}, talk.Limit, "Hi", "", ""},
		{"cut off", fails(newError(CodeCutOff, nil), "Hi"), talk.CutOff, "Hi", CodeCutOff, ""},
		{"silent", fails(newError(CodeTimeoutIdle, nil), "Hi"), talk.CutOff, "Hi", CodeTimeoutIdle, ""},
		{"an error after text", fails(detailed, "Hi"), talk.Failed, "Hi", CodeServer, "out of memory"},
		{"an unnamed error after text", fails(errors.New("odd"), "Hi"), talk.Failed, "Hi", "", ""},
		{"cut off before text", fails(newError(CodeCutOff, nil)), "", "", CodeCutOff, ""},
		{"blank text", fails(newError(CodeCutOff, nil), " \n"), "", "", CodeCutOff, ""},
		{"empty", says(), "", "", CodeEmpty, ""},
		{"blank", says(" \n", "\n"), "", "", CodeEmpty, ""},
		{"only thinking", []step{{chunk: Chunk{Reasoning: "hm"}}, {chunk: Chunk{Finish: "stop"}}}, "", "", CodeOnlyReasoning, ""},
		{"thinking that looked like text", []step{{chunk: Chunk{Text: "hm"}}, {chunk: Chunk{Thought: true}}, {chunk: Chunk{Finish: "stop"}}}, "", "", CodeOnlyReasoning, ""},
		{"thinking, then text", []step{{chunk: Chunk{Text: "hm"}}, {chunk: Chunk{Thought: true, Text: "Hi"}}, {chunk: Chunk{Finish: "stop"}}}, talk.Done, "Hi", "", ""},
		{"hostile text", says("a\x00b\xff"), talk.Done, "ab\uFFFD", "", ""},
		{"endless", []step{{chunk: Chunk{Text: "Hi"}}, {chunk: Chunk{Text: strings.Repeat("x", maxReply)}}}, talk.CutOff, "Hi", CodeTooLarge, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log := newLog()
			d, _ := drive(tt.script)
			_, err := play(t, d, log, request("Hello"))
			head, herr := log.Head()
			if herr != nil {
				t.Fatal(herr)
			}
			if tt.text == "" {
				if errCode(err) != tt.code {
					t.Errorf("err = %v, want %s", err, tt.code)
				}
				if kept := log.entries[len(log.entries)-1]; tt.code == CodeOnlyReasoning && (kept.Reasoning != "hm" || kept.Text != "" ||
					kept.Parent != 1 || kept.Code != tt.code || kept.State != talk.Failed) {
					t.Errorf("of the thoughts is kept %+v", kept)
				}
				same(t, "stored", log.stored(), []string{`user "Hello" `})
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if head.Text != tt.text || head.State != tt.state || head.Code != tt.code || head.Detail != tt.detail {
				t.Errorf("stored %+v", head)
			}
		})
	}
}

func TestThinkingIsKeptApart(t *testing.T) {
	log := newLog()
	d, _ := drive([]step{
		{chunk: Chunk{Text: "secretly"}}, {chunk: Chunk{Thought: true, Reasoning: " done", Text: "Hi"}}, {chunk: Chunk{Finish: "stop"}},
	})
	if _, err := play(t, d, log, request("Hello")); err != nil {
		t.Fatal(err)
	}
	head, err := log.Head()
	if err != nil || head.Text != "Hi" || head.Reasoning != "secretly done" {
		t.Errorf("stored %+v, %v", head, err)
	}
}

func TestRetries(t *testing.T) {
	busy := newError(CodeRateLimit, nil)
	later := &Error{code: CodeRateLimit, RetryAfter: 7 * time.Second}
	tomorrow := &Error{code: CodeRateLimit, RetryAfter: time.Hour}
	tests := []struct {
		name    string
		scripts [][]step
		want    []string // after said and planned
		code    string
		calls   int
	}{
		{"one", [][]step{fails(busy), says("Hi")}, []string{"waiting 1s (1)", `delta "Hi" ""`, `replied "Hi" `}, "", 2},
		{"as the server asks", [][]step{fails(later), says("Hi")}, []string{"waiting 7s (1)", `delta "Hi" ""`, `replied "Hi" `}, "", 2},
		{"two at the most", [][]step{fails(busy)}, []string{"waiting 1s (1)", "waiting 4s (2)"}, CodeRateLimit, 3},
		{"not for an hour", [][]step{fails(tomorrow)}, nil, CodeRateLimit, 1},
		{"not for a wrong key", [][]step{fails(newError(CodeBadKey, nil))}, nil, CodeBadKey, 1},
		{"not after text", [][]step{fails(busy, "Hi")}, []string{`delta "Hi" ""`, `replied "Hi" failed`}, "", 1},
		{"not after thinking", [][]step{{{chunk: Chunk{Reasoning: "hm"}}, {err: busy}}}, []string{`delta "" "hm"`}, CodeRateLimit, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, m := drive(tt.scripts...)
			lines, err := play(t, d, newLog(), request("Hello"))
			if errCode(err) != tt.code {
				t.Errorf("err = %v", err)
			}
			same(t, "events", lines, append([]string{`said "Hello"`, "planned 1 of 1"}, tt.want...))
			if len(m.requests) != tt.calls {
				t.Errorf("%d calls, want %d", len(m.requests), tt.calls)
			}
		})
	}
}

// TestStop leaves the loop, or ends the context, at each event in turn.
func TestStop(t *testing.T) {
	busy := fails(newError(CodeServer, nil))
	user := `user "Hello" `
	tests := []struct {
		name   string
		at     string // prefix of the event at which the user presses Stop
		stored []string
		calls  int
		code   string // when the context ends and nothing is kept
	}{
		{"said", "said", []string{user}, 0, CodeStopped},
		{"planned", "planned", []string{user}, 0, CodeStopped},
		{"waiting", "waiting", []string{user}, 1, CodeStopped},
		{"thinking", `delta "" "hm"`, []string{user}, 2, CodeStopped},
		{"first text", `delta "Hi" ""`, []string{user, `assistant "Hi" stopped`}, 2, ""},
		{"later text", `delta " there" ""`, []string{user, `assistant "Hi there" stopped`}, 2, ""},
	}
	for _, tt := range tests {
		script := append([]step{{chunk: Chunk{Reasoning: "hm"}}}, says("Hi", " there", "!")...)
		t.Run("leave at "+tt.name, func(t *testing.T) {
			log := newLog()
			d, m := drive(busy, script)
			_, err := playUntil(t.Context(), d, log, request("Hello"), func(ev Event) bool { return !strings.HasPrefix(line(ev), tt.at) })
			if err != nil || len(m.requests) != tt.calls {
				t.Errorf("%v after %d calls, want %d", err, len(m.requests), tt.calls)
			}
			same(t, "stored", log.stored(), tt.stored)
		})
		t.Run("cancel at "+tt.name, func(t *testing.T) {
			log := newLog()
			d, m := drive(busy, script)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			lines, err := playUntil(ctx, d, log, request("Hello"), func(ev Event) bool {
				if strings.HasPrefix(line(ev), tt.at) {
					cancel()
				}
				return true
			})
			if errCode(err) != tt.code || len(m.requests) != tt.calls {
				t.Errorf("%v after %d calls, want %q after %d", err, len(m.requests), tt.code, tt.calls)
			}
			if tt.code == "" && !strings.HasSuffix(lines[len(lines)-1], "stopped") {
				t.Errorf("last event %q", lines[len(lines)-1])
			}
			same(t, "stored", log.stored(), tt.stored)
		})
	}
}

func TestStoppedBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	log := newLog()
	d, m := drive(says("Hi"))
	lines, err := playUntil(ctx, d, log, request("Hello"), func(Event) bool { return true })
	if errCode(err) != CodeStopped || len(m.requests) != 0 {
		t.Errorf("%v after %d calls", err, len(m.requests))
	}
	same(t, "events", lines, []string{`said "Hello"`})
	same(t, "stored", log.stored(), []string{`user "Hello" `})
}

// TestDemo plays whole turns against the embedded model, over the real client.
func TestDemo(t *testing.T) {
	server, err := demo.Options{Interval: -1, Count: func(s string) int { n, _ := counter.Count(talk.O200kBase, s); return n }}.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	log := newLog()
	d := NewDriver(Options{Counter: counter, DemoURL: server.URL(), DemoContext: server.Context()})
	req := request("My name is Ann.")
	req.Connection, req.Model = persona.Connection{ID: persona.DemoConnection}, "a model of another server"
	for _, say := range []string{req.Say, "What is my name?", "何が見える？"} {
		req.Say = say
		if _, err := play(t, d, log, req); err != nil {
			t.Fatal(err)
		}
	}
	replies := log.stored()
	if !strings.Contains(replies[3], "You are Ann.") || !strings.Contains(replies[5], "6 件") {
		t.Errorf("replies %q", replies)
	}
	head, err := log.Head()
	if err != nil || head.Model != demo.Model || head.Usage == nil || head.Usage.Prompt == 0 {
		t.Errorf("head %+v, %v", head, err)
	}
	report, err := d.Plan(log, Request{Connection: req.Connection, Cutoff: tokens.Defaults()})
	if err != nil || report.Window != demo.DefaultContext || report.Rule != tokens.RuleWindow {
		t.Errorf("report %+v, %v", report, err)
	}
}
