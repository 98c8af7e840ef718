package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/llm/wire"
)

// Names of further request fields that some servers refuse.
const (
	fieldModel         = "model"
	fieldStreamOptions = "stream_options"
	fieldMaxTokens     = "max_tokens"
	fieldMaxCompletion = "max_completion_tokens"
)

// otherLimit is the other name of a reply's largest length.
var otherLimit = map[string]string{fieldMaxTokens: fieldMaxCompletion, fieldMaxCompletion: fieldMaxTokens}

// refusals remembers, for each model, the fields that the server refused.
type refusals struct {
	mu     sync.Mutex
	fields map[string][]string
}

func (r *refusals) learn(model, field string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fields == nil {
		r.fields = make(map[string][]string)
	}
	r.fields[model] = append(r.fields[model], field)
}

// apply takes out of f what is known from elsewhere or was refused before. A length goes over to its other name, unless
// that was refused too.
func (r *refusals) apply(model string, known []string, f wire.Fields) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known = slices.Concat(known, r.fields[model])
	for _, name := range known {
		value, ok := f[name]
		delete(f, name)
		if other := otherLimit[name]; ok && other != "" && !slices.Contains(known, other) {
			f[other] = value
		}
	}
}

// open sends a request for a reply. A server that refuses an optional field by its name is asked again without it, at
// once and for each field no more than once, and the client remembers; so is one that demands thinking back, with it. tell hears of
// it in a chunk without text, unless the server took offence at a value only.
func (c *Client) open(ctx context.Context, r ChatRequest, tell func(Chunk)) (*openai.ChatCompletionStream, error) {
	tried := make(map[string]bool)
	messages, err := encodeMessages(r.Messages)
	if err != nil {
		return nil, fmt.Errorf("llm: encode the messages: %w", err)
	}
	for {
		sent, err := c.withBeside(r, messages)
		if err != nil {
			return nil, fmt.Errorf("llm: encode what is sent back: %w", err)
		}
		f := r.fields()
		f.Complete(c.extra)
		if r.Prefill {
			sent = addPrefill(f, c.base, sent)
		}
		r.trace.amend(messages, sent)
		c.refused.apply(r.Model, r.Refused, f)
		f[fieldMessages] = joined(sent)
		if err := r.trace.leave(f); err != nil {
			return nil, fmt.Errorf("llm: encode the request: %w", err)
		}
		s, err := c.api.CreateChatCompletionStream(wire.With(r.trace.taped(ctx), f), openai.ChatCompletionRequest{Model: "-"})
		name := refusedField(err, f)
		if missesThinking(err) && len(r.beside) > 0 && !tried[fieldThinking] {
			r.trace.fail(explain(ctx, err))
			tried[fieldThinking] = true
			r.Thinking = true
			tell(Chunk{Demands: true})
			continue
		}
		if name == "" || tried[name] {
			return s, err
		}
		r.trace.fail(explain(ctx, err))
		tried[name] = true
		c.refused.learn(r.Model, name)
		if !aboutValue(err) {
			tell(Chunk{Refused: name})
		}
	}
}

// refusedField returns the optional field in f that the server's complaint names first, "" if it names none.
func refusedField(err error, f wire.Fields) string {
	var said *wire.ServerError
	if !errors.As(err, &said) || said.Status != 400 && said.Status != 422 {
		return ""
	}
	if code := classify(said); code != CodeBadRequest && code != CodeNoModel { // "top_k is not supported with this model"
		return ""
	}
	first, at := "", len(said.Message)
	for name := range f {
		switch i := namedAt(said.Message, name); {
		case name == fieldModel, name == fieldStream, name == fieldMessages:
		case said.Param == name:
			return name
		case i >= 0 && i < at:
			first, at = name, i
		}
	}
	return first
}

// namedAt returns where a text names a field, -1 if it does not. Fields that are words of the language count only where they
// are set off: quoted, after a colon or a dot.
func namedAt(text, name string) int {
	isWord := name == fieldSeed || name == fieldStop
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return -1
		}
		i += from
		from = i + len(name)
		before, after := text[:i], text[from:]
		if partOfName(before, len(before)-1) || partOfName(after, 0) {
			continue
		}
		if !isWord || strings.HasSuffix(before, ": ") || len(before) > 0 && strings.ContainsRune("'\"`.[", rune(before[i-1])) {
			return i
		}
	}
}

func partOfName(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	b := s[i] | 0x20
	return b >= 'a' && b <= 'z' || s[i] >= '0' && s[i] <= '9' || s[i] == '_'
}

// valueWords are parts of complaints about a field's value: another value may be taken.
var valueWords = []string{
	"valid range", "less than", "greater than", "must be between", "out of range", "too large", "too small", "at most",
	"at least", "exceeds", "too many", "must be in",
}

// aboutValue reports whether a refused field would be taken with another value.
func aboutValue(err error) bool {
	var said *wire.ServerError
	return errors.As(err, &said) && containsAny(strings.ToLower(said.Message), valueWords)
}
