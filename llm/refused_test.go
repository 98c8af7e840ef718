package llm

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"bonbon/llm/llmtest"
	"bonbon/llm/wire"
	"bonbon/persona"
)

// TestRefusedFieldsAreLeftOut plays servers that refuse a field: the same turn goes on without it, and so do later ones.
func TestRefusedFieldsAreLeftOut(t *testing.T) {
	warm := 0.7
	request := ChatRequest{Model: "m", Messages: hi.Messages, Sampling: persona.Sampling{Temperature: &warm}, MaxOutput: 9}
	tests := []struct {
		name     string
		refusals []llmtest.Reply
		want     string // the fields of the request that worked
	}{
		{"none", nil, "max_tokens stream_options temperature"},
		{"Mistral", []llmtest.Reply{llmtest.JSON(422, `{"detail":[{"loc":["body","stream_options"],"msg":"stream_options: extra inputs are not permitted"}]}`)}, "max_tokens temperature"},
		{"OpenAI", []llmtest.Reply{llmtest.Wrong(400, "unsupported_parameter", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."),
			llmtest.JSON(400, `{"error":{"message":"Only the default is supported","param":"temperature"}}`)}, "max_completion_tokens stream_options"},
		{"knows no length", []llmtest.Reply{llmtest.Wrong(400, "", "max_tokens?"), llmtest.Wrong(400, "", "max_completion_tokens?")}, "stream_options temperature"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := llmtest.Serve(t, append(tt.refusals, llmtest.Good("Hello")))
			c := newTestClient(t, s.URL, "", ClientOptions{})
			for range 2 {
				if h := listen(t.Context(), c, request); h.err != nil || h.text != "Hello" {
					t.Fatalf("%q, %v", h.text, h.err)
				}
			}
			chats := s.Chats()
			if len(chats) != len(tt.refusals)+2 {
				t.Errorf("%d requests", len(chats))
			}
			for _, r := range chats[len(tt.refusals):] {
				if got := optionalFields(t, r.Body); got != tt.want {
					t.Errorf("sent %s, want %s", got, tt.want)
				}
			}
		})
	}
}

func optionalFields(t *testing.T, body []byte) string {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal(body, &object); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"model", "messages", "stream"} {
		delete(object, name)
	}
	return strings.Join(slices.Sorted(maps.Keys(object)), " ")
}

func TestRefusedField(t *testing.T) {
	f := wire.Fields{"model": "m", "temperature": 1, "max_tokens": 2}
	tests := []struct {
		err  error
		want string
	}{
		{nil, ""},
		{errors.New("temperature"), ""},
		{&wire.ServerError{Status: 400, Message: "temperature and max_tokens"}, "temperature"},
		{&wire.ServerError{Status: 422, Message: "temperature", Param: "max_tokens"}, "max_tokens"},
		{&wire.ServerError{Status: 400, Message: "model m is odd"}, ""},
		{&wire.ServerError{Status: 500, Message: "temperature"}, ""},
		{&wire.ServerError{Status: 400, Message: "maximum context length exceeded, lower max_tokens"}, ""},
	}
	for _, tt := range tests {
		if got := refusedField(tt.err, f); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
}

// TestRefusalForEverEnds: a server that complains of the same field whatever it gets is not asked for ever.
func TestRefusalForEverEnds(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Wrong(400, "", "stream_options max_tokens temperature")})
	h := listen(t.Context(), newTestClient(t, s.URL, "", ClientOptions{}), hi)
	if codeOf(h.err) != CodeBadRequest || len(s.Chats()) != 2 {
		t.Errorf("%v after %d requests", h.err, len(s.Chats()))
	}
}
