package llmtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Script is what a server answers to one request after another.
type Script []Reply

// Reply is one answer.
type Reply struct {
	Status int         // 0 is 200
	Header [][2]string // in order
	Writes []Write
	End    End

	HoldHeader bool // the status is sent with the first write, not at once
}

// Write is one write to the socket, sent on at once.
type Write struct {
	Data []byte
	Wait time.Duration   // before it
	Gate <-chan struct{} // if set, it waits for a value or the channel's close
}

// End says how an answer ends.
type End string

// The ends.
const (
	Close End = "close" // as the protocol wants it; also the empty End
	Abort End = "abort" // the connection closes in the middle of the body
	Reset End = "reset" // the connection is reset
	Hang  End = "hang"  // silence until the client goes away
)

var (
	eventStream = [][2]string{{"Content-Type", "text/event-stream"}}
	jsonBody    = [][2]string{{"Content-Type", "application/json"}}
	htmlBody    = [][2]string{{"Content-Type", "text/html; charset=utf-8"}}
)

// Delta returns the event of one piece of text.
func Delta(text string) []byte {
	return Event(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]string{"content": text}}}})
}

// Finish returns the event of a finish reason.
func Finish(reason string) []byte {
	return Event(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": struct{}{}, "finish_reason": reason}}})
}

// Usage returns the event that reports token counts.
func Usage(prompt, completion int) []byte {
	return Event(map[string]any{"choices": []any{}, "usage": map[string]int{
		"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion,
	}})
}

// Event returns v as the data of an event. A value that is no JSON is a fault of the test and panics.
func Event(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return fmt.Appendf(nil, "data: %s\n\n", data)
}

// Done is the event that ends a stream.
var Done = []byte("data: [DONE]\n\n")

// Stream returns a streamed answer of these raw events that ends as the protocol wants it.
func Stream(events ...[]byte) Reply {
	r := Reply{Header: eventStream}
	for _, e := range events {
		r.Writes = append(r.Writes, Write{Data: e})
	}
	return r
}

// Good streams the words, the finish reason "stop", a usage of 10 prompt tokens and one for each word, and [DONE].
func Good(words ...string) Reply {
	r := Cut(words...)
	for _, e := range [][]byte{Finish("stop"), Usage(10, len(words)), Done} {
		r.Writes = append(r.Writes, Write{Data: e})
	}
	r.End = Close
	return r
}

// Slow is Good that sends each word only when it gets a value from the gate; closing the gate sends the rest.
func Slow(gate <-chan struct{}, words ...string) Reply {
	r := Good(words...)
	for i := range words {
		r.Writes[i].Gate = gate
	}
	return r
}

// Cut streams the words and then loses the connection.
func Cut(words ...string) Reply {
	r := Reply{Header: eventStream, End: Abort}
	for _, w := range words {
		r.Writes = append(r.Writes, Write{Data: Delta(w)})
	}
	return r
}

// Silent streams the words and then hangs.
func Silent(words ...string) Reply {
	r := Cut(words...)
	r.End = Hang
	return r
}

// KeepAlives sends n comments, then the words as Good does.
func KeepAlives(n int, words ...string) Reply {
	r := Good(words...)
	storm := Write{Data: []byte(strings.Repeat(": keep-alive\n\n", n))}
	r.Writes = append([]Write{storm}, r.Writes...)
	return r
}

// HTML answers with a web page.
func HTML(status int) Reply {
	page := "<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body>It works!</body></html>"
	return Reply{Status: status, Header: htmlBody, Writes: []Write{{Data: []byte(page)}}}
}

// JSON answers with a JSON body and further headers.
func JSON(status int, body string, header ...[2]string) Reply {
	return Reply{
		Status: status,
		Header: append(append([][2]string(nil), jsonBody...), header...),
		Writes: []Write{{Data: []byte(body)}},
	}
}

// Wrong answers with the usual error object.
func Wrong(status int, code, message string, header ...[2]string) Reply {
	body, err := json.Marshal(map[string]any{"error": map[string]string{"message": message, "code": code}})
	if err != nil {
		panic(err)
	}
	return JSON(status, string(body), header...)
}
