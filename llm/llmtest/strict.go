package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// Said is one message of a request as a server reads it.
type Said struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Calls   []struct {
		ID       string `json:"id"`
		Type     string `json:"type"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
	CallID string `json:"tool_call_id"`
}

// Text returns the message's text, and how many pictures it has.
func (m Said) Text() (text string, pictures int) {
	if json.Unmarshal(m.Content, &text) == nil {
		return text, 0
	}
	var parts []struct {
		Type  string            `json:"type"`
		Text  string            `json:"text"`
		Image map[string]string `json:"image_url"`
	}
	if json.Unmarshal(m.Content, &parts) != nil {
		return "", 0
	}
	for _, p := range parts {
		text += p.Text
		if p.Type == "image_url" && strings.HasPrefix(p.Image["url"], "data:image/") {
			pictures++
		}
	}
	return text, pictures
}

// ReadMessages returns the messages of a request's body, with an error that says what the strictest of servers would refuse: a
// system message that is not the first, a beginning that is neither the user's nor one of the greetings, an end that is not the
// user's or a result, or the reply that is to be gone on with, a call without its one result right behind it, a result without a call, anything empty.
func ReadMessages(body []byte, greetings ...string) ([]Said, error) {
	var r struct {
		Messages []Said
		GoOn     bool `json:"continue_final_message"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("llmtest: no request: %w", err)
	}
	if !utf8.Valid(body) {
		return r.Messages, errors.New("llmtest: not valid UTF-8")
	}
	ms := r.Messages
	if n := len(ms); r.GoOn && n > 0 && ms[n-1].Role == "assistant" && len(ms[n-1].Calls) == 0 {
		ms = ms[:n-1]
	}
	return r.Messages, checkOrder(ms, greetings)
}

func checkOrder(ms []Said, greetings []string) error {
	open := []string{}
	begun := false
	for i, m := range ms {
		text, pictures := m.Text()
		blank := strings.TrimSpace(text) == "" && pictures == 0
		switch {
		case blank && len(m.Calls) == 0:
			return fmt.Errorf("llmtest: message %d of %d, of role %s, is empty", i, len(ms), m.Role)
		case m.Role == "tool":
			at := slices.Index(open, m.CallID)
			if at < 0 {
				return fmt.Errorf("llmtest: message %d is the result of no call %q", i, m.CallID)
			}
			open = slices.Delete(open, at, at+1)
			continue
		case len(open) > 0:
			return fmt.Errorf("llmtest: message %d comes before the result of %q", i, open)
		case m.Role == "system" && i > 0, m.Role != "system" && m.Role != "user" && m.Role != "assistant":
			return fmt.Errorf("llmtest: message %d has the role %q", i, m.Role)
		case m.Role == "assistant" && !begun && !slices.Contains(greetings, text):
			return fmt.Errorf("llmtest: the talk begins with %.60q of the assistant", text)
		}
		begun = begun || m.Role != "system"
		for _, c := range m.Calls {
			if c.ID == "" || c.Function.Name == "" || !json.Valid([]byte(c.Function.Arguments)) || slices.Contains(open, c.ID) {
				return fmt.Errorf("llmtest: message %d has the call %+v", i, c)
			}
			open = append(open, c.ID)
		}
	}
	if n := len(ms); n == 0 || ms[n-1].Role != "user" && ms[n-1].Role != "tool" || len(open) > 0 {
		return fmt.Errorf("llmtest: %d messages, the last of which asks for nothing", n)
	}
	return nil
}

// Exam is a server that reads what it is asked. Answer decides on each request for a reply; it runs on the server's goroutines,
// one call at a time.
type Exam struct {
	URL string // base address, ending in /v1

	mu     sync.Mutex
	answer func(body []byte) Reply
}

// Examine starts a server that answers requests for a reply with what answer returns. It is stopped when the test ends.
func Examine(t testing.TB, answer func(body []byte) Reply) *Exam {
	t.Helper()
	e := &Exam{answer: answer}
	s := &Server{done: make(chan struct{}), gone: make(chan struct{}, 1)}
	s.http = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the client went away
		}
		e.mu.Lock()
		reply := e.answer(body)
		e.mu.Unlock()
		s.play(w, r, reply)
	}))
	e.URL = s.http.URL + "/v1"
	t.Cleanup(func() {
		close(s.done)
		s.http.Close()
	})
	return e
}
