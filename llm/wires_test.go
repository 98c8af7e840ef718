package llm

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// heard is a whole stream, read to its end.
type heard struct {
	text, reasoning string
	last            Chunk
	chunks          int
	err             error
}

func listen(ctx context.Context, c *Client, r ChatRequest) heard {
	var h heard
	for chunk, err := range c.Stream(ctx, r) {
		if chunk.Thought {
			h.reasoning += h.text
			h.text = ""
		}
		h.text += chunk.Text
		h.reasoning += chunk.Reasoning
		h.last, h.err = chunk, err
		h.chunks++
	}
	return h
}

var hi = ChatRequest{
	Model:    "test-model",
	Messages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: "Hi"}},
}

func newTestClient(t testing.TB, base, key string, opt ClientOptions) *Client {
	t.Helper()
	c, err := NewClient(persona.Connection{BaseURL: base}, key, opt)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func codeOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code()
	}
	if err != nil {
		return "not an *Error: " + err.Error()
	}
	return ""
}

func TestStreamPlaysEveryWire(t *testing.T) {
	key := strings.TrimSpace(string(llmtest.File("B067_fake_key.txt")))
	for _, w := range llmtest.Wires() {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.Serve(t, llmtest.Script{w.Reply})
			opt := ClientOptions{}
			if w.Want.Code == CodeTimeoutIdle {
				opt.Idle = 30 * time.Millisecond
			}
			h := listen(t.Context(), newTestClient(t, s.URL, key, opt), hi)
			checkWire(t, w.Want, h)
			if h.err != nil && strings.Contains(h.err.Error()+causes(h.err), key) {
				t.Errorf("the error shows the key: %v", h.err)
			}
		})
	}
}

func checkWire(t *testing.T, want llmtest.Want, h heard) {
	t.Helper()
	if h.text != want.Text || h.reasoning != want.Reasoning {
		t.Errorf("text %q, reasoning %q; want %q, %q", h.text, h.reasoning, want.Text, want.Reasoning)
	}
	if !utf8.ValidString(h.text + h.reasoning) {
		t.Error("not valid UTF-8")
	}
	if got := codeOf(h.err); got != want.Code {
		t.Errorf("code %q (%v), want %q", got, h.err, want.Code)
	}
	if want.Code == "" && h.last.Finish != want.Finish {
		t.Errorf("finish %q, want %q", h.last.Finish, want.Finish)
	}
	if prompt := promptOf(h.last.Usage); prompt != want.Prompt {
		t.Errorf("prompt tokens %d, want %d", prompt, want.Prompt)
	}
	if len(h.last.Calls) != len(want.Calls) {
		t.Fatalf("calls %v, want %v", h.last.Calls, want.Calls)
	}
	for i, c := range h.last.Calls {
		if (llmtest.Call{ID: c.ID, Name: c.Name, Arguments: c.Arguments}) != want.Calls[i] {
			t.Errorf("call %d is %.200v, want %.200v", i, c, want.Calls[i])
		}
	}
	var e *Error
	if errors.As(h.err, &e) && e.RetryAfter != want.Wait {
		t.Errorf("retry after %v, want %v", e.RetryAfter, want.Wait)
	}
}

func promptOf(u *talk.Usage) int {
	if u == nil {
		return 0
	}
	return u.Prompt
}

// causes returns the texts of all errors in a chain.
func causes(err error) string {
	var b strings.Builder
	for ; err != nil; err = errors.Unwrap(err) {
		b.WriteString(err.Error() + "\n")
	}
	return b.String()
}
