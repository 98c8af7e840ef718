package tokens

import (
	"math"
	"slices"
	"time"

	"bonbon/history/talk"
)

// TimeCutoff is the first stage by itself: it leaves out the entries that are older than s.PastHours and returns the others
// in the same order, with the number of those left out. newestFirst is not changed. Times are compared in milliseconds, as
// the store keeps them.
//
//   - PastHours of 0 or less: nothing is left out.
//   - An entry exactly as old as PastHours stays.
//   - With BeforeSummary, entries from before summary stay whatever their age. A zero summary (there is none) has no effect.
//   - The newest user entry stays whatever its age, and with it what follows it, so that the cut has one edge.
//
// The rule is that of ChocolateLMLite. Plan applies it by key, without reading what it leaves out.
func TimeCutoff(newestFirst []talk.Header, now time.Time, s Settings, summary time.Time) (kept []talk.Header, archived int) {
	if s.PastHours <= 0 {
		return newestFirst, 0
	}
	edge, protected := edges(now, s, summary)
	user := slices.IndexFunc(newestFirst, func(h talk.Header) bool { return h.Role == talk.User })
	for i, h := range newestFirst {
		if i <= user || h.Time >= edge || h.Time < protected {
			kept = append(kept, h)
		}
	}
	return kept, len(newestFirst) - len(kept)
}

// edges returns the two times of the cutoff in milliseconds since 1970: what is older than edge is cut, unless it is older
// than protected too. PastHours must be positive.
func edges(now time.Time, s Settings, summary time.Time) (edge, protected int64) {
	edge = now.Add(-time.Duration(min(s.PastHours, MaxPastHours)) * time.Hour).UnixMilli()
	protected = math.MinInt64
	if s.BeforeSummary && !s.SummaryReplaces && !summary.IsZero() {
		protected = summary.UnixMilli()
	}
	return edge, protected
}

// span is a stretch of positions [from, to) of a path.
type span struct{ from, to int }

func (s span) len() int { return s.to - s.from }

// since returns what of s lies at pos and later.
func (s span) since(pos int) span { return span{min(max(s.from, pos), s.to), s.to} }

// ageCut says which positions the time cutoff keeps: the protected head and the tail. What lies between is cut. Without a
// gap the head is empty and the tail is the whole path.
type ageCut struct{ head, tail span }

// since returns what of the stretches lies at pos and later.
func (c ageCut) since(pos int) ageCut { return ageCut{c.head.since(pos), c.tail.since(pos)} }

// cutByAge finds by key what TimeCutoff finds by walking. newest is the position of the newest user entry that can be sent,
// the path's length if there is none.
func cutByAge(h History, in Input, newest int) ageCut {
	n := h.Len()
	whole := ageCut{tail: span{0, n}}
	if in.Settings.PastHours <= 0 {
		return whole
	}
	edge, protected := edges(in.Now, in.Settings, in.Summary)
	if in.Settings.Steps {
		edge = stepDown(edge, in.Settings.PastHours)
	}
	from := min(h.Since(edge), newest)
	to := 0
	if protected > math.MinInt64 {
		to = h.Since(protected)
	}
	if to >= from {
		return whole
	}
	return ageCut{head: span{0, wholeGroup(h, to)}, tail: span{from, n}}
}

// covered returns how many entries of the path the latest summary stands for: the turns up to the one with the newest entry that
// it covers, which is found by key. A turn that the summary knows only in part is sent whole, so that nothing is lost, and so is
// the newest user entry. If the summary's newest entry is not on the path, because something in what it covers was edited, it
// stands for nothing: it may say what is no longer true.
func (in Input) covered(h History, newest int) int {
	if !in.Settings.SummaryReplaces || in.SummaryUntil == 0 {
		return 0
	}
	pos, ok := find(h, in.SummaryUntil)
	if !ok {
		return 0
	}
	for pos++; pos < newest; pos++ {
		for e := range stretch(h, span{pos, pos + 1}) {
			if !e.Empty() {
				return turnStart(h, pos, in.Greeting)
			}
		}
	}
	return newest
}

// without returns what of the cut lies behind the first n entries, for which the summary stands.
func (c ageCut) without(n int) ageCut {
	if n == 0 {
		return c
	}
	return ageCut{head: span{n, n}, tail: c.tail.since(n)}
}
