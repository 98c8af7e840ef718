package wire

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"
)

// maxFault is how much of a failure's body is read.
const maxFault = 64 << 10

// Transport carries requests over Base and makes their answers canonical. The zero limits mean no limit.
type Transport struct {
	Base      http.RoundTripper
	RawQuery  string        // added to the query of each request, such as "api-version=1"
	Header    http.Header   // replaces or joins the headers of each request
	Secrets   []string      // hidden in errors, in plain, as base64 and escaped for a URL
	FirstByte time.Duration // from the request to the first byte of the body
	Idle      time.Duration // between two bytes of the body
	MaxBytes  int64         // of one body
	Texts     *slog.Logger  // gets every request and answer as they are, with the secrets masked; nil: nobody does
}

// RoundTrip sends the request, with the Fields of its context as its body, and returns the answer. A failure
// status is returned as *ServerError. The body of a stream request is canonical; other bodies are bounded only.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	w := watch(req.Context(), t.FirstByte, t.Idle, t.MaxBytes)
	out, err := t.outgoing(req.Clone(w.ctx))
	if err != nil {
		w.stop()
		return nil, err
	}
	mask := Masker(append([]string{strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer ")}, t.Secrets...)...)
	if w.tape, err = record(out, mask, t.Texts != nil); err != nil {
		w.stop()
		return nil, err
	}
	if err := t.logTexts(out, w, mask); err != nil {
		w.stop()
		return nil, err
	}
	res, err := t.Base.RoundTrip(out)
	if err != nil {
		err = w.explain(err)
		w.stop()
		return nil, err
	}
	w.tape.answered(res)
	w.body = plain(res)
	res.Body = w
	switch {
	case res.StatusCode >= 300 && res.StatusCode < 400 && res.Header.Get("Location") != "":
		// the http.Client decides about redirects
	case res.StatusCode < 200 || res.StatusCode >= 300:
		defer w.stop()
		return nil, statusFault(res, mask)
	case strings.Contains(req.Header.Get("Accept"), "text/event-stream"):
		res.Body = newStream(w, res.StatusCode, mask)
		res.ContentLength = -1
		res.Header.Del("Content-Length")
	}
	return res, nil
}

// logTexts writes a request to the log now, and its answer when that has ended.
func (t *Transport) logTexts(req *http.Request, w *watched, mask func(string) string) error {
	if t.Texts == nil {
		return nil
	}
	var body []byte
	if req.GetBody != nil {
		r, err := req.GetBody()
		if err != nil {
			return err
		}
		if body, err = io.ReadAll(r); err != nil {
			return err
		}
	}
	path := req.URL.Path
	t.Texts.Info("request", "method", req.Method, "host", req.URL.Host, "path", path, "body", mask(string(body)))
	w.ended = sync.OnceFunc(func() { t.Texts.Info("answer", "path", path, "status", w.tape.status(), "body", w.tape.text()) })
	return nil
}

// statusFault reads what the server says about a failure status. A body that breaks off is used as far as it came.
func statusFault(res *http.Response, mask func(string) string) *ServerError {
	body, err := io.ReadAll(io.LimitReader(res.Body, maxFault))
	if err != nil && len(body) == 0 {
		body = []byte(res.Status)
	}
	f := parseFault([]byte(mask(string(body))))
	f.Status = res.StatusCode
	f.Header = res.Header.Clone()
	f.HTML = looksHTML(body)
	f.Message = mask(f.Message)
	return f
}
