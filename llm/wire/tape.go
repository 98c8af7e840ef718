package wire

import (
	"context"
	"crypto/sha256"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// The bounds of a Tape.
const (
	maxTake  = 256 << 10 // bytes of one answer
	maxTakes = 16        // answers; the oldest give way
	maxKey   = 4 << 10   // more is looked at, so that a key at the end of what is kept is found whole
	maxValue = 200       // bytes of a header's value
)

// Tape keeps what went over the wire for the requests that were made with it: of each request its size and sum, of each answer the
// beginning as it was received. The request's key is masked in all that it gives out. The zero Tape is ready, and safe for
// concurrent use.
type Tape struct {
	mu    sync.Mutex
	takes []*take
}

// Take is one request and its answer.
type Take struct {
	Sum    [sha256.Size]byte // of the request's body as it was sent; in a body that holds the key, of the body with it masked
	Size   int               // bytes of that body
	Status int               // HTTP status; 0: no answer came
	Header map[string]string // the few that help to find a request again
	Body   []byte            // the beginning of the answer's body, at most 256 KB, before anything was made of it
	Cut    bool              // more came
	Model  string            // as the server named it in a stream
	Finish string            // why the reply ended, in the server's word
}

type take struct {
	Take
	raw  []byte
	mask func(string) string
}

type tapeKey struct{}

// WithTape returns a context that makes Transport record requests made with it. A nil tape records nothing.
func WithTape(ctx context.Context, t *Tape) context.Context {
	if t == nil {
		return ctx
	}
	return context.WithValue(ctx, tapeKey{}, t)
}

// Takes returns what was recorded so far, in the order of sending.
func (t *Tape) Takes() []Take {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make([]Take, len(t.takes))
	for i, k := range t.takes {
		out[i] = k.Take
		body := []byte(k.mask(string(k.raw)))
		out[i].Cut = len(body) > maxTake
		out[i].Body = body[:min(len(body), maxTake)]
	}
	return out
}

// Last is the newest of Takes without its Body; a zero Take if nothing was recorded.
func (t *Tape) Last() Take {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.takes) == 0 {
		return Take{}
	}
	k := t.takes[len(t.takes)-1]
	return k.Take
}

// recording is one take as the transport fills it. A nil one records nothing.
type recording struct {
	tape *Tape
	take *take
}

// record begins a take for a request that is complete, if its context or the transport asks for one.
func record(req *http.Request, mask func(string) string, always bool) (*recording, error) {
	tape, ok := req.Context().Value(tapeKey{}).(*Tape)
	switch {
	case !ok && !always:
		return nil, nil
	case !ok:
		tape = &Tape{}
	}
	k := &take{mask: mask}
	if req.GetBody != nil {
		r, err := req.GetBody()
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		k.Size, k.Sum = len(body), sha256.Sum256([]byte(mask(string(body))))
	}
	tape.mu.Lock()
	defer tape.mu.Unlock()
	if len(tape.takes) == maxTakes {
		tape.takes = slices.Delete(tape.takes, 0, 1)
	}
	tape.takes = append(tape.takes, k)
	return &recording{tape, k}, nil
}

// kept are the headers of an answer that are kept: none can hold a secret of ours.
var kept = []string{
	"Content-Type", "X-Request-Id", "Request-Id", "Apim-Request-Id", "X-Ms-Request-Id", "X-Amzn-Requestid", "X-Goog-Request-Id",
	"X-Generation-Id", "Cf-Ray", "Openai-Processing-Ms",
}

func (r *recording) answered(res *http.Response) {
	if r == nil {
		return
	}
	r.tape.mu.Lock()
	defer r.tape.mu.Unlock()
	r.take.Status = res.StatusCode
	for _, name := range kept {
		if v := res.Header.Get(name); v != "" {
			if r.take.Header == nil {
				r.take.Header = make(map[string]string)
			}
			r.take.Header[name] = atMost(clean(r.take.mask(v)), maxValue)
		}
	}
}

func (r *recording) read(p []byte) {
	if r == nil {
		return
	}
	r.tape.mu.Lock()
	defer r.tape.mu.Unlock()
	if room := maxTake + maxKey - len(r.take.raw); room > 0 {
		r.take.raw = append(r.take.raw, p[:min(len(p), room)]...)
	}
}

// status returns the answer's HTTP status, 0 if none came.
func (r *recording) status() int {
	r.tape.mu.Lock()
	defer r.tape.mu.Unlock()
	return r.take.Status
}

// text returns the beginning of the answer's body, masked.
func (r *recording) text() string {
	r.tape.mu.Lock()
	defer r.tape.mu.Unlock()
	body := r.take.mask(string(r.take.raw))
	return body[:min(len(body), maxTake)]
}

// heard notes what a chunk says of itself. Later words replace earlier ones.
func (r *recording) heard(model, finish string) {
	if r == nil || model == "" && finish == "" {
		return
	}
	r.tape.mu.Lock()
	defer r.tape.mu.Unlock()
	if model != "" {
		r.take.Model = atMost(clean(r.take.mask(model)), maxValue)
	}
	if finish != "" {
		r.take.Finish = atMost(clean(r.take.mask(finish)), maxValue)
	}
}

// atMost cuts a text that is masked already: cutting before would leave the beginning of a secret.
func atMost(s string, n int) string {
	if len(s) > n {
		s = strings.ToValidUTF8(s[:n], "")
	}
	return s
}
