package history

import (
	"cmp"
	"errors"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
	"bonbon/persona"
)

// Listed is a persona as a list shows it.
type Listed struct {
	Persona persona.Persona
	Talk    string    // the talk that was used last; empty if there is none in the list
	Preview string    // the beginning of the newest message of that talk
	Shown   int       // pictures of that message
	Last    time.Time // when it was said; the persona's creation if nothing was
	Talks   int       // talks in the list: neither put aside nor in the trash
}

// Personas lists the personas that are not in the trash, the one that was used last first. It reads no entries.
func (s *Store) Personas() (list []Listed, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		newest := map[string]talk.Info{}
		count := map[string]int{}
		if err := eachTalk(tx, func(r record) error {
			if !r.Trashed.IsZero() || !r.Archived.IsZero() {
				return nil
			}
			count[r.Persona]++
			if old, ok := newest[r.Persona]; !ok || byUse(r.Info, old) < 0 {
				newest[r.Persona] = r.Info
			}
			return nil
		}); err != nil {
			return err
		}
		return eachPersona(tx, func(p persona.Persona) error {
			if !p.Trashed.IsZero() {
				return nil
			}
			t := newest[p.ID]
			l := Listed{Persona: p, Talk: t.ID, Preview: t.Preview, Shown: t.Shown, Last: lastUse(t), Talks: count[p.ID]}
			if l.Last.Before(p.Created) && t.Count == 0 {
				l.Last = p.Created
			}
			list = append(list, l)
			return nil
		})
	})
	slices.SortStableFunc(list, func(a, b Listed) int {
		return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(a.Persona.Name, b.Persona.Name))
	})
	return list, err
}

func eachPersona(tx *bolt.Tx, f func(persona.Persona) error) error {
	b, err := bucket(tx, bucketPersonas)
	if err != nil {
		return err
	}
	return b.ForEach(func(id, data []byte) error {
		var p persona.Persona
		if err := decode(id, data, &p); err != nil {
			return err
		}
		return f(p)
	})
}

// Persona returns one persona, from the trash too.
func (s *Store) Persona(id string) (p persona.Persona, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		p, err = readPersona(tx, id)
		return err
	})
	return p, err
}

func readPersona(tx *bolt.Tx, id string) (p persona.Persona, err error) {
	b, err := bucket(tx, bucketPersonas)
	if err != nil {
		return p, err
	}
	if id == "" {
		return p, ErrNotFound
	}
	return p, get(b, []byte(id), &p)
}

func writePersona(tx *bolt.Tx, p persona.Persona) (err error) {
	if p.Name, err = cleanName(p.Name); err != nil {
		return err
	}
	b, err := bucket(tx, bucketPersonas)
	if err != nil {
		return err
	}
	return put(b, []byte(p.ID), p)
}

// CreatePersona stores a new persona and begins its first talk. p.ID and p.Created are set by the store. greeting is the
// persona's first words, expanded and counted; one without text is left out.
func (s *Store) CreatePersona(p persona.Persona, greeting talk.Entry) (persona.Persona, talk.Info, error) {
	var info talk.Info
	p.ID, p.Created, p.Trashed = newID(), cleanTime(s.opt.Now()), time.Time{}
	err := s.update(func(tx *bolt.Tx) (err error) {
		if err = writePersona(tx, p); err != nil {
			return err
		}
		info, err = s.createTalk(tx, p.ID, "", greeting)
		return err
	})
	return p, info, err
}

// PutPersona replaces a persona that is stored under p.ID. When it was created and whether it lies in the trash does not change.
func (s *Store) PutPersona(p persona.Persona) error {
	return s.changePersona(p.ID, func(old *persona.Persona) {
		p.Created, p.Trashed = old.Created, old.Trashed
		*old = p
	})
}

// RenamePersona changes a persona's name.
func (s *Store) RenamePersona(id, name string) error {
	return s.changePersona(id, func(p *persona.Persona) { p.Name = name })
}

// TrashPersona puts a persona into the trash, and its talks out of sight with it.
func (s *Store) TrashPersona(id string) error {
	now := cleanTime(s.opt.Now())
	return s.changePersona(id, func(p *persona.Persona) {
		if p.Trashed.IsZero() {
			p.Trashed = now
		}
	})
}

// RestorePersona takes a persona out of the trash, with the talks that it had.
func (s *Store) RestorePersona(id string) error {
	return s.changePersona(id, func(p *persona.Persona) { p.Trashed = time.Time{} })
}

func (s *Store) changePersona(id string, change func(*persona.Persona)) error {
	return s.update(func(tx *bolt.Tx) error {
		p, err := readPersona(tx, id)
		if err != nil {
			return err
		}
		change(&p)
		return writePersona(tx, p)
	})
}

// CopyPersona copies a persona under a new name. With talks, its talks outside the trash and its memories are copied too; without,
// the copy begins with one empty talk.
func (s *Store) CopyPersona(id, name string, talks bool) (p persona.Persona, err error) {
	err = s.update(func(tx *bolt.Tx) error {
		if p, err = readPersona(tx, id); err != nil {
			return err
		}
		p.ID, p.Name, p.Created, p.Trashed = newID(), name, cleanTime(s.opt.Now()), time.Time{}
		if err := writePersona(tx, p); err != nil {
			return err
		}
		if !talks {
			_, err := s.createTalk(tx, p.ID, "", talk.Entry{})
			return err
		}
		if err := s.copyTalks(tx, id, p.ID); err != nil {
			return err
		}
		return copyMemories(tx, id, p.ID)
	})
	return p, err
}

func (s *Store) copyTalks(tx *bolt.Tx, from, to string) error {
	var list []talk.Info
	if err := eachTalk(tx, func(r record) error {
		if r.Persona == from && r.Trashed.IsZero() {
			list = append(list, r.Info)
		}
		return nil
	}); err != nil {
		return err
	}
	talks, err := bucket(tx, bucketTalks)
	if err != nil {
		return err
	}
	for _, info := range list {
		t, err := readTree(tx, info.ID)
		if err != nil {
			return err
		}
		info.ID, info.Persona = newID(), to
		if err := copyTalk(talks, t, info); err != nil {
			return err
		}
	}
	return nil
}

// RemovePersona removes a persona for good, with its talks and memories, and their text out of the file as RemoveTalk does. It must
// lie in the trash.
func (s *Store) RemovePersona(id string) error {
	err := s.update(func(tx *bolt.Tx) error {
		p, err := readPersona(tx, id)
		if err != nil {
			return err
		}
		if p.Trashed.IsZero() {
			return ErrNotTrashed.about(id, nil)
		}
		return errors.Join(removePersona(tx, id), toErase(tx))
	})
	if err == nil {
		s.erase()
	}
	return err
}

func removePersona(tx *bolt.Tx, id string) error {
	var gone []string
	if err := eachTalk(tx, func(r record) error {
		if r.Persona == id {
			gone = append(gone, r.ID)
		}
		return nil
	}); err != nil {
		return err
	}
	for _, t := range gone {
		if err := removeTalk(tx, t); err != nil {
			return err
		}
	}
	if memories := tx.Bucket(bucketMemories); memories != nil && memories.Bucket([]byte(id)) != nil {
		if err := memories.DeleteBucket([]byte(id)); err != nil {
			return err
		}
	}
	b, err := bucket(tx, bucketPersonas)
	if err != nil {
		return err
	}
	return b.Delete([]byte(id))
}
