// Package demo is the embedded offline model: an OpenAI-compatible server inside the process, on loopback, that answers by
// a small set of rules, so that the program can be tried without network and key.
//
// It keeps nothing between requests: it knows what the messages of one request say and nothing else, which makes a
// cutoff visible. Asked what it is, it says so; it never poses as a real model. It must not know the program's talks,
// personas or settings.
package demo

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"bonbon/tokens"
)

// Model is the id of the only model.
const Model = "offline-demo"

// DefaultContext is the context length of a server whose options name none, in tokens.
const DefaultContext = 8192

// Options changes how a server behaves; the zero value is what the program uses.
type Options struct {
	// Interval lies between two pieces of a streamed reply. 0 means 30 ms, a negative value none.
	Interval time.Duration
	// Context is the largest prompt together with its reply, in tokens. 0 means DefaultContext.
	Context int
	// Count returns the tokens of a text. Nil means a table that the server loads for itself at the first request.
	Count func(text string) int
}

// Server is a running demo. Its methods may be called from any goroutine.
type Server struct {
	opt  Options
	http *http.Server
	addr string
	done chan struct{} // closed when the accept loop has ended
}

// Start runs a server with the default options. It fails only if no loopback port can be opened.
func Start() (*Server, error) { return Options{}.Start() }

// Start runs a server with these options.
func (o Options) Start() (*Server, error) {
	if o.Interval == 0 {
		o.Interval = 30 * time.Millisecond
	}
	if o.Context <= 0 {
		o.Context = DefaultContext
	}
	if o.Count == nil {
		counter := tokens.NewCounter()
		enc := tokens.EncodingFor(Model)
		o.Count = func(text string) int {
			n, _ := counter.Count(enc, text)
			return n
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("demo: open a loopback port: %w", err)
	}
	s := &Server{opt: o, addr: listener.Addr().String(), done: make(chan struct{})}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.done)
		// Serve always returns an error; after Close it is ErrServerClosed, and before it clients see a refused connection.
		_ = s.http.Serve(listener)
	}()
	return s, nil
}

// URL returns the base URL, "http://127.0.0.1:<port>/v1".
func (s *Server) URL() string { return "http://" + s.addr + "/v1" }

// Context returns the context length in tokens.
func (s *Server) Context() int { return s.opt.Context }

// Close ends all running replies and the server. It may be called more than once.
func (s *Server) Close() error {
	err := s.http.Close()
	<-s.done
	return err
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", s.models)
	mux.HandleFunc("POST /v1/chat/completions", s.complete)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, &fault{status: http.StatusNotFound, kind: "not_found_error", text: "no such endpoint: " + r.Method + " " + r.URL.Path})
	})
	return mux
}

func (s *Server) models(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, map[string]any{
		"object": "list",
		"data": []map[string]any{{
			"id": Model, "object": "model", "owned_by": "bonbon", "context_length": s.opt.Context,
		}},
	})
}

// complete answers one chat request.
func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	req, err := readRequest(w, r)
	if err != nil {
		refuse(w, err)
		return
	}
	in := inbox{messages: req.inbox, pictures: req.pictures, tokens: s.prompt(req.inbox), context: s.opt.Context}
	if in.tokens > in.context {
		refuse(w, overContext(in.tokens, in.context))
		return
	}
	most := in.context - in.tokens
	if limit := req.limit(); limit > 0 {
		most = min(most, limit)
	}
	out := s.cut(reply(in), most)
	out.usage = usage{Prompt: in.tokens, Completion: out.tokens, Total: in.tokens + out.tokens}
	if req.Stream {
		s.stream(w, r, out, req.Options.Usage)
		return
	}
	answer(w, http.StatusOK, out.whole())
}

// prompt counts a prompt: its texts, 4 tokens of framing for each message and 3 for the start of the reply.
func (s *Server) prompt(ms []message) int {
	n := 3
	for _, m := range ms {
		n += 4 + s.opt.Count(m.text)
	}
	return n
}
