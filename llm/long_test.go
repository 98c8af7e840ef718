package llm_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/tokens"
)

// moody is a model server that enforces a window in tokens of its own making, and says so in many ways.
type moody struct {
	rng     *rand.Rand
	window  int
	perByte float64 // its tokens for each byte
	noise   float64 // by which the count of a request may differ, each time anew
	form    int     // how it refuses
	calls   int     // how many of its next replies call tools
	greets  []string

	body    []byte // of the newest request
	counted int    // of the newest request
	fault   error  // about the first request that no server takes
	asked   int
}

const refusals = 9

func (s *moody) count(ms []llmtest.Said) int {
	n := 3
	for _, m := range ms {
		text, pictures := m.Text()
		bytes := len(text)
		for _, c := range m.Calls {
			bytes += len(c.Function.Name) + len(c.Function.Arguments) + 20
		}
		n += 5 + int(float64(bytes)*s.perByte) + 700*pictures
	}
	return n
}

func (s *moody) answer(body []byte) llmtest.Reply {
	s.asked++
	s.body = body
	ms, err := llmtest.ReadMessages(body, s.greets...)
	if err != nil && s.fault == nil {
		s.fault = fmt.Errorf("%w\n%.3000s", err, body)
	}
	n := int(float64(s.count(ms)) * (1 + s.noise*(2*s.rng.Float64()-1)))
	s.counted = n
	if n > s.window {
		return s.refuse(n)
	}
	if s.calls > 0 {
		s.calls--
		return callReply(s.rng, n)
	}
	r := llmtest.Cut("It ", "is ", fmt.Sprint(s.asked), ".")
	r.End = llmtest.Close
	for _, e := range [][]byte{llmtest.Finish("stop"), llmtest.Usage(n, 4), llmtest.Done} {
		r.Writes = append(r.Writes, llmtest.Write{Data: e})
	}
	return r
}

// callReply calls tools that nobody offers, now and then with ids and names of its own taste.
func callReply(rng *rand.Rand, n int) llmtest.Reply {
	var calls []any
	ids := []string{"a", "b", "", "a", "call 7", "ä"}
	for i := range 1 + rng.IntN(3) {
		calls = append(calls, map[string]any{"index": i, "id": ids[rng.IntN(len(ids))], "type": "function", "function": map[string]any{
			"name": []string{"look_up", "", "天気", "a b"}[rng.IntN(4)], "arguments": []string{"{}", "{", `{"a":1}`, "[]", ""}[rng.IntN(5)],
		}})
	}
	return llmtest.Stream(
		llmtest.Event(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{"tool_calls": calls}}}}),
		llmtest.Finish("tool_calls"), llmtest.Usage(n, 4), llmtest.Done)
}

func (s *moody) refuse(n int) llmtest.Reply {
	w := s.window
	switch s.form {
	case 0:
		return llmtest.Wrong(400, "context_length_exceeded", fmt.Sprintf("This model's maximum context length is %d tokens. However, your messages resulted in %d tokens.", w, n))
	case 1:
		return llmtest.Wrong(400, "", fmt.Sprintf("request (%d tokens) exceeds the available context size (%d tokens), try increasing it", n, w))
	case 2:
		return llmtest.Wrong(400, "", fmt.Sprintf("prompt is too long: %d tokens > %d maximum", n, w))
	case 3:
		return llmtest.Wrong(413, "", "Payload Too Large")
	case 4:
		return llmtest.Wrong(500, "", "Context size has been exceeded.")
	case 5:
		return llmtest.Stream(llmtest.Finish("length"), llmtest.Usage(n, 0), llmtest.Done)
	case 6:
		return llmtest.Stream(llmtest.Done)
	case 7:
		return llmtest.Wrong(400, "", "the prompt exceeds the context window")
	}
	r := llmtest.Good("Dropped", "the", "beginning") // silently
	r.Writes[len(r.Writes)-2].Data = llmtest.Usage(w/2, 3)
	return r
}

// life is a talk that goes on and on, with what its window remembers.
type life struct {
	t      *testing.T
	rng    *rand.Rand
	store  *history.Store
	tk     *history.Talk
	server *moody
	driver *llm.Driver
	req    llm.Request
	limit  int
	factor tokens.Factor
	ratio  tokens.Ratio
	habits llm.Habits
	now    time.Time
	turns  int
	before llm.Request // of the last turn that went well
	quiet  bool        // the talk only grew since
	stats  map[string]int
	refs   []talk.Picture
}

var long = tokens.NewCounter() // loading its table takes half a second

const hello = "Hello, I am here."

func (l *life) text(size int) string {
	words := [][]string{
		{"the ", "water ", "is ", "cold ", "and ", "I ", "went ", "home, ", "because ", "of ", "you.\n", "<b>&amp;</b> "},
		{"昨日は", "とても", "寒かった。", "猫が", "窓の", "そばで", "眠って", "いた。\n", "そして", "雪が降り"},
		{"func(", "x, ", "y) ", "{\n\t", "return ", "0x7f3a", "}\n", "//", "\"q\\\"", "\u2028", "🙂🙃", "e\u0301"},
	}[l.rng.IntN(3)]
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(words[l.rng.IntN(len(words))])
	}
	return b.String()
}

func (l *life) size() int {
	switch n := l.rng.IntN(100); {
	case n < 80:
		return 1 + l.rng.IntN(300)
	case n < 97:
		return 1 + l.rng.IntN(5000)
	default:
		return 1 + l.rng.IntN(40_000)
	}
}

// past appends n entries as imports and years can leave them: groups of tools, whole and broken, empty ones, pictures.
func (l *life) past(n int) {
	for n > 0 {
		n--
		e := talk.Entry{Role: talk.User, Time: l.now, Text: l.text(l.size()), Encoding: talk.O200kBase}
		l.now = l.now.Add(time.Duration(l.rng.IntN(7200)-100) * time.Second)
		switch k := l.rng.IntN(100); {
		case k < 40:
		case k < 80:
			e.Role = talk.Assistant
		case k < 84:
			e.Pictures = []talk.Picture{l.refs[l.rng.IntN(len(l.refs))]}
			if l.rng.IntN(2) == 0 {
				e.Text = ""
			}
		case k < 88:
			e.Role, e.Text = talk.Role(1+l.rng.IntN(3)), []string{"", " \n", "\u3000"}[l.rng.IntN(3)]
		case k < 90:
			e.Role, e.CallID = talk.Tool, "orphan"
		default:
			n -= l.group()
			continue
		}
		l.add(e)
	}
}

func (l *life) add(e talk.Entry) {
	long.CountEntry(&e)
	tokens.CountPictures("m", e.Pictures)
	_, err := l.tk.Append(e)
	l.ok(err)
}

// group appends a reply with calls and some results.
func (l *life) group() int {
	e := talk.Entry{Role: talk.Assistant, Time: l.now, Encoding: talk.O200kBase}
	n := 1 + l.rng.IntN(4)
	for i := range n {
		e.Calls = append(e.Calls, talk.ToolCall{ID: fmt.Sprint("c", i*l.rng.IntN(2)), Name: "look up", Arguments: `{"a":` + fmt.Sprint(i)})
	}
	l.add(e)
	for i := range l.rng.IntN(n + 2) {
		size := []int{0, 40, 3000, 9000}[l.rng.IntN(4)]
		l.add(talk.Entry{Role: talk.Tool, Time: l.now, CallID: fmt.Sprint("c", i), Text: l.text(size), Encoding: talk.O200kBase})
	}
	return n
}

func (l *life) ok(err error) {
	if err != nil {
		l.t.Fatal(err)
	}
}

// change turns a knob or two.
func (l *life) change() {
	s, p := &l.req.Cutoff, &l.req.Persona
	if l.rng.IntN(3) == 0 { // and sometimes all of it back
		*s = tokens.Defaults()
		l.server.window += 20_000
	}
	switch l.rng.IntN(16) {
	case 0:
		s.Steps = !s.Steps
	case 1:
		s.SummaryReplaces, s.BeforeSummary = l.rng.IntN(2) == 0, l.rng.IntN(2) == 0
	case 2:
		s.PhotoCutoff = l.rng.IntN(12)
	case 3:
		s.Threshold = []int{0, 300, 2000, 8000, 40_000, 40_000, 40_000, 100_000, tokens.MaxThreshold}[l.rng.IntN(9)]
	case 4:
		s.MaxOutput = []int{0, 1, 500, 4000, 100_000, tokens.MaxMaxOutput}[l.rng.IntN(6)]
	case 5:
		s.ContextLength = []int{0, 0, 0, 512, l.server.window, l.server.window, 2 * l.server.window, 128_000}[l.rng.IntN(8)]
	case 6:
		s.PastHours = []int{0, 0, 1, 24, 1000}[l.rng.IntN(5)]
	case 7:
		s.ElideToolOutput = !s.ElideToolOutput
	case 8:
		l.server.window = 400 + int(float64(60_000)*l.rng.Float64()*l.rng.Float64()*l.rng.Float64())
		l.limit = 0 // as a server that was started anew and tells
	case 9:
		l.server.form = l.rng.IntN(refusals)
	case 10:
		l.server.calls = l.rng.IntN(6)
	case 11:
		p.TellTime, p.PostPrompt = !p.TellTime, []string{"", "Be brief, {{user}}."}[l.rng.IntN(2)]
	case 12:
		p.Shape = []persona.Shape{persona.ShapeAuto, persona.ShapeStrict, persona.ShapeNoSystem}[l.rng.IntN(3)]
	case 13:
		l.req.Model = []string{"m", "gpt-4", "gpt-5"}[l.rng.IntN(3)]
	case 14:
		p.Prompt = []string{"", "You are {{char}}.", l.text(3000)}[l.rng.IntN(3)]
	case 15:
		l.server.noise = l.rng.Float64() / 10
	}
	l.req.Cutoff = s.Clamp()
}

// wander does something to the talk that is no turn.
func (l *life) wander() {
	path := l.path()
	switch k := l.rng.IntN(8); {
	case k == 0 && len(path) > 0:
		l.ok(l.tk.Rewind(path[l.rng.IntN(len(path))]))
	case k == 1 && len(path) > 0:
		e, err := l.tk.Entry(path[max(len(path)-1-l.rng.IntN(8), 0)])
		l.ok(err)
		edited := talk.Entry{Role: talk.User, Time: l.now, Text: l.text(l.size()), Encoding: talk.O200kBase}
		long.CountEntry(&edited)
		_, err = l.tk.AppendTo(e.Parent, edited)
		l.ok(err)
	case k == 2 && len(path) > 0:
		_, err := l.tk.Show(talk.EntryID(1 + l.rng.IntN(int(slices.Max(path)))))
		l.ok(err)
	case k == 3 && len(path) > 3:
		_, err := l.tk.PutSummary(talk.Summary{Until: path[l.rng.IntN(len(path))], Text: l.text(1 + l.rng.IntN(600))})
		l.ok(err)
	case k == 4 && len(path) > 0:
		_, err := l.driver.StartFrom(l.tk, l.request(""), path[max(len(path)-1-l.rng.IntN(40), 0)])
		l.typed(err)
	case k == 5:
		_, err := l.driver.More(l.tk, l.request(""))
		l.typed(err)
	case k == 6:
		l.past(l.rng.IntN(20))
	}
}

func (l *life) path() (ids []talk.EntryID) {
	l.ok(l.tk.View(func(h tokens.History) error {
		for e := range h.Before(h.Len()) {
			ids = append(ids, e.ID)
		}
		return nil
	}))
	slices.Reverse(ids)
	return ids
}

func (l *life) request(say string) llm.Request {
	req := l.req
	req.Say, req.ServerLimit, req.Habits = say, l.limit, l.habits
	req.Factor, req.Mean, req.Ratio = l.factor.Used, l.factor.Mean, l.ratio
	if req.Cutoff.ContextLength != 0 {
		req.ServerLimit = 0 // as the window does it
	}
	return req
}

// typed fails unless an error is none or the hard stop.
func (l *life) typed(err error) {
	var cut *llm.HistoryCutOffError
	if err != nil && !errors.As(err, &cut) {
		l.t.Fatalf("%v", err)
	}
}

// turn says something and looks at everything that comes of it.
func (l *life) turn() (entry talk.Entry, failed error) {
	var pictures []talk.Picture
	if l.rng.IntN(12) == 0 {
		pictures = l.refs[:1]
	}
	return l.say(fmt.Sprintf("[%d] ", l.turns)+l.text(l.size()), pictures)
}

func (l *life) say(say string, pictures []talk.Picture) (entry talk.Entry, failed error) {
	l.now = l.now.Add(time.Minute)
	l.turns++
	req := l.request(say)
	req.Pictures = pictures
	before, asked, held := l.path(), l.server.asked, l.anchor()
	l.server.greets = nil
	if len(before) > 0 { // what the persona said first may lead
		e, err := l.tk.Entry(before[0])
		l.ok(err)
		l.server.greets = []string{e.Text}
	}
	var plan tokens.Report
	var called []talk.EntryID
	var replied *llm.Replied
	for ev, err := range l.driver.Turn(context.Background(), l.tk, req) {
		failed = err
		switch ev := ev.(type) {
		case llm.Planned:
			plan = ev.Report
			if plan.Prompt() > plan.Limit && !plan.Uncounted {
				l.t.Fatalf("planned %d of %d tokens: %+v", plan.Prompt(), plan.Limit, plan)
			}
		case llm.Limited:
			l.limit = cmp.Or(ev.Limit, l.limit)
			l.quiet = l.quiet && ev.Limit != 0 // a guess holds for one turn
		case llm.Learned:
			l.habits = ev.Habits
		case llm.Called:
			for _, e := range ev.Entries {
				called = append(called, e.ID)
			}
		case llm.Replied:
			replied = &ev
		}
	}
	if l.server.fault != nil {
		l.t.Fatal(l.server.fault)
	}
	after := l.path()
	if replied == nil {
		var c interface{ Code() string }
		if errors.As(failed, &c) {
			l.stats[c.Code()]++
		}
		var cut *llm.HistoryCutOffError
		if errors.As(failed, &cut) {
			l.stats[string(cut.Diagnosis.Rule)]++
		}
		l.afterError(req, failed, before, after, called, l.server.asked > asked)
		return entry, failed
	}
	entry = replied.Entry
	want := append(slices.Clone(before), after[min(len(before), len(after)-1)])
	want = append(append(want, called...), entry.ID)
	if !slices.Equal(after, want) {
		l.t.Fatalf("the path is %v, want %v", after, want)
	}
	if now := l.anchor(); l.same(req) && now.Pos < held.Pos && plan.Limit*100 < held.Ceiling*125 {
		l.t.Fatalf("the anchor moved back by itself, from %+v to %+v", held, now)
	}
	l.before, l.quiet = req, true
	if l.stats["reply"]++; l.stats["reply"]%3 == 0 {
		l.fits(plan)
	}
	l.inIt(say)
	l.exact(entry)
	for _, id := range called {
		if e, err := l.tk.Entry(id); err != nil || e.Role == talk.Assistant {
			l.ok(err)
			if r, err := llm.Rebuild(l.tk, e, nil); err != nil || r.Likeness != llm.Exact {
				l.t.Fatalf("the request of a reply with calls is rebuilt as %v, %v", r.Likeness, err)
			}
		}
	}
	if replied.Bytes > 0 && entry.Usage != nil {
		l.factor = l.factor.Learn(plan.Counted(), entry.Usage.Prompt)
		l.ratio = l.ratio.Learn(replied.Bytes, entry.Usage.Prompt)
	}
	return entry, nil
}

func (l *life) anchor() talk.Anchor {
	a, err := l.tk.Anchor()
	l.ok(err)
	return a
}

// same reports whether nothing but the talk's growth is new since the last turn that went well.
func (l *life) same(req llm.Request) bool {
	b := l.before
	return l.quiet && req.Cutoff == b.Cutoff && req.Model == b.Model && req.ServerLimit == b.ServerLimit
}

// inIt fails unless what was said is in the newest request.
func (l *life) inIt(say string) {
	ms, err := llmtest.ReadMessages(l.server.body, l.server.greets...)
	l.ok(err)
	for _, m := range slices.Backward(ms) {
		if text, _ := m.Text(); m.Role == "user" && strings.Contains(text, strings.TrimSpace(say)) {
			return
		}
	}
	l.t.Fatalf("what was said is not in the request: %.80q", say)
}

// fits counts the newest request anew.
func (l *life) fits(plan tokens.Report) {
	ms, err := llmtest.ReadMessages(l.server.body, l.server.greets...)
	l.ok(err)
	n := tokens.PerReply
	for _, m := range ms {
		text, pictures := m.Text()
		for _, c := range m.Calls {
			text += c.ID + c.Function.Name + c.Function.Arguments
		}
		c, _ := long.Count(tokens.EncodingFor(l.req.Model), text)
		n += c + tokens.PerMessage + pictures*l.refs[0].Tokens
	}
	if n > plan.Limit && l.req.Persona.Shape == persona.ShapeAuto && l.req.Model == "m" {
		l.t.Fatalf("a request of %d tokens, the limit is %d: %+v", n, plan.Limit, plan)
	}
}

func (l *life) exact(e talk.Entry) {
	r, err := llm.Rebuild(l.tk, e, nil)
	l.ok(err)
	if r.Likeness != llm.Exact || string(r.Body) != string(l.server.body) {
		l.t.Fatalf("rebuilt as %v\n%.2000s\nwas\n%.2000s", r.Likeness, r.Body, l.server.body)
	}
}

// afterError looks at what an error left, and does what it recommends.
func (l *life) afterError(req llm.Request, failed error, before, after, called []talk.EntryID, asked bool) {
	var coded interface {
		error
		Code() string
	}
	if !errors.As(failed, &coded) {
		l.t.Fatalf("an error without a code: %v", failed)
	}
	var cut *llm.HistoryCutOffError
	if !errors.As(failed, &cut) {
		if c := coded.Code(); c != llm.CodeEmpty && c != llm.CodeOnlyCalls || !asked {
			l.t.Fatalf("the turn ended with %v", failed)
		}
		if len(after) != len(before)+1+len(called) {
			l.t.Fatalf("%v left %d entries of %d and %d", failed, len(after), len(before), len(called))
		}
		return
	}
	switch {
	case cut.TakenBack && (!slices.Equal(before, after) || cut.Text != req.Say):
		l.t.Fatalf("taken back, %v is left of %v", after, before)
	case !cut.TakenBack:
		l.t.Fatalf("not taken back: %v", failed)
	case len(cut.Diagnosis.Remedies) == 0:
		l.t.Fatalf("no remedy: %+v", cut.Diagnosis)
	}
	l.remedies(req, cut.Diagnosis)
}

// remedies applies every remedy that is said to be enough.
func (l *life) remedies(req llm.Request, d tokens.Diagnosis) {
	req.ServerLimit = l.limit
	if req.Cutoff.ContextLength != 0 {
		req.ServerLimit = 0
	}
	try := func(what tokens.Part, change func(*llm.Request)) {
		r := req
		change(&r)
		e := talk.Entry{Role: talk.User, Time: l.now, Text: r.Say, Pictures: slices.Clone(r.Pictures), Encoding: tokens.EncodingFor(r.Model)}
		r.Say, r.Pictures = "", nil
		long.CountEntry(&e)
		tokens.CountPictures(r.Model, e.Pictures)
		said, err := l.tk.Append(e)
		l.ok(err)
		_, err = l.driver.Plan(l.tk, r)
		l.ok(l.tk.Rewind(said.Parent))
		if err != nil {
			l.t.Fatalf("%s does not help: %v\n%+v", what, err, d)
		}
	}
	if d.Threshold > 0 {
		try("threshold", func(r *llm.Request) { r.Cutoff.Threshold = d.Threshold })
	}
	for _, r := range d.Remedies {
		if !r.Enough {
			continue
		}
		switch r.Part {
		case tokens.PartCeiling:
			try(r.Part, func(r *llm.Request) { r.Cutoff.Threshold = tokens.MaxThreshold })
		case tokens.PartReply:
			try(r.Part, func(r *llm.Request) { r.Cutoff.MaxOutput = 0 })
		case tokens.PartWindow:
			try(r.Part, func(r *llm.Request) { r.Cutoff.ContextLength, r.ServerLimit = tokens.MaxContextLength, 0 })
		case tokens.PartSystem:
			try(r.Part, func(r *llm.Request) { r.Persona.Prompt = "" })
		case tokens.PartPost:
			try(r.Part, func(r *llm.Request) { r.Persona.PostPrompt, r.Persona.TellTime = "", false })
		case tokens.PartMessage:
			try(r.Part, func(r *llm.Request) { r.Say = "a" })
		case tokens.PartPictures:
			try(r.Part, func(r *llm.Request) { r.Pictures = nil })
		}
	}
}

// insist sends again what was too long for the server. What was learned of it, and in the end the window that the user types in, lets
// the talk go on wherever the newest message alone leaves room.
func (l *life) insist(failed error) {
	var cut *llm.HistoryCutOffError
	if errors.As(failed, &cut) && cut.Diagnosis.Rule != tokens.RuleServer {
		return
	}
	say := "And?"
	if cut != nil {
		say = cut.Text
	}
	p := l.req.Persona
	least := l.server.count([]llmtest.Said{{}, {}}) + int(float64(len(say)+len(p.Prompt)+len(p.PostPrompt)+800)*l.server.perByte)
	ours, _ := long.Count(talk.O200kBase, say+p.Prompt+p.PostPrompt)
	if max(least, ours+300)*3 > l.server.window || l.server.form == refusals-1 {
		return
	}
	kept := l.req.Cutoff
	defer func() { l.req.Cutoff = kept }()
	l.server.calls = 0
	for range 9 {
		_, failed = l.say(say, nil)
		if failed == nil {
			return
		}
		if errors.As(failed, &cut) && cut.Diagnosis.Rule == tokens.RuleCeiling {
			return
		}
		if n := len(l.path()); failed != nil && n > 0 { // an empty reply leaves the words
			if e, err := l.tk.Head(); err == nil && e.Role == talk.User && e.Text == say {
				l.ok(l.tk.Rewind(e.Parent))
			}
		}
	}
	l.req.Cutoff.ContextLength, l.req.Cutoff.MaxOutput, l.req.Cutoff.Threshold = l.server.window/2, 0, tokens.MaxThreshold
	for range 4 {
		if _, failed = l.say(say, nil); failed == nil {
			return
		}
	}
	l.t.Fatalf("%d tokens in a window of %d, form %d: %v", least, l.server.window, l.server.form, failed)
}

// again answers the newest words once more, or goes on with the reply.
func (l *life) again(e talk.Entry) {
	req := l.request("")
	if req.Continue = l.rng.IntN(2) == 0; !req.Continue {
		if e.Parent == 0 {
			return
		}
		l.ok(l.tk.Rewind(e.Parent))
	}
	l.quiet = false
	for ev, err := range l.driver.Turn(context.Background(), l.tk, req) {
		if r, ok := ev.(llm.Replied); ok {
			l.exact(r.Entry)
		}
		var coded interface{ Code() string }
		if err != nil && !errors.As(err, &coded) {
			l.t.Fatal(err)
		}
	}
	l.stats["again"]++
	if l.server.fault != nil {
		l.t.Fatal(l.server.fault)
	}
}

// begin makes a persona with a talk and a server for it.
func begin(t *testing.T, s *history.Store, seed uint64) *life {
	l := &life{stats: map[string]int{}, t: t, rng: rand.New(rand.NewPCG(seed, 1)), store: s, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	greeting := talk.Entry{Role: talk.Assistant, Text: hello, Greeting: true, Time: l.now}
	if l.rng.IntN(2) == 0 {
		greeting = talk.Entry{}
	}
	p, info, err := s.CreatePersona(persona.Persona{Name: "Mira", Prompt: "You are {{char}}."}, greeting)
	l.ok(err)
	l.tk = s.Talk(info.ID)
	for _, data := range []string{"\x89PNG\r\n\x1a\nabc", "\x89PNG\r\n\x1a\ndefg"} {
		ref, err := s.AddAttachment([]byte(data))
		l.ok(err)
		l.refs = append(l.refs, talk.Picture{Ref: ref, Type: "image/png", Width: 800, Height: 600, Tokens: 1600})
	}
	l.server = &moody{
		rng: l.rng, window: 400 + l.rng.IntN(30_000), perByte: 0.15 + 0.45*l.rng.Float64(), noise: l.rng.Float64() / 20,
		form: l.rng.IntN(refusals),
	}
	exam := llmtest.Examine(t, l.server.answer)
	l.driver = llm.NewDriver(llm.Options{
		Counter: long, Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { return l.now },
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	l.req = llm.Request{
		Persona: p, Cutoff: tokens.Defaults(), Model: "m", UserName: "Ann",
		Connection: persona.Connection{ID: "c", BaseURL: exam.URL}, Key: "sk-marked-0123456789",
	}
	return l
}

var (
	talks = flag.Int("talks", 10, "how many talks are made up")
	from  = flag.Uint64("from", 0, "the first of them")
)

// A talk goes on whatever is in it, whatever server it meets and whatever is changed on the way.
func TestLongTalks(t *testing.T) {
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
	stats := map[string]int{}
	for seed := *from; seed < *from+uint64(*talks); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			l := begin(t, s, seed)
			l.stats = stats
			l.past([]int{0, 3, 30, 120}[l.rng.IntN(4)])
			l.live(8)
		})
	}
	t.Log(stats)
	for _, what := range []string{"reply", "again", llm.CodeHistoryCutOff} {
		if stats[what] == 0 && *talks >= 10 {
			t.Errorf("no talk had any %s", what)
		}
	}
}

// The same in a talk of 20 000 entries, whose requests hold what fits and whose cost is that of a short one.
func TestAVeryLongTalk(t *testing.T) {
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
	l := begin(t, s, 1)
	l.past(300)
	l.stretch(20_000)
	l.live(12)
	t.Logf("in the end %d entries, %v", len(l.path()), l.stats)
}

// stretch makes a talk of n entries out of this one's, said again and again, and goes on with that.
func (l *life) stretch(n int) {
	path, err := l.tk.Page(0, n)
	l.ok(err)
	info, err := l.tk.Info()
	l.ok(err)
	span := path[len(path)-1].Time.Sub(path[0].Time) + time.Hour
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	line := func(v any) { l.ok(w.Encode(v)) }
	line(map[string]any{"bonbon": "export", "version": 1, "time": l.now})
	line(map[string]any{"type": "talk", "talk": talk.Info{ID: "long", Persona: info.Persona, Head: talk.EntryID(n), Count: n}})
	for i := range n {
		e := path[i%len(path)]
		e.ID, e.Parent, e.Time = talk.EntryID(i+1), talk.EntryID(i), e.Time.Add(span*time.Duration(i/len(path)))
		e.Effective, l.now = e.Time, e.Time
		line(map[string]any{"type": "entry", "talk_id": "long", "entry": e})
	}
	_, err = l.store.Import(&b, history.ImportOptions{})
	l.ok(err)
	l.tk = l.store.Talk("long")
	if got := len(l.path()); got != n {
		l.t.Fatalf("a talk of %d entries, not %d", got, n)
	}
}

// live has turns, with changes and wanderings between them.
func (l *life) live(turns int) {
	for range turns {
		for range l.rng.IntN(3) {
			l.change()
		}
		if l.rng.IntN(3) == 0 {
			l.wander()
			l.quiet = false
		}
		switch entry, err := l.turn(); { // it judges itself
		case err == nil && l.rng.IntN(4) == 0:
			l.again(entry)
		case err != nil:
			l.insist(err)
		}
	}
}
