package wire

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Errors about silence and size.
var (
	// ErrFirstByte is returned when no byte of a body came within Transport.FirstByte.
	ErrFirstByte = errors.New("wire: no answer in time")
	// ErrIdle is returned when a body fell silent for longer than Transport.Idle.
	ErrIdle = errors.New("wire: the answer fell silent")
	// ErrTooLarge is returned when a body exceeds Transport.MaxBytes, or one event or JSON body 16 MB.
	ErrTooLarge = errors.New("wire: the answer is too large")

	errUnreadable = errors.New("wire: unreadable data in the stream")
)

// CutOffError is returned when a stream ends before any finish reason.
type CutOffError struct {
	// Cause is what broke the connection or the data; nil if the server ended the stream tidily.
	Cause error
	// Said holds up to 300 bytes of what the server sent instead of chunks, masked.
	Said string
}

// Error describes the end.
func (e *CutOffError) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("wire: cut off: %v", e.Cause)
	}
	return "wire: ended without a finish reason"
}

// Unwrap returns the cause.
func (e *CutOffError) Unwrap() error { return e.Cause }

// NotServerError is returned when a success status carries neither a stream nor a completion nor an error: a web page,
// a greeting, the answer of some other program.
type NotServerError struct {
	Status int
	Said   string // the beginning of the body, masked
}

// Error names the status only: the body may be a whole web page.
func (e *NotServerError) Error() string {
	return fmt.Sprintf("wire: status %d without a chat completion", e.Status)
}

// ServerError is what a server said about a failure, in a body with a failure status or inside a stream.
// Empty fields were not said.
type ServerError struct {
	Status  int    // HTTP status; in a stream the status named in the error, else 200
	Message string // the server's words: valid UTF-8 without control characters, masked, at most 2,000 bytes
	Code    string // such as "invalid_api_key", or a number
	Type    string // such as "server_error"
	Param   string // the parameter complained about
	Asked   int    // tokens that the request had
	Limit   int    // tokens that the server takes
	HTML    bool   // the body was a web page; Message is its beginning

	RetryDelay time.Duration // a wait asked for in the body
	Header     http.Header   // of the response; nil for an error inside a stream
}

// Error returns the status and the server's words.
func (e *ServerError) Error() string {
	return fmt.Sprintf("wire: status %d: %s", e.Status, e.Message)
}
