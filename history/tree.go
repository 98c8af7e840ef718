package history

import (
	"encoding/binary"
	"errors"
	"math"
	"sort"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
	"bonbon/tokens"
)

// record is what is stored of a talk's info.
type record struct {
	talk.Info
	Entries int `json:"entries"` // entries in the whole tree
	// Tokens is what the active path costs, the sum of tokens.Cost; nil in a record that was written before it was kept.
	Tokens *int `json:"path_tokens,omitempty"`
}

// tree is one talk inside one transaction: the tree of entries and the active path through it.
type tree struct {
	record
	b, path, entries, children *bolt.Bucket
}

// openTree opens the buckets of a talk. It does not read the record: a view of the path has no need for it.
func openTree(tx *bolt.Tx, id string) (*tree, error) {
	talks, err := bucket(tx, bucketTalks)
	if err != nil {
		return nil, err
	}
	if id == "" || talks.Bucket([]byte(id)) == nil {
		return nil, ErrNotFound.about(id, nil)
	}
	return newTree(talks.Bucket([]byte(id)))
}

func newTree(b *bolt.Bucket) (t *tree, err error) {
	t = &tree{b: b}
	for name, to := range map[string]**bolt.Bucket{
		string(bucketPath): &t.path, string(bucketEntries): &t.entries, string(bucketChildren): &t.children,
	} {
		if *to, err = bucket(b, []byte(name)); err != nil {
			return nil, err
		}
		(*to).FillPercent = fill
	}
	return t, nil
}

// readTree opens a talk and reads its record.
func readTree(tx *bolt.Tx, id string) (*tree, error) {
	t, err := openTree(tx, id)
	if err != nil {
		return nil, err
	}
	return t, lost(get(t.b, keyInfo, &t.record))
}

// lost turns "not found" into damage, for what must be there because something stored refers to it.
func lost(err error) error {
	if errors.Is(err, ErrNotFound) {
		return ErrDamaged.about("talk", err)
	}
	return err
}

// createTree makes an empty talk. The id must be free.
func createTree(tx *bolt.Tx, info talk.Info) (*tree, error) {
	talks, err := bucket(tx, bucketTalks)
	if err != nil {
		return nil, err
	}
	b, err := talks.CreateBucket([]byte(info.ID))
	if err != nil {
		return nil, err
	}
	for _, name := range [][]byte{bucketPath, bucketEntries, bucketChildren, bucketSummaries} {
		if _, err := b.CreateBucket(name); err != nil {
			return nil, err
		}
	}
	t, err := newTree(b)
	if err != nil {
		return nil, err
	}
	info.Head, info.Count = 0, 0
	t.record = record{Info: info, Tokens: new(int)}
	return t, t.save()
}

func (t *tree) save() error { return put(t.b, keyInfo, t.record) }

// entry reads one body.
func (t *tree) entry(id talk.EntryID) (e talk.Entry, err error) {
	if err := get(t.entries, key(uint64(id)), &e); err != nil {
		return e, err
	}
	if e.ID != id {
		return e, damaged(t.ID, "entry %d says it is %d", id, e.ID)
	}
	return e, nil
}

// header reads the header at a position that must be there.
func (t *tree) header(pos int) (talk.Header, error) {
	k := at(pos)
	v := t.path.Get(k)
	if v == nil {
		return talk.Header{}, damaged(t.ID, "no header at position %d", pos)
	}
	return getHeader(k, v)
}

// find returns the position of an entry on the active path. Ids grow along a path, so the search is by key.
func (t *tree) find(id talk.EntryID) (pos int, ok bool, err error) {
	pos = sort.Search(t.Count, func(i int) bool {
		h, e := t.header(i)
		if e != nil {
			err = e
			return true
		}
		return h.ID >= id
	})
	if err != nil || pos == t.Count {
		return 0, false, err
	}
	h, err := t.header(pos)
	return pos, err == nil && h.ID == id, err
}

// append stores e as a child of the head and makes it the head.
func (t *tree) append(e talk.Entry, now time.Time) (talk.Entry, error) {
	seq, err := t.entries.NextSequence()
	if err != nil {
		return e, err
	}
	e.ID, e.Parent = talk.EntryID(seq), t.Head
	if e.Time.IsZero() {
		e.Time = now
	}
	at, err := t.effective(e.Time, now)
	if err != nil {
		return e, err
	}
	e.Effective = time.UnixMilli(at)
	if err := t.store(e); err != nil {
		return e, err
	}
	h := headerOf(e)
	if err := t.place(t.Count, h); err != nil {
		return e, err
	}
	t.keepFirst(e)
	t.Count, t.Head, t.Last, t.Preview, t.Shown = t.Count+1, e.ID, e.Effective, preview(e.Text), len(e.Pictures)
	return e, t.save()
}

// store writes a new body and its place in the tree.
func (t *tree) store(e talk.Entry) error {
	if err := t.body(e); err != nil {
		return err
	}
	t.Entries++
	if follows(e) {
		return nil
	}
	return t.children.Put(childKey(e.Parent, e.ID), nil)
}

func (t *tree) body(e talk.Entry) error {
	data, err := encode(e)
	if err != nil {
		return err
	}
	if len(data) > MaxEntry {
		return ErrTooLarge.about(t.ID, nil)
	}
	return t.entries.Put(key(uint64(e.ID)), data)
}

func headerOf(e talk.Entry) talk.Header {
	return talk.Header{
		ID: e.ID, Time: e.Effective.UnixMilli(), Role: e.Role, Flags: e.Flags(), Encoding: e.Encoding,
		Tokens: e.Tokens, Bytes: e.Bytes(), Pictures: e.PictureTokens(),
	}
}

// effective returns min(max(wall, previous), now) in milliseconds. If the clock was set back, that lies before the previous
// entry's time; then the times of the entries that were stored in the "future" are lowered, so that times never go backward along
// the path. A clock that shows less than the talk's creation is wrong for certain and lowers nothing.
func (t *tree) effective(wall, now time.Time) (int64, error) {
	w, n := wall.UnixMilli(), now.UnixMilli()
	if t.Count == 0 {
		return max(min(w, n), 0), nil
	}
	last, err := t.header(t.Count - 1)
	if err != nil {
		return 0, err
	}
	at := min(max(w, last.Time), n)
	if at >= last.Time {
		return at, nil
	}
	if n < t.Created.UnixMilli() {
		return last.Time, nil
	}
	return at, t.lower(t.Count-1, at)
}

// lower takes the times of the headers at pos and before down to at most at.
func (t *tree) lower(pos int, at int64) error {
	for ; pos >= 0; pos-- {
		h, err := t.header(pos)
		if err != nil || h.Time <= at {
			return err
		}
		h.Time = at
		if err := t.path.Put(key(h.Pos), putHeader(h)); err != nil {
			return err
		}
	}
	return nil
}

// setHead makes id the end of the active path and rewrites only what changes: the positions behind the last common ancestor.
func (t *tree) setHead(id talk.EntryID) error {
	var tail []talk.Header // newest first
	keep, at := 0, id
	for at != 0 {
		pos, ok, err := t.find(at)
		if err != nil {
			return err
		}
		if ok {
			keep = pos + 1
			break
		}
		e, err := t.entry(at)
		if len(tail) > 0 {
			err = lost(err)
		}
		if err != nil {
			return err
		}
		if e.Parent >= e.ID {
			return damaged(t.ID, "entry %d has the parent %d", e.ID, e.Parent)
		}
		tail = append(tail, headerOf(e))
		at = e.Parent
	}
	if err := t.truncate(keep); err != nil {
		return err
	}
	if err := t.extend(tail); err != nil {
		return err
	}
	return t.setEnd(id)
}

// place puts a header at the end of the path, before the count says so.
func (t *tree) place(pos int, h talk.Header) error {
	*t.Tokens += tokens.Cost(h)
	return t.path.Put(at(pos), putHeader(h))
}

// truncate cuts the path to its first n positions.
func (t *tree) truncate(n int) (err error) {
	if n == 0 && t.Count > 0 {
		if err := t.b.DeleteBucket(bucketPath); err != nil {
			return err
		}
		t.path, err = t.b.CreateBucket(bucketPath)
		if err != nil {
			return err
		}
		t.path.FillPercent = fill
		*t.Tokens = 0
	} else {
		for pos := n; pos < t.Count; pos++ {
			h, err := t.header(pos)
			if err != nil {
				return err
			}
			*t.Tokens -= tokens.Cost(h)
			if err := t.path.Delete(at(pos)); err != nil {
				return err
			}
		}
	}
	t.Count = n
	return nil
}

// extend puts headers, newest first, behind the path. Times of a branch can lie before those of what it now follows, and the
// other way round, when clocks were set: the later entry's time is the bound of all before it.
func (t *tree) extend(tail []talk.Header) error {
	bound := int64(math.MaxInt64)
	for i := range tail {
		bound = min(bound, tail[i].Time)
		tail[i].Time = bound
	}
	if err := t.lower(t.Count-1, bound); err != nil {
		return err
	}
	for i := len(tail) - 1; i >= 0; i-- {
		if err := t.place(t.Count, tail[i]); err != nil {
			return err
		}
		t.Count++
	}
	return nil
}

// setEnd records the head and shows its text in the preview.
func (t *tree) setEnd(id talk.EntryID) error {
	t.Head, t.Preview, t.Shown = id, "", 0
	if id != 0 {
		e, err := t.entry(id)
		if err != nil {
			return err
		}
		t.Preview, t.Shown = preview(e.Text), len(e.Pictures)
	}
	return t.save()
}

// follows reports whether an entry was stored right after its parent. Such a child has no row in the index.
func follows(e talk.Entry) bool { return e.ID == e.Parent+1 }

// offspring returns the children of an entry in the order of storing; of 0, the first entries of the talk.
func (t *tree) offspring(parent talk.EntryID) (ids []talk.EntryID, err error) {
	if t.entries.Get(key(uint64(parent)+1)) != nil {
		e, err := t.entry(parent + 1)
		if err != nil {
			return nil, err
		}
		if e.Parent == parent {
			ids = append(ids, e.ID)
		}
	}
	c := t.children.Cursor()
	prefix := key(uint64(parent))
	for k, _ := c.Seek(prefix); len(k) == 16 && string(k[:8]) == string(prefix); k, _ = c.Next() {
		ids = append(ids, talk.EntryID(binary.BigEndian.Uint64(k[8:])))
	}
	return ids, nil
}
