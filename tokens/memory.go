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

// Tokens adds up what the headers cost, anew at each call: it takes as long as the path. Summed does it once.
func (s Slice) Tokens() int {
	n := 0
	for _, h := range s {
		n += Cost(h)
	}
	return n
}

// Summed returns s with the sum of its tokens, which is taken once. s must not change any more.
func Summed(s Slice) History { return summed{s, s.Tokens()} }

type summed struct {
	Slice
	tokens int
}

func (s summed) Tokens() int { return s.tokens }

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
