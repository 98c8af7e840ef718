package llm

import (
	"bytes"
	"encoding/json"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/llm/wire"
)

// fieldStream and fieldMessages are members that every request has.
const (
	fieldStream   = "stream"
	fieldMessages = "messages"
)

// encoded is one message as it goes over the wire. There is always a content: servers want one, and the library's own encoder
// leaves an empty one out.
type encoded struct {
	Role       string            `json:"role"`
	Name       string            `json:"name,omitempty"`
	Content    any               `json:"content"` // text, or parts of text and pictures
	ToolCalls  []openai.ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string            `json:"tool_call_id,omitempty"`
}

// encodeMessages writes each message as compact JSON with < > & as they are. A message always gives the same bytes.
func encodeMessages(ms []message) ([]json.RawMessage, error) {
	out := make([]json.RawMessage, len(ms))
	for i, m := range ms {
		e := encoded{Role: m.Role, Name: m.Name, Content: m.Content, ToolCalls: m.ToolCalls, ToolCallID: m.ToolCallID}
		if len(m.MultiContent) > 0 {
			e.Content = m.MultiContent
		}
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			return nil, err
		}
		out[i] = bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	}
	return out, nil
}

// joined writes encoded messages as one list.
func joined(ms []json.RawMessage) json.RawMessage {
	size := 2
	for _, m := range ms {
		size += len(m) + 1
	}
	b := append(make([]byte, 0, size), '[')
	for i, m := range ms {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, m...)
	}
	return append(b, ']')
}

// params are the fields of a request without its messages, encoded.
func params(f wire.Fields) (json.RawMessage, error) {
	rest := make(wire.Fields, len(f))
	for name, v := range f {
		if name != fieldMessages {
			rest[name] = v
		}
	}
	return wire.Body(rest)
}
