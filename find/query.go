package find

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"
)

// Longest is how much of what is typed is searched for, in bytes.
const Longest = 1000

// Query is what is searched for: one phrase. The zero Query finds nothing.
type Query struct{ needle string }

// New returns the query for what was typed. Blanks around it do not count.
func New(typed string) Query {
	typed = strings.TrimSpace(typed)
	if len(typed) > Longest {
		typed = typed[:Longest]
		for !utf8.ValidString(typed) && len(typed) > Longest-utf8.UTFMax {
			typed = typed[:len(typed)-1]
		}
	}
	return Query{strings.Trim(Fold(typed), " ")}
}

// Empty tells whether there is nothing to search for.
func (q Query) Empty() bool { return q.needle == "" }

// In tells whether a folded text has what is searched for.
func (q Query) In(folded []byte) bool {
	return q.needle != "" && bytes.Contains(folded, []byte(q.needle))
}

// Span is a stretch of a text, in bytes.
type Span struct{ From, To int }

// Spans returns where a text has what is searched for, at most so many places. They do not overlap. A character that folds to
// several, such as ㎏, is found as a whole.
func (q Query) Spans(text string, most int) (all []Span) {
	if q.Empty() || text == "" || most <= 0 {
		return nil
	}
	b := []byte(text)
	if folded := Append(nil, b); !q.In(folded) {
		return nil
	}
	folded, starts := trace(b)
	for at := 0; len(all) < most; {
		i := bytes.Index(folded[at:], []byte(q.needle))
		if i < 0 {
			return all
		}
		from, to := at+i, at+i+len(q.needle)
		s := Span{origin(starts, from).text, end(starts, to, len(text))}
		if n := len(all); n == 0 || all[n-1].To <= s.From {
			all = append(all, s)
		}
		at = to
	}
	return all
}

// mark says that the bytes of a folded text from folded on come from those of the text from text on.
type mark struct{ folded, text int }

// trace folds a text and remembers where each segment came from.
func trace(text []byte) (folded []byte, starts []mark) {
	t := folding()
	for at := 0; at < len(text); {
		starts = append(starts, mark{len(folded), at})
		n := 0
		folded, n = t.segment(folded, text[at:])
		at += n
	}
	return folded, starts
}

// origin returns the segment that a byte of the folded text comes from.
func origin(starts []mark, at int) mark {
	i := sort.Search(len(starts), func(i int) bool { return starts[i].folded > at })
	return starts[max(i-1, 0)]
}

// end returns where in the text the segment ends that the byte before at comes from.
func end(starts []mark, at, size int) int {
	i := sort.Search(len(starts), func(i int) bool { return starts[i].folded >= at })
	if i == len(starts) {
		return size
	}
	return starts[i].text
}
