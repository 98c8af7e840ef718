package llm

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// Whatever stands in a key or a header, a request has the headers that it is meant to have: a line break adds none, and what cannot
// be sent is refused before anything is, without being repeated.
func TestHeadersCannotBeSmuggled(t *testing.T) {
	const evil = "X-Evil"
	for _, tt := range []struct {
		name       string
		headers    persona.Headers
		secret     string
		code       string
		key, extra string // what arrives of the key and of the header X-Note
	}{
		{name: "line break in the key", secret: "sk-abc\nX-Evil: 1", key: "Bearer sk-abc"},
		{name: "carriage return in the key", secret: "sk-abc\rX-Evil: 1", code: CodeBadConnection},
		{name: "NUL in the key", secret: "sk-abc\x00X-Evil: 1", code: CodeBadConnection},
		{name: "escape in the key", secret: "sk-abc\x1b[31m", code: CodeBadConnection},
		{name: "line break around the key", secret: " sk-abc\r\n", key: "Bearer sk-abc"},
		{name: "carriage return in a header", headers: "X-Note: a\rX-Evil: 1", code: CodeBadConnection},
		{name: "NUL in a header", headers: "X-Note: a\x00", code: CodeBadConnection},
		{name: "carriage return in a secret header", headers: "X-Note:", secret: "sk-abc\nX-Note: a\rX-Evil: 1", key: "Bearer sk-abc", extra: "a X-Evil: 1"},
		{name: "a secret that brings a header of its own", headers: "X-Note:", secret: "sk-abc\nX-Note: a\nX-Evil: 1", key: "Bearer sk-abc", extra: "a"},
		{name: "a name with a line break", headers: "X-No\rte: a", code: CodeBadConnection},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := llmtest.Serve(t, nil)
			c, err := NewClient(persona.Connection{BaseURL: s.URL, Headers: tt.headers}, tt.secret, ClientOptions{})
			if err == nil {
				err = listen(t.Context(), c, hi).err
			}
			if codeOf(err) != tt.code || err != nil && strings.Contains(causes(err), "abc") {
				t.Errorf("%v, want %q", err, tt.code)
			}
			for _, r := range s.Requests() {
				for name := range r.Header {
					if strings.Contains(strings.ToLower(name), strings.ToLower(evil)) {
						t.Errorf("%s arrived: %v", evil, r.Header)
					}
				}
				if tt.code != "" || r.Header.Get("Authorization") != tt.key || r.Header.Get("X-Note") != tt.extra {
					t.Errorf("arrived: %v", r.Header)
				}
			}
		})
	}
}

// A redirect to another host carries neither the talk nor the key there, whatever is asked, and its address is told without what
// may be the key.
func TestRedirectsAreToldWithoutTheKey(t *testing.T) {
	other := llmtest.Serve(t, nil)
	for name, to := range map[string]string{
		"query":    other.URL + "/chat/completions?key=sk-secret",
		"user":     strings.Replace(other.URL, "://", "://sk-secret:sk-secret@", 1) + "/chat/completions",
		"fragment": other.URL + "/chat/completions#sk-secret",
	} {
		s := httptest.NewServer(http.RedirectHandler(to, http.StatusTemporaryRedirect))
		t.Cleanup(s.Close)
		c, err := NewClient(persona.Connection{BaseURL: s.URL, Headers: "X-Api-Key:"}, "sk-secret\nX-Api-Key: sk-secret", ClientOptions{})
		if err != nil {
			t.Fatal(err)
		}
		_, noModels := c.Models(t.Context())
		for what, err := range map[string]error{"a reply": listen(t.Context(), c, hi).err, "the models": noModels} {
			var e *Error
			if !errors.As(err, &e) || e.Code() != CodeBadURL || strings.Contains(fmt.Sprint(causes(err), e.Args()), "sk-secret") {
				t.Errorf("%s, %s: %v, %v", name, what, causes(err), e.Args())
			}
		}
	}
	if got := other.Requests(); len(got) != 0 {
		t.Errorf("the other host received %v", got)
	}
}
