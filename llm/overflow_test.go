package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/tokens"
)

// longTalk returns a talk of 60 messages of about 100 tokens each.
func longTalk() *memLog {
	var texts []string
	for i := range 60 {
		texts = append(texts, fmt.Sprintf("Message %d. ", i)+strings.Repeat("word ", 92))
	}
	return newLog(texts...)
}

// refusal is one way in which a server says that a prompt is too long.
type refusal struct {
	name  string
	reply llmtest.Reply
	limit int // the window that it names
}

// allRefusals returns all known ones: every wording as an error status and inside a stream, recorded answers, empty replies.
func allRefusals() []refusal {
	var all []refusal
	for i, w := range overLimitWordings {
		inStream := llmtest.Stream(llmtest.Event(map[string]any{"error": map[string]any{"message": w.message, "code": 500}}))
		all = append(all,
			refusal{fmt.Sprintf("%d as 400", i), llmtest.Wrong(400, "", w.message), w.limit},
			refusal{fmt.Sprintf("%d as 500", i), llmtest.Wrong(500, "", w.message), w.limit},
			refusal{fmt.Sprintf("%d in a stream", i), inStream, w.limit})
	}
	for _, w := range llmtest.Wires() {
		if w.Want.Code == CodeOverLimit || w.Want.Code == CodeEmpty && strings.TrimSpace(w.Want.Text) == w.Want.Text {
			all = append(all, refusal{w.Name, w.Reply, 0})
		}
	}
	const llamaCpp = `{"error":{"code":400,"message":"request (6029 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":6029,"n_ctx":4096}}`
	return append(all,
		refusal{"llama.cpp", llmtest.JSON(400, llamaCpp), 4096},
		refusal{"413", llmtest.HTML(413), 0},
		refusal{"nothing", llmtest.Stream(llmtest.Done), 0},
		refusal{"finish only", llmtest.Good(), 0})
}

// overTurn plays a turn of a long talk against a script.
func overTurn(t *testing.T, log Log, req Request, script ...llmtest.Reply) (events []Event, s *llmtest.Server, err error) {
	t.Helper()
	s = llmtest.Serve(t, script)
	d := NewDriver(Options{
		Counter: counter, Logger: slog.New(slog.DiscardHandler),
		Now:  func() time.Time { return t0 },
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	req.Connection = persona.Connection{ID: "c", BaseURL: s.URL}
	req.Cutoff.Steps = false // so that a plan is as large as its limit allows
	for ev, failed := range d.Turn(t.Context(), log, req) {
		if failed != nil {
			return events, s, failed
		}
		events = append(events, ev)
	}
	return events, s, nil
}

func kinds(events []Event) string {
	var all []string
	for _, ev := range events {
		name := strings.TrimPrefix(fmt.Sprintf("%T", ev), "llm.")
		if name != "Delta" || all[len(all)-1] != "Delta" {
			all = append(all, name)
		}
	}
	return strings.Join(all, " ")
}

func reports(events []Event) (all []tokens.Report) {
	for _, ev := range events {
		if p, ok := ev.(Planned); ok {
			all = append(all, p.Report)
		}
	}
	return all
}

func TestTurnOverTheLimit(t *testing.T) {
	for _, r := range allRefusals() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			log := longTalk()
			events, s, err := overTurn(t, log, request("And now?"), r.reply, llmtest.Good("Fine", " then"))
			if err != nil {
				t.Fatal(err)
			}
			if got := kinds(events); got != "Said Planned Limited Planned Delta Replied" {
				t.Errorf("events: %s", got)
			}
			checkSmaller(t, s.Chats(), reports(events), r.limit)
			stored := log.stored()
			same(t, "stored", stored[60:], []string{`user "And now?" `, `assistant "Fine then" `})
			if head, err := log.Head(); err != nil || promptOf(head.Usage) != 10 {
				t.Errorf("usage %+v, %v", head.Usage, err)
			}
		})
	}
}

// checkSmaller checks that there were two requests, both ending with the user's words, the second cut to at most 60 % and
// to what a named window leaves.
func checkSmaller(t *testing.T, chats []llmtest.Request, reports []tokens.Report, window int) {
	t.Helper()
	if len(chats) != 2 || len(reports) != 2 {
		t.Fatalf("%d requests, %d plans", len(chats), len(reports))
	}
	var counts []int
	for _, c := range chats {
		var body struct{ Messages []struct{ Content string } }
		if err := json.Unmarshal(c.Body, &body); err != nil {
			t.Fatal(err)
		}
		counts = append(counts, len(body.Messages))
		if last := body.Messages[len(body.Messages)-1].Content; last != "And now?" {
			t.Errorf("a request ends with %q", last)
		}
	}
	before, after := reports[0], reports[1]
	if counts[1] >= counts[0] || len(chats[1].Body) >= len(chats[0].Body) {
		t.Errorf("%v messages are sent", counts)
	}
	if after.Prompt()*100 > before.Prompt()*lessShare || after.Rule != tokens.RuleServer {
		t.Errorf("planned %d, then %d by %s", before.Prompt(), after.Prompt(), after.Rule)
	}
	if window >= leastWindow && after.Prompt()*100 > window*85 {
		t.Errorf("%d tokens for a window of %d", after.Prompt(), window)
	}
}

// TestAlwaysOverTheLimit: who refuses everything gets the newest message alone at the end, and no more than five requests.
func TestAlwaysOverTheLimit(t *testing.T) {
	for _, r := range allRefusals() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			log := longTalk()
			events, s, err := overTurn(t, log, request("And now?"), r.reply)
			n := len(s.Chats())
			if errCode(err) == CodeEmpty { // a prompt that is small for any window did not fill one
				if all := reports(events); n != 3 || all[2].Prompt() >= largePrompt {
					t.Errorf("%v after %d requests", err, n)
				}
				return
			}
			var cut *HistoryCutOffError
			if !errors.As(err, &cut) || n > 1+len(lessShares) {
				t.Fatalf("%v after %d requests", err, n)
			}
			d := cut.Diagnosis
			if d.Rule != tokens.RuleServer || d.Limit <= 0 || d.Needed <= d.Limit || !cut.TakenBack || cut.Text != "And now?" {
				t.Errorf("%+v", cut)
			}
			if last := len(log.stored()); last != 60 {
				t.Errorf("%d entries on the path", last)
			}
			if got, want := kinds(events), "Said"+strings.Repeat(" Planned Limited", n); got != want {
				t.Errorf("events: %s", got)
			}
			all := reports(events)
			for i := range all[1:] {
				if all[i+1].Prompt() >= all[i].Prompt() {
					t.Errorf("request %d has %d tokens after one of %d", i+1, all[i+1].Prompt(), all[i].Prompt())
				}
			}
			for _, ev := range events {
				if l, ok := ev.(Limited); ok && l.Limit < leastGuess {
					t.Errorf("a limit of %d is to be remembered", l.Limit)
				}
			}
		})
	}
}

// small is a server with a window of so many tokens, as we count, that tells nothing about it.
func small(t *testing.T, window int, empty bool) *llmtest.Exam {
	return llmtest.Examine(t, func(body []byte) llmtest.Reply {
		var r struct{ Messages []struct{ Content string } }
		if err := json.Unmarshal(body, &r); err != nil {
			return llmtest.Wrong(500, "", err.Error())
		}
		n := 0
		for _, m := range r.Messages {
			got, _ := counter.Count(talk.O200kBase, m.Content)
			n += got
		}
		switch {
		case n <= window:
			return llmtest.Good("Fine")
		case empty:
			return llmtest.Good()
		}
		return llmtest.Wrong(400, "context_length_exceeded", "")
	})
}

// TestOneTurnIsEnough: whatever window from 4096 tokens on a server has and hides, under the highest ceiling a long talk gets its reply in one turn.
func TestOneTurnIsEnough(t *testing.T) {
	log := newLog()
	for i := range 300 {
		role := []talk.Role{talk.User, talk.Assistant}[i%2]
		log.add(talk.Entry{Role: role, Text: fmt.Sprintf("Message %d. ", i) + strings.Repeat("word ", 395), Encoding: talk.O200kBase, Time: t0})
	}
	for _, window := range []int{3400, 4096, 8192, 32768, 100_000} {
		for _, empty := range []bool{false, true} {
			req := request("And now?")
			req.Cutoff.Threshold, req.Cutoff.Steps = tokens.MaxThreshold, false
			req.Connection.BaseURL = small(t, window, empty).URL
			d := NewDriver(Options{Counter: counter, Logger: slog.New(slog.DiscardHandler)})
			talking := &memLog{entries: slices.Clone(log.entries), path: slices.Clone(log.path)}
			lines, err := play(t, d, talking, req)
			if err != nil || lines[len(lines)-1] != `replied "Fine" ` {
				t.Errorf("window %d, empty %v: %q, %v", window, empty, lines, err)
			}
		}
	}
}

// TestLimitIsRemembered: with the limit that one turn tells, the next is planned within it and sent once.
func TestLimitIsRemembered(t *testing.T) {
	refused := llmtest.Wrong(400, "", "request (6800 tokens) exceeds the available context size (4096 tokens), try increasing it")
	events, _, err := overTurn(t, longTalk(), request("And now?"), refused, llmtest.Good("Fine"))
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(events, func(ev Event) bool { _, ok := ev.(Limited); return ok })
	limit := events[i].(Limited).Limit
	if own := reports(events)[0].Prompt(); limit != 3481*own/6800 {
		t.Errorf("learned %d from a prompt of %d", limit, own)
	}
	req := request("And now?")
	req.ServerLimit = limit
	events, s, err := overTurn(t, longTalk(), req, llmtest.Good("Fine"))
	if r := reports(events); err != nil || len(r) != 1 || r[0].Limit != limit || r[0].Rule != tokens.RuleServer || r[0].Prompt() > limit || len(s.Chats()) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	// The second prompt is too small to have filled a context: its empty reply is no refusal.
	if _, s, err = overTurn(t, longTalk(), req, llmtest.Good()); errCode(err) != CodeEmpty || len(s.Chats()) != 2 {
		t.Errorf("empty replies: %v after %d requests", err, len(s.Chats()))
	}
}

func TestEmptyRepliesAreGuesses(t *testing.T) {
	events, _, err := overTurn(t, longTalk(), request("And now?"), llmtest.Good(), llmtest.Good("Fine"))
	if err != nil {
		t.Fatal(err)
	}
	if ev, ok := events[2].(Limited); !ok || ev.Limit != 0 || errCode(ev.Err) != CodeEmpty {
		t.Errorf("%+v", events[2])
	}
	roomy := request("And now?")
	roomy.Cutoff.ContextLength = 131_072
	for name, turn := range map[string]struct {
		log *memLog
		req Request
	}{
		"small prompt": {newLog("Hello", "Hi"), request("And now?")},
		"large window": {longTalk(), roomy},
	} {
		_, s, err := overTurn(t, turn.log, turn.req, llmtest.Good(), llmtest.Good("no"))
		if errCode(err) != CodeEmpty || len(s.Chats()) != 1 {
			t.Errorf("%s: %v after %d requests", name, err, len(s.Chats()))
		}
	}
}

// TestNothingLeftToCut: if the newest message alone is what the server refuses, no second request is made.
func TestNothingLeftToCut(t *testing.T) {
	log := newLog("Hello", "Hi")
	say := strings.Repeat("word ", 5000)
	_, s, err := overTurn(t, log, request(say), llmtest.Wrong(400, "", "prompt is too long: 5100 tokens > 4096 maximum"), llmtest.Good("no"))
	var cut *HistoryCutOffError
	if !errors.As(err, &cut) || cut.Diagnosis.Rule != tokens.RuleServer || cut.Text != say || len(s.Chats()) != 1 {
		t.Fatalf("%v after %d requests", err, len(s.Chats()))
	}
	if l := cut.Diagnosis.Limit; l < 3300 || l > 3481 {
		t.Errorf("the limit is %d", l)
	}
	same(t, "stored", log.stored(), []string{`user "Hello" `, `assistant "Hi" `})
}

// TestTheNamedLimitIsUsedWhole: what 60 % would not hold, but the named limit does, is sent.
func TestTheNamedLimitIsUsedWhole(t *testing.T) {
	log := newLog(strings.Repeat("word ", 800), "Hi")
	say := strings.Repeat("word ", 3000)
	events, s, err := overTurn(t, log, request(say), llmtest.Wrong(400, "", "prompt is too long: 4100 tokens > 4096 maximum"), llmtest.Good("Fine"))
	if r := reports(events); err != nil || len(s.Chats()) != 2 || len(r) != 2 || r[1].Kept != 1 {
		t.Errorf("%v, %+v", err, r)
	}
}

// TestTheReplyWasTooLong: a server that counts the longest reply to the prompt gets a shorter one.
func TestTheReplyWasTooLong(t *testing.T) {
	req := request("And now?")
	req.Cutoff.MaxOutput = 4000
	said := "This model's maximum context length is 4096 tokens. However, you requested 4300 tokens (300 in the messages, 4000 in the completion)."
	events, s, err := overTurn(t, newLog("Hello", "Hi"), req, llmtest.Wrong(400, "", said), llmtest.Good("Fine"))
	if err != nil {
		t.Fatal(err)
	}
	var body struct {
		MaxTokens int `json:"max_tokens"`
	}
	if err := json.Unmarshal(s.Chats()[1].Body, &body); err != nil {
		t.Fatal(err)
	}
	prompt := reports(events)[1].Prompt()
	if body.MaxTokens <= 0 || body.MaxTokens+prompt > 4096 || prompt > 4096 {
		t.Errorf("%d tokens for the reply to %d", body.MaxTokens, prompt)
	}
}

// TestOtherEndsOfTheSecondCall: what the second call brings is an ordinary end.
func TestOtherEndsOfTheSecondCall(t *testing.T) {
	refused := llmtest.Wrong(400, "context_length_exceeded", "")
	log := longTalk()
	if _, s, err := overTurn(t, log, request("And now?"), refused, llmtest.Wrong(401, "", "no")); errCode(err) != CodeBadKey || len(s.Chats()) != 2 {
		t.Errorf("wrong key: %v", err)
	}
	if n := len(log.stored()); n != 61 {
		t.Errorf("%d entries: the words must stay", n)
	}
	_, s, err := overTurn(t, longTalk(), request("And now?"), refused, llmtest.Wrong(503, "", "busy"), llmtest.Good("Fine"))
	if err != nil || len(s.Chats()) != 3 {
		t.Errorf("busy: %v after %d requests", err, len(s.Chats()))
	}
	// An error after the first words is no refusal: they stay.
	late := llmtest.Stream(llmtest.Delta("Well"), llmtest.Event(map[string]any{"error": map[string]any{"message": "Context size has been exceeded."}}))
	log = longTalk()
	if _, s, err = overTurn(t, log, request("And now?"), late); err != nil || len(s.Chats()) != 1 {
		t.Errorf("late: %v after %d requests", err, len(s.Chats()))
	}
	if head, err := log.Head(); err != nil || head.Text != "Well" || head.Code != CodeOverLimit {
		t.Errorf("stored %+v, %v", head, err)
	}
}

func TestStopWhenLimited(t *testing.T) {
	log := longTalk()
	s := llmtest.Serve(t, llmtest.Script{llmtest.Wrong(400, "context_length_exceeded", ""), llmtest.Good("no")})
	d := NewDriver(Options{Counter: counter, Logger: slog.New(slog.DiscardHandler)})
	req := request("And now?")
	req.Connection.BaseURL = s.URL
	_, err := playUntil(t.Context(), d, log, req, func(ev Event) bool { _, is := ev.(Limited); return !is })
	if err != nil || len(s.Chats()) != 1 || len(log.stored()) != 61 {
		t.Errorf("%v after %d requests, %d entries", err, len(s.Chats()), len(log.stored()))
	}
}

// TestFactor: a server that counts more than we do gets a smaller prompt and leaves less room for the reply.
func TestFactor(t *testing.T) {
	req := request("And now?")
	req.Cutoff.Threshold, req.Cutoff.ContextLength, req.Cutoff.MaxOutput = 5000, 6000, 2000
	req.Factor = 1.25
	d, m := drive(says("Fine"))
	if _, err := play(t, d, longTalk(), req); err != nil {
		t.Fatal(err)
	}
	r, err := d.Plan(longTalk(), req)
	if err != nil || r.Limit != 4000*4/5 || r.Prompt() > r.Limit || r.Window != 6000 || r.Reserve != 2000 {
		t.Errorf("%+v, %v", r, err)
	}
	if out := m.requests[0].MaxOutput; out <= 0 || out > 2000 || len(m.requests[0].Messages) > 40 {
		t.Errorf("%d messages, %d tokens for the reply", len(m.requests[0].Messages), out)
	}
}
