// Package llmtest serves scripted answers of model servers to tests: good ones, slow ones, and every kind of wrong one
// that was seen in the wild. It listens on loopback only and is imported by tests only.
// It must not know the packages that it tests.
package llmtest

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Request is one request that a server received.
type Request struct {
	Method string
	Path   string // with the query
	Header http.Header
	Body   []byte
	Remote string // the client's end of the connection
}

// Server is a scripted server. Its methods are safe for concurrent use.
type Server struct {
	// URL is the base address, ending in /v1.
	URL string

	http *httptest.Server
	done chan struct{} // closed when the test ends
	gone chan struct{} // gets a value when a client leaves a reply before its end

	mu       sync.Mutex
	script   Script
	models   string
	requests []Request
}

// Serve starts a server that plays the script's replies in turn to requests for chat completions, the last one again and
// again; an empty script answers Good("Hello"). It is stopped when the test ends.
func Serve(t testing.TB, script Script) *Server {
	t.Helper()
	if len(script) == 0 {
		script = Script{Good("Hello")}
	}
	s := &Server{
		script: script,
		models: `{"object":"list","data":[{"id":"test-model"}]}`,
		done:   make(chan struct{}),
		gone:   make(chan struct{}, 100),
	}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL + "/v1"
	t.Cleanup(func() {
		close(s.done)
		s.http.Close()
	})
	return s
}

// SetModels sets the body that requests for the list of models get; an empty one answers 404.
func (s *Server) SetModels(body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models = body
}

// Requests returns the requests received so far, those for models included.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Chats returns the requests for chat completions received so far.
func (s *Server) Chats() []Request {
	var chats []Request
	for _, r := range s.Requests() {
		if strings.Contains(r.Path, "/chat/completions") {
			chats = append(chats, r)
		}
	}
	return chats
}

// Gone returns a channel that gets a value each time a client leaves before the end of its reply.
func (s *Server) Gone() <-chan struct{} { return s.gone }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client went away
	}
	s.mu.Lock()
	s.requests = append(s.requests, Request{
		Method: r.Method, Path: r.URL.RequestURI(), Header: r.Header.Clone(), Body: body, Remote: r.RemoteAddr,
	})
	models := s.models
	var reply Reply
	isChat := strings.HasSuffix(r.URL.Path, "/chat/completions")
	if isChat {
		reply = s.script[0]
		if len(s.script) > 1 {
			s.script = s.script[1:]
		}
	}
	s.mu.Unlock()
	switch {
	case isChat:
		s.play(w, r, reply)
	case strings.HasSuffix(r.URL.Path, "/models") && models != "":
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, models) // the client's loss
	default:
		http.Error(w, `{"detail":"Not Found"}`, http.StatusNotFound)
	}
}

// play answers one request. Write errors mean that the client went away, which is its right.
func (s *Server) play(w http.ResponseWriter, r *http.Request, reply Reply) {
	left := false
	defer func() {
		if left || r.Context().Err() != nil {
			select {
			case s.gone <- struct{}{}:
			default:
			}
		}
	}()
	flush := http.NewResponseController(w)
	for _, h := range reply.Header {
		w.Header().Add(h[0], h[1])
	}
	if reply.Status == 0 {
		reply.Status = http.StatusOK
	}
	if !reply.HoldHeader {
		w.WriteHeader(reply.Status)
		_ = flush.Flush()
	}
	for i, write := range reply.Writes {
		if !s.wait(r, write) {
			return
		}
		if i == 0 && reply.HoldHeader {
			w.WriteHeader(reply.Status)
		}
		if _, err := w.Write(write.Data); err != nil {
			left = true
			return
		}
		_ = flush.Flush()
	}
	s.end(flush, r, reply.End)
}

// wait waits until a write is due; false means that the client or the test is gone.
func (s *Server) wait(r *http.Request, write Write) bool {
	if write.Wait > 0 {
		timer := time.NewTimer(write.Wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return false
		case <-s.done:
			return false
		}
	}
	if write.Gate != nil {
		select {
		case <-write.Gate:
		case <-r.Context().Done():
			return false
		case <-s.done:
			return false
		}
	}
	return true
}

// end ends an answer.
func (s *Server) end(flush *http.ResponseController, r *http.Request, end End) {
	switch end {
	case Abort:
		panic(http.ErrAbortHandler)
	case Reset:
		reset(flush)
	case Hang:
		select {
		case <-r.Context().Done():
		case <-s.done:
		}
	}
}

// reset closes the connection so that what is on its way is lost too.
func reset(flush *http.ResponseController) {
	conn, _, err := flush.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
