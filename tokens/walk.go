package tokens

import (
	"iter"

	"bonbon/history/talk"
)

// stretch yields the headers of h at the positions of s, newest first, each with its position.
func stretch(h History, s span) iter.Seq[talk.Header] {
	return func(yield func(talk.Header) bool) {
		pos := s.to
		for e := range h.Before(s.to) {
			if pos--; pos < s.from {
				return
			}
			e.Pos = uint64(pos)
			if !yield(e) {
				return
			}
		}
	}
}

// walker reads a path newest first and gathers what can be sent into turns: a user's message, or the greeting, and
// everything up to the next one. It leaves out entries without content and results that answer no call, so that a call with
// all its results always lies within one turn.
type walker struct {
	greeting bool          // the greeting may open a turn
	limit    int           // a turn of more tokens cannot fit: the walk ends in it
	over     bool          // the walk ended so
	stop     int           // where it did
	elide    bool          // results that may be elided count as if they were
	photos   int           // entries at places before this one are sent without their pictures
	read     []talk.Header // what can be sent, newest first
	ends     []int         // read[:ends[i]] are the i+1 newest turns
	outputs  []output      // results that may be elided, newest first
}

// turns yields one header for each turn of path: position and time of its first entry, tokens of all of it, framing
// included and what may be elided elided. What is left when path ends, the later part of a turn whose beginning is not in path, is dropped.
func (w *walker) turns(path iter.Seq[talk.Header]) iter.Seq[talk.Header] {
	return func(yield func(talk.Header) bool) {
		whole := len(w.read)
		cost, results, resultsCost := 0, 0, 0 // of this turn; of the results that wait for their call
		outside := false                      // those results may be elided
		for e := range path {
			if e.Empty() {
				continue
			}
			if e.Role == talk.Tool {
				if results == 0 {
					outside = w.outside()
				}
				resultsCost += w.result(e, outside, len(w.read)-results)
				results++
				continue
			}
			if calls(e) {
				cost += resultsCost + unanswered(e, results > 0)
			} else {
				w.drop(results)
			}
			w.read = append(w.read, e)
			cost += framed(e) + pictures(e, w.photos)
			results, resultsCost = 0, 0
			if cost > w.limit {
				w.over, w.stop = true, int(e.Pos)
				break
			}
			if w.opens(e) {
				whole = len(w.read)
				w.ends = append(w.ends, whole)
				if !yield(talk.Header{Pos: e.Pos, Time: e.Time, Role: e.Role, Tokens: cost}) {
					return
				}
				cost = 0
			}
		}
		w.read = w.read[:whole]
	}
}

// result reads a tool result of the group that begins at an index, and returns what it costs at least.
func (w *walker) result(e talk.Header, outside bool, group int) int {
	cost := framed(e)
	if outside && LongOutput(e.Bytes, e.Tokens) {
		w.outputs = append(w.outputs, output{at: len(w.read), group: group})
		cost = ElidedTokens + PerMessage
	}
	w.read = append(w.read, e)
	return cost
}

// drop forgets the n results that were read last: they answer no call.
func (w *walker) drop(n int) {
	w.read = w.read[:len(w.read)-n]
	for len(w.outputs) > 0 && w.outputs[len(w.outputs)-1].at >= len(w.read) {
		w.outputs = w.outputs[:len(w.outputs)-1]
	}
}

// newest returns the n newest turns that were read, newest entry first.
func (w *walker) newest(n int) []talk.Header {
	if n == 0 {
		return nil
	}
	return w.read[:w.ends[n-1]]
}

// opens reports whether a view may begin with e: a user's message, or what the persona said before the user ever spoke.
func (w *walker) opens(e talk.Header) bool {
	if e.Role == talk.Assistant && !calls(e) {
		return w.greeting && (e.Flags&talk.Greeting != 0 || e.Pos == 0)
	}
	return e.Role == talk.User
}

// begun reports whether the turn in which the walk ended begins in path, which goes on from there.
func (w *walker) begun(path iter.Seq[talk.Header]) bool {
	for e := range path {
		if !e.Empty() && w.opens(e) {
			return true
		}
	}
	return false
}

// calls reports whether e is a reply with tool calls.
func calls(e talk.Header) bool { return e.Role == talk.Assistant && e.Flags&talk.HasCalls != 0 }

// unanswered returns what the reply e costs more if it has calls and no result follows.
func unanswered(e talk.Header, followed bool) int {
	if calls(e) && !followed {
		return NoResult
	}
	return 0
}

// NoPicture is what the note costs that stands for the pictures of a message without text when they are left out, in tokens.
const NoPicture = 20

// pictures returns what the pictures of e cost if entries at places before from are sent without theirs.
func pictures(e talk.Header, from int) int {
	switch {
	case e.Pictures <= 0 || e.Role != talk.User:
		return 0
	case int(e.Pos) >= from:
		return sane(e.Pictures)
	case e.Bytes <= 0:
		return NoPicture
	}
	return 0
}

// framed returns what e costs as a message of the prompt, without its pictures.
func framed(e talk.Header) int { return sane(e.Tokens) + PerMessage }

// wholeGroup returns the largest position up to pos at which the path can be cut without parting a call from its results.
// Entries without content count for nothing.
func wholeGroup(h History, pos int) int {
	if !parts(h, pos) {
		return pos
	}
	for e := range stretch(h, span{0, pos}) {
		if e.Empty() || e.Role == talk.Tool {
			continue
		}
		if calls(e) {
			return int(e.Pos)
		}
		return pos // the results answer no call and are never sent
	}
	return pos
}

// parts reports whether the first entry with content from pos on is a result.
func parts(h History, pos int) bool {
	for ; pos < h.Len(); pos++ {
		for e := range stretch(h, span{pos, pos + 1}) {
			if !e.Empty() {
				return e.Role == talk.Tool
			}
		}
	}
	return false
}

// newestUser returns the newest user entry that can be sent, and whether there is one.
func newestUser(h History) (talk.Header, bool) {
	for e := range stretch(h, span{0, h.Len()}) {
		if e.Role == talk.User && !e.Empty() {
			return e, true
		}
	}
	return talk.Header{}, false
}
