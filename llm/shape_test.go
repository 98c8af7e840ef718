package llm

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"
	"pgregory.net/rapid"

	"bonbon/llm/wire"
	"bonbon/persona"
)

func TestShapes(t *testing.T) {
	ms := func(lines ...string) []message {
		var out []message
		for _, l := range lines {
			role, text, _ := strings.Cut(l, ": ")
			out = append(out, message{Role: role, Content: text})
		}
		return out
	}
	for _, tt := range []struct {
		name             string
		in               []message
		strict, noSystem []message
	}{
		{"good already", ms("system: S", "user: A", "assistant: B", "user: C"),
			ms("system: S", "user: A", "assistant: B", "user: C"), ms("user: S\n\nA", "assistant: B", "user: C")},
		{"a greeting", ms("system: S", "assistant: Hello", "user: A"),
			ms("system: S", "user: [The conversation begins.]", "assistant: Hello", "user: A"), ms("user: S", "assistant: Hello", "user: A")},
		{"neighbours", ms("user: A", "user: B", "assistant: C", "assistant: D", "user: E"),
			ms("user: A\n\nB", "assistant: C\n\nD", "user: E"), ms("user: A\n\nB", "assistant: C\n\nD", "user: E")},
		{"words after the talk", ms("system: S", "user: A", "system: T"),
			ms("system: S", "user: A\n\nT"), ms("user: S\n\nA\n\nT")},
		{"the reply last", ms("user: A", "assistant: B"), ms("user: A", "assistant: B", "user: [Go on.]"), ms("user: A", "assistant: B", "user: [Go on.]")},
		{"only a system message", ms("system: S"), ms("system: S", "user: [Go on.]"), ms("user: S")},
		{"nothing", nil, nil, nil},
	} {
		for shape, want := range map[persona.Shape][]message{persona.ShapeAuto: tt.in, persona.ShapeStrict: tt.strict, persona.ShapeNoSystem: tt.noSystem} {
			if got := shaped(tt.in, shape); len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %q:\n got %v\nwant %v", tt.name, shape, got, want)
			}
		}
	}
}

// anyMessages draws a request as messages makes them: one system message or none at the head, calls with their results,
// pictures, a system message at the end.
func anyMessages(t *rapid.T) []message {
	var ms []message
	n := 0
	text := func() string { n++; return fmt.Sprintf("<%d>", n) }
	if rapid.Bool().Draw(t, "system") {
		ms = append(ms, message{Role: "system", Content: text()})
	}
	for range rapid.IntRange(0, 8).Draw(t, "messages") {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0, 1:
			ms = append(ms, message{Role: "user", Content: text()})
		case 2:
			ms = append(ms, message{Role: "assistant", Content: text()})
		case 3:
			m := message{Role: "assistant"}
			if rapid.Bool().Draw(t, "says something") {
				m.Content = text()
			}
			var results []message
			for range rapid.IntRange(1, 2).Draw(t, "calls") {
				id := text()
				m.ToolCalls = append(m.ToolCalls, openai.ToolCall{ID: id, Function: openai.FunctionCall{Name: "f"}})
				results = append(results, message{Role: "tool", ToolCallID: id, Content: text()})
			}
			ms = append(append(ms, m), results...)
		case 4:
			ms = append(ms, message{Role: "user", MultiContent: []openai.ChatMessagePart{
				{Type: openai.ChatMessagePartTypeText, Text: text()}, {Type: openai.ChatMessagePartTypeImageURL, ImageURL: &openai.ChatMessageImageURL{URL: text()}},
			}})
		}
	}
	if rapid.Bool().Draw(t, "words at the end") {
		ms = append(ms, message{Role: "system", Content: text()})
	}
	return ms
}

// said returns everything that is said in the order of sending, without what shaping adds.
func said(ms []message) string {
	var b strings.Builder
	put := func(s string) {
		if s != openingWords && s != goOnWords {
			b.WriteString(strings.ReplaceAll(s, "\n\n", ""))
		}
	}
	for _, m := range ms {
		put(m.Content)
		for _, p := range m.MultiContent {
			if put(p.Text); p.ImageURL != nil {
				put(p.ImageURL.URL)
			}
		}
		for _, c := range m.ToolCalls {
			put(c.ID)
		}
		put(m.ToolCallID)
	}
	return b.String()
}

func TestShapingLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := anyMessages(t)
		before := fmt.Sprintf("%+v", in)
		for _, shape := range []persona.Shape{persona.ShapeStrict, persona.ShapeNoSystem} {
			out := shaped(in, shape)
			if got, want := strings.ReplaceAll(said(out), goOnWords, ""), said(in); got != want {
				t.Fatalf("%s: says %s, was %s", shape, got, want)
			}
			if again := shaped(out, shape); !reflect.DeepEqual(again, out) {
				t.Fatalf("%s: shaped twice %+v, once %+v", shape, again, out)
			}
			if twin := shaped(in, shape); !reflect.DeepEqual(twin, out) {
				t.Fatalf("%s: another time %+v", shape, twin)
			}
			checkShape(t, out, shape)
		}
		if now := fmt.Sprintf("%+v", in); now != before {
			t.Fatalf("the messages were changed to %s", now)
		}
	})
}

func checkShape(t *rapid.T, ms []message, shape persona.Shape) {
	for i, m := range ms {
		prev := message{}
		if i > 0 {
			prev = ms[i-1]
		}
		switch {
		case m.Role == "system" && (i > 0 || shape == persona.ShapeNoSystem):
			t.Fatalf("a system message at %d of %+v", i, ms)
		case m.Role != "tool" && m.Role == prev.Role:
			t.Fatalf("two of %s at %d of %+v", m.Role, i, ms)
		case m.Role == "tool" && prev.Role != "tool" && len(prev.ToolCalls) == 0:
			t.Fatalf("a result without its call at %d of %+v", i, ms)
		case m.Role == "assistant" && (i == 0 || prev.Role == "system"):
			t.Fatalf("the assistant first in %+v", ms)
		}
	}
	if n := len(ms); n > 0 && ms[n-1].Role == "assistant" && len(ms[n-1].ToolCalls) == 0 {
		t.Fatalf("the assistant last in %+v", ms)
	}
}

func TestRolesErrors(t *testing.T) {
	for _, message := range []string{
		"Conversation roles must alternate user/assistant/user/assistant/...",
		"After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.",
		"System role not supported", "System role is not supported by this model",
		"messages: roles must alternate between \"user\" and \"assistant\", but found multiple \"user\" roles in a row",
		"messages: first message must use the \"user\" role",
		"Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
		"Cannot have 2 or more assistant messages at the end of the list.",
		"Jinja Exception: System message must be at the beginning.", "Developer instruction is not enabled for models/gemma-3-27b-it",
		"This model does not support assistant message prefill. The conversation must end with a user message.",
	} {
		for _, status := range []int{400, 422, 500} {
			if got := classify(&wire.ServerError{Status: status, Message: message}); got != CodeRoles {
				t.Errorf("%d %s: %s", status, message, got)
			}
		}
	}
	for message, want := range map[string]persona.Shape{
		"roles must alternate": persona.ShapeStrict, "System role not supported": persona.ShapeNoSystem,
		"After the optional system message, conversation roles must alternate": persona.ShapeStrict,
	} {
		e := newError(CodeRoles, nil)
		e.Detail = message
		if got, ok := stricter(e, persona.ShapeAuto); got != want || !ok {
			t.Errorf("%s: %q", message, got)
		}
		if got, ok := stricter(e, persona.ShapeStrict); got != persona.ShapeNoSystem || !ok {
			t.Errorf("%s: then %q", message, got)
		}
		if _, ok := stricter(e, persona.ShapeNoSystem); ok {
			t.Errorf("%s: no end", message)
		}
	}
}
