package llm

import (
	"net/http"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/persona"
)

// ClientOptions are a client's limits; the zero value takes the defaults. There is no limit on the whole time of a
// reply: only silence ends it.
type ClientOptions struct {
	Connect   time.Duration // to a connection, TLS included; 10 s
	FirstByte time.Duration // from the request to the first byte of the reply's body; 10 min
	Idle      time.Duration // between two bytes of the reply, keep-alive comments counted; 90 s
	MaxBytes  int64         // size of one reply as received; 64 MB

	Transport http.RoundTripper // what carries the requests; nil: TCP, by the system's proxy settings except to loopback
}

// Client talks with one model server. It is safe for concurrent use.
type Client struct {
	base  string // normalised, query included
	model string // the connection's default model
	api   *openai.Client
	http  *http.Client
}

// NewClient returns a client for the server of a connection. The key may be empty. An address that cannot be used is
// an *Error with CodeBadURL.
func NewClient(c persona.Connection, key string, opt ClientOptions) (*Client, error) {
	base, err := NormalizeBaseURL(c.BaseURL)
	if err != nil {
		return nil, err
	}
	config := openai.DefaultConfig(key)
	config.BaseURL = base
	return &Client{base: base, model: c.Model, api: openai.NewClientWithConfig(config)}, nil
}
