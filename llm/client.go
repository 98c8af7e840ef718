package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
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

// ClientOptions are a client's limits; the zero value takes the defaults. There is no limit on the whole time of a
// reply: only silence ends it.
type ClientOptions struct {
	Connect   time.Duration // to a connection, and as much again for TLS; 10 s
	FirstByte time.Duration // from the request to the first byte of the reply's body; 10 min
	Idle      time.Duration // between two bytes of the reply, keep-alive comments counted; 90 s
	MaxBytes  int64         // size of one reply as received; 64 MB

	Transport http.RoundTripper // what carries the requests; nil: TCP, by the system's proxy settings except to loopback
}

// Client talks with one model server. It is safe for concurrent use.
type Client struct {
	base  string // normalised, query included
	key   string
	model string // the connection's default model
	api   *openai.Client
	http  *http.Client

	refused  refusals
	demanded refusals // what the server wants back, by its complaints
}

// NewClient returns a client for the server of a connection. The key may be empty. An address that cannot be used is
// an *Error with CodeBadURL. A client needs no closing; clients share their connections.
func NewClient(c persona.Connection, key string, opt ClientOptions) (*Client, error) {
	base, err := NormalizeBaseURL(c.BaseURL)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(base)
	if err != nil {
		return nil, badURL("characters", nil)
	}
	transport := opt.Transport
	if transport == nil {
		transport = carrier(opt.Connect)
	}
	client := &http.Client{
		Transport: &wire.Transport{
			Base:      transport,
			RawQuery:  u.RawQuery,
			FirstByte: orDefault(opt.FirstByte, defaultFirstByte),
			Idle:      orDefault(opt.Idle, defaultIdle),
			MaxBytes:  orDefault(opt.MaxBytes, defaultMaxBytes),
		},
		CheckRedirect: checkRedirect,
	}
	u.RawQuery = ""
	key = strings.TrimSpace(key)
	config := openai.DefaultConfig(key)
	config.BaseURL = u.String()
	config.HTTPClient = client
	config.EmptyMessagesLimit = math.MaxInt32
	return &Client{base: base, key: key, model: c.Model, api: openai.NewClientWithConfig(config), http: client}, nil
}

// BaseURL returns the address that the client uses, as NormalizeBaseURL made it.
func (c *Client) BaseURL() string { return c.base }

func orDefault[T time.Duration | int64](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}

// shared carries the requests of all clients with default options, so that turns reuse connections.
var shared = sync.OnceValue(func() *http.Transport { return newCarrier(defaultConnect) })

func carrier(connect time.Duration) http.RoundTripper {
	if connect <= 0 || connect == defaultConnect {
		return shared()
	}
	return newCarrier(connect)
}

func newCarrier(connect time.Duration) *http.Transport {
	return &http.Transport{
		Proxy:                 proxyFor,
		DialContext:           (&net.Dialer{Timeout: connect, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   connect,
		ForceAttemptHTTP2:     true,
		DisableCompression:    true, // a compressed stream is held back by its compressor
		MaxIdleConnsPerHost:   2,
		IdleConnTimeout:       60 * time.Second,
		ExpectContinueTimeout: time.Second,
	}
}

// proxyFor returns the system's proxy for a request; this machine is never reached through one.
func proxyFor(r *http.Request) (*url.URL, error) {
	if isLoopback(r.URL.Hostname()) {
		return nil, nil
	}
	return http.ProxyFromEnvironment(r)
}

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
	return answer, nil
}
