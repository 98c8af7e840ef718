package wire

import (
	"encoding/json"
	"strings"
)

// chunk is what servers send, streamed or whole.
type chunk struct {
	Choices *list[choice] `json:"choices"`
	Usage   *usage        `json:"usage"`
	Error   json.RawMessage
	Object  text
	Model   text
	Message json.RawMessage // of an error that is not wrapped
	Detail  json.RawMessage // of an error by FastAPI
}

type choice struct {
	Index        number
	Delta        *delta
	Message      *delta
	Text         text
	FinishReason text `json:"finish_reason"`
}

type delta struct {
	Content          content
	Reasoning        text
	ReasoningContent text    `json:"reasoning_content"`
	ReasoningDetails details `json:"reasoning_details"`
	Refusal          text
	ToolCalls        list[call] `json:"tool_calls"`
	FunctionCall     *function  `json:"function_call"`
}

type call struct {
	Index    number
	ID       text
	Function function
	Extra    json.RawMessage `json:"extra_content"` // Google's: it must come back with the call
}

type function struct {
	Name      text
	Arguments arguments
}

type usage struct {
	Prompt     number `json:"prompt_tokens"`
	Completion number `json:"completion_tokens"`
	Input      number `json:"input_tokens"`
	Output     number `json:"output_tokens"`
	CacheHit   number `json:"prompt_cache_hit_tokens"`
	PromptMore struct {
		Cached number `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionMore struct {
		Reasoning number `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
	Cost amount // OpenRouter's, in its credits
}

// isError reports whether the chunk says that something failed.
func (c *chunk) isError() bool {
	if !isNothing(c.Error) || c.Object == "error" {
		return true
	}
	return c.Choices == nil && (unquote(c.Message) != "" || !isNothing(c.Detail))
}

// isNothing reports whether a value says nothing: absent, null, false, 0 or empty.
func isNothing(raw json.RawMessage) bool {
	switch string(raw) {
	case "", "null", "false", "0", `""`, "{}", "[]":
		return true
	}
	return false
}

// reasoning returns the thinking of a delta, once if several fields repeat it.
func (d *delta) reasoning() string {
	s := string(d.ReasoningContent)
	if r := string(d.Reasoning); r != s {
		s += r
	}
	if s == "" {
		s = d.ReasoningDetails.text
	}
	if d.Content.thinking != s {
		s += d.Content.thinking
	}
	return s
}

// Finish reasons that servers use for the canonical ones. "error" is not canonical: it ends the stream with an error.
var finishes = map[string]string{
	"null": "", "none": "",
	"eos": "stop", "eos_token": "stop", "end_turn": "stop", "stop_sequence": "stop", "complete": "stop",
	"completed": "stop", "done": "stop", "finished": "stop",
	"max_tokens": "length", "max_output_tokens": "length", "model_length": "length",
	"safety": "content_filter", "recitation": "content_filter", "blocklist": "content_filter",
	"prohibited_content": "content_filter", "sensitive": "content_filter",
	"abort": "error", "network_error": "error", "upstream_error": "error", "insufficient_system_resource": "error",
}

// finish returns the canonical finish reason, "" if there is none yet.
func (c *choice) finish() string {
	s := strings.ToLower(strings.TrimSpace(string(c.FinishReason)))
	if to, ok := finishes[s]; ok {
		return to
	}
	return s
}

// The canonical chunk, in the words of go-openai's types.
type (
	outChunk struct {
		Choices []outChoice `json:"choices"`
		Usage   *outUsage   `json:"usage,omitempty"`
	}
	outChoice struct {
		Index  int      `json:"index"`
		Delta  outDelta `json:"delta"`
		Finish string   `json:"finish_reason,omitempty"`
	}
	outDelta struct {
		Content   string `json:"content,omitempty"`
		Reasoning string `json:"reasoning_content,omitempty"`
		// Details are the pieces of the thinking as the server sent them: OpenRouter wants them back, joined.
		Details []json.RawMessage `json:"reasoning_details,omitempty"`
		Refusal string            `json:"refusal,omitempty"`
		Calls   []outCall         `json:"tool_calls,omitempty"`
	}
	outCall struct {
		Index    int         `json:"index"`
		ID       string      `json:"id,omitempty"`
		Type     string      `json:"type"`
		Function outFunction `json:"function"`
		// Extra is the whole object that the server put beside the call.
		Extra json.RawMessage `json:"extra_content,omitempty"`
	}
	outFunction struct {
		Name      string `json:"name,omitempty"`
		Arguments string `json:"arguments"`
	}
	outUsage struct {
		Prompt         int        `json:"prompt_tokens"`
		Completion     int        `json:"completion_tokens"`
		Total          int        `json:"total_tokens"`
		PromptMore     outDetails `json:"prompt_tokens_details"`
		CompletionMore outDetails `json:"completion_tokens_details"`
		Cost           amount     `json:"cost,omitempty"`
	}
	outDetails struct {
		Cached    int `json:"cached_tokens,omitempty"`
		Reasoning int `json:"reasoning_tokens,omitempty"`
	}
)

// canonical returns the usage, nil if it counts nothing.
func (u *usage) canonical() *outUsage {
	if u == nil {
		return nil
	}
	o := outUsage{
		Prompt:         max(u.Prompt.count(), u.Input.count()),
		Completion:     max(u.Completion.count(), u.Output.count()),
		PromptMore:     outDetails{Cached: max(u.PromptMore.Cached.count(), u.CacheHit.count())},
		CompletionMore: outDetails{Reasoning: u.CompletionMore.Reasoning.count()},
	}
	o.Total, o.Cost = o.Prompt+o.Completion, u.Cost
	if o.Total == 0 {
		return nil
	}
	return &o
}
