package llm

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/llm/wire"
	"bonbon/persona"
)

// The defaults of ClientOptions.
const (
	defaultConnect   = 10 * time.Second
	defaultFirstByte = 10 * time.Minute // a local server may read a long prompt for minutes, hosted ones queue
	defaultIdle      = 90 * time.Second
	defaultMaxBytes  = 64 << 20
)

// maxRedirects bounds a chain of redirects within one server.
const maxRedirects = 5

// ClientOptions are a client's limits; the zero value takes the connection's own, and where that has none the defaults. There is no limit on the whole time of a
// reply: only silence ends it.
type ClientOptions struct {
	Connect   time.Duration // to a connection, and as much again for TLS; 10 s
	FirstByte time.Duration // from the request to the first byte of the reply's body; 10 min
	Idle      time.Duration // between two bytes of the reply, keep-alive comments counted; 90 s
	MaxBytes  int64         // size of one reply as received; 64 MB

	Texts     *slog.Logger      // gets what is sent and what comes back, word for word but for the secrets; nil: nobody does
	Transport http.RoundTripper // what carries the requests; nil: TCP, by the connection's proxy and trusted certificate
}

// Client talks with one model server. It is safe for concurrent use.
type Client struct {
	base  string // normalised, query included
	key   string
	model string              // the connection's default model
	mask  func(string) string // hides the secrets in what a server says
	extra wire.Fields         // the connection's additions to requests for a reply; what the program sends itself goes before
	api   *openai.Client
	http  *http.Client

	refused refusals
}

// NewClient returns a client for the server of a connection. The secret is a packed Secret, in the simplest case an API
// key; it may be empty. An address that cannot be used is an *Error with CodeBadURL, anything else an *Error with
// CodeBadConnection. A client needs no closing; clients share their connections.
func NewClient(c persona.Connection, secret string, opt ClientOptions) (*Client, error) {
	base, err := NormalizeBaseURL(c.BaseURL)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(base)
	if err != nil {
		return nil, badURL("characters", nil)
	}
	opened := UnpackSecret(secret).For(c)
	hidden := append(opened.values(), inAddress(u.RawQuery)...)
	a, faults := readAccess(c, opened)
	if len(faults) > 0 {
		return nil, faults[0]
	}
	transport := opt.Transport
	if transport == nil {
		transport = carrierFor(a, c.Certificate, limit(opt.Connect, c.Limits.Connect, defaultConnect))
	}
	client := &http.Client{
		Transport: &wire.Transport{
			Base:      transport,
			RawQuery:  joinQuery(u.RawQuery, a.query),
			Header:    a.header,
			Secrets:   hidden,
			FirstByte: limit(opt.FirstByte, c.Limits.FirstByte, defaultFirstByte),
			Idle:      limit(opt.Idle, c.Limits.Silence, defaultIdle),
			Texts:     opt.Texts,
			MaxBytes:  cmp.Or(max(opt.MaxBytes, 0), defaultMaxBytes),
		},
		CheckRedirect: checkRedirect,
	}
	u.RawQuery = ""
	config := openai.DefaultConfig(opened.Key)
	config.BaseURL = u.String()
	config.HTTPClient = client
	config.EmptyMessagesLimit = math.MaxInt32
	made := &Client{base: base, key: opened.Key, model: c.Model, api: openai.NewClientWithConfig(config), http: client, mask: wire.Masker(hidden...)}
	made.extra = make(wire.Fields, len(a.body))
	for name, value := range a.body {
		made.extra[name] = value
	}
	return made, nil
}

// shortestKey is the least length, in bytes, of what may be a key in an address.
const shortestKey = 8

// inAddress returns what may be a key among the values of an address's own query.
func inAddress(query string) (keys []string) {
	for _, p := range paramsOf(persona.Query(query)) {
		if len(p.Value) >= shortestKey {
			keys = append(keys, p.Value)
		}
	}
	return keys
}

// limit returns the first of the limits that is set.
func limit(asked time.Duration, seconds int, def time.Duration) time.Duration {
	return cmp.Or(max(asked, 0), time.Duration(max(seconds, 0))*time.Second, def)
}

func joinQuery(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "&" + b
}

// HasKey tells whether requests carry an API key.
func (c *Client) HasKey() bool { return c.key != "" }

// BaseURL returns the address that the client uses, as NormalizeBaseURL made it.
func (c *Client) BaseURL() string { return c.base }

// redirectError is returned for a redirect that is not followed.
type redirectError struct{ to *url.URL }

func (e *redirectError) Error() string { return "llm: redirected to " + e.to.Host }

// checkRedirect follows redirects within the same scheme, host and port that keep the method. Any other would carry
// the talk and the key to a place that the user did not name, or turn a request for a reply into another one.
func checkRedirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	same := req.URL.Scheme == first.URL.Scheme && req.URL.Host == first.URL.Host && req.Method == first.Method
	if !same || len(via) > maxRedirects {
		return &redirectError{to: req.URL}
	}
	return nil
}

// get fetches a path below the base address and returns the body of a success status.
func (c *Client) get(ctx context.Context, path string) ([]byte, error) {
	return c.fetch(ctx, http.MethodGet, c.base, path, nil)
}

// fetch sends a request for a path below an address of the client's server and returns the body of a success status.
func (c *Client) fetch(ctx context.Context, method, below, path string, body []byte) ([]byte, error) {
	u, err := url.Parse(below)
	if err != nil {
		return nil, badURL("characters", nil)
	}
	u.RawQuery = "" // the transport adds it
	req, err := http.NewRequestWithContext(ctx, method, u.String()+path, bytes.NewReader(body))
	if err != nil {
		return nil, badURL("characters", nil)
	}
	req.Header.Set("Accept", "application/json")
	if len(body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, explain(ctx, err)
	}
	answer, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return nil, explain(ctx, fmt.Errorf("llm: read %s: %w", path, err))
	}
	return []byte(c.mask(string(answer))), nil
}
