package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// dribble is a body that arrives in pieces of the lengths that cuts names, over and over.
type dribble struct {
	data, cuts []byte
	i          int
}

func (d *dribble) Read(p []byte) (int, error) {
	if len(d.data) == 0 {
		return 0, io.EOF
	}
	n := min(len(p), len(d.data))
	if len(d.cuts) > 0 {
		n = min(n, 1+int(d.cuts[d.i%len(d.cuts)])%32)
		d.i++
	}
	copy(p, d.data[:n])
	d.data = d.data[n:]
	return n, nil
}

// FuzzStream plays any bytes as the body of a reply, in any pieces: the stream ends well with words or calls, or in one
// *Error; what it yields is valid UTF-8 and does not depend on the pieces.
func FuzzStream(f *testing.F) {
	for _, w := range llmtest.Wires() {
		var body []byte
		for _, write := range w.Reply.Writes {
			body = append(body, write.Data...)
		}
		if len(body) < 4000 {
			f.Add(uint16(w.Reply.Status), body, []byte{0, 7, 30})
		}
	}
	f.Add(uint16(200), []byte("data: {\"choices\":[{\"delta\":{\"content\":\"a</th\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"ink>`\"},\"finish_reason\":\"x\"}]}"), []byte{3})
	f.Fuzz(func(t *testing.T, status uint16, body, cuts []byte) {
		play := func(cuts []byte) heard {
			transport := roundTripper(func(*http.Request) (*http.Response, error) {
				return respondFrom(200+int(status)%400, &dribble{data: bytes.Clone(body), cuts: cuts}), nil
			})
			return listen(t.Context(), newTestClient(t, "http://127.0.0.1", "sk-fuzz-key", ClientOptions{Transport: transport}), hi)
		}
		h, whole := play(cuts), play(nil)
		checkHeard(t, h)
		if whole.text != h.text || whole.reasoning != h.reasoning || codeOf(whole.err) != codeOf(h.err) {
			t.Fatalf("in pieces %q %q %v\nat once %q %q %v", h.text, h.reasoning, h.err, whole.text, whole.reasoning, whole.err)
		}
	})
}

// FuzzTurn plays any bytes as the answer to every request of a turn: it ends in a stored reply that is what was shown, or in an
// error with a code; whatever is stored is valid UTF-8 and can be sent again.
func FuzzTurn(f *testing.F) {
	for _, w := range llmtest.Wires() {
		var body []byte
		for _, write := range w.Reply.Writes {
			body = append(body, write.Data...)
		}
		if len(body) < 2000 {
			f.Add(body, []byte{0, 7, 30})
		}
	}
	f.Fuzz(func(t *testing.T, body, cuts []byte) {
		transport := roundTripper(func(*http.Request) (*http.Response, error) {
			return respondFrom(200, &dribble{data: bytes.Clone(body), cuts: cuts}), nil
		})
		d := NewDriver(Options{
			Counter: counter, Logger: slog.New(slog.DiscardHandler),
			Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
			Client: func(c persona.Connection, key string) (Streamer, error) {
				return NewClient(c, key, ClientOptions{Transport: transport})
			},
		})
		log := newLog()
		var shown Chunk
		for ev, err := range d.Turn(t.Context(), log, request("Hello")) {
			switch ev := ev.(type) {
			case Delta:
				if ev.Thought {
					shown.Reasoning, shown.Text = shown.Reasoning+shown.Text, ""
				}
				shown.Text += ev.Text
				shown.Reasoning += ev.Reasoning
			case Called:
				checkStored(t, shown, ev.Entries[0])
				shown = Chunk{}
			case Replied:
				checkStored(t, shown, ev.Entry)
			}
			if err != nil && errCode(err) == "" {
				t.Errorf("no code: %v", err)
			}
		}
		for _, e := range log.entries {
			if raw, err := json.Marshal(e); err != nil || !utf8.Valid(raw) || !utf8.ValidString(e.Text+e.Reasoning) {
				t.Errorf("stored %q: %v", raw, err)
			}
		}
	})
}

func checkStored(t *testing.T, shown Chunk, e talk.Entry) {
	t.Helper()
	if strings.TrimSpace(shown.Text) == "" {
		shown.Text = ""
	}
	if e.Text != shown.Text || e.Reasoning != shown.Reasoning {
		t.Errorf("stored %q, %q; shown %q, %q", e.Text, e.Reasoning, shown.Text, shown.Reasoning)
	}
}

// checkHeard checks what must be true of any stream.
func checkHeard(t *testing.T, h heard) {
	t.Helper()
	if !utf8.ValidString(h.text + h.reasoning) {
		t.Errorf("not UTF-8: %q %q", h.text, h.reasoning)
	}
	if h.err == nil {
		if strings.TrimSpace(h.text) == "" && len(h.last.Calls) == 0 {
			t.Error("an empty success")
		}
		if h.last.Finish == "" {
			t.Error("a success without a finish reason")
		}
		return
	}
	var e *Error
	if !errors.As(h.err, &e) || e.Code() == "" {
		t.Fatalf("no code: %v", h.err)
	}
	if !utf8.ValidString(e.Detail) || utf8.RuneCountInString(e.Detail) > maxDetail {
		t.Errorf("detail %q", e.Detail)
	}
	if strings.Contains(causes(h.err), "sk-fuzz-key") {
		t.Errorf("the key shows: %v", h.err)
	}
}
