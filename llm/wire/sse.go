package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
)

// maxEvent bounds the memory of one event.
const maxEvent = 16 << 20

// event is one server-sent event. Its data is valid until the next call of next.
type event struct {
	name string
	data []byte
}

// reader reads server-sent events (WHATWG HTML, section 9.2) from a source that bends the rules: an event at the very
// end counts without its blank line, data lines that are whole JSON objects or [DONE] are events of their own even where
// the blank line between them is missing, a bare line of JSON counts as data, and a field named "error" is an error event.
type reader struct {
	src     *bufio.Reader
	afterCR bool
	line    []byte
	name    string
	data    []byte
	lines   int    // data lines of the event being read
	checked bool   // whole was asked about the data, and said isWhole
	isWhole bool   //
	ahead   start  // what a line already read says about the event after this one
	spoken  bool   // something of the protocol was seen, be it a comment
	stray   []byte // the first line that is no field
	err     error  // what ended the source, once it did
}

// start is the beginning of an event.
type start struct {
	name  string
	data  []byte
	lines int
}

// next returns the next event. Its error is that of the source, after all events that came before it.
func (r *reader) next() (event, error) {
	r.begin()
	for r.err == nil {
		r.err = r.readLine()
		switch {
		case len(r.line) > 0:
			if r.field() {
				return r.take(), nil
			}
		case r.err == nil && r.lines > 0:
			return r.take(), nil
		case r.err == nil:
			r.name = ""
		}
		if len(r.data) > maxEvent {
			r.err, r.lines = ErrTooLarge, 0
		}
	}
	if r.lines > 0 {
		return r.take(), nil
	}
	return event{}, r.err
}

// begin starts an event, with the line that ended the one before, if one did.
func (r *reader) begin() {
	r.name, r.lines = r.ahead.name, r.ahead.lines
	r.data = append(r.data[:0], r.ahead.data...)
	r.ahead = start{data: r.ahead.data[:0]}
	r.checked = false
}

func (r *reader) take() event { return event{name: r.name, data: r.data} }

// readLine reads one line without its end, which is CR, LF or CRLF. It never waits for the byte after a CR.
func (r *reader) readLine() error {
	r.line = r.line[:0]
	for {
		if _, err := r.src.Peek(1); err != nil {
			return err
		}
		b, _ := r.src.Peek(r.src.Buffered())
		if r.afterCR {
			r.afterCR = false
			if b[0] == '\n' {
				r.drop(1)
				continue
			}
		}
		end := bytes.IndexAny(b, "\r\n")
		if end >= 0 {
			r.line = append(r.line, b[:end]...)
			r.afterCR = b[end] == '\r'
			r.drop(end + 1)
			return nil
		}
		r.line = append(r.line, b...)
		r.drop(len(b))
		if len(r.line) > maxEvent {
			return ErrTooLarge
		}
	}
}

// drop discards bytes that Peek has shown, which cannot fail.
func (r *reader) drop(n int) { _, _ = r.src.Discard(n) }

// field takes in the line. It reports whether the event is complete.
func (r *reader) field() bool {
	name, value, _ := bytes.Cut(r.line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "", "id", "retry": // a comment is a sign of life
	case "event":
		r.spoken = true
		if r.whole() {
			r.ahead.name = string(value)
			return true
		}
		r.name = string(value)
	case "data":
		return r.addData(r.name, value)
	case "error":
		return r.addData("error", value)
	default:
		if r.line[0] == '{' {
			return r.addData(r.name, r.line)
		}
		if r.stray == nil {
			r.stray = bytes.Clone(r.line)
		}
		return false
	}
	r.spoken = true
	return false
}

// addData adds a data line, or keeps it for the next event and reports true if the data so far are whole.
func (r *reader) addData(name string, line []byte) bool {
	r.spoken = true
	if r.whole() {
		if name == r.name {
			name = ""
		}
		r.ahead = start{name: name, data: append(r.ahead.data, line...), lines: 1}
		return true
	}
	if r.lines > 0 {
		r.data = append(r.data, '\n')
	}
	r.name, r.data, r.lines, r.checked = name, append(r.data, line...), r.lines+1, false
	return false
}

// whole reports whether the event has one data line that is a JSON object: no line after it can belong to it. The data are
// read once for it, however many lines ask.
func (r *reader) whole() bool {
	if !r.checked {
		r.checked = true
		r.isWhole = r.lines == 1 && len(r.data) > 0 && r.data[0] == '{' && json.Valid(r.data)
	}
	return r.isWhole
}
