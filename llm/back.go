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

// Two providers refuse a history with calls of tools unless what they sent beside the calls comes back: Google a signature of
// each call, DeepSeek the thinking before it. Others refuse the same as unknown. So both are stored with the reply, and sent only
// to whom they belong. What else a model thought is never sent.

// beside is what came beside the calls of one reply.
type beside struct {
	thinking string
	extra    map[string]string // by the call's id: a JSON object
}

func (b beside) isEmpty() bool { return b.thinking == "" && len(b.extra) == 0 }

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
	ToolCalls []callBack `json:"tool_calls"`
	Thinking  string     `json:"reasoning_content,omitempty"`
}

type callBack struct {
	openai.ToolCall
	Extra json.RawMessage `json:"extra_content,omitempty"`
}

// withBeside returns the encoded messages of a request with what the server wants back in them.
func (c *Client) withBeside(r ChatRequest, plain []json.RawMessage) ([]json.RawMessage, error) {
	thinking, extra := c.wantsThinking(r), c.wantsExtra(r.Model)
	if len(r.beside) == 0 || !thinking && !extra {
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
	s := sentBack{encoded: encoded{Role: m.Role, Name: m.Name, Content: m.Content}, Thinking: b.thinking}
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

// fieldThinking is the member in which thinking goes back.
const fieldThinking = "reasoning_content"

// wantsThinking reports whether the server wants the thinking before calls back: DeepSeek does, and who said so.
func (c *Client) wantsThinking(r ChatRequest) bool { return c.isHost("deepseek.com") || r.Thinking }

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
	return errors.As(err, &said) && (said.Status == 400 || said.Status == 422) && strings.Contains(said.Message, fieldThinking) &&
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
