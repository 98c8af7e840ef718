package tokens

import (
	"errors"
	"iter"
	"math"
	"slices"

	"bonbon/history/talk"
)

// lastMessages is how many messages are sent when counting failed.
const lastMessages = 20

// uncounted keeps the newest turns that have at most 20 messages together, and the turn of the newest user entry, which lies at
// newest, in any case. The time cutoff, the summary that stands for entries and where the user chose to begin need no counts and
// hold. Old tool output is elided as the bytes of the texts say, by what bytes make of tokens; nothing else is left out for its size.
func (in Input) uncounted(h History, age ageCut, held hold, newest int) View {
	from := 0
	if in.Anchor.Chosen {
		from = held.pos
	}
	h = byBytes{h, in.Ratio}
	covered := age.head.from // where a summary's part ends, the head begins
	photos := in.unseen(h, in.newestPhotos(h, newest))
	r := &reading{walker: walker{greeting: in.Greeting, limit: math.MaxInt, elide: in.Settings.ElideToolOutput, photos: photos}}
	n, enough := 0, false // enough: the newest user entry is in
	every := func(turn talk.Header) bool {
		if enough && len(r.read) > lastMessages {
			return false
		}
		n, enough = n+1, int(turn.Pos) <= newest
		return true
	}
	if r.through = r.walk(h, age.since(from).tail, every); r.through {
		r.tail = len(r.ends)
		r.walk(h, age.since(from).head, every)
	}
	kept := r.newest(n)
	slices.Reverse(kept)
	report := in.report(h, covered)
	report.Uncounted = true
	report.describe(kept, photos)
	elided, saved := r.leave(kept, report.Prompt(), report.Limit)
	report.leave(kept, elided, saved)
	inTail, inHead := r.cuts(age, from, n)
	report.place(kept, age, inTail, inHead)
	return View{Kept: kept, Elided: elided, Photos: uint64(photos), Report: report, Anchor: in.Anchor}
}

// byBytes is a path without counts: what its entries take is reckoned from their bytes. This is where the learned ratio is of use.
// Where there are counts, elision compares them with the budget, which is in tokens too: that is exact, needs no texts, and cannot
// err with the mix of scripts that a ratio averages over.
type byBytes struct {
	History
	ratio Ratio
}

// Before yields the headers with their tokens reckoned.
func (h byBytes) Before(pos int) iter.Seq[talk.Header] {
	return func(yield func(talk.Header) bool) {
		for e := range h.History.Before(pos) {
			e.Tokens, e.Encoding = int(math.Ceil(float64(max(e.Bytes, 0))/float64(h.ratio))), talk.Estimate
			if !yield(e) {
				return
			}
		}
	}
}

// Err returns why no text can be counted: the table that enc needs, or that unknown models use if enc needs none, could not
// be loaded. It never waits: while the table is not loaded the answer is nil.
func (c *Counter) Err(enc talk.Encoding) error {
	t := c.table(enc)
	if t == nil {
		t = c.o200k
	}
	if !t.done.Load() || t.err == nil {
		return nil
	}
	return errors.Join(errNoTable, t.err)
}

var errNoTable = errors.New("tokens: no token table")
