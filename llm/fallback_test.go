package llm

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"bonbon/history/talk"
)

// When no token can be counted, the last messages are sent: the turn goes on, and log and report say so.
func TestCountingFails(t *testing.T) {
	var texts []string
	for i := range 60 {
		texts = append(texts, fmt.Sprintf("This is message number %d.", i))
	}
	log := newLog(texts...)
	d, m := drive(says("Hi"))
	var logged bytes.Buffer
	d.opt.Logger = slog.New(slog.NewTextHandler(&logged, nil))
	d.uncountable = func(talk.Encoding) error { return errors.New("table missing") }
	req := request("Hello")
	req.Cutoff.Threshold = 1
	report, err := d.Plan(log, req)
	if err != nil || !report.Uncounted || report.Kept != 19 || report.Total != 61 {
		t.Errorf("planned %+v, %v", report, err)
	}
	events, err := play(t, d, log, req)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "events", events, []string{`said "Hello"`, "planned 19 of 61", `delta "Hi" ""`, `replied "Hi" `})
	got := sent(m.requests[0])
	if len(got) != 20 || got[0] != "system: You are Mira." || got[1] != "user: This is message number 42." || got[19] != "user: Hello" {
		t.Errorf("sent %q", got)
	}
	for _, want := range []string{"level=ERROR", "counting failed", "table missing", "Trimmed conversation history: 61 -> 19 messages"} {
		if !strings.Contains(logged.String(), want) {
			t.Errorf("the log lacks %q: %s", want, logged.String())
		}
	}
}
