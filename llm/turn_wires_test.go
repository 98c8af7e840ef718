package llm

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

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
			server := llmtest.Serve(t, llmtest.Script{w.Reply})
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
			checkTurn(t, w.Want, log, lines, err)
			if n := len(server.Chats()); w.Want.Code == CodeEmpty && n != 1 {
				t.Errorf("%d requests after an empty reply to a small prompt", n)
			}
		})
	}
}

// checkTurn compares what a turn left behind with what the recorded answer says.
func checkTurn(t *testing.T, want llmtest.Want, log *memLog, lines []string, err error) {
	t.Helper()
	if strings.TrimSpace(want.Text) == "" {
		code := want.Code
		if len(want.Calls) > 0 {
			code = CodeOnlyCalls
		}
		stored := []string{`user "Hello" `}
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
	states := []talk.State{talk.CutOff, talk.Failed}
	switch {
	case want.Code == "" && want.Finish == "length":
		states = []talk.State{talk.Limit}
	case want.Code == "":
		states = []talk.State{talk.Done}
	}
	if !slices.Contains(states, got.State) {
		t.Errorf("state %q for finish %q and code %q", got.State, want.Finish, want.Code)
	}
	if promptOf(got.Usage) != want.Prompt {
		t.Errorf("usage %+v, want %d prompt tokens", got.Usage, want.Prompt)
	}
}
