package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/history/talk"
	"bonbon/llm/wire"
	"bonbon/persona"
)

// ChatRequest is what a reply is asked with.
type ChatRequest struct {
	Model     string
	Messages  []openai.ChatCompletionMessage
	Sampling  persona.Sampling // only what is set is sent
	MaxOutput int              // tokens; 0 leaves it to the server
	Refused   []string         // names of fields that the server is known to refuse: they are left out
	Prefill   bool             // the last message is the beginning of the reply, to be gone on with
	Thinking  bool             // the server is known to want the thinking before calls of tools back

	beside []beside // of the replies with calls among Messages, in their order; the last belong together
	trace  *trace   // hears what leaves and what comes; nil: nobody does
}

// Chunk is a piece of a streaming reply. Text and Reasoning are always valid UTF-8.
type Chunk struct {
	Text      string
	Reasoning string
	// Thought says that all Text before this chunk was thinking whose opening tag the server left out: the reader moves
	// it to the reasoning, in front of this chunk's Reasoning.
	Thought bool
	Calls   []talk.ToolCall // only on the last chunk, assembled
	// Thoughts, beside Calls, is the thinking as the server wants it back with them: a JSON array, "" if it sent none.
	Thoughts string
	Finish   string      // on the last chunk: why the reply ended, "stop", "length" and so on
	Usage    *talk.Usage // on the last chunk, if the server reported it
	Refused  string      // in a chunk without text: the server refused this field, and is asked again without it
	Demands  bool        // in a chunk without text: the server wants the thinking before calls back, and is asked again with it
}

// Stream asks for a reply and yields its pieces as they arrive. The reply is complete if and only if the sequence ends
// without an error; an error is the last thing yielded, is always an *Error, and leaves the text before it valid.
// The chunk beside an error holds no text, only Finish and Usage if they are known. Ending the loop or the context
// closes the connection at once; the context's end yields CodeStopped.
func (c *Client) Stream(ctx context.Context, r ChatRequest) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		left := false
		s, err := c.open(ctx, r, func(learned Chunk) {
			left = left || !yield(learned, nil)
		})
		if s != nil && left {
			s.Close() // #nosec G104 -- nobody listens
		}
		if left {
			return
		}
		if err != nil {
			yield(Chunk{}, explain(ctx, err))
			return
		}
		defer s.Close() //nolint:errcheck // nothing is left to lose
		a := reply{split: newSplitter(r.Sampling.KeepTags)}
		for {
			res, err := receive(s)
			if err != nil {
				a.finish(ctx, err, yield)
				return
			}
			if piece := a.add(res); !piece.isEmpty() && !yield(piece, nil) {
				return
			}
		}
	}
}

// fields returns what is sent. None of it goes through go-openai's own request, which refuses values by the model's name, even
// those for other people's servers.
func (r ChatRequest) fields() wire.Fields {
	f := wire.Fields{fieldModel: r.Model, fieldStream: true, fieldStreamOptions: openai.StreamOptions{IncludeUsage: true}}
	addSampling(f, r.Sampling)
	if r.MaxOutput > 0 {
		f[limitName(r.Model)] = r.MaxOutput
	}
	return f
}

// limitName returns the field that holds the largest length of a reply. OpenAI's reasoning models refuse the old name;
// most other servers know no other.
func limitName(model string) string {
	for _, prefix := range []string{"gpt-5", "gpt-6", "o1", "o3", "o4"} {
		if strings.HasPrefix(model, prefix) {
			return fieldMaxCompletion
		}
	}
	return fieldMaxTokens
}

// received is a chunk as package wire writes it: go-openai's types, with what those leave out.
type received struct {
	Choices []struct {
		Delta struct {
			openai.ChatCompletionStreamChoiceDelta
			ToolCalls []receivedCall    `json:"tool_calls"`
			Details   []json.RawMessage `json:"reasoning_details"`
		} `json:"delta"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		openai.Usage
		Cost float64 `json:"cost"`
	} `json:"usage"`
}

type receivedCall struct {
	openai.ToolCall
	Extra json.RawMessage `json:"extra_content"`
}

func receive(s *openai.ChatCompletionStream) (*received, error) {
	raw, err := s.RecvRaw()
	if err != nil {
		return nil, err
	}
	var r received
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, fmt.Errorf("llm: read a chunk: %w", err)
	}
	return &r, nil
}

// reply assembles what a stream has brought so far.
type reply struct {
	split     splitter
	said      bool // some text that is not blank
	thought   bool // some reasoning that is not blank
	thoughts  thoughts
	refusal   strings.Builder
	calls     []talk.ToolCall
	arguments []*strings.Builder // pointers: a builder that was written to must not be moved
	finishAs  string
	usage     *talk.Usage
}

// add takes in one canonical chunk and returns what it adds to the text.
func (a *reply) add(res *received) Chunk {
	if u := res.Usage; u != nil {
		a.usage = &talk.Usage{Prompt: u.PromptTokens, Completion: u.CompletionTokens, Cost: u.Cost}
		if u.PromptTokensDetails != nil {
			a.usage.Cached = u.PromptTokensDetails.CachedTokens
		}
		if u.CompletionTokensDetails != nil {
			a.usage.Reasoning = u.CompletionTokensDetails.ReasoningTokens
		}
	}
	if len(res.Choices) == 0 {
		return Chunk{}
	}
	choice := &res.Choices[0]
	if choice.FinishReason != "" {
		a.finishAs = choice.FinishReason
	}
	for _, raw := range choice.Delta.Details {
		a.thoughts.add(raw)
	}
	a.refusal.WriteString(choice.Delta.Refusal)
	for _, call := range choice.Delta.ToolCalls {
		a.addCall(call)
	}
	if choice.Delta.ReasoningContent != "" {
		a.split.thoughtElsewhere = true
	}
	piece := a.split.add(choice.Delta.Content)
	piece.Reasoning = choice.Delta.ReasoningContent + piece.Reasoning
	a.note(piece)
	return piece
}

// note remembers whether anything was said.
func (a *reply) note(c Chunk) {
	if c.Thought {
		a.thought = a.thought || a.said
		a.said = false
	}
	a.said = a.said || strings.TrimSpace(c.Text) != ""
	a.thought = a.thought || strings.TrimSpace(c.Reasoning) != ""
}

// addCall takes in a piece of a tool call; the transport numbers them from 0 without gaps.
func (a *reply) addCall(c receivedCall) {
	if c.Index == nil || *c.Index < 0 || *c.Index > len(a.calls) {
		return
	}
	if *c.Index == len(a.calls) {
		a.calls = append(a.calls, talk.ToolCall{})
		a.arguments = append(a.arguments, new(strings.Builder))
	}
	to := &a.calls[*c.Index]
	to.ID += c.ID
	to.Name += c.Function.Name
	if len(c.Extra) > 0 {
		to.Extra = string(c.Extra)
	}
	a.arguments[*c.Index].WriteString(c.Function.Arguments) // #nosec G104 -- a builder never fails
}

// finish yields what is left at the end of a stream: the held text, then the last chunk or the error.
func (a *reply) finish(ctx context.Context, err error, yield func(Chunk, error) bool) {
	last := a.split.end()
	a.note(last)
	if errors.Is(err, io.EOF) {
		err = a.lacking()
	} else {
		err = a.whyEnded(explain(ctx, err))
	}
	if err != nil {
		if last.isEmpty() || yield(last, nil) {
			yield(Chunk{Finish: a.finishAs, Usage: a.usage}, err)
		}
		return
	}
	for i := range a.calls {
		a.calls[i].Arguments = a.arguments[i].String()
	}
	if len(a.calls) > 0 {
		last.Thoughts = a.thoughts.list()
	}
	last.Calls, last.Finish, last.Usage = a.calls, a.finishAs, a.usage
	yield(last, nil)
}

// lacking returns the error of a reply that ended regularly and yet gives nothing to show, nil for a good one.
func (a *reply) lacking() error {
	refused := newError(CodeRefusal, nil)
	refused.Detail = short(a.refusal.String())
	switch {
	case a.finishAs == string(openai.FinishReasonContentFilter):
		return refused
	case a.said || len(a.calls) > 0:
		return nil
	case refused.Detail != "":
		return refused
	case a.thought:
		return newError(CodeOnlyReasoning, nil).with("finish", a.finishAs)
	}
	return newError(CodeEmpty, nil).with("finish", a.finishAs)
}

// whyEnded turns a tidy end without a finish reason, before anything was said, into the error of an empty reply:
// servers end so when the prompt fills their context.
func (a *reply) whyEnded(e *Error) *Error {
	var cut *wire.CutOffError
	if e.code == CodeCutOff && !a.said && !a.thought && len(a.calls) == 0 && errors.As(e, &cut) && cut.Cause == nil {
		e.code = CodeEmpty
	}
	return e
}

func (c Chunk) isEmpty() bool { return c.Text == "" && c.Reasoning == "" && !c.Thought }
