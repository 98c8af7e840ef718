package llm

import (
	"context"
	"log/slog"
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
		})
	}
}

func checkTurn(t *testing.T, want llmtest.Want, log *memLog, lines []string, err error) {
	t.Helper()
	code := want.Code
	if code == "" && len(want.Calls) > 0 {
		code = CodeOnlyCalls
	}
	head, herr := log.Head()
	if herr != nil {
		t.Fatal(herr)
	}
	if strings.TrimSpace(want.Text) == "" {
		if errCode(err) != code {
			t.Errorf("error %v, want %s", err, code)
		}
		same(t, "stored", log.stored(), []string{`user "Hello" `})
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(lines[len(lines)-1], "replied") {
		t.Errorf("the last event is %s", lines[len(lines)-1])
	}
	if head.Text != clean(want.Text) || head.Reasoning != clean(want.Reasoning) || head.Code != want.Code {
		t.Errorf("stored %q with reasoning %q and code %q, want %q, %q, %q", head.Text, head.Reasoning, head.Code, want.Text, want.Reasoning, want.Code)
	}
	if whole := head.State == talk.Done || head.State == talk.Limit; whole != (want.Code == "") || (head.State == talk.Limit) != (want.Code == "" && want.Finish == "length") {
		t.Errorf("state %q for finish %q and code %q", head.State, want.Finish, want.Code)
	}
	if promptOf(head.Usage) != want.Prompt {
		t.Errorf("usage %+v, want %d prompt tokens", head.Usage, want.Prompt)
	}
}
