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

// Names of request fields that some servers refuse.
const (
	fieldModel         = "model"
	fieldTemperature   = "temperature"
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

func (r *refusals) knows(model, field string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Contains(r.fields[model], field)
}

// apply takes out of f what the server refused before. A length goes over to its other name, unless that was refused too.
func (r *refusals) apply(model string, f wire.Fields) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := r.fields[model]
	for _, name := range known {
		value, ok := f[name]
		delete(f, name)
		if other := otherLimit[name]; ok && other != "" && !slices.Contains(known, other) {
			f[other] = value
		}
	}
}

// open sends a request for a reply. A server that refuses an optional field by its name is asked again without it, at
// once and for each field no more than once, and the client remembers.
func (c *Client) open(ctx context.Context, r ChatRequest) (*openai.ChatCompletionStream, error) {
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
		r.trace.amend(messages, sent)
		f := r.fields()
		f.Complete(c.extra)
		c.refused.apply(r.Model, f)
		f[fieldMessages] = joined(sent)
		if err := r.trace.leave(f); err != nil {
			return nil, fmt.Errorf("llm: encode the request: %w", err)
		}
		s, err := c.api.CreateChatCompletionStream(wire.With(r.trace.taped(ctx), f), openai.ChatCompletionRequest{Model: "-"})
		name := refusedField(err, f)
		if missesThinking(err) && len(r.beside) > 0 && !tried[fieldThinking] {
			r.trace.fail(explain(ctx, err))
			tried[fieldThinking] = true
			c.demanded.learn(r.Model, fieldThinking)
			continue
		}
		if name == "" || tried[name] {
			return s, err
		}
		r.trace.fail(explain(ctx, err))
		tried[name] = true
		c.refused.learn(r.Model, name)
	}
}

// refusedField returns the optional field in f that the server's complaint names first, "" if it names none.
func refusedField(err error, f wire.Fields) string {
	var said *wire.ServerError
	if !errors.As(err, &said) || said.Status != 400 && said.Status != 422 || classify(said) != CodeBadRequest {
		return ""
	}
	first, at := "", len(said.Message)
	for name := range f {
		switch i := strings.Index(said.Message, name); {
		case name == fieldModel, name == fieldStream, name == fieldMessages:
		case said.Param == name:
			return name
		case i >= 0 && i < at:
			first, at = name, i
		}
	}
	return first
}
