package llm

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"bonbon/llm/wire"
	"bonbon/tokens"
)

// Where a Window comes from.
const (
	FromModels   = "models"   // the list of models: vLLM, OpenRouter, newer llama.cpp and many others
	FromProps    = "props"    // llama.cpp's /props
	FromLMStudio = "lmstudio" // LM Studio's /api/v0/models
	FromRunning  = "running"  // Ollama's /api/ps
	FromShow     = "show"     // Ollama's /api/show
)

// Window is how much a model reads at most, prompt and reply together, as its server tells it.
type Window struct {
	Tokens int    // 0: the server does not tell
	From   string // one of the From constants
	// Served says that the server runs the model with it. Else it is what the model was made for, and the server may run
	// it with less: Ollama and LM Studio tell only once the model is loaded.
	Served bool
}

// windowWait is how long a server may take for each answer about a window; windowLimit is for all of them together.
const (
	windowWait  = 3 * time.Second
	windowLimit = 8 * time.Second
)

// leastWindow is the smallest window that is believed. No chat model has less.
const leastWindow = 256

// windowQuestion is one way of asking a server for a model's window.
type windowQuestion struct {
	from   string
	method string
	native bool // the path lies beside the base address's /v1, not below it
	path   string
	read   func(body []byte, model string) wire.Window
}

// windowQuestions are asked in this order until one answer is certain.
var windowQuestions = []windowQuestion{
	{FromModels, http.MethodGet, false, "/models", wire.ParseWindow},
	{FromProps, http.MethodGet, true, "/props", func(body []byte, _ string) wire.Window { return wire.ParseProps(body) }},
	{FromLMStudio, http.MethodGet, true, "/api/v0/models", wire.ParseWindow},
	{FromRunning, http.MethodGet, true, "/api/ps", wire.ParseWindow},
	{FromShow, http.MethodPost, true, "/api/show", func(body []byte, _ string) wire.Window { return wire.ParseShow(body) }},
}

// Window asks the server how much a model reads. It asks nobody but the client's own server, in each way that a known
// program understands, and takes seconds at the most. A server that does not tell gives a Window of 0 and no error; an
// error says that the server could not be asked, and is always an *Error.
func (c *Client) Window(ctx context.Context, model string) (Window, error) {
	return c.window(ctx, model, windowWait, windowLimit)
}

func (c *Client) window(ctx context.Context, model string, wait, limit time.Duration) (Window, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var made Window
	for i, q := range windowQuestions {
		body, err := c.askWindow(ctx, q, model, wait)
		if err != nil {
			if i == 0 && !lacksPath(err) {
				return Window{}, err
			}
			continue
		}
		w := q.read(body, model)
		if n := believed(w.Served); n > 0 {
			return Window{n, q.from, true}, nil
		}
		if n := believed(w.Most); n > 0 && made.Tokens == 0 {
			made = Window{Tokens: n, From: q.from}
		}
	}
	return made, nil
}

func (c *Client) askWindow(ctx context.Context, q windowQuestion, model string, wait time.Duration) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	below := c.base
	if q.native {
		below = c.root()
	}
	var body []byte
	if q.method == http.MethodPost {
		var err error
		if body, err = json.Marshal(map[string]string{"model": model}); err != nil {
			return nil, newError(CodeBadRequest, err)
		}
	}
	return c.fetch(ctx, q.method, below, q.path, body)
}

// root returns the address beside whose /v1 a server has its own paths.
func (c *Client) root() string {
	u, err := url.Parse(c.base)
	if err != nil {
		return c.base
	}
	u.RawQuery = ""
	u.Path, u.RawPath = strings.TrimSuffix(u.Path, "/v1"), ""
	return u.String()
}

// lacksPath reports whether a server answered, and has nothing against questions in general.
func lacksPath(err error) bool {
	var e *Error
	if !errors.As(err, &e) || e.Status == 0 {
		return false
	}
	switch e.Code() {
	case CodeBadKey, CodeForbidden, CodeNoCredit, CodeRateLimit:
		return false
	}
	return true
}

func believed(n int) int {
	if n < leastWindow {
		return 0
	}
	return min(n, tokens.MaxContextLength)
}
