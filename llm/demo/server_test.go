package demo

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// words counts white-space separated words: a count that a test can do by hand.
func words(s string) int { return len(strings.Fields(s)) }

func start(t *testing.T, o Options) *Server {
	t.Helper()
	if o.Count == nil {
		o.Count = words
	}
	if o.Interval == 0 {
		o.Interval = -1
	}
	s, err := o.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func post(t *testing.T, ctx context.Context, s *Server, body string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL()+"/chat/completions", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

func decode[T any](t *testing.T, r io.Reader) T {
	t.Helper()
	var v T
	if err := json.NewDecoder(r).Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestModels(t *testing.T) {
	s := start(t, Options{Context: 1234})
	resp, err := http.Get(s.URL() + "/models")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got := decode[struct {
		Data []struct {
			ID            string `json:"id"`
			ContextLength int    `json:"context_length"`
		} `json:"data"`
	}](t, resp.Body)
	if len(got.Data) != 1 || got.Data[0].ID != Model || got.Data[0].ContextLength != 1234 {
		t.Errorf("models = %+v", got)
	}
}

func TestCompletion(t *testing.T) {
	s := start(t, Options{})
	resp := post(t, t.Context(), s, `{"model":"offline-demo","messages":[{"role":"system","content":"You are Mira."},{"role":"user","content":[{"type":"text","text":"Who are you?"}]}]}`)
	got := decode[chunk](t, resp.Body)
	if resp.StatusCode != http.StatusOK || len(got.Choices) != 1 {
		t.Fatalf("status %d, reply %+v", resp.StatusCode, got)
	}
	text := got.Choices[0].Message.Content
	if !strings.Contains(text, "Mira") || *got.Choices[0].Finish != "stop" {
		t.Errorf("choice = %q, %s", text, *got.Choices[0].Finish)
	}
	want := usage{Prompt: 3 + 4 + 3 + 4 + 3, Completion: words(text), Total: 17 + words(text)}
	if *got.Usage != want {
		t.Errorf("usage = %+v, want %+v", *got.Usage, want)
	}
}

// events reads a whole stream.
func events(t *testing.T, r io.Reader) (chunks []chunk, done bool) {
	t.Helper()
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		if data == "[DONE]" {
			return chunks, true
		}
		chunks = append(chunks, decode[chunk](t, strings.NewReader(data)))
	}
	return chunks, false
}

func TestStream(t *testing.T) {
	for name, ask := range map[string]string{"english": "What can you do?", "japanese": "何ができるの？"} {
		t.Run(name, func(t *testing.T) {
			s := start(t, Options{})
			resp := post(t, t.Context(), s, `{"stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"`+ask+`"}]}`)
			chunks, done := events(t, resp.Body)
			if !done || len(chunks) < 8 {
				t.Fatalf("%d chunks, done %v", len(chunks), done)
			}
			var text strings.Builder
			for _, c := range chunks[:len(chunks)-2] {
				piece := c.Choices[0].Delta.Content
				if !utf8.ValidString(piece) || len([]rune(piece)) > 60 {
					t.Errorf("piece %q", piece)
				}
				text.WriteString(piece)
			}
			if finish := chunks[len(chunks)-2].Choices[0].Finish; finish == nil || *finish != "stop" {
				t.Errorf("finish = %v", finish)
			}
			last := chunks[len(chunks)-1]
			if len(last.Choices) != 0 || last.Usage == nil || last.Usage.Completion != words(text.String()) {
				t.Errorf("last chunk = %+v", last)
			}
			if want := reply(inbox{messages: []message{{"user", ask}}}); text.String() != want {
				t.Errorf("text = %q, want %q", text.String(), want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	s := start(t, Options{Context: 20})
	tests := []struct {
		name, body string
		status     int
		want       []string
	}{
		{"not JSON", `{`, 400, []string{"invalid_request_error"}},
		{"no messages", `{"messages":[]}`, 400, []string{"messages"}},
		{"unknown role", `{"messages":[{"role":"wizard","content":"x"}]}`, 400, []string{"wizard"}},
		{"wrong content", `{"messages":[{"role":"user","content":5}]}`, 400, []string{"invalid_request_error"}},
		{"unknown model", `{"model":"gpt-9","messages":[{"role":"user","content":"x"}]}`, 404, []string{"model_not_found", "gpt-9"}},
		{"over the context", `{"messages":[{"role":"user","content":"` + strings.Repeat("x ", 30) + `"}]}`, 400,
			[]string{`"type":"exceed_context_size_error"`, `"n_prompt_tokens":37`, `"n_ctx":20`, "request (37 tokens) exceeds the available context size (20 tokens)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp := post(t, t.Context(), s, tt.body)
			b, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != tt.status || !json.Valid(b) {
				t.Errorf("status %d, body %s", resp.StatusCode, b)
			}
			for _, want := range tt.want {
				if !strings.Contains(string(b), want) {
					t.Errorf("body %s, want %s in it", b, want)
				}
			}
		})
	}
	resp, err := http.Get(s.URL() + "/nothing")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNotFound || decode[map[string]any](t, resp.Body)["error"] == nil {
		t.Errorf("an unknown path gave status %d", resp.StatusCode)
	}
}

func TestReplyLimit(t *testing.T) {
	for name, tt := range map[string]struct {
		options Options
		limit   string
	}{
		"asked for":           {Options{}, `"max_tokens":9,`},
		"by the other name":   {Options{}, `"max_completion_tokens":9,`},
		"left by the context": {Options{Context: 3 + 4 + 4 + 9}, ``},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, tt.options)
			resp := post(t, t.Context(), s, `{`+tt.limit+`"messages":[{"role":"user","content":"What can you do?"}]}`)
			got := decode[chunk](t, resp.Body)
			if n := words(got.Choices[0].Message.Content); *got.Choices[0].Finish != "length" || n > 9 || n < 5 {
				t.Errorf("finish %s with %d words", *got.Choices[0].Finish, n)
			}
		})
	}
}

// TestClientLeaves checks that a reply nobody reads ends: Close, which waits for nothing, would leave the handler behind,
// so the test waits for the handler itself.
func TestClientLeaves(t *testing.T) {
	s := start(t, Options{Interval: time.Hour})
	ended := make(chan struct{})
	inner := s.http.Handler
	s.http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		inner.ServeHTTP(w, r)
	})
	ctx, cancel := context.WithCancel(t.Context())
	resp := post(t, ctx, s, `{"stream":true,"messages":[{"role":"user","content":"hi"}]}`)
	if _, err := bufio.NewReader(resp.Body).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	cancel()
	<-ended
}

func TestCloseEndsReplies(t *testing.T) {
	s := start(t, Options{Interval: time.Hour})
	resp := post(t, t.Context(), s, `{"stream":true,"messages":[{"role":"user","content":"hi"}]}`)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, done := events(t, resp.Body); done {
		t.Error("a closed server finished its reply")
	}
	if _, err := http.Get(s.URL() + "/models"); err == nil {
		t.Error("a closed server answered")
	}
}

func TestDefaults(t *testing.T) {
	s, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Context() != DefaultContext || !strings.HasPrefix(s.URL(), "http://127.0.0.1:") || !strings.HasSuffix(s.URL(), "/v1") {
		t.Errorf("context %d, URL %s", s.Context(), s.URL())
	}
	if n := s.opt.Count("Hello, world!"); n != 4 {
		t.Errorf("Count = %d, want the 4 tokens of the real table", n)
	}
}

// FuzzComplete sends any body: the answer is JSON, with a text that is not empty or with an error.
func FuzzComplete(f *testing.F) {
	f.Add(`{"messages":[{"role":"user","content":"hi"}]}`)
	f.Add(`{"messages":[{"role":"system","content":null},{"role":"tool","content":[]}],"max_tokens":-1}`)
	f.Add(`{"messages":[{"role":"user","content":[{"type":"image_url"},{"type":"text","text":"x"}]}],"max_tokens":1}`)
	f.Add(`[]`)
	f.Add(`{"messages":[{"role":"user","content":"\ud800"}],"model":7}`)
	s := &Server{opt: Options{Context: 50, Count: words}}
	f.Fuzz(func(t *testing.T, body string) {
		w := httptest.NewRecorder()
		if strings.Contains(body, "stream") {
			return // streams have their own tests
		}
		s.complete(w, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(body)))
		got := decode[struct {
			Choices []choice
			Error   map[string]any
		}](t, w.Body)
		if w.Code == http.StatusOK {
			if c := got.Choices[0]; c.Message.Content == "" && *c.Finish != "length" {
				t.Errorf("%s got an empty reply", body)
			}
		} else if got.Error["message"] == "" || w.Code < 400 || w.Code >= 500 {
			t.Errorf("%s got status %d and %v", body, w.Code, got.Error)
		}
	})
}
