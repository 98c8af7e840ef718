package history

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
)

// KeepText keeps what a request said before the history, under talk.TextName of it and once. It goes when the talk is removed
// for good. Text that is not valid UTF-8 is made so before it is named.
func (t *Talk) KeepText(text string) error {
	text = clean(text)
	sum := sha256.Sum256([]byte(text))
	known := false
	err := t.read(func(tr *tree) error {
		b := tr.b.Bucket(bucketTexts)
		known = b != nil && b.Get(sum[:]) != nil
		return nil
	})
	if known || err != nil {
		return err
	}
	if len(text) > MaxEntry {
		return ErrTooLarge.about(t.id, nil)
	}
	return t.write(func(tr *tree) error { return tr.keepText(text) })
}

func (t *tree) keepText(text string) error {
	b, err := t.b.CreateBucketIfNotExists(bucketTexts)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(text))
	return b.Put(sum[:], []byte(text))
}

// Text returns a text that KeepText kept: ErrNotFound if there is none under this name, ErrDamaged if it has changed.
func (t *Talk) Text(name string) (text string, err error) {
	sum, bad := hex.DecodeString(strings.TrimPrefix(name, refPrefix))
	err = t.read(func(tr *tree) error {
		b := tr.b.Bucket(bucketTexts)
		if bad != nil || len(sum) != sha256.Size || b == nil || b.Get(sum) == nil {
			return ErrNotFound.about(printable([]byte(name)), nil)
		}
		text = string(b.Get(sum))
		if talk.TextName(text) != name {
			return damaged(name, "content does not match")
		}
		return nil
	})
	return text, err
}

// Entries returns the entries of these runs, on the active path or off it: ErrNotFound if one of them is missing. It reads no
// other ones.
func (t *Talk) Entries(runs []talk.Run) (all []talk.Entry, err error) {
	err = t.read(func(tr *tree) error {
		all = nil
		c := tr.entries.Cursor()
		for _, r := range runs {
			k, v := c.Seek(key(uint64(r[0])))
			for id := r[0]; id <= r[1]; id++ {
				if len(k) != 8 || binary.BigEndian.Uint64(k) != uint64(id) {
					return ErrNotFound.about(printable(key(uint64(id))), nil)
				}
				var e talk.Entry
				if err := decode(k, v, &e); err != nil {
					return err
				}
				all = append(all, e)
				k, v = c.Next()
			}
		}
		return nil
	})
	return all, err
}

// Conclude stores a reply that has ended, as a child of its Parent (of the head if that is 0) or, with an ID, as Update does, and in the same transaction counts it in
// the talk's metrics and keeps what the server answered, for the newest replies of the whole store.
func (t *Talk) Conclude(e talk.Entry, answers []talk.Take) (talk.Entry, error) {
	e, err := checkEntry(e)
	if err != nil {
		return e, err
	}
	packed, err := packAnswers(answers)
	if err != nil {
		return e, err
	}
	err = t.write(func(tr *tree) error {
		stored, err := tr.conclude(e, t)
		if err != nil {
			return err
		}
		tr.Metrics.Add(stored.Sent, stored.Usage)
		if err := tr.save(); err != nil {
			return err
		}
		if len(packed) > 0 {
			err = keepAnswers(tr.b.Tx(), t.id, stored.ID, packed)
		}
		if err == nil {
			e = stored
		}
		return err
	})
	return e, err
}

func (t *tree) conclude(e talk.Entry, of *Talk) (talk.Entry, error) {
	if e.ID == 0 {
		if e.Parent != 0 && e.Parent != t.Head {
			if err := t.setHead(e.Parent); err != nil {
				return e, err
			}
		}
		return t.append(e, of.s.opt.Now())
	}
	return t.replace(e)
}

// Answers returns what servers answered on the way to a reply, as received, the failed attempts first: ErrNotFound if the reply is
// not among the newest ones.
func (t *Talk) Answers(id talk.EntryID) (takes []talk.Take, err error) {
	err = t.s.view(func(tx *bolt.Tx) error {
		packed := findAnswers(tx, t.id, id)
		if packed == nil {
			return ErrNotFound.about(t.id, nil)
		}
		takes, err = unpackAnswers(packed)
		return err
	})
	return takes, err
}
