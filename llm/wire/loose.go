package wire

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The loose types decode any JSON value and never fail: what makes no sense is their zero value.

// text is a string; numbers become their digits, lists of parts are joined.
type text string

// UnmarshalJSON decodes any value.
func (t *text) UnmarshalJSON(b []byte) error {
	plain, thinking := parts(b, 0)
	*t = text(plain + thinking)
	return nil
}

// content is a message's content: a string or a list of parts, of which some may be thinking.
type content struct{ plain, thinking string }

// UnmarshalJSON decodes any value.
func (c *content) UnmarshalJSON(b []byte) error {
	c.plain, c.thinking = parts(b, 0)
	return nil
}

// details are OpenRouter's pieces of thinking: their text, and each object as it came.
type details struct {
	text   string
	pieces []json.RawMessage
}

// UnmarshalJSON decodes any value; items that are no objects are left out.
func (d *details) UnmarshalJSON(b []byte) error {
	plain, thinking := parts(b, 0)
	*d = details{text: plain + thinking}
	if len(b) == 0 || b[0] != '[' {
		return nil
	}
	for _, raw := range elements(b) {
		if raw[0] == '{' {
			d.pieces = append(d.pieces, raw)
		}
	}
	return nil
}

// parts returns the text in a value, thinking kept apart. Lists nest four deep at most.
func parts(b []byte, depth int) (plain, thinking string) {
	if len(b) == 0 || depth > 4 {
		return "", ""
	}
	switch c := b[0]; {
	case c == '"':
		return unquote(b), ""
	case c == '-' || c >= '0' && c <= '9':
		return string(b), ""
	case c == '[':
		var all, thought strings.Builder
		for _, item := range elements(b) {
			p, t := parts(item, depth+1)
			all.WriteString(p)
			thought.WriteString(t)
		}
		return all.String(), thought.String()
	case c == '{':
		return part(b, depth)
	}
	return "", ""
}

// part returns the text of one part. Encrypted and binary parts have none.
func part(b []byte, depth int) (plain, thinking string) {
	var p struct {
		Type                                               json.RawMessage
		Text, Thinking, Reasoning, Summary, Value, Refusal json.RawMessage
	}
	if json.Unmarshal(b, &p) != nil {
		return "", ""
	}
	kind := unquote(p.Type)
	isThought := strings.Contains(kind, "think") || strings.Contains(kind, "reason")
	for _, raw := range []json.RawMessage{p.Thinking, p.Reasoning, p.Summary} {
		a, t := parts(raw, depth+1)
		thinking += a + t
	}
	for _, raw := range []json.RawMessage{p.Text, p.Value, p.Refusal} {
		a, t := parts(raw, depth+1)
		plain += a
		thinking += t
	}
	if isThought {
		return "", thinking + plain
	}
	return plain, thinking
}

// unquote decodes a JSON string, "" if it is none.
func unquote(b []byte) string {
	var s string
	if len(b) == 0 || b[0] != '"' || json.Unmarshal(b, &s) != nil {
		return ""
	}
	return s
}

// number is a whole number; fractions are cut off, digits in a string count, set tells it from a missing one.
type number struct {
	n   int
	set bool
}

// UnmarshalJSON decodes any value.
func (n *number) UnmarshalJSON(b []byte) error {
	*n = number{}
	s := string(b)
	if len(b) > 0 && b[0] == '"' {
		s = strings.TrimSpace(unquote(b))
	}
	f, err := strconv.ParseFloat(s, 64)
	if err == nil && math.Abs(f) <= 1<<53 {
		*n = number{n: int(f), set: true}
	}
	return nil
}

// count returns the number if it can be a count, else 0.
func (n number) count() int { return max(n.n, 0) }

// amount is a price: a number that is not negative, or the same in a string.
type amount float64

// UnmarshalJSON decodes any value.
func (a *amount) UnmarshalJSON(b []byte) error {
	*a = 0
	s := string(b)
	if len(b) > 0 && b[0] == '"' {
		s = strings.TrimSpace(unquote(b))
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil && f > 0 && f < 1e9 {
		*a = amount(f)
	}
	return nil
}

// maxElements bounds the elements of a list that are looked at, so that a few megabytes of "{},{}," do not become gigabytes.
const maxElements = 4096

// elements returns the beginning of a list, piece by piece.
func elements(b []byte) (all []json.RawMessage) {
	dec := json.NewDecoder(bytes.NewReader(b))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	for dec.More() && len(all) < maxElements {
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return all
		}
		all = append(all, raw)
	}
	return all
}

// list is a list; a single object is a list of one, anything else is empty.
type list[T any] []T

// UnmarshalJSON decodes any value; items that are no objects are left out.
func (l *list[T]) UnmarshalJSON(b []byte) error {
	*l = nil
	if len(b) > 0 && b[0] == '{' {
		b = slices.Concat([]byte("["), b, []byte("]"))
	}
	var items []*T
	if len(b) < 2*maxElements && json.Unmarshal(b, &items) == nil { // the usual case, in one pass
		for _, item := range items {
			if item != nil {
				*l = append(*l, *item)
			}
		}
		return nil
	}
	for _, raw := range elements(b) {
		var item T
		if raw[0] == '{' && decode(raw, &item) == nil {
			*l = append(*l, item)
		}
	}
	return nil
}

// arguments are a tool call's arguments: the text itself, or the text of the object that a server sent in its place.
type arguments string

// UnmarshalJSON decodes any value.
func (a *arguments) UnmarshalJSON(b []byte) error {
	switch {
	case len(b) > 0 && b[0] == '"':
		*a = arguments(unquote(b))
	case len(b) > 0 && (b[0] == '{' || b[0] == '['):
		var compact bytes.Buffer
		if json.Compact(&compact, b) == nil {
			*a = arguments(compact.String())
		}
	}
	return nil
}

// decode fills v as far as the types allow. It fails only if the data are not JSON.
func decode(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if _, ok := err.(*json.UnmarshalTypeError); ok {
		return nil
	}
	return err
}

// repair makes near-JSON readable: NaN and Infinity become null, control characters in strings are escaped.
func repair(data []byte) []byte {
	var out bytes.Buffer
	inString := false
	for i := 0; i < len(data); i++ {
		c := data[i]
		switch {
		case inString && c == '\\' && i+1 < len(data):
			out.WriteByte(c)
			i++
			out.WriteByte(data[i])
			continue
		case c == '"':
			inString = !inString
		case inString && c < ' ':
			out.WriteString(`\u00`)
			out.WriteByte("01"[c>>4])
			out.WriteByte("0123456789abcdef"[c&15])
			continue
		case !inString:
			if n := notANumber(data[i:]); n > 0 {
				out.WriteString("null")
				i += n - 1
				continue
			}
		}
		out.WriteByte(c)
	}
	return out.Bytes()
}

func notANumber(data []byte) int {
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(data, []byte(word)) {
			return len(word)
		}
	}
	return 0
}
