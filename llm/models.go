package llm

import (
	"context"
	"errors"

	"bonbon/llm/wire"
)

// Model is one model that a server offers.
type Model struct {
	ID            string
	ContextLength int // in tokens; 0 if the server does not say
}

// Models asks the server for its models, in its order. A server that has no such list gives none and no error: a name
// can still be typed. An error is always an *Error.
func (c *Client) Models(ctx context.Context) ([]Model, error) {
	body, err := c.get(ctx, "/models")
	if err != nil {
		var e *Error
		if errors.As(err, &e) && e.Code() != CodeNotAServer && (e.Status == 404 || e.Status == 405 || e.Status == 501) {
			return nil, nil
		}
		return nil, err
	}
	found, ok := wire.ParseModels(body)
	if !ok {
		e := newError(CodeNotAServer, nil)
		e.Status, e.Detail = 200, short(string(body[:min(len(body), 4*maxDetail)]))
		return nil, e
	}
	models := make([]Model, len(found))
	for i, m := range found {
		models[i] = Model{m.ID, m.ContextLength}
	}
	return models, nil
}
