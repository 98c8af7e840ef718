package tokens

import (
	"sort"

	"bonbon/history/talk"
)

// StartAt returns the anchor of a talk whose sent part is to begin with the entry id, or with the start of its turn if that is not
// the first of one. greeting is Input.Greeting. ok is false if the entry is not on the path. It is found by key, since ids grow
// along a path; only its turn is read.
func StartAt(h History, id talk.EntryID, greeting bool) (a talk.Anchor, ok bool) {
	pos, ok := find(h, id)
	if !ok {
		return talk.Anchor{}, false
	}
	for e := range stretch(h, span{0, turnStart(h, pos, greeting) + 1}) {
		return talk.Anchor{ID: e.ID, Pos: e.Pos, Chosen: true}, true
	}
	return talk.Anchor{}, false
}

// Holds reports whether an entry is on the path. It is found by key.
func Holds(h History, id talk.EntryID) bool {
	_, ok := find(h, id)
	return ok
}

// find returns the place of an entry on the path, and whether it is there. An entry without an id is not stored yet and comes
// after all others.
func find(h History, id talk.EntryID) (pos int, ok bool) {
	at := func(pos int) talk.EntryID {
		for e := range h.Before(pos + 1) {
			return e.ID
		}
		return 0
	}
	pos = sort.Search(h.Len(), func(i int) bool {
		here := at(i)
		return here == 0 || here >= id
	})
	return pos, id != 0 && pos < h.Len() && at(pos) == id
}

// turnStart returns the place at which the turn begins that the entry at pos belongs to; 0 if no turn begins before it.
func turnStart(h History, pos int, greeting bool) int {
	w := walker{greeting: greeting}
	for e := range stretch(h, span{0, pos + 1}) {
		if !e.Empty() && w.opens(e) {
			return int(e.Pos)
		}
	}
	return 0
}
