package wire

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// line is a server that answers when told to and whose connection ends with the request.
func line(first, idle time.Duration, headerAfter time.Duration, serve func(w *io.PipeWriter)) *Transport {
	return &Transport{FirstByte: first, Idle: idle, Base: tripper(func(r *http.Request) (*http.Response, error) {
		select {
		case <-time.After(headerAfter):
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
		in, out := io.Pipe()
		context.AfterFunc(r.Context(), func() { in.CloseWithError(r.Context().Err()) })
		go serve(out)
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: in}, nil
	})}
}

func say(w *io.PipeWriter, wait time.Duration, text string) {
	time.Sleep(wait) // in a bubble: virtual time
	_, _ = io.WriteString(w, text)
}

func TestSilenceEndsAnAnswer(t *testing.T) {
	const first, idle = 10 * time.Minute, 90 * time.Second
	a := "data: " + textA + "\n\n"
	tests := []struct {
		name   string
		header time.Duration
		serve  func(w *io.PipeWriter)
		want   error
		after  time.Duration
	}{
		{"no header", time.Hour, func(*io.PipeWriter) {}, ErrFirstByte, first},
		{"no byte", time.Minute, func(*io.PipeWriter) {}, ErrFirstByte, first},
		{"late first byte", 9 * time.Minute, func(w *io.PipeWriter) {
			say(w, 30*time.Second, a+stop+done)
			_ = w.Close()
		}, nil, 9*time.Minute + 30*time.Second},
		{"silence after text", 0, func(w *io.PipeWriter) { say(w, time.Second, a) }, ErrIdle, idle + time.Second},
		{"silence after a comment", 0, func(w *io.PipeWriter) { say(w, 0, ": ping\n\n") }, ErrIdle, idle},
		{"comments are life", 0, func(w *io.PipeWriter) {
			for range 100 {
				say(w, time.Minute, ": ping\n\n")
			}
			say(w, time.Minute, a+stop+done)
			_ = w.Close()
		}, nil, 101 * time.Minute},
		{"an end that is not the connection's", 0, func(w *io.PipeWriter) { say(w, 0, a+stop+done) }, nil, farewell},
		{"silence after the finish reason is an end", 0, func(w *io.PipeWriter) { say(w, 0, a+stop) }, nil, grace},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				_, err := ask(t, line(first, idle, tt.header, tt.serve))
				if !errors.Is(err, tt.want) || time.Since(begin) != tt.after {
					t.Errorf("%v after %v, want %v after %v", err, time.Since(begin), tt.want, tt.after)
				}
			})
		})
	}
}

// TestSlowReaderIsNoSilence: time that nobody waits for bytes is not the server's.
func TestSlowReaderIsNoSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tr := line(time.Minute, time.Minute, 0, func(w *io.PipeWriter) {
			say(w, 0, "data: "+textA+"\n\n")
			say(w, 0, stop+done)
		})
		res, err := tr.RoundTrip(newRequest(t, t.Context(), "{}"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := res.Body.Read(make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		rest, err := io.ReadAll(res.Body)
		if err != nil || !strings.HasSuffix(string(rest), done) {
			t.Errorf("got %q, %v", rest, err)
		}
		_ = res.Body.Close()
	})
}

func TestCancelEndsAnAnswerAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		tr := line(time.Hour, time.Hour, 0, func(w *io.PipeWriter) { say(w, 0, "data: "+textA+"\n\n") })
		res, err := tr.RoundTrip(newRequest(t, ctx, "{}"))
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Second, cancel)
		begin := time.Now()
		_, err = io.ReadAll(res.Body)
		if !errors.Is(err, context.Canceled) || time.Since(begin) != time.Second {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
		_ = res.Body.Close()
	})
}
