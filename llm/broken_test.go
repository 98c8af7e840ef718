package llm

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
)

// rawServer answers each connection with these bytes, whatever is asked, and closes it.
func rawServer(t *testing.T, answer string) string {
	return onEachConnection(t, func(c io.Writer) { _, _ = io.WriteString(c, answer) }) // what fails is the client's loss
}

// onEachConnection serves without a server's manners: it reads what is asked, lets answer write to the connection, and closes it.
func onEachConnection(t *testing.T, answer func(c io.Writer)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() }) //nolint:errcheck // it ends the loop below
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close() //nolint:errcheck // nothing is left to lose
				r, err := http.ReadRequest(bufio.NewReader(c))
				if err != nil {
					return
				}
				_, _ = io.Copy(io.Discard, r.Body) // what is left unread would reset the connection
				answer(c)
			}()
		}
	}()
	return "http://" + l.Addr().String() + "/v1"
}

// TestBrokenHTTP plays answers that are wrong below the stream of events.
func TestBrokenHTTP(t *testing.T) {
	good := sse(hello, stop, doneData)
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
	chunk := func(s string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(s), s) }
	chunked := head + "Transfer-Encoding: chunked\r\n\r\n"
	tests := []struct {
		name, answer string
		text, code   string
	}{
		{"nothing", "", "", CodeUnreachable},
		{"half a header", "HTTP/1.1 200 OK\r\nContent-", "", CodeUnreachable},
		{"another protocol", "SSH-2.0-OpenSSH_9.6\r\n", "", CodeNotAServer},
		{"no content", "HTTP/1.1 204 No Content\r\n\r\n", "", CodeEmpty},
		{"an empty body", head + "Content-Length: 0\r\n\r\n", "", CodeEmpty},
		{"until it closes", head + "\r\n" + good, "Hello", ""},
		{"closed before the promised length", head + "Content-Length: 5000\r\n\r\n" + sse(hello), "Hello", CodeCutOff},
		{"closed before the promised length, but finished", head + "Content-Length: 5000\r\n\r\n" + sse(hello, stop), "Hello", ""},
		{"no final chunk", chunked + chunk(sse(hello)), "Hello", CodeCutOff},
		{"no final chunk, but finished", chunked + chunk(sse(hello, stop)), "Hello", ""},
		{"broken chunks", chunked + chunk(sse(hello)) + "zz\r\n", "Hello", CodeCutOff},
		{"garbage after the last chunk", chunked + chunk(good) + "0\r\n\r\ngarbage", "Hello", ""},
		{"garbage after [DONE]", head + "\r\n" + good + "garbage\x00\xff\n\ndata: {", "Hello", ""},
		{"garbage after a whole completion", head + "\r\n" + `{"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]} garbage`, "Hello", ""},
		{"a redirect to nowhere", "HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "", CodeServer},
		{"a redirect to itself", "HTTP/1.1 307 Temporary Redirect\r\nConnection: close\r\nLocation: /v1/chat/completions\r\nContent-Length: 0\r\n\r\n", "", CodeBadURL},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := listen(t.Context(), newTestClient(t, rawServer(t, tt.answer), "", ClientOptions{Transport: &http.Transport{}}), hi)
			if h.text != tt.text || codeOf(h.err) != tt.code {
				t.Errorf("%q, %v; want %q, %s", h.text, h.err, tt.text, tt.code)
			}
		})
	}
}

// TestHTTP2 plays what only that protocol has: a stream that is reset, and a server that says goodbye to the connection.
func TestHTTP2(t *testing.T) {
	var play func(w http.ResponseWriter)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the client's loss
		if r.ProtoMajor != 2 {
			t.Errorf("asked by %s", r.Proto)
		}
		play(w)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	write := func(w http.ResponseWriter, body string) {
		_, _ = io.WriteString(w, body) // the client's loss
		_ = http.NewResponseController(w).Flush()
	}
	tests := []struct {
		name       string
		play       func(w http.ResponseWriter)
		text, code string
	}{
		{"reset after text", func(w http.ResponseWriter) {
			write(w, sse(hello))
			panic(http.ErrAbortHandler)
		}, "Hello", CodeCutOff},
		{"reset before the header", func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, "", CodeUnreachable},
		{"goodbye", func(w http.ResponseWriter) {
			w.Header().Set("Connection", "close") // GOAWAY
			write(w, sse(hello, stop, doneData))
		}, "Hello", ""},
		{"and again on a new connection", func(w http.ResponseWriter) { write(w, sse(hello, stop, doneData)) }, "Hello", ""},
	}
	c := newTestClient(t, server.URL, "", ClientOptions{Transport: server.Client().Transport})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			play = tt.play
			if h := listen(t.Context(), c, hi); h.text != tt.text || codeOf(h.err) != tt.code {
				t.Errorf("%q, %v; want %q, %s", h.text, h.err, tt.text, tt.code)
			}
		})
	}
}

// stopAndSee ends a reply after its first word and returns how long it took the server to see that.
func stopAndSee(tb testing.TB, c *Client, s *llmtest.Server) time.Duration {
	tb.Helper()
	ctx, stop := context.WithCancel(tb.Context())
	defer stop()
	var begin time.Time
	for range c.Stream(ctx, hi) {
		if begin.IsZero() {
			begin = time.Now()
			stop()
		}
	}
	<-s.Gone()
	return time.Since(begin)
}

// BenchmarkStop measures the time from the end of a reply's context until the server sees that the connection is closed.
func BenchmarkStop(b *testing.B) {
	s := llmtest.Serve(b, llmtest.Script{llmtest.Silent("A")})
	c := newTestClient(b, s.URL, "", ClientOptions{})
	var closing time.Duration
	for b.Loop() {
		closing += stopAndSee(b, c, s)
	}
	b.ReportMetric(float64(closing.Microseconds())/1000/float64(b.N), "ms/stop")
}

// Pieces of several calls in turns: a piece of the first comes after others have begun.
func TestCallsThatArriveInTurns(t *testing.T) {
	piece := func(index int, id, name, arguments string) string {
		return adds(fmt.Sprintf(`"tool_calls":[{"index":%d,"id":%q,"function":{"name":%q,"arguments":%q}}]`, index, id, name, arguments))
	}
	var events []string
	var want []talk.ToolCall
	for i := range 5 {
		id := fmt.Sprint("c", i)
		events = append(events, piece(i, id, "look", `{"n":`))
		want = append(want, talk.ToolCall{ID: id, Name: "look", Arguments: fmt.Sprintf(`{"n":%d}`, i)})
	}
	for i := range 5 {
		events = append(events, piece(i, "", "", fmt.Sprint(i)+"}"))
	}
	s := llmtest.Serve(t, llmtest.Script{llmtest.Stream([]byte(sse(append(events, ends("tool_calls"), doneData)...)))})
	if h := listen(t.Context(), newTestClient(t, s.URL, "", ClientOptions{}), hi); h.err != nil || !slices.Equal(h.last.Calls, want) {
		t.Errorf("%+v, %v", h.last.Calls, h.err)
	}
}
