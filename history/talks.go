package history

import (
	"cmp"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
)

// newID returns a random name for a persona, talk, summary or memory: 80 bits in lower-case letters and digits.
func newID() string { return strings.ToLower(rand.Text()[:16]) }

// Talks lists the talks of a persona that are not in the trash, the one that was used last first. Those that were put aside are
// among them.
func (s *Store) Talks(persona string) (list []talk.Info, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		if err := has(tx, bucketPersonas, persona); err != nil {
			return err
		}
		return eachTalk(tx, func(r record) error {
			if r.Persona == persona && r.Trashed.IsZero() {
				list = append(list, r.Info)
			}
			return nil
		})
	})
	slices.SortStableFunc(list, byUse)
	return list, err
}

// byUse orders talks by their last use, newest first; an empty talk counts from its creation.
func byUse(a, b talk.Info) int { return lastUse(b).Compare(lastUse(a)) }

func lastUse(i talk.Info) time.Time {
	if i.Count == 0 && i.Last.Before(i.Created) {
		return i.Created
	}
	return i.Last
}

// eachTalk calls f with the record of every talk; it reads no entries.
func eachTalk(tx *bolt.Tx, f func(record) error) error {
	talks, err := bucket(tx, bucketTalks)
	if err != nil {
		return err
	}
	return talks.ForEachBucket(func(id []byte) error {
		var r record
		if err := lost(get(talks.Bucket(id), keyInfo, &r)); err != nil {
			return err
		}
		return f(r)
	})
}

// CreateTalk begins a new talk of a persona. greeting is the persona's first words, expanded and counted; one without text is left
// out. The title may be empty.
func (s *Store) CreateTalk(persona, title string, greeting talk.Entry) (info talk.Info, err error) {
	err = s.update(func(tx *bolt.Tx) error {
		if err := has(tx, bucketPersonas, persona); err != nil {
			return err
		}
		info, err = s.createTalk(tx, persona, title, greeting)
		return err
	})
	return info, err
}

func (s *Store) createTalk(tx *bolt.Tx, persona, title string, greeting talk.Entry) (talk.Info, error) {
	title, err := cleanTitle(title)
	if err != nil {
		return talk.Info{}, err
	}
	now := s.opt.Now()
	t, err := createTree(tx, talk.Info{ID: newID(), Persona: persona, Title: title, Created: cleanTime(now)})
	if err != nil || greeting.Text == "" {
		return t.info(), err
	}
	greeting.Role, greeting.Greeting = talk.Assistant, true
	if greeting, err = checkEntry(greeting); err != nil {
		return talk.Info{}, err
	}
	_, err = t.append(greeting, now)
	return t.info(), err
}

func (t *tree) info() talk.Info {
	if t == nil {
		return talk.Info{}
	}
	return t.Info
}

// cleanTitle is cleanName for a title, which may be empty.
func cleanTitle(title string) (string, error) {
	if title == "" {
		return "", nil
	}
	return cleanName(title)
}

// RenameTalk changes a talk's title. An empty title is allowed.
func (s *Store) RenameTalk(id, title string) error {
	title, err := cleanTitle(title)
	if err != nil {
		return err
	}
	return s.changeTalk(id, func(r *record) { r.Title = title })
}

// TrashTalk puts a talk into the trash.
func (s *Store) TrashTalk(id string) error {
	now := cleanTime(s.opt.Now())
	return s.changeTalk(id, func(r *record) {
		if r.Trashed.IsZero() {
			r.Trashed = now
		}
	})
}

// RestoreTalk takes a talk out of the trash.
func (s *Store) RestoreTalk(id string) error {
	return s.changeTalk(id, func(r *record) { r.Trashed = time.Time{} })
}

// ArchiveTalk puts a talk aside, or back into the list: it is kept as it is, and Personas passes it over.
func (s *Store) ArchiveTalk(id string, aside bool) error {
	now := cleanTime(s.opt.Now())
	return s.changeTalk(id, func(r *record) {
		switch {
		case !aside:
			r.Archived = time.Time{}
		case r.Archived.IsZero():
			r.Archived = now
		}
	})
}

func (s *Store) changeTalk(id string, change func(*record)) error {
	return s.Talk(id).write(func(t *tree) error {
		change(&t.record)
		return t.save()
	})
}

// CopyTalk copies a talk with all its branches and summaries, under the same persona. The copy's time of creation is now.
func (s *Store) CopyTalk(id, title string) (info talk.Info, err error) {
	if title, err = cleanTitle(title); err != nil {
		return info, err
	}
	err = s.Talk(id).write(func(t *tree) error {
		info = t.Info
		info.ID, info.Title, info.Created, info.Trashed = newID(), title, cleanTime(s.opt.Now()), time.Time{}
		info.Archived = time.Time{}
		info.Metrics = talk.Metrics{} // the copy has asked nothing yet
		talks, err := bucket(t.b.Tx(), bucketTalks)
		if err != nil {
			return err
		}
		return copyTalk(talks, t, info)
	})
	return info, err
}

// copyTalk copies the buckets of a talk into the bucket of talks; info is the copy's.
func copyTalk(talks *bolt.Bucket, from *tree, info talk.Info) error {
	to, err := talks.CreateBucket([]byte(info.ID))
	if err != nil {
		return err
	}
	if err := copyBucket(from.b, to); err != nil {
		return err
	}
	for _, k := range [][]byte{keyDraft, keyAside, keyPictured, keySteps} { // what was not sent is not said, and the copy has changed nothing
		if err := to.Delete(k); err != nil {
			return err
		}
	}
	return put(to, keyInfo, record{Info: info, Entries: from.Entries, Tokens: from.Tokens})
}

func copyBucket(from, to *bolt.Bucket) error {
	to.FillPercent = fill
	if err := to.SetSequence(from.Sequence()); err != nil {
		return err
	}
	return from.ForEach(func(k, v []byte) error {
		if v != nil {
			return to.Put(k, v)
		}
		below, err := to.CreateBucket(k)
		if err != nil {
			return err
		}
		return copyBucket(from.Bucket(k), below)
	})
}

// RemoveTalk removes a talk for good. It must lie in the trash, itself or with its persona. The file is written anew without it, so
// its text then stands nowhere in it; see Compact for what that takes. Backups that were made before still hold it: see RemoveBackup.
func (s *Store) RemoveTalk(id string) error {
	err := s.update(func(tx *bolt.Tx) error {
		t, err := readTree(tx, id)
		if err != nil {
			return err
		}
		if t.Trashed.IsZero() {
			p, err := readPersona(tx, t.Persona)
			if err != nil {
				return err
			}
			if p.Trashed.IsZero() {
				return ErrNotTrashed.about(id, nil)
			}
		}
		return errors.Join(removeTalk(tx, id), toErase(tx))
	})
	if err == nil {
		s.erase()
	}
	return err
}

func removeTalk(tx *bolt.Tx, id string) error {
	talks, err := bucket(tx, bucketTalks)
	if err != nil {
		return err
	}
	if err := removeAnswers(tx, id); err != nil {
		return err
	}
	return talks.DeleteBucket([]byte(id))
}

// has returns ErrNotFound if a bucket has no value with this id.
func has(tx *bolt.Tx, name []byte, id string) error {
	b, err := bucket(tx, name)
	if err != nil {
		return err
	}
	if id == "" || b.Get([]byte(id)) == nil {
		return ErrNotFound.about(id, nil)
	}
	return nil
}

// byTime orders by time, oldest first, then by id.
func byTime(t, u time.Time, a, b string) int { return cmp.Or(t.Compare(u), cmp.Compare(a, b)) }
