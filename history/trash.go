package history

import (
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
	"bonbon/persona"
)

// Trash is what lies in the trash, the newest first. Talks lists only talks that were put there by themselves: a persona's talks
// go and come back with it.
type Trash struct {
	Personas []persona.Persona
	Talks    []talk.Info
}

// Trash lists what lies in the trash.
func (s *Store) Trash() (t Trash, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		t, err = readTrash(tx)
		return err
	})
	return t, err
}

func readTrash(tx *bolt.Tx) (t Trash, err error) {
	err = eachPersona(tx, func(p persona.Persona) error {
		if !p.Trashed.IsZero() {
			t.Personas = append(t.Personas, p)
		}
		return nil
	})
	if err != nil {
		return t, err
	}
	err = eachTalk(tx, func(r record) error {
		if !r.Trashed.IsZero() {
			t.Talks = append(t.Talks, r.Info)
		}
		return nil
	})
	slices.SortStableFunc(t.Personas, func(a, b persona.Persona) int { return b.Trashed.Compare(a.Trashed) })
	slices.SortStableFunc(t.Talks, func(a, b talk.Info) int { return b.Trashed.Compare(a.Trashed) })
	return t, err
}

// EmptyTrash removes for good what was put into the trash before the given time, a zero time everything. It returns how
// many personas and talks it removed. As with RemoveTalk, their text then stands nowhere in the file.
func (s *Store) EmptyTrash(before time.Time) (n int, err error) {
	if n, err = s.emptyTrash(before); n > 0 {
		s.erase()
	}
	return n, err
}

func (s *Store) emptyTrash(before time.Time) (n int, err error) {
	old := func(t time.Time) bool { return before.IsZero() || t.Before(before) }
	if t, err := s.Trash(); err != nil || !t.has(old) {
		return 0, err // nothing is written, which would look like a change
	}
	err = s.update(func(tx *bolt.Tx) error {
		n = 0
		t, err := readTrash(tx)
		if err != nil {
			return err
		}
		for _, i := range t.Talks {
			if !old(i.Trashed) {
				continue
			}
			if err := removeTalk(tx, i.ID); err != nil {
				return err
			}
			n++
		}
		for _, p := range t.Personas {
			if !old(p.Trashed) {
				continue
			}
			if err := removePersona(tx, p.ID); err != nil {
				return err
			}
			n++
		}
		if n == 0 {
			return nil
		}
		return toErase(tx)
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// has reports whether anything was put into the trash at such a time.
func (t Trash) has(when func(time.Time) bool) bool {
	return slices.ContainsFunc(t.Talks, func(i talk.Info) bool { return when(i.Trashed) }) ||
		slices.ContainsFunc(t.Personas, func(p persona.Persona) bool { return when(p.Trashed) })
}
