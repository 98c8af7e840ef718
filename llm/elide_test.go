package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

// toolLog returns a talk as an import can bring it: turns of the user, a call of two tools, their outputs of 4 KB, and a
// reply.
func toolLog(turns int) *memLog {
	log := &memLog{}
	for i := range turns {
		log.add(talk.Entry{Role: talk.User, Text: fmt.Sprintf("What about %d?", i), Time: t0})
		a, b := fmt.Sprintf("call_%da", i), fmt.Sprintf("call_%db", i)
		log.add(talk.Entry{Role: talk.Assistant, Time: t0, Calls: []talk.ToolCall{
			{ID: a, Name: "look_up", Arguments: fmt.Sprintf(`{"n":%d}`, i)}, {ID: b, Name: "天気", Arguments: "{}"},
		}})
		for _, id := range []string{a, b} {
			log.add(talk.Entry{Role: talk.Tool, CallID: id, Text: strings.Repeat("<row & cell> ", 320), Time: t0})
		}
		log.add(talk.Entry{Role: talk.Assistant, Text: fmt.Sprintf("That is %d.", i), Time: t0})
	}
	log.ops = nil
	return log
}

func TestElidedRequest(t *testing.T) {
	log := toolLog(10)
	stored := slices.Clone(log.entries)
	d, m := drive(says("Fine."))
	var logged bytes.Buffer
	d.opt.Logger = slog.New(slog.NewTextHandler(&logged, nil))
	req := request("And now?")
	req.Cutoff = tokens.Settings{Threshold: 12_000, ElideToolOutput: true}
	var report tokens.Report
	for ev, err := range d.Turn(t.Context(), log, req) {
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := ev.(Planned); ok {
			report = p.Report
		}
	}
	ms := m.requests[0].Messages
	if report.Reason != "" || report.Elided == 0 || report.Elided%2 != 0 || report.Elided >= 20 || len(ms) != 1+51 {
		t.Fatalf("%d messages, report %+v", len(ms), report)
	}
	placeholders, calls := 0, 0
	for i, msg := range ms {
		calls += len(msg.ToolCalls)
		if msg.Role != openai.ChatMessageRoleTool {
			continue
		}
		elided := strings.HasPrefix(msg.Content, "[The output of the tool ")
		if elided {
			placeholders++
		}
		if elided != (placeholders < report.Elided || elided && placeholders == report.Elided) || msg.ToolCallID == "" {
			t.Errorf("message %d: %.60q", i, msg.Content)
		}
	}
	if placeholders != report.Elided || calls != 20 {
		t.Errorf("%d placeholders for %d elided, %d calls", placeholders, report.Elided, calls)
	}
	if ms[3].Content != tokens.Placeholder("look_up") || ms[4].Content != tokens.Placeholder("天気") {
		t.Errorf("the placeholders are %q and %q", ms[3].Content, ms[4].Content)
	}
	if log.entries[2].Text != stored[2].Text {
		t.Error("the stored output was changed")
	}
	if n := countRequest(ms); n > report.Prompt() {
		t.Errorf("the request has %d tokens, planned were %d", n, report.Prompt())
	}
}

// countRequest counts what is sent as a server would, without the framing.
func countRequest(ms []message) (n int) {
	count := func(text string) {
		k, _ := counter.Count(talk.O200kBase, text)
		n += k
	}
	for _, m := range ms {
		count(m.Content)
		count(m.ToolCallID)
		for _, c := range m.ToolCalls {
			count(c.ID)
			count(c.Function.Name)
			count(c.Function.Arguments)
		}
	}
	return n
}

// While the anchor stays, what was elided stays so, and elision changes rarely: most prompts go on where the last one ended.
func TestElidedPromptsAreStable(t *testing.T) {
	log := toolLog(0)
	d, m := drive(says("Fine."))
	changes := 0
	var last []string
	for i := range 40 {
		more := toolLog(1)
		for _, e := range more.entries[1:4] { // the reply to the last message calls tools first
			e.CallID = strings.Replace(e.CallID, "_0", fmt.Sprintf("_%d", i), 1)
			for k := range e.Calls {
				e.Calls[k].ID = strings.Replace(e.Calls[k].ID, "_0", fmt.Sprintf("_%d", i), 1)
			}
			log.add(e)
		}
		req := request(fmt.Sprintf("And number %d?", i))
		req.Cutoff = tokens.Settings{Threshold: 60_000, Steps: true, ElideToolOutput: true}
		if _, err := play(t, d, log, req); err != nil {
			t.Fatal(err)
		}
		now := sent(m.requests[i])
		if len(now) < len(last) || !slices.Equal(now[:len(last)], last) {
			changes++
		}
		last = now
	}
	if changes == 0 || changes > 10 {
		t.Errorf("the beginning of the prompt changed %d times in 40 turns", changes)
	}
}

// Elision of a request with tool outputs of 4 KB, from its sizes to its new messages. The payload is measured before, with an
// encoder that writes the request as it is.
func BenchmarkElideMessages(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		var ms []message
		for i := range n {
			switch i % 4 {
			case 0:
				ms = append(ms, message{Role: "user", Content: "What about this?"})
			case 1:
				ms = append(ms, message{Role: "assistant", ToolCalls: []openai.ToolCall{{ID: "call_1", Type: openai.ToolTypeFunction, Function: openai.FunctionCall{Name: "look_up", Arguments: "{}"}}}})
			case 2:
				ms = append(ms, message{Role: "tool", ToolCallID: "call_1", Content: strings.Repeat("row and cell; ", 293)})
			case 3:
				ms = append(ms, message{Role: "assistant", Content: "That is so."})
			}
		}
		payload := encodedSize(b, ms)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				texts := make([]tokens.Message, n)
				for i, m := range ms {
					texts[i] = tokens.Message{Parts: 1, Size: len(m.Content)}
					if m.Role == "tool" {
						texts[i].Role, texts[i].Joined = talk.Tool, true
					}
				}
				e, err := tokens.Elide(payload, payload*7/10, texts, tokens.ElideRule{Tail: 8, Long: 2000, Placeholder: len(tokens.Placeholder("look_up"))})
				if err != nil {
					b.Fatal(err)
				}
				out := slices.Clone(ms)
				for _, i := range e.Elided {
					out[i].Content = tokens.Placeholder("look_up")
				}
				if len(out) != n || len(e.Elided) == 0 {
					b.Fatal(len(out), len(e.Elided))
				}
			}
		})
	}
}

func encodedSize(tb testing.TB, ms []message) int {
	tb.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(openai.ChatCompletionRequest{Model: "m", Messages: ms}); err != nil {
		tb.Fatal(err)
	}
	return b.Len()
}

// A persona's own setting reaches the request.
func TestElisionCanBeTurnedOff(t *testing.T) {
	log := toolLog(10)
	d, _ := drive(says("Fine."))
	req := request("")
	for _, on := range []bool{true, false} {
		req.Cutoff = persona.Resolve(tokens.Settings{Threshold: 12_000, ElideToolOutput: !on}, persona.Cutoff{ElideToolOutput: &on})
		r, err := d.Plan(log, req)
		if err != nil || (r.Elided > 0) != on || (r.CutByTrim > 0) == on {
			t.Errorf("elision %v: %+v, %v", on, r, err)
		}
	}
}
