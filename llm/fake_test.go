package llm

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

// counter is shared by all tests: loading its table takes half a second.
var counter = tokens.NewCounter()

// memLog is a talk in memory. fail, if set, is asked before each operation.
type memLog struct {
	mu       sync.Mutex
	entries  []talk.Entry // entry n has ID n+1
	path     []talk.EntryID
	ops      []string // what was done, with the state of what was stored
	fail     func(op string) error
	memories []talk.Memory
	summary  *talk.Summary
	anchor   talk.Anchor
	pictures map[string][]byte
	texts    map[string]string
	noRecord bool // Conclude fails
}

var _ Log = (*memLog)(nil)

// newLog returns a talk of these turns, told apart by role in order: user, assistant, user …
func newLog(texts ...string) *memLog {
	l := &memLog{}
	for i, text := range texts {
		e := talk.Entry{Role: talk.User, Text: text, Encoding: talk.O200kBase, Time: t0}
		if i%2 == 1 {
			e.Role = talk.Assistant
		}
		l.add(e)
	}
	l.ops = nil
	return l
}

func (l *memLog) add(e talk.Entry) {
	counter.CountEntry(&e)
	if _, err := l.Append(e); err != nil {
		panic(err)
	}
}

var t0 = time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)

func (l *memLog) begin(op string) error {
	l.ops = append(l.ops, op)
	if l.fail != nil {
		return l.fail(op)
	}
	return nil
}

func (l *memLog) Head() (talk.Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fail != nil {
		if err := l.fail("head"); err != nil {
			return talk.Entry{}, err
		}
	}
	if len(l.path) == 0 {
		return talk.Entry{}, nil
	}
	return l.entries[l.path[len(l.path)-1]-1], nil
}

func (l *memLog) Append(e talk.Entry) (talk.Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.begin(fmt.Sprintf("append %s %q %s", e.Role, e.Text, e.State)); err != nil {
		return talk.Entry{}, err
	}
	e.ID = talk.EntryID(len(l.entries) + 1)
	if len(l.path) > 0 {
		e.Parent = l.path[len(l.path)-1]
	}
	e.Effective = e.Time
	l.entries = append(l.entries, e)
	l.path = append(l.path, e.ID)
	return e, nil
}

func (l *memLog) AppendTo(parent talk.EntryID, e talk.Entry) (talk.Entry, error) {
	l.mu.Lock()
	at := slices.Index(l.path, parent) + 1
	var after []talk.EntryID
	l.path, after = l.path[:at:at], l.path[at:]
	l.mu.Unlock()
	stored, err := l.Append(e)
	if err != nil {
		l.mu.Lock()
		l.path = append(l.path, after...)
		l.mu.Unlock()
	}
	return stored, err
}

func (l *memLog) Update(e talk.Entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.begin(fmt.Sprintf("update %q %s", e.Text, e.State)); err != nil {
		return err
	}
	l.entries[e.ID-1] = e
	return nil
}

func (l *memLog) Aside(e talk.Entry) (talk.Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.begin(fmt.Sprintf("aside %q", e.Reasoning)); err != nil {
		return talk.Entry{}, err
	}
	e.ID = talk.EntryID(len(l.entries) + 1)
	l.entries = append(l.entries, e)
	return e, nil
}

func (l *memLog) Rewind(id talk.EntryID) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.begin(fmt.Sprintf("rewind %d", id)); err != nil {
		return err
	}
	l.path = nil
	for ; id != 0; id = l.entries[id-1].Parent {
		l.path = append(l.path, id)
	}
	slices.Reverse(l.path)
	return nil
}

func (l *memLog) View(f func(tokens.History) error) error {
	l.mu.Lock()
	headers := make(tokens.Slice, len(l.path))
	for i, id := range l.path {
		e := &l.entries[id-1]
		headers[i] = talk.Header{
			Pos: uint64(i), ID: id, Time: e.Effective.UnixMilli(), Role: e.Role, Flags: e.Flags(),
			Encoding: e.Encoding, Tokens: e.Tokens, Bytes: e.Bytes(), Pictures: e.PictureTokens(),
		}
	}
	l.mu.Unlock()
	if l.fail != nil {
		if err := l.fail("view"); err != nil {
			return err
		}
	}
	return f(headers)
}

func (l *memLog) Load(hs []talk.Header) ([]talk.Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fail != nil {
		if err := l.fail("load"); err != nil {
			return nil, err
		}
	}
	es := make([]talk.Entry, len(hs))
	for i, h := range hs {
		es[i] = l.entries[h.ID-1]
	}
	return es, nil
}

func (l *memLog) Summary() (*talk.Summary, error) {
	if l.fail != nil {
		return l.summary, l.fail("summary")
	}
	return l.summary, nil
}

func (l *memLog) Anchor() (talk.Anchor, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fail != nil {
		return l.anchor, l.fail("anchor")
	}
	return l.anchor, nil
}

func (l *memLog) SetAnchor(a talk.Anchor) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.begin(fmt.Sprintf("anchor %d", a.ID)); err != nil {
		return err
	}
	l.anchor = a
	return nil
}

func (l *memLog) Picture(ref string) ([]byte, error) {
	data, ok := l.pictures[ref]
	if !ok {
		return nil, fmt.Errorf("no picture %s", ref)
	}
	return data, nil
}

func (l *memLog) KeepText(text string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.texts == nil {
		l.texts = make(map[string]string)
	}
	l.texts[talk.TextName(text)] = text
	return nil
}

func (l *memLog) Conclude(e talk.Entry, _ []talk.Take) (talk.Entry, error) {
	if l.noRecord {
		return e, fmt.Errorf("no room for a record")
	}
	if e.ID == 0 {
		return l.AppendTo(e.Parent, e)
	}
	return e, l.Update(e)
}

func (l *memLog) Memories() ([]talk.Memory, error) {
	if l.fail != nil {
		return l.memories, l.fail("memories")
	}
	return l.memories, nil
}

// stored returns the texts on the path, each with its state.
func (l *memLog) stored() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []string
	for _, id := range l.path {
		e := l.entries[id-1]
		out = append(out, fmt.Sprintf("%s %q %s", e.Role, e.Text, e.State))
	}
	return out
}

// step is one thing that a scripted model does: wait, then yield.
type step struct {
	after time.Duration
	chunk Chunk
	err   error
}

// model is a scripted Streamer: call n plays script n, the last one again if there are no more.
type model struct {
	scripts  [][]step
	requests []ChatRequest
}

func (m *model) Stream(ctx context.Context, r ChatRequest) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		script := m.scripts[min(len(m.requests), len(m.scripts)-1)]
		m.requests = append(m.requests, r)
		for _, s := range script {
			if s.after > 0 {
				if err := sleep(ctx, s.after); err != nil {
					yield(Chunk{}, newError(CodeStopped, err))
					return
				}
			}
			if !yield(s.chunk, s.err) || s.err != nil {
				return
			}
		}
	}
}

func says(words ...string) []step {
	var script []step
	for _, w := range words {
		script = append(script, step{chunk: Chunk{Text: w}})
	}
	return append(script, step{chunk: Chunk{Finish: "stop", Usage: &talk.Usage{Prompt: 20, Completion: 4}}})
}

func fails(err error, words ...string) []step {
	script := says(words...)
	script[len(script)-1] = step{err: err}
	return script
}

// drive returns a driver for a scripted model, with waits that end at once.
func drive(scripts ...[]step) (*Driver, *model) {
	m := &model{scripts: scripts}
	return NewDriver(Options{
		Counter: counter,
		Logger:  slog.New(slog.DiscardHandler),
		Client:  func(persona.Connection, string) (Streamer, error) { return m, nil },
		Now:     func() time.Time { return t0 },
		Wait:    func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}), m
}

func request(say string) Request {
	return Request{
		Persona:    persona.Persona{Name: "Mira", Prompt: "You are {{char}}."},
		Cutoff:     tokens.Defaults(),
		Connection: persona.Connection{ID: "c", BaseURL: "http://127.0.0.1:1/v1"},
		Model:      "m", UserName: "Ann", Say: say,
	}
}

// play runs a turn to its end and returns each event as a line.
func play(t *testing.T, d *Driver, log Log, req Request) ([]string, error) {
	t.Helper()
	return playUntil(t.Context(), d, log, req, func(Event) bool { return true })
}

func playUntil(ctx context.Context, d *Driver, log Log, req Request, goOn func(Event) bool) (lines []string, err error) {
	for ev, e := range d.Turn(ctx, log, req) {
		if e != nil {
			return lines, e
		}
		lines = append(lines, line(ev))
		if !goOn(ev) {
			return lines, nil
		}
	}
	return lines, nil
}

func line(ev Event) string {
	switch ev := ev.(type) {
	case Said:
		return fmt.Sprintf("said %q", ev.Entry.Text)
	case Planned:
		return fmt.Sprintf("planned %d of %d", ev.Report.Kept, ev.Report.Total)
	case Limited:
		return fmt.Sprintf("limited to %d", ev.Limit)
	case Waiting:
		return fmt.Sprintf("waiting %v (%d)", ev.For, ev.Attempt)
	case Delta:
		return fmt.Sprintf("delta %q %q", ev.Text, ev.Reasoning)
	case Replied:
		return fmt.Sprintf("replied %q %s", ev.Entry.Text, ev.Entry.State)
	}
	return fmt.Sprintf("%T", ev)
}

func sent(r ChatRequest) []string {
	var out []string
	for _, m := range r.Messages {
		out = append(out, m.Role+": "+m.Content)
	}
	return out
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}
