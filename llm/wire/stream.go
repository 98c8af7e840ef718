package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// grace is how long the rest of a stream (usage, [DONE]) is waited for once the finish reason was seen.
const grace = 5 * time.Second

// farewell is how long Close waits for the regular end of a body.
const farewell = 50 * time.Millisecond

// stream is the canonical body of a chat completion. It does its work inside Read, so it needs no goroutine.
type stream struct {
	src    *watched
	in     reader
	status int
	mask   func(string) string

	out   bytes.Buffer // canonical bytes not read yet
	enc   *json.Encoder
	err   error // what Read returns after them
	begun bool

	pinned     number // index of the choice that is followed
	calls      slots
	sawChoices bool // anything with choices was seen
	saidText   bool
	finish     string
	said       string // data that was no chunk
}

func newStream(src *watched, status int, mask func(string) string) *stream {
	s := &stream{src: src, status: status, mask: mask}
	s.in.src = bufio.NewReaderSize(src, 16<<10)
	s.enc = json.NewEncoder(&s.out)
	s.enc.SetEscapeHTML(false)
	return s
}

// Close ends the request. After a good end it first reads the little that is left, since only a connection whose body
// was read to its end is used again; in all other cases it is immediate.
func (s *stream) Close() error {
	if s.err == io.EOF && s.src.ctx.Err() == nil {
		s.src.hurry(farewell)
		_, _ = io.CopyN(io.Discard, s.src, 4<<10) // the reply is complete, whatever this brings
	}
	return s.src.Close()
}

// Read returns canonical events as soon as the source has them.
func (s *stream) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for s.out.Len() == 0 {
		if s.err != nil {
			return 0, s.err
		}
		s.advance()
	}
	return s.out.Read(p)
}

// advance takes in one event. It sets err at the stream's end.
func (s *stream) advance() {
	if !s.begun {
		s.begun = true
		if done := s.sniff(); done {
			return
		}
	}
	ev, err := s.in.next()
	if err != nil {
		s.end(err)
		return
	}
	data := bytes.TrimSpace(ev.data)
	switch {
	case ev.name == "error":
		s.fail(parseFault([]byte(s.mask(string(data)))))
	case len(data) == 0:
	case string(data) == "[DONE]":
		s.end(nil)
	default:
		s.documents(data)
	}
}

// sniff skips what is blank and looks at the first byte: a stream may turn out to be a JSON body or a web page, in which
// case it is dealt with whole.
func (s *stream) sniff() (done bool) {
	first, err := s.firstByte()
	if err != nil {
		s.end(err)
		return true
	}
	switch first {
	case '<':
		page, _ := io.ReadAll(io.LimitReader(s.in.src, maxMessage)) // how it ends changes nothing
		s.err = &NotServerError{Status: s.status, Said: s.quote(page)}
		return true
	case '{', '[':
		s.whole(io.ReadAll(io.LimitReader(s.in.src, maxEvent+1)))
		return true
	}
	return false
}

func (s *stream) firstByte() (byte, error) {
	for {
		b, err := s.in.src.Peek(1)
		if err != nil {
			return 0, err
		}
		n := 1
		switch b[0] {
		case ' ', '\t', '\r', '\n':
		case 0xEF: // a byte order mark; anything else that starts so is no field either
			if b, _ = s.in.src.Peek(3); string(b) != "\xef\xbb\xbf" {
				return 0xEF, nil
			}
			n = 3
		default:
			return b[0], nil
		}
		s.in.drop(n)
	}
}

// whole deals with a body of JSON documents, read up to err; nil is its regular end. A completion without a finish
// reason is finished then: its JSON is whole.
func (s *stream) whole(body []byte, err error) {
	s.in.spoken = true
	if len(body) > maxEvent {
		s.err = ErrTooLarge
		return
	}
	s.documents(body)
	switch {
	case err != nil:
		s.err = nil // if the last document is damaged, this is why
		s.end(err)
	case s.err != nil:
	case !s.sawChoices:
		s.err = &NotServerError{Status: s.status, Said: s.quote(body)}
	default:
		if s.finish == "" {
			s.setFinish("stop")
		}
		s.end(nil)
	}
}

// documents takes in JSON objects that follow each other, usually one.
func (s *stream) documents(data []byte) {
	if s.quick(data) {
		return
	}
	if data[0] != '{' && data[0] != '[' {
		s.said = s.quote(data)
		return
	}
	if json.Valid(data) {
		s.document(data)
		return
	}
	if fixed := repair(data); json.Valid(fixed) {
		s.document(fixed)
		return
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	for s.err == nil {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err == io.EOF {
			return
		} else if err != nil {
			s.said = s.quote(data)
			if s.in.err != nil { // half a chunk, because the source ended
				s.end(s.in.err)
				return
			}
			s.finishOr(&CutOffError{Cause: errUnreadable, Said: s.said})
			return
		}
		s.document(raw)
	}
}

// document takes in one JSON value: a chunk, a completion or an error.
func (s *stream) document(raw json.RawMessage) {
	if raw[0] == '[' { // some gateways wrap their error in a list
		var items []json.RawMessage
		if json.Unmarshal(raw, &items) != nil || len(items) == 0 {
			return
		}
		raw = items[0]
	}
	var c chunk
	if raw[0] != '{' || decode(raw, &c) != nil {
		return
	}
	failed := c.isError()
	s.take(&c, failed)
	if failed {
		s.fail(parseFault([]byte(s.mask(string(raw)))))
	}
}

// take emits what a chunk says. An error beside it silences its finish reason.
func (s *stream) take(c *chunk, failed bool) {
	out := outChunk{Choices: []outChoice{}, Usage: c.Usage.canonical()}
	s.src.tape.heard(string(c.Model), "")
	if ch := s.choose(c.Choices); ch != nil {
		s.src.tape.heard("", string(ch.FinishReason))
		o := outChoice{Delta: s.delta(ch), Finish: ch.finish()}
		if o.Finish == "error" && !failed {
			s.fail(&ServerError{Status: s.status, Code: string(ch.FinishReason)})
		}
		if o.Finish == "error" || failed {
			o.Finish = ""
		}
		if o.Finish != "" {
			s.finish = o.Finish
			s.src.hurry(grace)
		}
		if o.Finish != "" || !o.Delta.isEmpty() {
			out.Choices = append(out.Choices, o)
		}
	}
	if len(out.Choices) > 0 || out.Usage != nil {
		s.emit(out)
	}
}

func (d *outDelta) isEmpty() bool {
	return d.Content == "" && d.Reasoning == "" && d.Refusal == "" && len(d.Details) == 0 && len(d.Calls) == 0
}

// choose returns the choice that is followed: that with the index of the first one seen.
func (s *stream) choose(choices *list[choice]) *choice {
	if choices == nil {
		return nil
	}
	s.sawChoices = true
	for i := range *choices {
		ch := &(*choices)[i]
		if !s.pinned.set {
			s.pinned = number{n: ch.Index.n, set: true}
		}
		if ch.Index.n == s.pinned.n {
			return ch
		}
	}
	return nil
}

// delta returns what a choice adds.
func (s *stream) delta(ch *choice) outDelta {
	d := ch.Delta
	if d == nil && !s.saidText {
		d = ch.Message // whole, so only if nothing came in pieces
	}
	if d == nil {
		d = &delta{Content: content{plain: string(ch.Text)}}
	}
	o := outDelta{Content: d.Content.plain, Reasoning: d.reasoning(), Details: d.ReasoningDetails.pieces, Refusal: string(d.Refusal)}
	if d.FunctionCall != nil {
		d.ToolCalls = append(d.ToolCalls, call{Function: *d.FunctionCall})
	}
	for _, c := range d.ToolCalls {
		if oc, ok := s.calls.add(c); ok {
			o.Calls = append(o.Calls, oc)
		}
	}
	s.saidText = s.saidText || o.Content != ""
	return o
}

// emit writes one canonical event.
func (s *stream) emit(c outChunk) {
	s.out.WriteString("data: ")
	if err := s.enc.Encode(c); err != nil { // strings and numbers always encode
		s.err = err
	}
	s.out.WriteByte('\n')
}

func (s *stream) setFinish(reason string) {
	s.finish = reason
	s.emit(outChunk{Choices: []outChoice{{Finish: reason}}})
}

// fail ends the stream with the server's error.
func (s *stream) fail(f *ServerError) {
	if f.Status == 0 {
		f.Status = s.status
	}
	f.Message = s.mask(f.Message)
	s.err = f
}

// end ends the stream. err is what ended the source, nil for [DONE].
func (s *stream) end(err error) {
	tidy := err == nil || err == io.EOF
	switch {
	case tidy && !s.in.spoken && s.in.stray != nil:
		s.err = &NotServerError{Status: s.status, Said: s.quote(s.in.stray)}
	case tidy:
		s.finishOr(&CutOffError{Said: s.said})
	case isLimit(err) || s.src.ctx.Err() != nil:
		s.finishOr(err)
	default:
		s.finishOr(&CutOffError{Cause: err, Said: s.said})
	}
}

// isLimit reports whether err is one of the bounds of this package.
func isLimit(err error) bool {
	return errors.Is(err, ErrFirstByte) || errors.Is(err, ErrIdle) || errors.Is(err, ErrTooLarge)
}

// finishOr ends the stream well if its finish reason was seen, else with err.
func (s *stream) finishOr(err error) {
	if s.finish == "" {
		s.err = err
		return
	}
	s.out.WriteString("data: [DONE]\n\n")
	s.err = io.EOF
}

// quote returns the beginning of what a server sent, for showing.
func (s *stream) quote(b []byte) string {
	q := s.mask(clean(string(b[:min(len(b), 2*maxMessage)])))
	if len(q) > 300 {
		q = q[:300]
	}
	return clean(q)
}

var _ http.RoundTripper = (*Transport)(nil)
