package llm

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// TestNormalizeBaseURLForms checks the forms that people type: the path that a request for a reply then has, or a refusal.
func TestNormalizeBaseURLForms(t *testing.T) {
	var forms struct {
		Want []struct{ Base, Path string } `json:"want_path"`
		Bad  []string                      `json:"want_refused_or_warned"`
	}
	if err := json.Unmarshal(llmtest.File("B024_base_urls.json"), &forms); err != nil {
		t.Fatal(err)
	}
	if len(forms.Want) != 15 || len(forms.Bad) != 8 {
		t.Fatalf("%d and %d forms", len(forms.Want), len(forms.Bad))
	}
	for _, f := range forms.Want {
		t.Run(f.Base, func(t *testing.T) {
			var got []string
			transport := roundTripper(func(r *http.Request) (*http.Response, error) {
				got = append(got, r.URL.RequestURI())
				return respond(200, `{"data":[]}`), nil
			})
			c := newTestClient(t, f.Base, "", ClientOptions{Transport: transport})
			listen(t.Context(), c, hi)
			if _, err := c.Models(t.Context()); err != nil {
				t.Error(err)
			}
			models := strings.Replace(f.Path, "/chat/completions", "/models", 1)
			if len(got) != 2 || got[0] != f.Path || got[1] != models {
				t.Errorf("asked %v, want %s and %s", got, f.Path, models)
			}
			if shown, err := ChatURL(f.Base, ""); err != nil || !strings.HasSuffix(shown, f.Path) {
				t.Errorf("shown as %q, %v", shown, err)
			}
			again, err := NormalizeBaseURL(c.BaseURL())
			if err != nil || again != c.BaseURL() {
				t.Errorf("%q becomes %q, %v", c.BaseURL(), again, err)
			}
		})
	}
	for _, base := range forms.Bad {
		if got, err := NormalizeBaseURL(base); codeOf(err) != CodeBadURL {
			t.Errorf("%q gives %q, %v", base, got, err)
		}
	}
}

func TestChatURL(t *testing.T) {
	for _, tt := range []struct {
		typed string
		query persona.Query
		want  string
	}{
		{"http://h", "key&a=1&flag=", "http://h/v1/chat/completions?key=…&a=1&flag="},
		{"http://localhost:11434/api/chat", "", "http://localhost:11434/v1/chat/completions"},
		{"h.local", "a=1", "http://h.local/v1/chat/completions?a=1"}, {"http://h/x?b=2", "?a=1", "http://h/x/chat/completions?b=2&a=1"},
		{"http://h", "%", "http://h/v1/chat/completions"},
	} {
		if got, err := ChatURL(tt.typed, tt.query); err != nil || got != tt.want {
			t.Errorf("%v: %q, %v", tt, got, err)
		}
	}
}

func TestNormalizeBaseURL(t *testing.T) {
	tests := []struct{ typed, want, reason, suggestion string }{
		{typed: "https://api.openai.com", want: "https://api.openai.com/v1"},
		{typed: "HTTPS://Example.COM/v1", want: "https://Example.COM/v1"},
		{typed: "localhost:11434", want: "http://localhost:11434/v1"},
		{typed: "//192.168.1.5:1234", want: "http://192.168.1.5:1234/v1"},
		{typed: "box.local", want: "http://box.local/v1"},
		{typed: "[::1]:8080", want: "http://[::1]:8080/v1"},
		{typed: "0.0.0.0:8080", want: "http://127.0.0.1:8080/v1"},
		{typed: "http://0.0.0.0", want: "http://127.0.0.1/v1"},
		{typed: "http://h/v1/models", want: "http://h/v1"},
		{typed: "http://h/a%2Fb/v1", want: "http://h/a/b/v1"},
		{typed: "http://localhost:11434/api", want: "http://localhost:11434/v1"},
		{typed: "http://localhost:11434/api/chat", want: "http://localhost:11434/v1"},
		{typed: "localhost:11434/API/generate/", want: "http://localhost:11434/v1"},
		{typed: "http://nas.local:11434/api/embed", want: "http://nas.local:11434/v1"},
		{typed: "http://nas.local/api/tags", want: "http://nas.local/v1"},
		{typed: "http://nas.local/ollama/api/chat", want: "http://nas.local/ollama/v1"},
		{typed: "https://ollama.com/api/chat", want: "https://ollama.com/v1"},
		{typed: "https://ollama.com/api", want: "https://ollama.com/v1"},
		{typed: "http://127.0.0.1:5001/api/v1/generate", want: "http://127.0.0.1:5001/v1"},
		{typed: "http://127.0.0.1:5001/api/extra/generate/stream", want: "http://127.0.0.1:5001/v1"},
		{typed: "http://127.0.0.1:8080/completion", want: "http://127.0.0.1:8080/v1"},
		{typed: "http://nas.local/api/chat/completions", want: "http://nas.local/api"},
		{typed: "http://127.0.0.1:1234/api/v0", want: "http://127.0.0.1:1234/api/v0"},
		{typed: "https://openrouter.ai", want: "https://openrouter.ai/api/v1"},
		{typed: "https://OpenRouter.ai/api", want: "https://OpenRouter.ai/api/v1"},
		{typed: "https://generativelanguage.googleapis.com/v1beta/models", want: "https://generativelanguage.googleapis.com/v1beta/openai"},
		{typed: "https://api.anthropic.com/v1/messages", want: "https://api.anthropic.com/v1"},
		{typed: "https://api.deepseek.com", want: "https://api.deepseek.com/v1"},
		{typed: "api.example.com/v1/chat/completions", reason: "scheme", suggestion: "https://api.example.com/v1"},
		{typed: "8.8.8.8:80", reason: "scheme", suggestion: "https://8.8.8.8:80/v1"},
		{typed: "ws://h/v1", reason: "scheme"},
		{typed: "https://user:secret@h/v1", reason: "user", suggestion: "https://h/v1"},
		{typed: "http://h:0/v1", reason: "port"},
		{typed: "http://h:port/v1", reason: "characters"},
		{typed: "http://:8080", reason: "host"},
		{typed: "http://[::1/v1", reason: "characters"},
	}
	for _, tt := range tests {
		got, err := NormalizeBaseURL(tt.typed)
		if got != tt.want || (err != nil) != (tt.reason != "") {
			t.Errorf("%q gives %q, %v; want %q", tt.typed, got, err, tt.want)
			continue
		}
		var e *Error
		if errors.As(err, &e) {
			suggestion, _ := e.Args()["suggestion"].(string)
			if e.Args()["reason"] != tt.reason || suggestion != tt.suggestion {
				t.Errorf("%q: reason %v, suggestion %q", tt.typed, e.Args()["reason"], suggestion)
			}
			if strings.Contains(causes(err), "secret") {
				t.Errorf("%q: the error shows the password: %v", tt.typed, err)
			}
		}
	}
}

func TestRedirects(t *testing.T) {
	tests := []struct {
		name, from, to, method string
		follow                 bool
	}{
		{"same place", "http://h/v1/models", "http://h/v2/models", "POST", true},
		{"other host", "http://h/v1/models", "http://g/v1/models", "POST", false},
		{"other port", "http://h:1/v1/models", "http://h:2/v1/models", "POST", false},
		{"other scheme", "http://h/v1/models", "https://h/v1/models", "POST", false},
		{"lost method", "http://h/v1/models", "http://h/v1/models", "GET", false},
	}
	for _, tt := range tests {
		from, _ := url.Parse(tt.from)
		to, _ := url.Parse(tt.to)
		err := checkRedirect(&http.Request{Method: tt.method, URL: to}, []*http.Request{{Method: "POST", URL: from}})
		if (err == nil) != tt.follow {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	h, _ := url.Parse("http://h/")
	r := &http.Request{Method: "GET", URL: h}
	if checkRedirect(r, []*http.Request{r, r, r, r, r, r}) == nil {
		t.Error("a circle is followed for ever")
	}
}
