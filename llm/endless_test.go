package llm

import (
	"io"
	"testing"
	"time"
)

// endless answers with a beginning and then one thing for ever, until the client goes away.
func endless(t *testing.T, begin, forEver string) string {
	return onEachConnection(t, func(c io.Writer) {
		for _, err := io.WriteString(c, begin); err == nil; _, err = io.WriteString(c, forEver) {
		}
	})
}

// What a server sends without end is ended by the client, with a code and without keeping it.
func TestAnswersWithoutEnd(t *testing.T) {
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
	call := `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":2000000000,"function":{"name":"x","arguments":"{}"}}]}}]}` + "\n\n"
	for _, tt := range []struct{ name, begin, forEver, code string }{
		{"header", "HTTP/1.1 200 OK\r\n", "X-Padding: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", ""},
		{"header line", "HTTP/1.1 200 OK\r\nX-Padding: ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", ""},
		{"provisional answers", "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", ""},
		{"line", head + "\r\ndata: ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", CodeTooLarge},
		{"keep-alives", head + "\r\n", ": keep-alive\n\n", CodeTooLarge},
		{"calls", head + "\r\n", call, CodeTooLarge},
		{"an error's body", "HTTP/1.1 500 Oh\r\nConnection: close\r\n\r\n", "no no no no no no no no no no no no no no no no no no no no no no no ", CodeServer},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newTestClient(t, endless(t, tt.begin, tt.forEver), "", ClientOptions{MaxBytes: 1 << 20, FirstByte: time.Minute})
			h := listen(t.Context(), c, hi)
			if codeOf(h.err) == "" || tt.code != "" && codeOf(h.err) != tt.code || len(h.text) > 1<<20 || len(h.last.Calls) > 0 {
				t.Errorf("%d bytes of text, %d calls, %v", len(h.text), len(h.last.Calls), h.err)
			}
		})
	}
}
