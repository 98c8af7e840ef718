package llm

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

func TestHardStop(t *testing.T) {
	for name, say := range map[string]string{"english": "Hello again, Mira", "japanese": "こんにちは、また来たよ"} {
		t.Run(name, func(t *testing.T) {
			log := newLog("Hello", "Hi")
			d, m := drive(says("no"))
			req := request(say)
			req.Cutoff.Threshold = 203
			lines, err := play(t, d, log, req)
			same(t, "events", lines, []string{fmt.Sprintf("said %q", say)})

			var cut *HistoryCutOffError
			if !errors.As(err, &cut) || len(m.requests) != 0 {
				t.Fatalf("%v after %d calls", err, len(m.requests))
			}
			for _, want := range []string{"conversation history was cut off entirely", "会話履歴が全てカットオフ", "limit 203", "taken back", "入力欄に戻しました"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q lacks %q", err, want)
				}
			}
			checkHardStop(t, cut, say)
			same(t, "stored", log.stored(), []string{`user "Hello" `, `assistant "Hi" `})
			if len(log.entries) != 3 {
				t.Error("the words did not stay in the tree")
			}

			req.Cutoff.Threshold = cut.Diagnosis.Threshold
			if _, err := play(t, d, log, req); err != nil {
				t.Errorf("with the ceiling that the error names: %v", err)
			}
		})
	}
}

func checkHardStop(t *testing.T, cut *HistoryCutOffError, say string) {
	t.Helper()
	d := cut.Diagnosis
	if !cut.TakenBack || cut.Text != say || d.Limit != 203 || d.Needed <= 203 || d.Threshold < d.Needed {
		t.Errorf("error %+v", cut)
	}
	var inner *tokens.CutOffError
	if !errors.As(cut, &inner) || cut.Args()["Limit"] != 203 || cut.Args()["TakenBack"] != true {
		t.Errorf("args %v", cut.Args())
	}
}

func TestHardStopWhenAnsweringAgain(t *testing.T) {
	log := newLog("Hello")
	d, _ := drive(says("no"))
	req := request("")
	req.Cutoff.Threshold = 0
	_, err := play(t, d, log, req)
	var cut *HistoryCutOffError
	if !errors.As(err, &cut) || cut.TakenBack || cut.Text != "" || !strings.Contains(err.Error(), "stays where it is") {
		t.Errorf("err = %v", err)
	}
	same(t, "stored", log.stored(), []string{`user "Hello" `})
}

func TestHardStopThatCannotTakeBack(t *testing.T) {
	full := errors.New("disk full")
	log := newLog()
	log.fail = func(op string) error {
		if strings.HasPrefix(op, "rewind") {
			return full
		}
		return nil
	}
	d, _ := drive(says("no"))
	req := request("Hello")
	req.Cutoff.Threshold = 0
	_, err := play(t, d, log, req)
	var cut *HistoryCutOffError
	if !errors.As(err, &cut) || cut.TakenBack || !errors.Is(err, full) || errCode(err) != CodeHistoryCutOff {
		t.Errorf("err = %v", err)
	}
}

func TestStopBeforeAHardStop(t *testing.T) {
	log := newLog()
	d, _ := drive(says("no"))
	req := request("Hello")
	req.Cutoff.Threshold = 0
	lines, err := playUntil(t.Context(), d, log, req, func(Event) bool { return false })
	if err != nil || len(lines) != 1 {
		t.Errorf("%q, %v", lines, err)
	}
	same(t, "stored", log.stored(), []string{`user "Hello" `})
}

func TestTimeCutoffComesFirst(t *testing.T) {
	log := &memLog{}
	for i, hours := range []int{9, 8, 1, 0} {
		e := talk.Entry{Role: talk.User, Text: fmt.Sprint("said ", i), Time: t0.Add(-time.Duration(hours) * time.Hour)}
		if i%2 == 1 {
			e.Role = talk.Assistant
		}
		log.add(e)
	}
	d, m := drive(says("Hi"))
	req := request("now")
	req.Cutoff.PastHours = 2
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	same(t, "request", sent(m.requests[0]), []string{"system: You are Mira.", "user: said 2", "assistant: said 3", "user: now"})
	report, err := d.Plan(log, req)
	if err != nil || report.CutByAge != 2 || report.Reason != tokens.ReasonAge {
		t.Errorf("report %+v, %v", report, err)
	}
}

func TestPreview(t *testing.T) {
	var texts []string
	for i := range 40 {
		texts = append(texts, fmt.Sprintf("This is message number %d.", i))
	}
	log := newLog(texts...)
	before := len(log.ops)
	d, m := drive(says("Hi"))
	p, err := d.Preview(log, request(""))
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, threshold := range []int{250, 300, 400, 100_000} {
		r, err := p.Report(tokens.Settings{Threshold: threshold})
		if err != nil || r.Kept <= last || r.Prompt() > threshold || r.Total != 40 {
			t.Errorf("threshold %d: %+v, %v", threshold, r, err)
		}
		last = r.Kept
	}
	if last != 40 {
		t.Errorf("at the largest threshold %d of 40 are sent", last)
	}
	if len(m.requests) != 0 || len(log.ops) != before {
		t.Errorf("a preview changed something: %q", log.ops)
	}
}

// TestPreviewLoadsNothing: what is only shown never waits for a token table, what is sent is counted.
func TestPreviewLoadsNothing(t *testing.T) {
	req := request("")
	req.Persona.Prompt = strings.Repeat("internationalization ", 40)
	d, _ := drive(says("Hi"))
	exact, err := d.preview(newLog("Hello"), req, d.opt.Counter.Count)
	if err != nil {
		t.Fatal(err)
	}
	d, _ = drive(says("Hi"))
	asked := 0
	guess, err := d.preview(newLog("Hello"), req, func(_ talk.Encoding, text string) (int, talk.Encoding) {
		asked++
		return tokens.EstimateText(text), talk.Estimate
	})
	if err != nil || asked != 1 || guess.fixed.System <= exact.fixed.System {
		t.Errorf("guessed %+v with %d questions, %v; exact %+v", guess.fixed, asked, err, exact.fixed)
	}
	if p, err := d.Preview(newLog("Hello"), req); err != nil || p.fixed != exact.fixed {
		t.Errorf("with a table: %+v, %v, want %+v", p.fixed, err, exact.fixed)
	}
}

func TestPlanOfNothing(t *testing.T) {
	d, _ := drive(says("Hi"))
	req := request("")
	empty, err := d.Plan(newLog(), req)
	if err != nil || empty.Total != 0 || empty.Fixed.System == 0 {
		t.Errorf("an empty talk: %+v, %v", empty, err)
	}
	req.Cutoff.Threshold = 100
	r, err := d.Plan(newLog("Hello"), req)
	var cut *HistoryCutOffError
	if !errors.As(err, &cut) || cut.TakenBack || r.Limit != 100 || r.Kept != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestPlanOfADraft(t *testing.T) {
	d, _ := drive(says("Hi"))
	draft, err := d.Plan(newLog("Hello", "Hi"), request(strings.Repeat("word ", 300)))
	if err != nil || draft.Total != 3 || draft.Kept != 3 || draft.History < 300 {
		t.Errorf("with a draft: %+v, %v", draft, err)
	}
}

// TestTrimIsLogged checks the line that says what was cut, without a word of the talk.
func TestTrimIsLogged(t *testing.T) {
	var lines strings.Builder
	m := &model{scripts: [][]step{says("Hi")}}
	d := NewDriver(Options{
		Counter: counter, Logger: slog.New(slog.NewTextHandler(&lines, nil)),
		Client: func(persona.Connection, string) (Streamer, error) { return m, nil },
	})
	req := request("Hello there")
	req.Cutoff.Threshold = 230
	if _, err := play(t, d, newLog(strings.Repeat("word ", 100), "yes"), req); err != nil {
		t.Fatal(err)
	}
	if got := lines.String(); !strings.Contains(got, "Trimmed conversation history: 3 -> 1 messages") || strings.Contains(got, "Hello") {
		t.Errorf("logged %q", got)
	}
}

// BenchmarkPreview plans a talk of 100 000 messages as a moving slider does, with all of it kept and with little.
func BenchmarkPreview(b *testing.B) {
	log := &memLog{}
	for i := range 100_000 {
		log.entries = append(log.entries, talk.Entry{
			ID: talk.EntryID(i + 1), Role: talk.User + talk.Role(i%2), Text: "x", Tokens: 15, Encoding: talk.O200kBase, Effective: t0,
		})
	}
	headers := make(tokens.Slice, len(log.entries))
	for i := range log.entries {
		e := &log.entries[i]
		headers[i] = talk.Header{ID: e.ID, Role: e.Role, Tokens: e.Tokens, Bytes: 1, Time: t0.UnixMilli()}
	}
	d, _ := drive(says("Hi"))
	for _, threshold := range []int{40_000, tokens.MaxThreshold} {
		b.Run(fmt.Sprint(threshold), func(b *testing.B) {
			p, err := d.Preview(planOnly{log, headers}, request(""))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := p.Report(tokens.Settings{Threshold: threshold}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// planOnly is a log whose path is ready, so that a benchmark measures the plan alone.
type planOnly struct {
	*memLog
	path tokens.Slice
}

func (l planOnly) View(f func(tokens.History) error) error { return f(l.path) }

func TestDraftedHistory(t *testing.T) {
	h := drafted{tokens.Slice{{Time: 10, ID: 1}, {Time: 20, ID: 2}}, talk.Header{Time: 30, Bytes: 1}}
	var ids, positions []uint64
	for e := range h.Before(h.Len()) {
		ids, positions = append(ids, uint64(e.ID)), append(positions, e.Pos)
	}
	if got := fmt.Sprint(ids, positions); got != "[0 2 1] [2 1 0]" {
		t.Errorf("Before = %s", got)
	}
	for e := range h.Before(2) {
		if e.ID == 0 {
			t.Error("Before(2) holds the draft")
		}
	}
	for tm, want := range map[int64]int{5: 0, 10: 0, 11: 1, 21: 2, 30: 2, 31: 3} {
		if got := h.Since(tm); got != want {
			t.Errorf("Since(%d) = %d, want %d", tm, got, want)
		}
	}
}

// TestRequestLaws: whatever the history and the settings, the request that leaves stays within its plan, begins with the
// system message and ends with the user's words; or nothing leaves and the words come back.
func TestRequestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log, req := drawTurn(t)
		before := log.stored()
		d, m := drive(says("Hi"))
		var report tokens.Report
		for ev, err := range d.Turn(t.Context(), log, req) {
			var cut *HistoryCutOffError
			if errors.As(err, &cut) {
				if !cut.TakenBack || cut.Text != clean(req.Say) || len(m.requests) != 0 || fmt.Sprint(log.stored()) != fmt.Sprint(before) {
					t.Fatalf("hard stop: %+v", cut)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if p, ok := ev.(Planned); ok {
				report = p.Report
			}
		}
		checkRequest(t, log, req, m.requests[0], report)
	})
}

func checkRequest(t *rapid.T, log *memLog, req Request, sent ChatRequest, report tokens.Report) {
	ms, sum := sent.Messages, 0
	for _, msg := range ms {
		n, _ := counter.Count(talk.O200kBase, msg.Content)
		sum += n + tokens.PerMessage
		if strings.TrimSpace(msg.Content) == "" {
			t.Fatalf("an empty %s message leaves", msg.Role)
		}
	}
	if sum > report.Prompt() || report.Prompt() > report.Limit || report.Limit > req.Cutoff.Threshold {
		t.Fatalf("%d tokens leave, planned %d, limit %d", sum, report.Prompt(), report.Limit)
	}
	first, second, last := ms[0], ms[1], ms[len(ms)-1]
	if second.Role != "user" && (second.Role != "assistant" || second.Content != clean(log.entries[0].Text)) {
		t.Fatalf("the talk begins with %s: %q", second.Role, second.Content)
	}
	if first.Role != "system" || last.Role != "user" || last.Content != clean(req.Say) {
		t.Fatalf("the request begins with %s and ends with %q", first.Role, last.Content)
	}
}

// drawTurn draws a talk of any shape, and a request about it.
func drawTurn(t *rapid.T) (*memLog, Request) {
	word := rapid.SampledFrom([]string{"hello ", "言葉", "x", " ", "\n", "<summary>", "{{char}}", "\x00", "\xff", "🙂", "supercalifragilistic"})
	text := rapid.Map(rapid.SliceOfN(word, 0, 30), func(ws []string) string { return strings.Join(ws, "") })
	roles := rapid.SampledFrom([]talk.Role{talk.User, talk.Assistant, talk.Assistant, talk.User, talk.Tool})
	states := rapid.SampledFrom([]talk.State{talk.Done, talk.Done, talk.CutOff, talk.Failed, talk.Writing})
	log := &memLog{}
	at := t0.Add(-100 * time.Hour)
	for range rapid.IntRange(0, 12).Draw(t, "entries") {
		at = at.Add(time.Duration(rapid.IntRange(0, 8).Draw(t, "hours")) * time.Hour)
		log.add(talk.Entry{Role: roles.Draw(t, "role"), Text: text.Draw(t, "text"), State: states.Draw(t, "state"), Time: at, CallID: "1"})
	}
	if rapid.Bool().Draw(t, "has summary") {
		log.summary = &talk.Summary{Text: text.Draw(t, "summary"), Time: t0.Add(-50 * time.Hour)}
	}
	for range rapid.IntRange(0, 2).Draw(t, "memories") {
		log.memories = append(log.memories, talk.Memory{Text: text.Draw(t, "memory")})
	}
	req := request("say " + text.Draw(t, "say"))
	req.Cutoff = tokens.Settings{
		Threshold:     rapid.IntRange(0, 700).Draw(t, "threshold"),
		PastHours:     rapid.IntRange(0, 120).Draw(t, "past hours"),
		BeforeSummary: rapid.Bool().Draw(t, "before summary"),
		ContextLength: rapid.SampledFrom([]int{0, 300, 600}).Draw(t, "window"),
		MaxOutput:     rapid.SampledFrom([]int{0, 100}).Draw(t, "max output"),
	}
	return log, req
}
