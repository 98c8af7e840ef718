package llm

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"bonbon/history/talk"
	"bonbon/tokens"
)

// counts is a reply for whose prompt the server reports so many tokens.
func counts(prompt, cached int) []step {
	return []step{{chunk: Chunk{Text: "Yes."}}, {chunk: Chunk{Finish: "stop", Usage: &talk.Usage{Prompt: prompt, Completion: 2, Cached: cached}}}}
}

// lastReplied plays a turn and returns its end.
func lastReplied(t *testing.T, d *Driver, log Log, req Request) (out Replied) {
	t.Helper()
	for ev, err := range d.Turn(t.Context(), log, req) {
		if err != nil {
			t.Fatal(err)
		}
		if r, ok := ev.(Replied); ok {
			out = r
		}
	}
	return out
}

func TestTruncatedPrompt(t *testing.T) {
	long := strings.Repeat("A sentence of a longer talk. ", 600) // 4200 tokens
	for _, tt := range []struct {
		name           string
		say            string
		prompt, cached int
		mean           float64
		uncounted      bool
		read           int // 0: not truncated
		teaches        bool
	}{
		{name: "all was read", say: long, prompt: 4250, teaches: true},
		{name: "a server that counts less", say: long, prompt: 2700, teaches: true},
		{name: "a small window", say: long, prompt: 2048, read: 2048},
		{name: "a server that is known to count less", say: long, prompt: 2048, mean: 0.7, teaches: true},
		{name: "that one, with a small window", say: long, prompt: 1400, mean: 0.7, read: 1400},
		{name: "one that counts more", say: long, prompt: 2048, mean: 1.4, read: 2048},
		{name: "only what was not cached is counted", say: long, prompt: 100, cached: 4150, teaches: true},
		{name: "what was cached is counted too", say: long, prompt: 2048, cached: 2000, read: 2048},
		{name: "no number", say: long, teaches: true},
		{name: "a short prompt", say: "Hello", prompt: 3, teaches: true},
		{name: "nothing was counted", say: long, prompt: 2048, uncounted: true},
	} {
		d, _ := drive(counts(tt.prompt, tt.cached))
		if tt.uncounted {
			d.uncountable = func(talk.Encoding) error { return errBroken }
		}
		req := request(tt.say)
		req.Mean = tt.mean
		r := lastReplied(t, d, newLog(), req)
		if got := r.Truncated; (got != nil) != (tt.read > 0) || got != nil && (got.Read != tt.read || got.Sent <= got.Read) {
			t.Errorf("%s: %+v", tt.name, got)
		}
		if r.Bytes > 0 != tt.teaches {
			t.Errorf("%s: %d bytes to learn from", tt.name, r.Bytes)
		}
	}
}

func TestPicturesTeachNothing(t *testing.T) {
	log := newLog()
	p, _ := photo(t, log, 4)
	d, _ := drive(counts(100, 0))
	req := request("What is this?")
	req.Pictures = []talk.Picture{p}
	if r := lastReplied(t, d, log, req); r.Bytes != 0 || r.Truncated != nil {
		t.Errorf("%+v", r)
	}
}

// A request's size is that of its body, as far as a ratio is concerned.
func TestRequestSize(t *testing.T) {
	d, m := drive(counts(20, 0))
	r := lastReplied(t, d, newLog("Hello", "Hi"), request(strings.Repeat(`"Yes" & <no>. `, 100)))
	text := 0
	for _, msg := range m.requests[0].Messages {
		text += len(msg.Content)
	}
	if r.Bytes < text+300 || r.Bytes > 3*text {
		t.Errorf("%d bytes for a text of %d", r.Bytes, text)
	}
}

func TestTrimmedLine(t *testing.T) {
	eight := newLog()
	for i := range 14 {
		e := talk.Entry{Role: talk.User, Text: fmt.Sprintf("%d ", i%10) + strings.Repeat("word ", 95), Time: t0}
		if i%2 == 1 {
			e.Role = talk.Assistant
		}
		eight.add(e)
	}
	album := newLog()
	p, _ := photo(t, album, 4)
	album.add(talk.Entry{Role: talk.User, Text: "Look.", Pictures: []talk.Picture{p}, Time: t0})
	album.add(talk.Entry{Role: talk.Assistant, Text: "A cat.", Time: t0})
	for _, tt := range []struct {
		name   string
		log    *memLog
		change func(*tokens.Settings)
		want   []string
	}{
		{"nothing is cut", newLog("Hello", "Hi"), func(*tokens.Settings) {}, nil},
		{
			"messages", eight, func(s *tokens.Settings) { s.Threshold = 950 },
			[]string{"Trimmed conversation history: 15 -> 7 messages", "tokens_before=1", "tokens_after=6", "reason=tokens"},
		},
		{
			"output of tools", toolLog(10), func(s *tokens.Settings) { s.Threshold = 12_000 },
			[]string{"Trimmed conversation history: 51 -> 51 messages", "tokens_before=3", "tokens_after=", "elided="},
		},
		{
			"pictures", album, func(s *tokens.Settings) { s.PhotoCutoff = 1 },
			[]string{"Trimmed conversation history: 3 -> 3 messages", "tokens_before=16", "pictures_left=1"},
		},
	} {
		d, _ := drive(says("Hi"))
		var logged bytes.Buffer
		d.opt.Logger = slog.New(slog.NewTextHandler(&logged, nil))
		req := request("And now?")
		req.Cutoff.Steps = false
		tt.change(&req.Cutoff)
		if _, err := play(t, d, tt.log, req); err != nil {
			t.Fatal(err)
		}
		if tt.want == nil && logged.Len() > 0 {
			t.Errorf("%s: %s", tt.name, &logged)
		}
		for _, want := range tt.want {
			if !strings.Contains(logged.String(), want) {
				t.Errorf("%s: %q is not in %s", tt.name, want, &logged)
			}
		}
	}
}
