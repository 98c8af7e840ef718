package history

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
	"bonbon/tokens"
)

// Check reads everything and returns every contradiction that it finds: pages that bbolt does not account for, paths that are not
// the chain of parents from the head, headers that differ from their bodies, counts, children and times that do not fit. It takes
// as long as reading the file. It is meant for files that opened without complaint, such as a backup just made.
func (s *Store) Check() error {
	return s.view(func(tx *bolt.Tx) error {
		var faults []error
		for err := range tx.Check() {
			faults = append(faults, damaged(FileName, "%w", err))
		}
		if len(faults) > 0 {
			return errors.Join(faults...) // what follows would read what is broken
		}
		return checkContent(tx, func() error { return nil })
	})
}

// checkContent is Check without the pages. What stop returns before a talk ends it.
func checkContent(tx *bolt.Tx, stop func() error) error {
	var faults []error
	talks, err := bucket(tx, bucketTalks)
	if err != nil {
		return err
	}
	err = talks.ForEachBucket(func(id []byte) error {
		if err := stop(); err != nil {
			return err
		}
		for _, err := range checkTalk(tx, string(id)) {
			faults = append(faults, fmt.Errorf("talk %s: %w", id, err))
		}
		return nil
	})
	return errors.Join(append(faults, err)...)
}

func checkTalk(tx *bolt.Tx, id string) []error {
	t, err := readTree(tx, id)
	if err != nil {
		return []error{err}
	}
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, damaged(id, format, args...)) }
	if t.ID != id {
		fault("info says it is talk %q", t.ID)
	}
	if err := has(tx, bucketPersonas, t.Persona); err != nil {
		fault("persona %q: %w", t.Persona, err)
	}
	t.checkEntries(fault)
	t.checkPath(fault)
	return faults
}

// checkEntries: ids are within the sequence, parents are there and older, and the index of children holds the rows it must, and as
// many: so it holds exactly them.
func (t *tree) checkEntries(fault func(string, ...any)) {
	n, rows := 0, 0
	err := t.entries.ForEach(func(k, _ []byte) error {
		n++
		if len(k) != 8 {
			fault("entry under key %x", k)
			return nil
		}
		id := talk.EntryID(binary.BigEndian.Uint64(k))
		e, err := t.entry(id)
		if err == nil && !follows(e) {
			rows++
		}
		switch {
		case err != nil:
			fault("entry %d: %w", id, err)
		case id == 0 || uint64(id) > t.entries.Sequence():
			fault("entry %d is beyond the sequence %d", id, t.entries.Sequence())
		case e.Parent >= id || e.Parent != 0 && t.entries.Get(key(uint64(e.Parent))) == nil:
			fault("entry %d has the parent %d", id, e.Parent)
		case !follows(e) && t.children.Get(childKey(e.Parent, id)) == nil:
			fault("entry %d is not among the children of %d", id, e.Parent)
		}
		return nil
	})
	if err != nil {
		fault("entries: %w", err)
	}
	if n != t.Entries {
		fault("%d entries, info says %d", n, t.Entries)
	}
	c := t.children.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		rows--
	}
	if rows != 0 {
		fault("%d rows of children are missing", rows)
	}
}

// checkPath walks from the head to the root: every header stands for the entry at its place, and times never go backward.
func (t *tree) checkPath(fault func(string, ...any)) {
	h, err := newHeaders(t.path)
	if err != nil {
		fault("path: %w", err)
		return
	}
	if h.n != t.Count {
		fault("path of %d, info says %d", h.n, t.Count)
		return
	}
	want, later, sum := t.Head, int64(math.MaxInt64), 0
	for pos := t.Count - 1; pos >= 0; pos-- {
		h, err := t.header(pos)
		if err != nil {
			fault("position %d: %w", pos, err)
			return
		}
		e, err := t.entry(h.ID)
		if err != nil || h.ID != want {
			fault("position %d holds entry %d, the chain of parents %d: %w", pos, h.ID, want, err)
			return
		}
		body := headerOf(e)
		body.Pos, body.Time = h.Pos, h.Time
		if body != h {
			fault("position %d: header %+v, body %+v", pos, h, body)
		}
		if h.Time > later || h.Time > e.Effective.UnixMilli() {
			fault("position %d: time %d, next %d, body %d", pos, h.Time, later, e.Effective.UnixMilli())
		}
		want, later = e.Parent, h.Time
		sum += tokens.Cost(h)
	}
	if t.Tokens != nil && *t.Tokens != sum {
		fault("a path of %d tokens, info says %d", sum, *t.Tokens)
	}
	if want != 0 {
		fault("the path begins below entry %d", want)
	}
	if t.Count == 0 && t.Head != 0 {
		fault("an empty path with the head %d", t.Head)
	}
}
