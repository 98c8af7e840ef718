package history

import (
	"bytes"
	"encoding/binary"
	"errors"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"bonbon/history/talk"
	"bonbon/persona"
)

// settle makes a consistent store of what came over and counts it.
func (v *salvage) settle() error {
	err := v.db.Update(func(tx *bolt.Tx) error {
		talks, err := bucket(tx, bucketTalks)
		if err != nil {
			return err
		}
		var ids [][]byte
		if err := talks.ForEachBucket(func(id []byte) error {
			ids = append(ids, bytes.Clone(id))
			return nil
		}); err != nil {
			return err
		}
		home := ""
		for _, id := range ids {
			if err := v.mend(tx, talks, id, &home); err != nil {
				return err
			}
		}
		return v.count(tx)
	})
	if err != nil {
		return err
	}
	return v.db.View(func(tx *bolt.Tx) error { return checkContent(tx, func() error { return nil }) })
}

// mend makes a talk of the entries that came over. One without any is dropped, unless it was empty.
func (v *salvage) mend(tx *bolt.Tx, talks *bolt.Bucket, id []byte, home *string) error {
	b := talks.Bucket(id)
	if err := b.DeleteBucket(bucketPath); err != nil && !errors.Is(err, bolterrors.ErrBucketNotFound) {
		return err
	}
	for _, name := range [][]byte{bucketPath, bucketEntries, bucketChildren, bucketSummaries} {
		if _, err := b.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	t, err := newTree(b)
	if err != nil {
		return err
	}
	lost := -1
	had := get(t.b, keyInfo, &t.record)
	if had != nil {
		t.record = record{}
	} else {
		lost = t.Entries
	}
	n, last, err := t.relink()
	if err != nil {
		return err
	}
	if n == 0 && (had != nil || lost > 0) {
		if had == nil {
			v.fault(damaged(string(id), "all %d messages are lost", lost))
		}
		return talks.DeleteBucket(id)
	}
	if lost >= 0 {
		lost = max(0, lost-n)
	}
	if err := v.house(tx, t, string(id), home); err != nil {
		return err
	}
	found := string(id) == v.found
	if found {
		t.Title = v.name
	}
	t.Entries, t.Count, t.Tokens = n, 0, new(int)
	head := t.Head
	if t.entries.Get(key(uint64(head))) == nil {
		head = last
	}
	if err := t.setHead(head); err != nil {
		return err
	}
	if had != nil {
		if e, err := t.entry(head); err == nil {
			t.Created, t.Last = e.Time, e.Effective
		}
		if err := t.save(); err != nil {
			return err
		}
	}
	v.report.Talks = append(v.report.Talks, SalvagedTalk{t.Info, n, lost, found})
	return nil
}

// relink gives every entry a parent that is there, and makes the index of children.
func (t *tree) relink() (n int, last talk.EntryID, err error) {
	var moved []talk.Entry
	err = t.entries.ForEach(func(k, _ []byte) error {
		e, err := t.entry(talk.EntryID(binary.BigEndian.Uint64(k)))
		if err != nil {
			return err
		}
		if e.Parent >= e.ID || e.Parent != 0 && t.entries.Get(key(uint64(e.Parent))) == nil {
			e.Parent = last
			moved = append(moved, e)
		}
		n, last = n+1, e.ID
		if follows(e) {
			return nil
		}
		return t.children.Put(childKey(e.Parent, e.ID), nil)
	})
	if err != nil {
		return 0, 0, err
	}
	for _, e := range moved {
		if err := t.body(e); err != nil {
			return 0, 0, err
		}
	}
	return n, last, t.entries.SetSequence(uint64(last))
}

// house gives a talk its id and a persona that is there. home is the persona for those that have none.
func (v *salvage) house(tx *bolt.Tx, t *tree, id string, home *string) error {
	t.ID = id
	err := has(tx, bucketPersonas, t.Persona)
	if !errors.Is(err, ErrNotFound) {
		return err
	}
	if *home == "" {
		p := persona.Persona{ID: newID(), Name: v.name, Created: cleanTime(v.opt.Now())}
		if err := writePersona(tx, p); err != nil {
			return err
		}
		*home = p.ID
	}
	t.Persona = *home
	return nil
}

// count lists what the new store holds beside talks. Memories of a persona that is lost are dropped with it.
func (v *salvage) count(tx *bolt.Tx) error {
	v.report.Settings = tx.Bucket(bucketSettings).Get(keyApp) != nil || v.settings && !v.spoilt
	if err := eachPersona(tx, func(p persona.Persona) error {
		v.report.Personas = append(v.report.Personas, p)
		return nil
	}); err != nil {
		return err
	}
	memories, err := bucket(tx, bucketMemories)
	if err != nil {
		return err
	}
	var gone [][]byte
	err = memories.ForEachBucket(func(id []byte) error {
		if err := has(tx, bucketPersonas, string(id)); errors.Is(err, ErrNotFound) {
			gone = append(gone, bytes.Clone(id))
			return nil
		}
		return memories.Bucket(id).ForEach(func(_, _ []byte) error {
			v.report.Memories++
			return nil
		})
	})
	for _, id := range gone {
		v.fault(damaged(string(id), "memories of a persona that is lost"))
		err = errors.Join(err, memories.DeleteBucket(id))
	}
	return err
}
