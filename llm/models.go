package llm

import "context"

// Model is one model that a server offers.
type Model struct {
	ID            string
	ContextLength int // in tokens; 0 if the server does not say
}

// Models asks the server for its models, in its order. A server that has no such list gives none and no error.
func (c *Client) Models(ctx context.Context) ([]Model, error) { return nil, ctx.Err() }
