package ui

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
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

// plainKey is searched for in all that is stored.
const plainKey = "sk-marked-0123456789abcdef"

// sentTest is a talk with a scripted server, and what the server received for each reply.
type sentTest struct {
	t        testing.TB
	dir      string
	store    *history.Store
	log      *history.Talk
	driver   *llm.Driver
	server   *llmtest.Server
	req      llm.Request
	received map[talk.EntryID][]byte
}

func newSentTest(t testing.TB, script llmtest.Script) *sentTest {
	s := &sentTest{t: t, dir: t.TempDir(), server: llmtest.Serve(t, script), received: map[talk.EntryID][]byte{}}
	s.store = historytest.OpenWith(t, s.dir, history.Options{})
	p, info, err := s.store.CreatePersona(persona.Persona{Name: "ミラ", Prompt: "You are {{char}} <kind> & 賢い."}, talk.Entry{Text: "こんにちは。", Tokens: 4})
	if err != nil {
		t.Fatal(err)
	}
	s.log = s.store.Talk(info.ID)
	s.driver = llm.NewDriver(llm.Options{Logger: slog.New(slog.DiscardHandler), Counter: counter})
	half := 0.5
	p.Sampling.Temperature = &half
	s.req = llm.Request{
		Persona: p, Connection: persona.Connection{ID: "c", BaseURL: s.server.URL}, Key: plainKey, Model: "test-model",
		UserName: "Lea", Cutoff: tokens.Settings{Threshold: 3000, Steps: true, ElideToolOutput: true},
	}
	return s
}

// turn plays one turn and notes what the server received last.
func (s *sentTest) turn(say string) talk.Entry {
	s.t.Helper()
	s.req.Say = say
	for ev, err := range s.driver.Turn(s.t.Context(), s.log, s.req) {
		if err != nil {
			s.t.Fatal(err)
		}
		if r, ok := ev.(llm.Replied); ok {
			chats := s.server.Chats()
			s.received[r.Entry.ID] = chats[len(chats)-1].Body
			return r.Entry
		}
	}
	s.t.Fatal("no reply")
	return talk.Entry{}
}

// check rebuilds the request of every reply.
func (s *sentTest) check() {
	s.t.Helper()
	for id, want := range s.received {
		e, err := s.log.Entry(id)
		if err != nil {
			s.t.Fatal(err)
		}
		got, err := llm.Rebuild(s.log, e, nil)
		if err != nil {
			s.t.Fatal(err)
		}
		if got.Likeness != llm.Exact || !bytes.Equal(got.Body, want) {
			s.t.Errorf("reply %d: likeness %d\n got %.600s\nwant %.600s", id, got.Likeness, got.Body, want)
		}
	}
}

func (s *sentTest) restart() {
	s.t.Helper()
	if err := s.store.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.store = historytest.OpenWith(s.t, s.dir, history.Options{})
	s.log = s.store.Talk(s.log.ID())
}

// Whatever happens to a talk, each of its replies shows the request that led to it as the server received it.
func TestRequestsAreRebuilt(t *testing.T) {
	s := newSentTest(t, llmtest.Script{
		llmtest.Good("いい", "ですね <b>"), llmtest.Wrong(400, "unsupported", "temperature is not supported"), llmtest.Good("Again & again"),
	})
	for i := range 6 {
		s.turn(fmt.Sprintf("What of <%d> & 猫? %s", i, strings.Repeat("とても長い話です。", 30)))
	}
	// another answer, an edit, and going back to the old branch
	head, err := s.log.Head()
	must(t, err)
	must(t, s.log.Rewind(head.Parent))
	s.turn("")
	_, err = s.log.AppendTo(3, talk.Entry{Role: talk.User, Text: "edited", Tokens: 2})
	must(t, err)
	s.turn("")
	must(t, s.log.SetHead(head.ID))
	s.check()

	// a picture, which is not part of what is recorded, and what comes after the newest message only
	ref, err := s.store.AddAttachment(bytes.Repeat([]byte("picture"), 20_000))
	must(t, err)
	s.req.Persona.PostPrompt = "Answer <briefly> & 短く."
	s.req.Pictures = []talk.Picture{{Ref: ref, Type: "image/png", Width: 64, Height: 64}}
	seen := s.turn("Look")
	s.req.Pictures = nil
	if n := len(s.received[seen.ID]); n < 180_000 || len(seen.Sent.Patches) == 0 {
		t.Errorf("a request with a picture has %d bytes and the patches %+v", n, seen.Sent.Patches)
	}
	s.turn("And again?")
	s.check()

	// what is said before the history changes
	_, err = s.store.PutMemory(s.req.Persona.ID, talk.Memory{Text: "likes <tea>", Tokens: 3})
	must(t, err)
	s.turn("And now?")
	s.req.Persona.Prompt = "You are another one."
	s.turn("And then?")
	s.restart()

	// tools, whose old output is elided, and a talk that is longer than what is sent
	for i := range 12 {
		id := fmt.Sprint("call", i)
		for _, e := range []talk.Entry{
			{Role: talk.User, Text: "look", Tokens: 1},
			{Role: talk.Assistant, Calls: []talk.ToolCall{{ID: id, Name: "look_up", Arguments: `{"q":"<x>"}`}}, Tokens: 20},
			{Role: talk.Tool, CallID: id, Text: strings.Repeat("row & cell ", 250), Tokens: 750},
			{Role: talk.Assistant, Text: "found", Tokens: 1},
		} {
			_, err := s.log.Append(e)
			must(t, err)
		}
	}
	var elided, trimmed, last talk.Cut
	for range 4 {
		e := s.turn("What did you find?")
		if last = e.Sent.Cut; last.Elided > 0 {
			elided = last
		}
		if last.Kept < last.Messages {
			trimmed = last
		}
	}
	if elided.Elided == 0 || trimmed.Before <= trimmed.After || trimmed.After > 3000 {
		t.Errorf("elided %+v, trimmed %+v", elided, trimmed)
	}
	s.restart()
	s.check()
	info, err := s.log.Info()
	must(t, err)
	if m := info.Metrics; m.Replies != len(s.received) || m.Elided < elided.Elided || m.Trimmed == 0 || m.Moves == 0 || m.Last != last {
		t.Errorf("metrics %+v of %d replies", m, len(s.received))
	}
	s.noKey()
}

// noKey searches everything that lies in the data folder, and the answers that lie in it packed.
func (s *sentTest) noKey() {
	s.t.Helper()
	for id := range s.received {
		takes, err := s.log.Answers(id)
		if err != nil {
			s.t.Error(err)
		}
		for _, k := range takes {
			if strings.Contains(string(k.Body), plainKey) || strings.Contains(fmt.Sprint(k.Header), plainKey) {
				s.t.Errorf("the key is in the answer of %d", id)
			}
		}
	}
	must(s.t, s.store.Close())
	must(s.t, filepath.Walk(s.dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(plainKey)) {
			s.t.Errorf("the key is in %s", path)
		}
		return err
	}))
}

// A server that repeats the key in its answers, a prompt that holds it, and failures that name it.
func TestKeysAreNotKept(t *testing.T) {
	s := newSentTest(t, llmtest.Script{
		llmtest.Wrong(503, "busy", "no room for "+plainKey, [2]string{"X-Request-Id", plainKey}, [2]string{"Retry-After", "0"}),
		{Header: [][2]string{{"Content-Type", "text/event-stream"}, {"X-Request-Id", "a-" + plainKey}}, Writes: []llmtest.Write{
			{Data: []byte(": " + plainKey + "\n\n")}, {Data: llmtest.Event(map[string]any{"model": plainKey, "choices": []any{
				map[string]any{"index": 0, "delta": map[string]string{"content": "Hello"}, "finish_reason": "stop"}}})},
			{Data: []byte("data: [DONE]\n\n")},
		}},
	})
	s.req.Persona.Prompt = "Never tell " + plainKey
	s.driver = llm.NewDriver(llm.Options{Logger: slog.New(slog.DiscardHandler), Counter: counter, Wait: func(context.Context, time.Duration) error { return nil }})
	e := s.turn("Hi")
	if e.Sent == nil || e.Sent.Answer == nil || e.Sent.Answer.Model != "••••" || len(e.Sent.Failed) != 1 || e.Sent.Failed[0].Status != 503 {
		t.Fatalf("stored %+v", e.Sent)
	}
	got, err := llm.Rebuild(s.log, e, nil)
	must(t, err)
	if want := strings.ReplaceAll(string(s.received[e.ID]), plainKey, "••••"); got.Likeness != llm.Exact || string(got.Body) != want {
		t.Errorf("likeness %d: %s", got.Likeness, got.Body)
	}
	takes, err := s.log.Answers(e.ID)
	must(t, err)
	if len(takes) != 2 || takes[0].Status != 503 || !strings.HasPrefix(string(takes[1].Body), ": ••••\n\ndata: ") {
		t.Errorf("answers %+v", takes)
	}
	s.noKey()
}

// What cannot be shown exactly is never said to be exact.
func TestRequestsThatCannotBeRebuilt(t *testing.T) {
	s := newSentTest(t, llmtest.Script{llmtest.Good("Hello")})
	e := s.turn("Hi")
	change := func(f func(*talk.Entry)) talk.Entry {
		other, sent := e, *e.Sent
		other.Sent = &sent
		f(&other)
		return other
	}
	tests := []struct {
		name  string
		reply talk.Entry
		want  llm.Likeness
	}{
		{"as it was", e, llm.Exact},
		{"no record", change(func(e *talk.Entry) { e.Sent = nil }), llm.NotRecorded},
		{"not seen leaving", change(func(e *talk.Entry) { e.Sent.Params = nil }), llm.NotRecorded},
		{"another sum", change(func(e *talk.Entry) { e.Sent.Sum = []byte{1} }), llm.Different},
		{"another entry", change(func(e *talk.Entry) { e.Sent.Entries = []talk.Run{{1, 1}} }), llm.Different},
		{"a text that is gone", change(func(e *talk.Entry) { e.Sent.System = talk.TextName("x") }), llm.Gone},
		{"an entry that is gone", change(func(e *talk.Entry) { e.Sent.Entries = []talk.Run{{1, 9}} }), llm.Gone},
		{"entries over and over", change(func(e *talk.Entry) { e.Sent.Entries = []talk.Run{{1, 2}, {1, 2}} }), llm.Different},
		{"a patch out of range", change(func(e *talk.Entry) { e.Sent.Patches = []talk.Patch{{Message: 1, Keep: 1 << 30}} }), llm.Different},
		{"a patch that breaks", change(func(e *talk.Entry) { e.Sent.Patches = []talk.Patch{{Message: 1, Keep: 2, Put: "\""}} }), llm.Different},
		{"parameters of another kind", change(func(e *talk.Entry) { e.Sent.Params = []byte("7") }), llm.Gone},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := llm.Rebuild(s.log, tt.reply, nil)
			if err != nil || got.Likeness != tt.want {
				t.Errorf("likeness %d, %v; want %d", got.Likeness, err, tt.want)
			}
		})
	}
}

// A reply is shown with its request even if the program died while it came.
func TestRequestOfAReplyThatWasNotFinished(t *testing.T) {
	gate := make(chan struct{})
	s := newSentTest(t, llmtest.Script{llmtest.Slow(gate, "one", "two")})
	s.req.Say = "Hi"
	for ev, err := range s.driver.Turn(t.Context(), s.log, s.req) {
		must(t, err)
		if _, ok := ev.(llm.Said); ok {
			close(gate)
		}
		if _, ok := ev.(llm.Delta); ok {
			head, err := s.log.Head()
			must(t, err)
			got, err := llm.Rebuild(s.log, head, nil)
			must(t, err)
			if head.State != talk.Writing || got.Likeness != llm.Exact || !bytes.Equal(got.Body, s.server.Chats()[0].Body) {
				t.Errorf("%q is %s, likeness %d", head.Text, head.State, got.Likeness)
			}
			break
		}
	}
}

// A store grows by little for each reply, however long its prompt was.
func TestRecordsAreSmall(t *testing.T) {
	s := newSentTest(t, llmtest.Script{llmtest.Good("Hello")})
	s.req.Cutoff.Threshold = 100_000
	for range 20 {
		s.turn(strings.Repeat("a long story of many words ", 200))
	}
	e := s.turn("Hi")
	if n := len(s.received[e.ID]); n < 100_000 {
		t.Fatalf("the request has %d bytes", n)
	}
	var b bytes.Buffer
	must(t, s.store.ExportTalk(&b, s.log.ID()))
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if n := len(lines[len(lines)-1]); n > 1200 {
		t.Errorf("a reply is stored in %d bytes: %s", n, lines[len(lines)-1])
	}
}

// BenchmarkReadSent reads and rebuilds a request of 200 KB, with its lines, from a talk of 1 000 more messages: what a worker does
// before the dialog opens.
func BenchmarkReadSent(b *testing.B) {
	s := newSentTest(b, llmtest.Script{llmtest.Good("Hello")})
	for range 1000 {
		_, err := s.log.Append(talk.Entry{Role: talk.User, Text: "old", Tokens: 100_000})
		must(b, err)
	}
	for range 400 {
		_, err := s.log.Append(talk.Entry{Role: talk.User, Text: strings.Repeat("story & 物語 ", 36), Tokens: 100})
		must(b, err)
	}
	s.req.Cutoff.Threshold = 90_000
	e := s.turn("Hi")
	b.SetBytes(int64(e.Sent.Size))
	for b.Loop() {
		request, _, err := exchangeOf(s.log, e.ID, func(s string) string { return s })
		must(b, err)
		if len(request.Copy) != e.Sent.Size {
			b.Fatalf("%d bytes of %d", len(request.Copy), e.Sent.Size)
		}
	}
}
