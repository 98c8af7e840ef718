package llm

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// TestTurnPlaysEveryWire plays every recorded answer through a whole turn: each ends in a stored reply with the right text
// and state, or in a typed error with nothing stored but the user's words.
func TestTurnPlaysEveryWire(t *testing.T) {
	for _, w := range llmtest.Wires() {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.Serve(t, llmtest.Script{w.Reply, again(w)})
			idle := time.Duration(0)
			if w.Want.Code == CodeTimeoutIdle {
				idle = 30 * time.Millisecond
			}
			d := NewDriver(Options{
				Counter: counter,
				Logger:  slog.New(slog.DiscardHandler),
				Wait:    func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
				Client: func(c persona.Connection, key string) (Streamer, error) {
					return NewClient(c, key, ClientOptions{Idle: idle})
				},
			})
			log := newLog()
			req := request("Hello")
			req.Connection.BaseURL = server.URL
			lines, err := play(t, d, log, req)
			if len(w.Want.Calls) > 0 {
				checkDeclined(t, w.Want, log, server, err)
				return
			}
			checkTurn(t, w.Want, log, lines, err)
			if n := len(server.Chats()); w.Want.Code == CodeEmpty && n != 1 {
				t.Errorf("%d requests after an empty reply to a small prompt", n)
			}
		})
	}
}

// again is what the server says when it is asked once more: the same, but after calls of tools it answers.
func again(w llmtest.Wire) llmtest.Reply {
	if len(w.Want.Calls) > 0 {
		return llmtest.Good("Well then.")
	}
	return w.Reply
}

// checkDeclined checks that calls and their results are stored and sent, the arguments always as a JSON object, and that the
// talk goes on.
func checkDeclined(t *testing.T, want llmtest.Want, log *memLog, server *llmtest.Server, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	entries := log.entries
	if len(entries) != 3+len(want.Calls) || len(entries[1].Calls) != len(want.Calls) || entries[len(entries)-1].Text != "Well then." {
		t.Fatalf("stored %q", log.stored())
	}
	for i, c := range want.Calls {
		call, result := entries[1].Calls[i], entries[2+i]
		if call.ID != c.ID || call.Name != c.Name || call.Arguments != c.Arguments {
			t.Errorf("call %d is %.200v, want %.200v", i, call, c)
		}
		if result.Role != talk.Tool || result.CallID != c.ID || !strings.Contains(result.Text, sendableName(c.Name)) || result.Tokens == 0 {
			t.Errorf("result %d is %+v", i, result)
		}
	}
	var body struct {
		Messages []openai.ChatCompletionMessage
	}
	if err := json.Unmarshal(server.Chats()[1].Body, &body); err != nil {
		t.Fatal(err)
	}
	sent := body.Messages[2:]
	if len(sent) != 1+len(want.Calls) || len(sent[0].ToolCalls) != len(want.Calls) {
		t.Fatalf("sent %+v", sent)
	}
	for i, c := range sent[0].ToolCalls {
		var object map[string]any
		if err := json.Unmarshal([]byte(c.Function.Arguments), &object); err != nil || object == nil || c.Function.Name == "" {
			t.Errorf("sent call %+v: %v", c, err)
		}
		if sent[1+i].Role != openai.ChatMessageRoleTool || sent[1+i].ToolCallID != c.ID {
			t.Errorf("sent result %+v", sent[1+i])
		}
	}
}

// checkTurn compares what a turn left behind with what the recorded answer says.
func checkTurn(t *testing.T, want llmtest.Want, log *memLog, lines []string, err error) {
	t.Helper()
	if strings.TrimSpace(want.Text) == "" {
		code, stored := want.Code, []string{`user "Hello" `}
		if code == CodeOverLimit { // and nothing is left to cut: see TestTurnOverTheLimit for a talk with a history
			code, stored = CodeHistoryCutOff, nil
		}
		if errCode(err) != code {
			t.Errorf("error %v, want %s", err, code)
		}
		same(t, "stored", log.stored(), stored)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(lines[len(lines)-1], "replied") {
		t.Errorf("the last event is %s", lines[len(lines)-1])
	}
	head, err := log.Head()
	if err != nil {
		t.Fatal(err)
	}
	checkReply(t, want, head)
}

func checkReply(t *testing.T, want llmtest.Want, got talk.Entry) {
	t.Helper()
	if got.Text != clean(want.Text) || got.Reasoning != clean(want.Reasoning) || got.Code != want.Code {
		t.Errorf("stored %q with reasoning %q and code %q, want %q, %q, %q", got.Text, got.Reasoning, got.Code, want.Text, want.Reasoning, want.Code)
	}
	state := talk.Failed
	switch {
	case want.Code == "" && want.Finish == "length":
		state = talk.Limit
	case want.Code == "":
		state = talk.Done
	case want.Code == CodeCutOff || want.Code == CodeTimeoutIdle:
		state = talk.CutOff
	}
	if got.State != state {
		t.Errorf("state %q for finish %q and code %q, want %q", got.State, want.Finish, want.Code, state)
	}
	if promptOf(got.Usage) != want.Prompt {
		t.Errorf("usage %+v, want %d prompt tokens", got.Usage, want.Prompt)
	}
}
