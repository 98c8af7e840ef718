package wire

import (
	"encoding/json"
	"strconv"
	"strings"
)

// maxCalls bounds the tool calls of one reply; further ones are dropped.
const maxCalls = 128

// maxExtra bounds what is kept of what a server puts beside a call. Google's signatures have a few kilobytes.
const maxExtra = 64 << 10

// slot is one tool call as it has arrived so far.
type slot struct {
	id    string // as the server sent it
	given number // the server's index
	name  string
	args  strings.Builder
}

// slots gives the pieces of tool calls their canonical indexes: 0, 1, 2 … in the order of arrival, whatever the server
// numbers them with.
type slots []*slot

// add assigns a piece and returns it in canonical form. ok is false if the piece is dropped.
func (s *slots) add(c call) (out outCall, ok bool) {
	i := s.find(c)
	fresh := i < 0
	if fresh {
		if len(*s) == maxCalls {
			return outCall{}, false
		}
		i = len(*s)
		*s = append(*s, &slot{given: c.Index})
	}
	t := (*s)[i]
	out = outCall{Index: i, Type: "function", Function: outFunction{Arguments: string(c.Function.Arguments)}}
	t.args.WriteString(string(c.Function.Arguments))
	if len(c.Extra) > 0 && len(c.Extra) <= maxExtra && c.Extra[0] == '{' {
		out.Extra = c.Extra
	}
	if t.id == "" {
		t.id = string(c.ID)
	}
	if fresh {
		out.ID = t.id
		if out.ID == "" {
			out.ID = "call_" + strconv.Itoa(i+1)
		}
	}
	if t.name == "" {
		t.name = string(c.Function.Name)
		out.Function.Name = t.name
	}
	return out, true
}

// find returns the slot that a piece continues, -1 if it starts a new call. An id decides; then the server's index; then
// the position. A piece that names another function than the call
// it seems to continue, or the same one although that call is complete, starts a new one.
func (s slots) find(c call) int {
	if c.ID != "" {
		return s.last(func(t *slot) bool {
			return t.id == string(c.ID) || t.id == "" && c.Index.set && t.given == c.Index && c.Function.Name == ""
		})
	}
	i := len(s) - 1
	if c.Index.set {
		i = s.last(func(t *slot) bool { return t.given == c.Index })
	}
	name := string(c.Function.Name)
	if i >= 0 && name != "" && s[i].name != "" && (s[i].name != name || s[i].complete()) {
		return -1
	}
	return i
}

func (s slots) last(is func(*slot) bool) int {
	for i := len(s) - 1; i >= 0; i-- {
		if is(s[i]) {
			return i
		}
	}
	return -1
}

// complete reports whether a call's arguments are whole. Long ones are taken for unfinished: they are not read again
// for each piece.
func (t *slot) complete() bool {
	return t.args.Len() < 16<<10 && json.Valid([]byte(t.args.String()))
}
