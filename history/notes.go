package history

import (
	"slices"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
)

// Summary returns the latest summary of the talk, nil if there is none.
func (t *Talk) Summary() (*talk.Summary, error) {
	all, err := t.Summaries()
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[len(all)-1], nil
}

// Summaries returns the summaries of the talk, oldest first.
func (t *Talk) Summaries() (all []talk.Summary, err error) {
	err = t.read(func(tr *tree) error {
		b, err := bucket(tr.b, bucketSummaries)
		if err != nil {
			return err
		}
		all, err = list[talk.Summary](b)
		return err
	})
	slices.SortFunc(all, func(a, b talk.Summary) int { return byTime(a.Time, b.Time, a.ID, b.ID) })
	return all, err
}

// PutSummary stores a summary and returns it with its id: a new one if su.ID is empty, else in place of the one with that id. A
// missing time is now.
func (t *Talk) PutSummary(su talk.Summary) (talk.Summary, error) {
	fresh := su.ID == ""
	if fresh {
		su.ID = newID()
	}
	if su.Text, su.Time = clean(su.Text), cleanTime(su.Time); su.Time.IsZero() {
		su.Time = cleanTime(t.s.opt.Now())
	}
	return su, t.write(func(tr *tree) error {
		b, err := bucket(tr.b, bucketSummaries)
		if err != nil {
			return err
		}
		if !fresh && b.Get([]byte(su.ID)) == nil {
			return ErrNotFound.about(su.ID, nil)
		}
		return put(b, []byte(su.ID), su)
	})
}

// RemoveSummary removes a summary.
func (t *Talk) RemoveSummary(id string) error {
	return t.write(func(tr *tree) error {
		b, err := bucket(tr.b, bucketSummaries)
		if err != nil {
			return err
		}
		if id == "" || b.Get([]byte(id)) == nil {
			return ErrNotFound.about(id, nil)
		}
		return b.Delete([]byte(id))
	})
}

// Memories returns what the talk's persona remembers, oldest first.
func (t *Talk) Memories() ([]talk.Memory, error) {
	info, err := t.Info()
	if err != nil {
		return nil, err
	}
	return t.s.Memories(info.Persona)
}

// Memories returns what a persona remembers, oldest first.
func (s *Store) Memories(persona string) (all []talk.Memory, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		if err := has(tx, bucketPersonas, persona); err != nil {
			return err
		}
		memories, err := bucket(tx, bucketMemories)
		if err != nil {
			return err
		}
		if b := memories.Bucket([]byte(persona)); b != nil {
			all, err = list[talk.Memory](b)
		}
		return err
	})
	slices.SortFunc(all, func(a, b talk.Memory) int { return byTime(a.Time, b.Time, a.ID, b.ID) })
	return all, err
}

// PutMemory stores a memory of a persona and returns it with its id: a new one if m.ID is empty, else in place of the one with that
// id. A missing time is now.
func (s *Store) PutMemory(persona string, m talk.Memory) (talk.Memory, error) {
	fresh := m.ID == ""
	if fresh {
		m.ID = newID()
	}
	if m.Text, m.Time = clean(m.Text), cleanTime(m.Time); m.Time.IsZero() {
		m.Time = cleanTime(s.opt.Now())
	}
	return m, s.update(func(tx *bolt.Tx) error {
		b, err := memoriesOf(tx, persona)
		if err != nil {
			return err
		}
		if !fresh && b.Get([]byte(m.ID)) == nil {
			return ErrNotFound.about(m.ID, nil)
		}
		return put(b, []byte(m.ID), m)
	})
}

// RemoveMemory removes a memory of a persona.
func (s *Store) RemoveMemory(persona, id string) error {
	return s.update(func(tx *bolt.Tx) error {
		b, err := memoriesOf(tx, persona)
		if err != nil {
			return err
		}
		if id == "" || b.Get([]byte(id)) == nil {
			return ErrNotFound.about(id, nil)
		}
		return b.Delete([]byte(id))
	})
}

// memoriesOf returns the bucket of a persona's memories for writing.
func memoriesOf(tx *bolt.Tx, persona string) (*bolt.Bucket, error) {
	if err := has(tx, bucketPersonas, persona); err != nil {
		return nil, err
	}
	memories, err := bucket(tx, bucketMemories)
	if err != nil {
		return nil, err
	}
	return memories.CreateBucketIfNotExists([]byte(persona))
}

func copyMemories(tx *bolt.Tx, from, to string) error {
	memories, err := bucket(tx, bucketMemories)
	if err != nil {
		return err
	}
	old := memories.Bucket([]byte(from))
	if old == nil {
		return nil
	}
	b, err := memories.CreateBucket([]byte(to))
	if err != nil {
		return err
	}
	return copyBucket(old, b)
}

// list reads all values of a bucket.
func list[T any](b *bolt.Bucket) (all []T, err error) {
	err = b.ForEach(func(k, data []byte) error {
		var v T
		if err := decode(k, data, &v); err != nil {
			return err
		}
		all = append(all, v)
		return nil
	})
	return all, err
}
