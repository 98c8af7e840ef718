package tokens

import (
	"iter"
	"sort"

	"bonbon/history/talk"
)

// Slice is a History in memory: headers oldest first, with effective times that never go backward. The position of a header
// is its index; Pos is set when it is read.
type Slice []talk.Header

var _ History = Slice(nil)

// Len returns the number of headers.
func (s Slice) Len() int { return len(s) }

// Before yields the headers from position pos-1 down to 0.
func (s Slice) Before(pos int) iter.Seq[talk.Header] {
	return func(yield func(talk.Header) bool) {
		for i := min(pos, len(s)) - 1; i >= 0; i-- {
			h := s[i]
			h.Pos = uint64(i)
			if !yield(h) {
				return
			}
		}
	}
}

// Since returns the first position whose effective time is t or later, by binary search.
func (s Slice) Since(t int64) int {
	return sort.Search(len(s), func(i int) bool { return s[i].Time >= t })
}
