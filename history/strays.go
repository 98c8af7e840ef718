package history

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"

	"bonbon/history/pages"
	"bonbon/history/talk"
	"bonbon/persona"
)

// Where a page that led to others is broken, those are still in the file. Pages that hold buckets name what is below them; a page of
// messages does not say which talk it belongs to. It goes to the talk whose path, as far as that came over, lists its messages and that
// lacks them; else to the only talk that lacks just these numbers; else its messages go to a talk of their own.

// stray is a page of messages that nothing led to.
type stray struct {
	number  uint64
	headers []talk.Header // of its messages, without positions
	sums    [][sha256.Size]byte
	home    string // the talk that they belong to; empty: not known
}

// strays brings over what pages hold that the broken ones of a state led to.
func (v *salvage) strays(state *pages.File) error {
	numbers, _ := state.Strays()
	for _, where := range []func(pages.Element, *place){topLevel, talksLevel, talkLevel, plainLevel} {
		for _, n := range numbers {
			var at place
			if err := state.Leaf(n, func(e pages.Element) { where(e, &at) }); err != nil || !at.found {
				continue
			}
			if at.deeper && !leadsToTalks(state, n) {
				continue
			}
			if err := v.within(func() { state.WalkLeaf(n, at.path, v.visitor()) }); err != nil {
				return err
			}
		}
	}
	numbers, certain := state.Strays() // of the rest
	var all []*stray
	for _, n := range numbers {
		if s := messages(state, n); s != nil {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return v.within(func() {
		if v.err = claim(v.tx, all); v.err == nil {
			v.takeIn(state, all, certain)
		}
	})
}

// within runs f with a transaction.
func (v *salvage) within(f func()) (err error) {
	if v.tx, err = v.db.Begin(true); err != nil {
		return err
	}
	if f(); v.err != nil {
		return errors.Join(v.err, v.tx.Rollback())
	}
	return v.tx.Commit()
}

// place is where the elements of a stray page lie.
type place struct {
	path   [][]byte
	found  bool
	deeper bool // if the elements' own pages are those of talks
}

func topLevel(e pages.Element, at *place) {
	if e.Bucket && slices.ContainsFunc([][]byte{bucketSettings, bucketPersonas, bucketTalks, bucketMemories}, func(b []byte) bool { return bytes.Equal(b, e.Key) }) {
		at.found = true
	}
}

func talksLevel(e pages.Element, at *place) {
	if e.Bucket && e.Root != 0 && len(e.Key) == len(newID()) {
		at.found, at.deeper, at.path = true, true, [][]byte{bucketTalks}
	}
}

func talkLevel(e pages.Element, at *place) {
	var r record
	if !e.Bucket && bytes.Equal(e.Key, keyInfo) && json.Unmarshal(e.Value, &r) == nil && r.ID != "" {
		at.found, at.path = true, [][]byte{bucketTalks, []byte(r.ID)}
	}
}

// plainLevel finds pages of personas and of settings. A memory and a summary have an id too, and no name.
func plainLevel(e pages.Element, at *place) {
	var p persona.Persona
	switch {
	case e.Bucket:
	case bytes.Equal(e.Key, keyApp):
		at.found, at.path = true, [][]byte{bucketSettings}
	case json.Unmarshal(e.Value, &p) == nil && p.ID == string(e.Key) && p.Name != "":
		at.found, at.path = true, [][]byte{bucketPersonas}
	}
}

// leadsToTalks reports whether a bucket on a page is a talk: those of memories look alike from above.
func leadsToTalks(state *pages.File, number uint64) (yes bool) {
	var roots []uint64
	if state.Leaf(number, func(e pages.Element) { roots = append(roots, e.Root) }) != nil {
		return false
	}
	for _, root := range roots {
		err := state.Leaf(root, func(e pages.Element) { yes = yes || e.Bucket && bytes.Equal(e.Key, bucketEntries) })
		if err == nil && yes {
			return true
		}
	}
	return false
}

// messages reads a page if all that it holds are messages.
func messages(state *pages.File, number uint64) *stray {
	s := &stray{number: number}
	good := true
	err := state.Leaf(number, func(e pages.Element) {
		var one talk.Entry
		if good = good && !e.Bucket && soundEntry(e.Key, e.Value, &one); good {
			s.headers, s.sums = append(s.headers, headerOf(one)), append(s.sums, sha256.Sum256(e.Value))
		}
	})
	if err != nil || !good {
		return nil
	}
	return s
}

// takeIn brings messages to their talks, as far as those lack them, and the others to one of their own. Where free pages cannot be told from
// used ones and something was removed for good, those others are left: it may be just that.
func (v *salvage) takeIn(state *pages.File, all []*stray, certain bool) {
	slices.SortStableFunc(all, func(a, b *stray) int { return cmp.Compare(a.headers[0].Time, b.headers[0].Time) })
	own := &foundTalk{v: v, seen: map[[sha256.Size]byte]bool{}}
	for _, s := range all {
		entries := [][]byte{bucketTalks, []byte(s.home), bucketEntries}
		twins := map[talk.EntryID]talk.EntryID{}
		err := state.Leaf(s.number, func(e pages.Element) {
			switch {
			case v.err != nil:
			case s.home != "":
				v.err = v.value(entries, e.Key, e.Value)
			case certain || v.whole && !v.erased:
				v.err = own.add(e.Value, twins)
			}
		})
		if v.err = errors.Join(v.err, err); v.err != nil {
			return
		}
	}
	v.report.Unsure = !certain && own.last > 0
}

// foundTalk is the talk of messages of which nobody knows where they belong.
type foundTalk struct {
	v    *salvage
	last talk.EntryID
	seen map[[sha256.Size]byte]bool
}

// add stores a message behind the one that it followed, if twins knows that, else behind the last.
func (f *foundTalk) add(data []byte, twins map[talk.EntryID]talk.EntryID) error {
	sum := sha256.Sum256(data)
	if f.seen[sum] {
		return nil
	}
	f.seen[sum] = true
	if f.v.found == "" {
		f.v.found = newID()
	}
	var e talk.Entry
	if err := decode(nil, data, &e); err != nil {
		return err
	}
	parent, known := twins[e.Parent]
	if !known {
		parent = f.last
	}
	twins[e.ID] = f.last + 1
	e.ID, e.Parent, e.Sent = f.last+1, parent, nil // the record names messages by their old numbers
	f.last = e.ID
	data, err := encode(e)
	if err != nil {
		return err
	}
	return f.v.value([][]byte{bucketTalks, []byte(f.v.found), bucketEntries}, key(uint64(e.ID)), data)
}
