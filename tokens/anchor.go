package tokens

import (
	"slices"
	"sort"
	"time"

	"bonbon/history/talk"
)

// Cutting in steps. A server keeps what it computed for a prompt and uses it again for as far as the next prompt begins with
// the same text. A cut that moves with every turn changes the beginning every time, so the whole history is computed, and
// paid for, again. Here the first entry that is sent, the anchor, stays until the rest no longer fits, and then jumps so
// far ahead that many turns pass before the next jump. It is stored, because a cut that is computed anew from sizes alone
// moves back whenever the sizes change.
const (
	quota    = 75               // percent of the room that are filled after a jump
	back     = 125              // percent of its former value at which a raised ceiling lets the anchor move back
	timeStep = 15 * time.Minute // the time edge moves by no less
	timePart = 8                // and by this part of PastHours
)

// stepDown moves a time edge, in milliseconds since 1970, back to a whole step: what is sent stays the same for that long. An
// entry may be sent up to one step longer, never shorter.
func stepDown(edge int64, hours int) int64 {
	reach := time.Duration(min(hours, MaxPastHours)) * time.Hour
	step := max(timeStep, reach/timePart).Milliseconds()
	into := edge % step
	if into < 0 {
		into += step
	}
	return edge - into
}

// hold is what becomes of the stored anchor.
type hold struct {
	pos  int  // where it lies; 0 if it does not count
	on   bool // it lies on the path, at or before the newest user entry
	free bool // it may move back
}

// hold looks for the stored anchor on the path. One that is no longer there, because the user edited a message at or before
// it or turned to another branch, does not count: the prompt's beginning is another one anyway, so the cut is chosen anew.
func (in Input) hold(h History, newest int) hold {
	a := in.Anchor
	if !in.Settings.Steps || a.ID == 0 || a.Pos > uint64(newest) {
		return hold{}
	}
	pos := int(a.Pos)
	for e := range stretch(h, span{pos, pos + 1}) {
		if e.ID == a.ID {
			free := in.More || in.Model != a.Model || in.ceiling()*100 >= sane(a.Ceiling)*back && in.ceiling() > a.Ceiling
			return hold{pos: pos, on: true, free: free}
		}
	}
	return hold{}
}

// ceiling returns the largest prompt that settings and server allow.
func (in Input) ceiling() int { return in.budget().Limit }

// from returns the position before which nothing is read.
func (a hold) from() int {
	if a.free {
		return 0
	}
	return a.pos
}

// step returns how many of the turns that fit, newest first, are sent after a jump: those that fill at most 75 % of the room,
// all if the user asks for more. The turn of the newest user entry is always among them, and an anchor that may move back
// does not move ahead as long as the turns from it on fit.
func (in Input) step(fit []talk.Header, a hold, newest, room int) int {
	if in.More {
		return len(fit)
	}
	n := len(TrimTalk(0, slices.Values(fit), room*quota/100+Overhead))
	n = max(n, since(fit, newest))
	if a.on && a.free && len(fit) > 0 && int(fit[len(fit)-1].Pos) <= a.pos {
		n = max(n, since(fit, a.pos))
	}
	return n
}

// since returns how many turns, newest first, begin at pos or later.
func since(turns []talk.Header, pos int) int {
	return sort.Search(len(turns), func(i int) bool { return int(turns[i].Pos) < pos })
}

// anchor returns the anchor to store. full says that not all that could be sent is.
func (in Input) anchor(a hold, kept []talk.Header, full bool) talk.Anchor {
	switch {
	case !in.Settings.Steps || full && len(kept) == 0:
		return in.Anchor
	case full:
		return talk.Anchor{ID: kept[0].ID, Pos: kept[0].Pos, Ceiling: in.ceiling(), Model: in.Model}
	case a.from() > 0:
		return in.Anchor
	}
	return talk.Anchor{} // all of it fits
}
