package llm

import (
	"io"
	"net/http"
	"strings"
)

// roundTripper answers requests from a function.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func respond(status int, body string) *http.Response {
	return respondFrom(status, strings.NewReader(body))
}

func respondFrom(status int, body io.Reader) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(body)}
}
