package llm

import (
	"fmt"
	"maps"
	"strings"
	"time"
)

// The codes of Error. They are stable: the window finds its sentences by them.
const (
	CodeBadURL         = "llm.bad_url"         // the address cannot be used; Args: "reason", perhaps "suggestion"
	CodeUnreachable    = "llm.unreachable"     // no route, or the connection broke before an answer
	CodeRefused        = "llm.refused"         // nothing listens at the address
	CodeDNS            = "llm.dns"             // the host's name is unknown; Args: "host"
	CodeTLS            = "llm.tls"             // the certificate or the encryption was not accepted; perhaps Certificate
	CodeTLSChanged     = "llm.tls_changed"     // not the certificate that the connection trusts; Certificate
	CodeProxy          = "llm.proxy"           // the proxy failed, not the server; Args: "proxy", perhaps "status"
	CodeBadConnection  = "llm.bad_connection"  // a connection's settings cannot be used; Args: "field", "reason", perhaps "what", "line", "column"
	CodeTimeoutConnect = "llm.timeout_connect" // no connection in time
	CodeTimeoutFirst   = "llm.timeout_first"   // connected, but not one byte of an answer in time
	CodeTimeoutIdle    = "llm.timeout_idle"    // the answer fell silent
	CodeBadKey         = "llm.bad_key"         // the API key is missing or wrong
	CodeNoCredit       = "llm.no_credit"       // #nosec G101 -- a code: the account is out of credit or quota
	CodeForbidden      = "llm.forbidden"       // the key is not allowed to do this
	CodeNoModel        = "llm.no_model"        // the server does not have the model
	CodeNotFound       = "llm.not_found"       // the server has no such path
	CodeRateLimit      = "llm.rate_limit"      // too many requests; RetryAfter says how long to wait, if told
	CodeOverLimit      = "llm.over_limit"      // the request exceeds the context; Args: "asked" and "limit" in tokens, if told
	CodeRoles          = "llm.roles"           // the model's template refuses a role or the order of the messages
	CodeNoPictures     = "llm.no_pictures"     // the model, or the server with it, takes no pictures
	CodeBadRequest     = "llm.bad_request"     // the server refused the request for another reason
	CodeServer         = "llm.server"          // the server failed
	CodeNotAServer     = "llm.not_a_server"    // something answered, but no model server
	CodeEmpty          = "llm.empty"           // the reply ended without a word; the context may be full
	CodeOnlyReasoning  = "llm.only_reasoning"  // the model thought and then said nothing
	CodeCutOff         = "llm.cut_off"         // the reply ended before the server said that it was finished
	CodeRefusal        = "llm.refusal"         // the model or a filter declined to answer
	CodeStopped        = "llm.stopped"         // the caller's context ended
	CodeTooLarge       = "llm.too_large"       // the answer was larger than ClientOptions.MaxBytes
)

// Error is everything that can go wrong between a request and the end of its reply. It has no words for users; Detail
// holds the server's own words, masked and cut, for showing beneath them.
type Error struct {
	code        string
	Status      int           // HTTP status, 0 if none was received
	Detail      string        // the server's own words: valid UTF-8, at most 300 characters, the key masked
	Certificate *Certificate  // the one that was not accepted; nil if it was not about one
	RetryAfter  time.Duration // how long the server asks to wait; 0 if it did not say or said nonsense
	args        map[string]any
	cause       error
}

// newError returns an error with this code that wraps cause, which may be nil.
func newError(code string, cause error) *Error { return &Error{code: code, cause: cause} }

// with sets one argument of the error and returns it.
func (e *Error) with(name string, value any) *Error {
	if e.args == nil {
		e.args = make(map[string]any)
	}
	e.args[name] = value
	return e
}

// Code returns the stable name of what went wrong, one of the Code constants.
func (e *Error) Code() string { return e.code }

// Args returns the values that a sentence about the error may name: "detail", "status" and "seconds" where known, and
// those that the code's constant lists.
func (e *Error) Args() map[string]any {
	args := maps.Clone(e.args)
	if args == nil {
		args = make(map[string]any)
	}
	if e.Detail != "" {
		args["detail"] = e.Detail
	}
	if e.Status != 0 {
		args["status"] = e.Status
	}
	if e.RetryAfter > 0 {
		args["seconds"] = int(e.RetryAfter.Round(time.Second) / time.Second)
	}
	return args
}

// Temporary reports whether the same request may work when it is sent again a little later.
func (e *Error) Temporary() bool {
	switch e.code {
	case CodeRateLimit, CodeServer, CodeUnreachable, CodeTimeoutConnect:
		return true
	}
	return false
}

// Error returns the code with the status and the server's words, for logs. It never holds the key.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.code)
	if e.Status != 0 {
		fmt.Fprintf(&b, " (status %d)", e.Status)
	}
	switch {
	case e.Detail != "":
		b.WriteString(": " + e.Detail)
	case e.cause != nil:
		b.WriteString(": " + e.cause.Error())
	}
	return b.String()
}

// Unwrap returns the cause, nil if there is none.
func (e *Error) Unwrap() error { return e.cause }
