package llmtest

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func post(t *testing.T, s *Server) (int, string) {
	t.Helper()
	res, err := http.Post(s.URL+"/chat/completions", "application/json", strings.NewReader(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return res.StatusCode, string(body) + err.Error()
	}
	return res.StatusCode, string(body)
}

func TestServePlaysTheScriptInOrder(t *testing.T) {
	s := Serve(t, Script{Wrong(429, "slow", "down", [2]string{"Retry-After", "3"}), Good("a"), Cut("b")})
	for i, want := range []string{`{"error":{"code":"slow","message":"down"}}`, "[DONE]", "unexpected EOF", "unexpected EOF"} {
		if _, body := post(t, s); !strings.Contains(body, want) {
			t.Errorf("answer %d is %q", i, body)
		}
	}
	got := s.Chats()
	if len(got) != 4 || got[0].Path != "/v1/chat/completions" || string(got[0].Body) != `{"a":1}` {
		t.Errorf("recorded %v", got)
	}
}

func TestSlowWaitsForItsGate(t *testing.T) {
	gate := make(chan struct{})
	s := Serve(t, Script{Slow(gate, "a", "b")})
	answered := make(chan string)
	go func() {
		_, body := post(t, s)
		answered <- body
	}()
	gate <- struct{}{}
	select {
	case body := <-answered:
		t.Errorf("too early: %q", body)
	case gate <- struct{}{}:
	}
	if body := <-answered; !strings.Contains(body, `"a"`) || !strings.Contains(body, `"b"`) {
		t.Errorf("got %q", body)
	}
}

func TestWiresAreReadWhole(t *testing.T) {
	w := WireNamed("B031_slow_a")
	if len(w.Reply.Writes) != 42 || w.Reply.Writes[0].Wait != 2*time.Millisecond || !strings.HasPrefix(w.Want.Text, "A00 A01 ") {
		t.Errorf("%d writes, %v", len(w.Reply.Writes), w.Reply.Writes[0].Wait)
	}
	seen := make(map[string]bool)
	for _, w := range Wires() {
		if seen[w.Name] {
			t.Errorf("%s is there twice", w.Name)
		}
		seen[w.Name] = true
	}
	if len(seen) < 100 {
		t.Errorf("only %d wires", len(seen))
	}
}
