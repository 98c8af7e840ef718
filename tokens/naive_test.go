package tokens

import (
	"slices"

	"bonbon/history/talk"
)

// naive is Plan written for clarity: it looks at every entry, and at every place where the view could begin.
func naive(in Input, path Slice) (kept []talk.Header, fits bool) {
	all := slices.Collect(path.Before(len(path))) // newest first, positions set
	in = naiveFactor(in, path)
	room := in.budget().Limit - in.Fixed.sane().Total() - in.overhead()

	// The time cutoff, entry by entry. Entries without content do not count as the newest user entry.
	var aged []talk.Header
	newest := slices.IndexFunc(all, func(h talk.Header) bool { return h.Role == talk.User && !hollow(h) })
	covered := naiveCovered(in, path, all, newest)
	for i, h := range all {
		if int(h.Pos) < covered {
			break
		}
		if in.Settings.PastHours <= 0 {
			aged = append(aged, h)
			continue
		}
		edge, protected := edges(in.Now, in.Settings, in.Summary)
		if in.Settings.Steps {
			edge = naiveStep(edge, in.Settings.PastHours)
		}
		if i <= newest || h.Time >= edge || h.Time < protected {
			aged = append(aged, h)
		}
	}
	slices.Reverse(aged)

	// Stretches of neighbours, each without what cannot be sent.
	var candidates []talk.Header
	for _, stretch := range stretches(aged) {
		candidates = append(candidates, sendable(in, path, stretch)...)
	}

	newestPos := uint64(len(path))
	if newest >= 0 {
		newestPos = all[newest].Pos
	}
	some := func() func(talk.Header) int { return leastCost(in, candidates, naivePhotos(in, path, newestPos)) }
	every, stored := leastCost(in, candidates, 0), leastCost(in, candidates, min(in.Anchor.Pictures, newestPos))
	if in.Settings.Steps {
		kept = naiveSteps(in, path, candidates, newestPos, room, every, stored, some())
	} else {
		if a := in.Anchor; a.Chosen && !in.More && onPath(a, path, newestPos) {
			candidates = slices.DeleteFunc(slices.Clone(candidates), func(h talk.Header) bool { return h.Pos < a.Pos })
		}
		kept = longest(in, candidates, room, some())
	}
	if newest < 0 {
		return kept, true
	}
	return kept, slices.ContainsFunc(kept, func(h talk.Header) bool { return h.Pos == all[newest].Pos })
}

func hollow(h talk.Header) bool { return h.Bytes <= 0 && (h.Role != talk.User || h.Pictures <= 0) }

func onPath(a talk.Anchor, path Slice, newest uint64) bool {
	return a.ID != 0 && a.Pos < uint64(len(path)) && a.Pos <= newest && path[a.Pos].ID == a.ID
}

// naiveCovered looks for the newest entry that the summary covers, and for the start of the turn behind it.
func naiveCovered(in Input, path Slice, all []talk.Header, newest int) int {
	if !in.Settings.SummaryReplaces {
		return 0
	}
	last := len(path)
	if newest >= 0 {
		last = int(all[newest].Pos)
	}
	for pos, h := range path {
		if h.ID != in.SummaryUntil {
			continue
		}
		for pos++; pos < last && hollow(path[pos]); pos++ {
		}
		if pos >= last {
			return last
		}
		for ; pos > 0; pos-- {
			h, here := path[pos], pos
			h.Pos = uint64(here)
			if !hollow(h) && begins(in, h) {
				break
			}
		}
		return pos
	}
	return 0
}

// naivePhotos is the place of the oldest of the newest entries whose pictures are sent.
func naivePhotos(in Input, path Slice, newest uint64) uint64 {
	n := len(path) - in.Settings.PhotoCutoff
	if in.Settings.PhotoCutoff == 0 || n < 0 {
		return 0
	}
	return min(uint64(n), newest)
}

// naiveFactor is the factor of the anchor while that holds.
func naiveFactor(in Input, path Slice) Input {
	newest := uint64(len(path))
	for pos, h := range path {
		if h.Role == talk.User && !hollow(h) {
			newest = uint64(pos)
		}
	}
	a := in.Anchor
	if !in.Settings.Steps || in.More || !onPath(a, path, newest) || a.Factor == 0 || a.Model != in.Model || max(in.Factor, 1) > a.Factor*1.1 {
		return in
	}
	kept := in
	kept.Factor = a.Factor
	if limit := kept.budget().Limit; !a.Chosen && limit > a.Ceiling && float64(limit) >= 1.25*float64(max(a.Ceiling, 0)) {
		return in
	}
	return kept
}

func begins(in Input, h talk.Header) bool {
	greeting := h.Role == talk.Assistant && h.Flags&talk.HasCalls == 0 && (h.Flags&talk.Greeting != 0 || h.Pos == 0)
	return h.Role == talk.User || in.Greeting && greeting
}

// stretches divides entries, oldest first, where positions are missing between neighbours.
func stretches(entries []talk.Header) [][]talk.Header {
	var out [][]talk.Header
	for i, h := range entries {
		if i == 0 || h.Pos != entries[i-1].Pos+1 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], h)
	}
	return out
}

// sendable leaves out of a stretch the entries without content, results without their call, a call whose results go on after
// the stretch, and everything before the first place where a view may begin.
func sendable(in Input, path Slice, stretch []talk.Header) []talk.Header {
	end := int(stretch[len(stretch)-1].Pos) + 1
	for end < len(path) && hollow(path[end]) {
		end++
	}
	if end < len(path) && path[end].Role == talk.Tool {
		for len(stretch) > 0 && (stretch[len(stretch)-1].Role == talk.Tool || hollow(stretch[len(stretch)-1])) {
			stretch = stretch[:len(stretch)-1]
		}
		if len(stretch) > 0 && calls(stretch[len(stretch)-1]) {
			stretch = stretch[:len(stretch)-1]
		}
	}
	var out []talk.Header
	for _, h := range stretch {
		if hollow(h) {
			continue
		}
		answers := len(out) > 0 && (calls(out[len(out)-1]) || out[len(out)-1].Role == talk.Tool)
		if h.Role == talk.Tool && !answers {
			continue
		}
		out = append(out, h)
	}
	first := slices.IndexFunc(out, func(h talk.Header) bool { return begins(in, h) })
	if first < 0 {
		return nil
	}
	return out[first:]
}

// longest returns the longest view that begins where one may begin and fits.
func longest(in Input, candidates []talk.Header, room int, cost func(talk.Header) int) []talk.Header {
	for i, h := range candidates {
		sum := 0
		for _, e := range candidates[i:] {
			sum += cost(e)
		}
		if begins(in, h) && sum <= room {
			return candidates[i:]
		}
	}
	return nil
}

// naiveSteps is longest for cuts in steps.
func naiveSteps(in Input, path Slice, candidates []talk.Header, newest uint64, room int, every, stored, some func(talk.Header) int) []talk.Header {
	a := in.Anchor
	holds := !in.More && onPath(a, path, newest)
	limit := in.budget().Limit
	free := holds && !a.Chosen && (a.Model != in.Model || float64(limit) >= 1.25*float64(max(a.Ceiling, 0)) && limit > a.Ceiling)
	cost := every
	switch {
	case holds && !free && a.Factor > 0:
		cost = stored
	case holds && !free:
		cost = some
	}
	behind := slices.DeleteFunc(slices.Clone(candidates), func(h talk.Header) bool { return h.Pos < a.Pos })
	if holds && !free {
		candidates = behind
	}
	first := slices.IndexFunc(candidates, func(h talk.Header) bool { return begins(in, h) })
	fitting := longest(in, candidates, room, cost)
	if first < 0 || len(fitting) == len(candidates)-first {
		return fitting
	}
	// Not all fits: old pictures are left out. Then the first begin with a quarter of the room free, the newest user entry, or the anchor if it may move back.
	fitting = longest(in, candidates, room, some)
	if in.More {
		return fitting
	}
	kept := longest(in, candidates, room*3/4, some)
	for i := range fitting {
		rest := fitting[i:]
		if begins(in, rest[0]) && rest[0].Pos >= newest && len(rest) > len(kept) {
			kept = rest
		}
		if free && begins(in, rest[0]) && rest[0].Pos >= a.Pos && len(rest) > len(kept) && fitting[0].Pos <= a.Pos {
			kept = rest
		}
	}
	return kept
}

// naiveStep is the last whole step before a time.
func naiveStep(edge int64, hours int) int64 {
	step := max(15*60_000, int64(min(hours, MaxPastHours))*3_600_000/8)
	at := (edge/step - 1) * step
	for at+step <= edge {
		at += step
	}
	return at
}

// leastCost returns what an entry costs at least: a long result outside of the newest eight entries and two turns costs a
// placeholder, and the newest result of its call decides what is outside.
func leastCost(in Input, candidates []talk.Header, photos uint64) func(talk.Header) int {
	least := map[uint64]int{}
	for i, h := range candidates {
		least[h.Pos] = framed(h)
		switch {
		case h.Role == talk.User && h.Pictures > 0 && h.Pos >= photos:
			least[h.Pos] += sane(h.Pictures)
		case h.Role == talk.User && h.Pictures > 0 && h.Bytes <= 0:
			least[h.Pos] += 20
		}
		if calls(h) && (i+1 == len(candidates) || candidates[i+1].Role != talk.Tool) {
			least[h.Pos] += 40
		}
		last := i
		for last+1 < len(candidates) && candidates[last+1].Role == talk.Tool && candidates[last].Role == talk.Tool {
			last++
		}
		turns := 0
		for _, e := range candidates[last+1:] {
			if begins(in, e) {
				turns++
			}
		}
		if in.Settings.ElideToolOutput && h.Role == talk.Tool && h.Bytes > 2000 && h.Tokens > 100 && len(candidates)-last > 8 && turns >= 2 {
			least[h.Pos] = 104
		}
	}
	return func(h talk.Header) int { return least[h.Pos] }
}
