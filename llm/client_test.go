package llm

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/llm/llmtest"
	"bonbon/llm/wire"
	"bonbon/persona"
)

// sent returns the JSON body that a request for a reply is sent with.
func body(t *testing.T, r ChatRequest) map[string]any {
	t.Helper()
	s := llmtest.Serve(t, nil)
	if h := listen(t.Context(), newTestClient(t, s.URL, "sk-key", ClientOptions{}), r); h.err != nil || h.text != "Hello" {
		t.Fatalf("%q, %v", h.text, h.err)
	}
	got := s.Chats()
	if len(got) != 1 || got[0].Header.Get("Authorization") != "Bearer sk-key" {
		t.Fatalf("requests %v", got)
	}
	var body map[string]any
	if err := json.Unmarshal(got[0].Body, &body); err != nil {
		t.Fatal(err)
	}
	return body
}

func TestRequestHoldsWhatWasAsked(t *testing.T) {
	zero := 0.0
	body := body(t, ChatRequest{
		Model: "m", Sampling: persona.Sampling{Temperature: &zero}, MaxOutput: 50,
		Messages: []openai.ChatCompletionMessage{
			{Role: "system", Content: "<b>"}, {Role: "user", Content: "Hi"}, {Role: "assistant"}, {Role: "user", Content: "?"},
		},
	})
	want := map[string]any{
		"model": "m", "stream": true, "stream_options": map[string]any{"include_usage": true},
		"temperature": 0.0, "max_tokens": 50.0,
		"messages": []any{
			map[string]any{"role": "system", "content": "<b>"}, map[string]any{"role": "user", "content": "Hi"},
			map[string]any{"role": "assistant", "content": ""}, map[string]any{"role": "user", "content": "?"},
		},
	}
	if !reflect.DeepEqual(body, want) {
		t.Errorf("sent %v\nwant %v", body, want)
	}
}

func TestRequestLeavesOutWhatWasNotSet(t *testing.T) {
	body := body(t, hi)
	for _, name := range []string{"temperature", "max_tokens", "max_completion_tokens", "tools"} {
		if v, ok := body[name]; ok {
			t.Errorf("%s is sent: %v", name, v)
		}
	}
}

// TestNoModelNameIsRefusedHere: the library knows some names and refuses values for them; the server is to decide.
func TestNoModelNameIsRefusedHere(t *testing.T) {
	temperature := 0.7
	for model, field := range map[string]string{
		"gpt-5": "max_completion_tokens", "o1-mini": "max_completion_tokens", "o3": "max_completion_tokens",
		"openai/gpt-5": "max_tokens", "gpt-4o": "max_tokens", "davinci-002": "max_tokens",
	} {
		body := body(t, ChatRequest{Model: model, Messages: hi.Messages, Sampling: persona.Sampling{Temperature: &temperature}, MaxOutput: 9})
		if body["model"] != model || body[field] != 9.0 || body["temperature"] != 0.7 {
			t.Errorf("%s: sent %v", model, body)
		}
	}
}

func TestGoodReply(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.KeepAlives(2000, "Hel", "lo")})
	h := listen(t.Context(), newTestClient(t, s.URL, "", ClientOptions{}), hi)
	if h.err != nil || h.text != "Hello" || h.last.Finish != "stop" || h.last.Usage == nil || h.last.Usage.Completion != 2 {
		t.Errorf("%+v", h)
	}
	if _, ok := s.Chats()[0].Header["Authorization"]; ok {
		t.Error("an empty key is sent")
	}
}

func TestRepliesShareAConnection(t *testing.T) {
	s := llmtest.Serve(t, nil)
	for range 3 {
		if h := listen(t.Context(), newTestClient(t, s.URL, "", ClientOptions{}), hi); h.err != nil {
			t.Fatal(h.err)
		}
	}
	for _, r := range s.Chats() {
		if r.Remote != s.Chats()[0].Remote {
			t.Errorf("connections from %s and %s", s.Chats()[0].Remote, r.Remote)
		}
	}
}

// TestErrorsHideTheQuery: some servers take their key there.
func TestErrorsHideTheQuery(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	h := listen(t.Context(), newTestClient(t, closed.URL+"/v1?key=sk-secret", "", ClientOptions{}), hi)
	if codeOf(h.err) != CodeRefused || strings.Contains(causes(h.err), "sk-secret") {
		t.Error(causes(h.err))
	}
}

func TestStopClosesTheConnectionAtOnce(t *testing.T) {
	gate := make(chan struct{}, 1)
	gate <- struct{}{}
	s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gate, "A", "B")})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := newTestClient(t, s.URL, "", ClientOptions{})
	var text string
	var last error
	for chunk, err := range c.Stream(ctx, hi) {
		text += chunk.Text
		last = err
		cancel()
	}
	if text != "A" || codeOf(last) != CodeStopped || !errors.Is(last, context.Canceled) {
		t.Errorf("%q, %v", text, last)
	}
	<-s.Gone() // the server saw it
}

func TestLeavingTheLoopClosesTheConnection(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Silent("A")})
	for _, err := range newTestClient(t, s.URL, "", ClientOptions{}).Stream(t.Context(), hi) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	<-s.Gone()
}

func TestStoppedBeforeItBegan(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := llmtest.Serve(t, nil)
	c := newTestClient(t, s.URL, "", ClientOptions{})
	if h := listen(ctx, c, hi); codeOf(h.err) != CodeStopped || h.chunks != 1 {
		t.Errorf("%+v", h)
	}
	if _, err := c.Models(ctx); codeOf(err) != CodeStopped {
		t.Error(err)
	}
}

func TestFailuresBeforeAReply(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(secure.Close)
	serve := func(r llmtest.Reply) string { return llmtest.Serve(t, llmtest.Script{r}).URL }
	tests := []struct {
		name, url string
		opt       ClientOptions
		want      string
	}{
		{"dead server", closed.URL, ClientOptions{}, CodeRefused},
		{"own certificate", secure.URL, ClientOptions{}, CodeTLS},
		{"no TLS there", strings.Replace(serve(llmtest.Good("x")), "http:", "https:", 1), ClientOptions{}, CodeTLS},
		{"no answer", serve(llmtest.Reply{HoldHeader: true, End: llmtest.Hang}), ClientOptions{FirstByte: 20 * time.Millisecond}, CodeTimeoutFirst},
		{"no byte", serve(llmtest.Reply{End: llmtest.Hang}), ClientOptions{FirstByte: 20 * time.Millisecond}, CodeTimeoutFirst},
		{"web page", serve(llmtest.HTML(200)), ClientOptions{}, CodeNotAServer},
		{"missing web page", serve(llmtest.HTML(404)), ClientOptions{}, CodeNotAServer},
		{"gateway", serve(llmtest.HTML(502)), ClientOptions{}, CodeServer},
		{"wrong key", serve(llmtest.Wrong(401, "invalid_api_key", "Incorrect API key")), ClientOptions{}, CodeBadKey},
		{"unknown model", serve(llmtest.Wrong(404, "model_not_found", "no such model")), ClientOptions{}, CodeNoModel},
		{"too large", serve(llmtest.Good(strings.Repeat("x", 5000))), ClientOptions{MaxBytes: 4000}, CodeTooLarge},
		{"refusal", serve(llmtest.Stream([]byte(`data: {"choices":[{"delta":{"refusal":"No."},"finish_reason":"stop"}]}` + "\n\n"))), ClientOptions{}, CodeRefusal},
		{"filtered", serve(llmtest.Stream(llmtest.Finish("content_filter"))), ClientOptions{}, CodeRefusal},
		{"no finish reason, then done", serve(llmtest.Stream(llmtest.Delta("x"), llmtest.Done)), ClientOptions{}, CodeCutOff},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := listen(t.Context(), newTestClient(t, tt.url, "", tt.opt), hi)
			if got := codeOf(h.err); got != tt.want {
				t.Errorf("%s (%v), want %s", got, h.err, tt.want)
			}
			if h.last.Text != "" {
				t.Errorf("text beside the error: %q", h.last.Text)
			}
		})
	}
}

func TestResetInTheMiddle(t *testing.T) {
	gate := make(chan struct{})
	r := llmtest.Slow(gate, "A", "B")
	r.Writes, r.End = r.Writes[:2], llmtest.Reset
	r.Writes[0].Gate = nil
	s := llmtest.Serve(t, llmtest.Script{r})
	var text string
	var last error
	for chunk, err := range newTestClient(t, s.URL, "", ClientOptions{}).Stream(t.Context(), hi) {
		if text == "" {
			close(gate)
		}
		text += chunk.Text
		last = err
	}
	if !strings.HasPrefix(text, "A") || codeOf(last) != CodeCutOff {
		t.Errorf("%q, %v", text, last)
	}
}

func TestNewClientRefusesAddresses(t *testing.T) {
	if _, err := NewClient(persona.Connection{BaseURL: "api.example.com"}, "", ClientOptions{}); codeOf(err) != CodeBadURL {
		t.Error(err)
	}
}

// TestConnectTimeout dials a listener whose queue nobody empties through a dialer that gives up at once.
func TestConnectTimeout(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := newTestClient(t, "http://"+l.Addr().String(), "", ClientOptions{Connect: time.Nanosecond})
	if h := listen(t.Context(), c, hi); codeOf(h.err) != CodeTimeoutConnect {
		t.Error(h.err)
	}
}

// TestRedirectCarriesNothingAway: neither the key nor the talk reaches a host that the user did not name.
func TestRedirectCarriesNothingAway(t *testing.T) {
	other := llmtest.Serve(t, nil)
	for _, status := range []int{301, 302, 303, 307, 308} {
		s := llmtest.Serve(t, llmtest.Script{{Status: status, Header: [][2]string{{"Location", other.URL + "/chat/completions"}}}})
		h := listen(t.Context(), newTestClient(t, s.URL, "sk-secret", ClientOptions{}), hi)
		var e *Error
		if !errors.As(h.err, &e) || e.Code() != CodeBadURL || e.Args()["suggestion"] != other.URL {
			t.Errorf("%d: %v, %v", status, h.err, e.Args())
		}
	}
	if got := other.Requests(); len(got) != 0 {
		t.Errorf("the other host received %v", got)
	}
}

// TestDefaultLimits runs the default limits in virtual time: minutes of prefill and keep-alives go through,
// and a server that falls silent is given up after the idle limit.
func TestDefaultLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		transport := roundTripper(func(r *http.Request) (*http.Response, error) {
			in, out := io.Pipe()
			context.AfterFunc(r.Context(), func() { in.CloseWithError(r.Context().Err()) })
			go func() {
				time.Sleep(9 * time.Minute) // virtual
				for range 30 {
					_, _ = io.WriteString(out, ": keep-alive\n\n")
					time.Sleep(time.Minute)
				}
				_, _ = out.Write(llmtest.Delta("Hello"))
			}()
			return respondFrom(200, in), nil
		})
		h := listen(t.Context(), newTestClient(t, "http://127.0.0.1", "", ClientOptions{Transport: transport}), hi)
		if h.text != "Hello" || codeOf(h.err) != CodeTimeoutIdle || time.Since(begin) != 39*time.Minute+defaultIdle {
			t.Errorf("%q, %v after %v", h.text, h.err, time.Since(begin))
		}
	})
}

// TestLimitsOfAConnection: each of its three limits takes the place of the program's; what a caller asks for goes before.
func TestLimitsOfAConnection(t *testing.T) {
	connection := persona.Connection{BaseURL: "http://127.0.0.1", Limits: persona.Limits{FirstByte: 3, Silence: 2}}
	for name, tt := range map[string]struct {
		opt    ClientOptions
		begins time.Duration // when the first byte comes; after it nothing does
		after  time.Duration
		code   string
	}{
		"first byte":        {ClientOptions{}, time.Hour, 3 * time.Second, CodeTimeoutFirst},
		"silence":           {ClientOptions{}, time.Second, 3 * time.Second, CodeTimeoutIdle},
		"asked first byte":  {ClientOptions{FirstByte: time.Minute}, time.Hour, time.Minute, CodeTimeoutFirst},
		"asked for silence": {ClientOptions{Idle: time.Minute}, time.Second, 61 * time.Second, CodeTimeoutIdle},
	} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			tt.opt.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
				in, out := io.Pipe()
				context.AfterFunc(r.Context(), func() { in.CloseWithError(r.Context().Err()) })
				time.AfterFunc(tt.begins, func() { _, _ = out.Write(llmtest.Delta("Hello")) }) // virtual
				return respondFrom(200, in), nil
			})
			c, err := NewClient(connection, "", tt.opt)
			if err != nil {
				t.Fatal(err)
			}
			if h := listen(t.Context(), c, hi); codeOf(h.err) != tt.code || time.Since(begin) != tt.after {
				t.Errorf("%s: %v after %v", name, h.err, time.Since(begin))
			}
		})
	}
	connection.Limits.Connect = 7
	c, err := NewClient(connection, "", ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	base := c.http.Transport.(*wire.Transport).Base.(*carrier)
	if base.connect != 7*time.Second || base.TLSHandshakeTimeout != 7*time.Second {
		t.Errorf("connecting takes up to %v and %v", base.connect, base.TLSHandshakeTimeout)
	}
	if c, err = NewClient(persona.Connection{BaseURL: "http://h"}, "", ClientOptions{}); err != nil {
		t.Fatal(err)
	}
	if base := c.http.Transport.(*wire.Transport).Base.(*carrier); base.connect != defaultConnect {
		t.Errorf("connecting takes up to %v", base.connect)
	}
}
