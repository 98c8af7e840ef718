package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/history/talk"
	"bonbon/llm/wire"
)

// Three providers refuse a history with calls of tools, or think worse, unless what they sent beside the calls comes back: Google a
// signature of each call, DeepSeek the thinking before it, OpenRouter that thinking in the parts in which it sent it. Others refuse the
// same as unknown. So all of it is stored with the reply, and sent only to whom it belongs. What else a model thought is never sent.

// beside is what came beside the calls of one reply.
type beside struct {
	thinking string
	thoughts json.RawMessage   // the thinking in parts, a JSON array; nil: it came in none
	extra    map[string]string // by the call's id: a JSON object
}

func (b beside) isEmpty() bool { return b.thinking == "" && b.thoughts == nil && len(b.extra) == 0 }

// besides reads what came beside the calls in the entries that are sent, in their order.
func besides(log Log, kept []talk.Header) ([]beside, error) {
	var calling []talk.Header
	for _, h := range kept {
		if h.Role == talk.Assistant && h.Flags&talk.HasCalls != 0 {
			calling = append(calling, h)
		}
	}
	if len(calling) == 0 {
		return nil, nil
	}
	entries, err := log.Load(calling)
	if err != nil {
		return nil, fmt.Errorf("llm: read what is to be sent back: %w", err)
	}
	out := make([]beside, len(entries))
	for i, e := range entries {
		out[i].thinking = clean(e.Reasoning)
		if strings.HasPrefix(e.Thoughts, "[") && json.Valid([]byte(e.Thoughts)) {
			out[i].thoughts = json.RawMessage(e.Thoughts)
		}
		for _, c := range e.Calls {
			if c.Extra != "" && json.Valid([]byte(c.Extra)) {
				if out[i].extra == nil {
					out[i].extra = make(map[string]string)
				}
				out[i].extra[c.ID] = c.Extra
			}
		}
	}
	return out, nil
}

// sentBack is an encoded message with what its provider wants back.
type sentBack struct {
	encoded
	ToolCalls []callBack      `json:"tool_calls"`
	Thinking  string          `json:"reasoning_content,omitempty"`
	Thoughts  json.RawMessage `json:"reasoning_details,omitempty"`
}

type callBack struct {
	openai.ToolCall
	Extra json.RawMessage `json:"extra_content,omitempty"`
}

// withBeside returns the encoded messages of a request with what the server wants back in them.
func (c *Client) withBeside(r ChatRequest, plain []json.RawMessage) ([]json.RawMessage, error) {
	thinking, thoughts, extra := c.wantsThinking(r), c.wantsThoughts(r), c.wantsExtra(r.Model)
	if len(r.beside) == 0 || !thinking && !thoughts && !extra {
		return plain, nil
	}
	out, last := slices.Clone(plain), len(r.beside)-1
	for i := len(r.Messages) - 1; i >= 0 && last >= 0; i-- { // from the newest: the oldest may have been left out
		m := r.Messages[i]
		if len(m.ToolCalls) == 0 {
			continue
		}
		b := r.beside[last]
		last--
		if !thinking {
			b.thinking = ""
		}
		if !thoughts {
			b.thoughts = nil
		}
		if !extra {
			b.extra = nil
		}
		if b.isEmpty() {
			continue
		}
		raw, err := b.encode(m)
		if err != nil {
			return nil, err
		}
		out[i] = raw
	}
	return out, nil
}

func (b beside) encode(m message) (json.RawMessage, error) {
	s := sentBack{encoded: encoded{Role: m.Role, Name: m.Name, Content: m.Content}, Thinking: b.thinking, Thoughts: b.thoughts}
	for _, c := range m.ToolCalls {
		s.ToolCalls = append(s.ToolCalls, callBack{c, json.RawMessage(b.extra[c.ID])})
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// fieldThinking and fieldThoughts are the members in which thinking goes back, as a text and in parts.
const (
	fieldThinking = "reasoning_content"
	fieldThoughts = "reasoning_details"
)

// wantsThinking reports whether the server wants the thinking before calls back: DeepSeek does, and who said so.
func (c *Client) wantsThinking(r ChatRequest) bool { return c.isHost("deepseek.com") || r.Thinking }

// wantsThoughts reports whether the server wants that thinking in the parts in which it sent it: OpenRouter does, and who said so.
func (c *Client) wantsThoughts(r ChatRequest) bool { return c.isHost("openrouter.ai") || r.Thinking }

// wantsExtra reports whether the model is one of Google's, by whatever way it is reached.
func (c *Client) wantsExtra(model string) bool {
	return c.isHost("googleapis.com") || strings.Contains(strings.ToLower(model), "gemini")
}

func (c *Client) isHost(domain string) bool {
	u, err := url.Parse(c.base)
	return err == nil && (u.Hostname() == domain || strings.HasSuffix(u.Hostname(), "."+domain))
}

// missesThinking reports whether a server complains that thinking did not come back.
func missesThinking(err error) bool {
	var said *wire.ServerError
	return errors.As(err, &said) && (said.Status == 400 || said.Status == 422) && containsAny(said.Message, []string{fieldThinking, fieldThoughts}) &&
		containsAny(strings.ToLower(said.Message), []string{"passed back", "pass back", "missing", "required", "must be provided"})
}

// amend notes what of the messages is not as the talk holds them.
func (t *trace) amend(stored, sent []json.RawMessage) {
	if t == nil {
		return
	}
	var patches []talk.Patch
	size := 0
	for i := range stored {
		if bytes.Equal(stored[i], sent[i]) {
			continue
		}
		p := patch(i, string(stored[i]), string(sent[i]))
		if size += len(p.Put); size > maxPatches {
			return // then the record says that the request was another one
		}
		p.Put = t.mask(p.Put)
		patches = append(patches, p)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent.Patches = append(slices.Clip(t.planned), patches...)
}
