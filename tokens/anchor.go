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
// moves back whenever the sizes change. What was learned of the server's way of counting, and which pictures are left out, is
// stored with it: else the room would wobble, and the anchor with it.
const (
	quota    = 75               // percent of the room that are filled after a jump
	back     = 125              // percent of its former value at which a raised ceiling lets the anchor move back
	drift    = 1.1              // by which the learned factor may outgrow the one that is stored with the anchor
	timeStep = 15 * time.Minute // the time edge moves by no less
	timePart = 8                // and by this part of PastHours
)

// stepDown moves a time edge, in milliseconds since 1970, back to a whole step: what is sent stays the same for that long. An
// entry may be sent up to one step longer, never shorter.
func stepDown(edge int64, hours int) int64 {
	step := AgeStep(hours).Milliseconds()
	into := edge % step
	if into < 0 {
		into += step
	}
	return edge - into
}

// AgeStep returns by how much the edge of the time cutoff moves at once where a talk is cut in steps: an eighth of the hours, at
// least a quarter of one.
func AgeStep(hours int) time.Duration {
	return max(timeStep, time.Duration(min(hours, MaxPastHours))*time.Hour/timePart)
}

// hold is what becomes of the stored anchor.
type hold struct {
	pos  int  // where it lies; 0 if it does not count
	on   bool // it lies on the path, at or before the newest user entry
	free bool // it may move back
}

// hold looks for the stored anchor on the path. One that is no longer there, because the user edited a message at or before
// it or turned to another branch, does not count: the prompt's beginning is another one anyway, so the cut is chosen anew. With
// exact cuts only one that the user chose counts, and that one never moves back by itself.
func (in Input) hold(h History, newest int) hold {
	a := in.Anchor
	if in.More || !in.Settings.Steps && !a.Chosen || a.ID == 0 || a.Pos > uint64(newest) {
		return hold{}
	}
	pos := int(a.Pos)
	for e := range stretch(h, span{pos, pos + 1}) {
		if e.ID == a.ID {
			ceiling := in.frozen().ceiling()
			raised := ceiling*100 >= sane(a.Ceiling)*back && ceiling > a.Ceiling
			return hold{pos: pos, on: true, free: !a.Chosen && (in.Model != a.Model || raised)}
		}
	}
	return hold{}
}

// frozen returns the input with the factor and the ratio as they were when the anchor was chosen. A factor that has outgrown
// the stored one by 10 % counts all the same: a server that reads so much less than was planned may silently drop the beginning,
// which is worse than reading it once more.
func (in Input) frozen() Input {
	if a := in.Anchor; a.Factor > 0 && a.Model == in.Model && usable(in.Factor) <= usable(a.Factor)*drift {
		in.Factor, in.Ratio = a.Factor, Ratio(a.Ratio)
	}
	return in
}

// reckoned returns the input with the factor and the ratio that the plan reckons with: as they were while the anchor holds.
func (in Input) reckoned(a hold) Input {
	if in.Settings.Steps && a.on && !a.free {
		in = in.frozen()
	}
	in.Factor, in.Ratio = usable(in.Factor), in.Ratio.Usable()
	return in
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

// anchor returns the anchor to store. full says that not all that could be sent is, photos is the place before which pictures are
// left out.
func (in Input) anchor(a hold, kept []talk.Header, full bool, photos int) talk.Anchor {
	next := in.Anchor
	switch {
	case !in.Settings.Steps && in.More && next.Chosen:
		return talk.Anchor{} // taken back
	case !in.Settings.Steps || full && len(kept) == 0:
		return next
	case full:
		first := kept[0]
		next = talk.Anchor{ID: first.ID, Pos: first.Pos, Ceiling: in.ceiling(), Chosen: next.Chosen && a.on && first.ID == next.ID}
	case !a.on || a.free:
		return talk.Anchor{} // all of it fits
	case next.Factor == 0 || next.Model != in.Model: // chosen by the user just now, or stored before there were factors
		next.Ceiling = in.ceiling()
	}
	next.Model, next.Pictures, next.Factor, next.Ratio = in.Model, uint64(photos), in.Factor, float64(in.Ratio)
	return next
}
