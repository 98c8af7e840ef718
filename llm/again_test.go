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
)

// TestStopThenRetry is B031: after Stop and another try the first stream writes nothing any more, its words stay in the stopped
// reply, and its connection is closed.
func TestStopThenRetry(t *testing.T) {
	a, b := llmtest.WireNamed("B031_slow_a"), llmtest.WireNamed("B031_slow_b")
	gate := make(chan struct{}, 1)
	gate <- struct{}{}
	for i := range a.Reply.Writes {
		a.Reply.Writes[i].Wait, a.Reply.Writes[i].Gate = 0, gate // the first word comes, the others when the second turn runs
	}
	server := llmtest.Serve(t, llmtest.Script{a.Reply, b.Reply})
	log := newLog()
	d := NewDriver(Options{Counter: counter, Logger: slog.New(slog.DiscardHandler)})
	req := request("Hello")
	req.Connection.BaseURL = server.URL

	ctx, stop := context.WithCancel(t.Context())
	_, err := playUntil(ctx, d, log, req, func(ev Event) bool {
		if _, ok := ev.(Delta); ok {
			stop()
			stop() // pressing it twice is harmless
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	stopped, err := log.Head()
	if err != nil || stopped.State != talk.Stopped || stopped.Text == "" {
		t.Fatalf("the first reply is %+v, %v", stopped, err)
	}

	if err := log.Rewind(stopped.Parent); err != nil {
		t.Fatal(err)
	}
	req.Say = ""
	var shown strings.Builder
	for ev, err := range d.Turn(t.Context(), log, req) {
		if err != nil {
			t.Fatal(err)
		}
		if delta, ok := ev.(Delta); ok {
			if shown.Len() == 0 {
				close(gate) // now all A words could come
			}
			shown.WriteString(delta.Text)
		}
	}
	stop() // Stop after the end is harmless too
	<-server.Gone()
	if shown.String() != b.Want.Text {
		t.Errorf("the second turn shows %q", shown.String())
	}
	if head, err := log.Head(); err != nil || head.Text != b.Want.Text || head.State != talk.Done {
		t.Errorf("the second reply is %+v, %v", head, err)
	}
	if again := log.entries[stopped.ID-1]; again.Text != stopped.Text || strings.Contains(again.Text, "B") || again.State != talk.Stopped {
		t.Errorf("the stopped reply became %+v", again)
	}
}

// TestPausesAreTheServers is B026: how long a turn waits before it asks again, for each form of Retry-After.
func TestPausesAreTheServers(t *testing.T) {
	const first, second = time.Second, 4 * time.Second
	for name, want := range map[string]time.Duration{
		"B026_seconds": 3 * time.Second, "B026_retry_after_ms": 1500 * time.Millisecond,
		"B026_fraction": first, // half a second is less than the pause that is kept anyway
		"B026_empty":    first, "B026_epoch_mistake": first, "B026_http_date_far": first, "B026_http_date_past": first, "B026_huge": first,
		"B026_negative": first, "B026_no_header_503": first, "B026_words": first,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reply := llmtest.WireNamed(name).Reply
			server := llmtest.Serve(t, llmtest.Script{reply, reply, llmtest.Good("Hello")})
			var waits []time.Duration
			d := NewDriver(Options{
				Counter: counter, Logger: slog.New(slog.DiscardHandler),
				Wait: func(ctx context.Context, d time.Duration) error {
					waits = append(waits, d)
					return ctx.Err()
				},
			})
			log := newLog()
			req := request("Hi")
			req.Connection.BaseURL = server.URL
			if _, err := play(t, d, log, req); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(waits, []time.Duration{want, max(want, second)}) {
				t.Errorf("waited %v, want %v", waits, want)
			}
			same(t, "stored", log.stored(), []string{`user "Hi" `, `assistant "Hello" `})
		})
	}
}
