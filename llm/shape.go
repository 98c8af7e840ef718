package llm

import (
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/persona"
)

// What stands where a strict template wants a user's message and nobody said anything.
const (
	openingWords = "[The conversation begins.]"
	goOnWords    = "[Go on.]"
)

// shaped returns the messages in a form that strict templates take: see persona.Shape. No text is lost and none changes its
// place, calls of tools keep their results, the same messages give the same bytes, and shaped messages stay as they are.
// It shares with ms what it does not change, and never changes ms.
func shaped(ms []message, s persona.Shape) []message {
	if s != persona.ShapeStrict && s != persona.ShapeNoSystem {
		return ms
	}
	out := make([]message, 0, len(ms)+2)
	for i, m := range ms {
		if isSystem(m) && (i > 0 || s == persona.ShapeNoSystem) {
			m.Role = openai.ChatMessageRoleUser // one that is not the first would be refused
		}
		start := len(out) == 0 || len(out) == 1 && isSystem(out[0])
		if start && m.Role != openai.ChatMessageRoleUser && !isSystem(m) {
			out = append(out, user(openingWords))
		}
		if last := len(out) - 1; last >= 0 && mergeable(out[last], m) {
			out[last] = merged(out[last], m)
			continue
		}
		out = append(out, m)
	}
	if n := len(out); n > 0 && (out[n-1].Role == openai.ChatMessageRoleAssistant && len(out[n-1].ToolCalls) == 0 || isSystem(out[n-1])) {
		out = append(out, user(goOnWords))
	}
	return out
}

func isSystem(m message) bool {
	return m.Role == openai.ChatMessageRoleSystem || m.Role == openai.ChatMessageRoleDeveloper
}

func user(text string) message { return message{Role: openai.ChatMessageRoleUser, Content: text} }

// mergeable reports whether two neighbours can be one message: of one role, and what follows calls must be their results.
func mergeable(a, b message) bool {
	return a.Role == b.Role && a.Name == b.Name && len(a.ToolCalls) == 0 &&
		(a.Role == openai.ChatMessageRoleUser || a.Role == openai.ChatMessageRoleAssistant)
}

// merged returns a with the content of b after its own, and the calls of b.
func merged(a, b message) message {
	a.ToolCalls = b.ToolCalls
	if len(a.MultiContent)+len(b.MultiContent) == 0 {
		a.Content = paragraphs(a.Content, b.Content)
		return a
	}
	parts := append(partsOf(a), partsOf(b)...)
	a.Content, a.MultiContent = "", parts
	return a
}

func paragraphs(a, b string) string {
	if strings.TrimSpace(a) == "" || strings.TrimSpace(b) == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// partsOf returns a message's content as parts, in a new list.
func partsOf(m message) []openai.ChatMessagePart {
	if len(m.MultiContent) > 0 {
		return append([]openai.ChatMessagePart(nil), m.MultiContent...)
	}
	if m.Content == "" {
		return nil
	}
	return []openai.ChatMessagePart{{Type: openai.ChatMessagePartTypeText, Text: m.Content}}
}

// stricter returns the shape to try after a server refused the form of the messages; ok is false if there is none.
func stricter(err *Error, s persona.Shape) (next persona.Shape, ok bool) {
	switch {
	case s == persona.ShapeNoSystem:
		return s, false
	case s == persona.ShapeStrict, containsAny(strings.ToLower(err.Detail), noSystemWords):
		return persona.ShapeNoSystem, true
	}
	return persona.ShapeStrict, true
}
