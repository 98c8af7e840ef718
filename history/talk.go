package history

import (
	"errors"
	"math"
	"sync/atomic"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
	"bonbon/tokens"
)

// MaxEntry is the largest entry that is stored, in bytes of its JSON.
const MaxEntry = 64 << 20

// Talk is a handle to one conversation. It implements llm.Log. Handles are shared and safe for use from any goroutine; they hold no
// copy of anything that is stored.
type Talk struct {
	s      *Store
	id     string
	failed atomic.Pointer[Error] // set by the first failed read: no more writes
}

// ID returns the talk's id.
func (t *Talk) ID() string { return t.id }

// Err returns the failed read on account of which the talk is not written to any more; nil while all is well. It holds until the
// store is opened again.
func (t *Talk) Err() error {
	if e := t.failed.Load(); e != nil {
		return e
	}
	return nil
}

// read runs f in a read transaction and remembers a failure.
func (t *Talk) read(f func(*tree) error) error {
	return t.note(t.s.view(func(tx *bolt.Tx) error {
		tr, err := readTree(tx, t.id)
		if err != nil {
			return err
		}
		return f(tr)
	}))
}

// write runs f in a write transaction, unless a read failed before.
func (t *Talk) write(f func(*tree) error) error {
	if e := t.failed.Load(); e != nil {
		return ErrUnread.about(t.id, e)
	}
	return t.note(t.s.update(func(tx *bolt.Tx) error {
		tr, err := readTree(tx, t.id)
		if err != nil {
			return err
		}
		if err := t.s.sums.settle(tr); err != nil {
			return err
		}
		return f(tr)
	}))
}

// note keeps an error that means that stored words could not be read. Wrong arguments, a closed store and a full disk are none.
func (t *Talk) note(err error) error {
	var own *Error
	if errors.As(err, &own) && isAny(own, ErrDamaged, ErrIO) && t.failed.CompareAndSwap(nil, own) {
		t.s.opt.Log.Error("talk cannot be read", "talk", t.id, "error", err)
	}
	return err
}

// Head returns the newest entry of the active path; an empty talk gives an entry with ID 0.
func (t *Talk) Head() (e talk.Entry, err error) {
	err = t.read(func(tr *tree) error {
		if tr.Head == 0 {
			return nil
		}
		h, err := tr.header(tr.Count - 1)
		if err != nil {
			return err
		}
		e, err = tr.load(h)
		return err
	})
	return e, err
}

// Append stores e as the child of the head and makes it the new head, in one synced transaction. It returns e as it was stored,
// with ID, Parent and Effective set. Text that is not valid UTF-8 is made so, NUL is replaced, a missing Time is now.
func (t *Talk) Append(e talk.Entry) (talk.Entry, error) {
	e, err := checkEntry(e)
	if err != nil {
		return e, err
	}
	err = t.write(func(tr *tree) error {
		stored, err := tr.append(e, t.s.opt.Now())
		if err == nil {
			e = stored
		}
		return err
	})
	return e, err
}

// AppendTo stores e as a child of parent, whatever the head is, and makes it the new head: a user's edit of a message is a
// sibling of it, AppendTo(message.Parent, edited). Parent 0 begins the talk anew.
func (t *Talk) AppendTo(parent talk.EntryID, e talk.Entry) (talk.Entry, error) {
	e, err := checkEntry(e)
	if err != nil {
		return e, err
	}
	err = t.write(func(tr *tree) error {
		if err := tr.setHead(parent); err != nil {
			return err
		}
		stored, err := tr.append(e, t.s.opt.Now())
		if err == nil {
			e = stored
		}
		return err
	})
	return e, err
}

// checkEntry returns e as it may be stored. Only what the roles and counts of a header can hold is accepted.
func checkEntry(e talk.Entry) (talk.Entry, error) {
	if _, err := e.Role.MarshalText(); err != nil {
		return e, ErrBadRecord.about("role", err)
	}
	e.Tokens = min(max(e.Tokens, 0), math.MaxInt32)
	return cleanEntry(e), nil
}

// Update replaces the body and the header of an entry that was appended before, e.ID says which, in one synced transaction. Its
// place in the tree and its effective time do not change.
func (t *Talk) Update(e talk.Entry) error {
	e, err := checkEntry(e)
	if err != nil {
		return err
	}
	return t.write(func(tr *tree) error {
		_, err := tr.replace(e)
		return err
	})
}

// replace stores another body for an entry and returns it as it was stored.
func (t *tree) replace(e talk.Entry) (talk.Entry, error) {
	old, err := t.entry(e.ID)
	if err != nil {
		return e, err
	}
	e.Parent, e.Effective = old.Parent, old.Effective
	if err := t.body(e); err != nil {
		return e, err
	}
	return e, t.refresh(e)
}

// Anchor returns where the sent part of the talk begins; the zero Anchor if it was never cut in steps.
func (t *Talk) Anchor() (a talk.Anchor, err error) {
	err = t.read(func(tr *tree) error {
		a = tr.record.Anchor
		return nil
	})
	return a, err
}

// SetAnchor stores where the sent part of the talk begins, in one synced transaction.
func (t *Talk) SetAnchor(a talk.Anchor) error {
	return t.write(func(tr *tree) error {
		if tr.record.Anchor == a {
			return nil
		}
		tr.record.Anchor = a
		return tr.save()
	})
}

// Picture returns the content of a picture that an entry names, as Store.Attachment does.
func (t *Talk) Picture(ref string) ([]byte, error) { return t.s.Attachment(ref) }

// refresh brings the path and the preview up to date with a changed body.
func (t *tree) refresh(e talk.Entry) error {
	pos, ok, err := t.find(e.ID)
	if err != nil || !ok {
		return err
	}
	now, err := t.header(pos)
	if err != nil {
		return err
	}
	h := headerOf(e)
	h.Time = now.Time // may have been lowered
	change := tokens.Cost(h) - tokens.Cost(now)
	*t.Tokens += change
	if err := t.path.Put(at(pos), putHeader(h)); err != nil {
		return err
	}
	line, shown := t.Preview, t.Shown
	if e.ID == t.Head {
		line, shown = preview(e.Text), len(e.Pictures)
	}
	if line == t.Preview && shown == t.Shown && change == 0 {
		return nil
	}
	t.Preview, t.Shown = line, shown
	return t.save()
}

// Rewind makes id the head again: entries after it leave the active path and stay in the tree. 0 empties the path.
func (t *Talk) Rewind(id talk.EntryID) error { return t.SetHead(id) }

// SetHead makes id the newest entry of the active path, on whatever branch it lies. 0 empties the path. Only the part of the path
// that differs is written.
func (t *Talk) SetHead(id talk.EntryID) error {
	return t.write(func(tr *tree) error {
		if id == tr.Head {
			return nil
		}
		return tr.setHead(id)
	})
}

// Show makes the active path lead through id and on to the newest entry below it: what a user expects who turns to
// another version of a message. It returns the new head.
func (t *Talk) Show(id talk.EntryID) (head talk.EntryID, err error) {
	err = t.write(func(tr *tree) error {
		head = id
		for {
			below, err := tr.offspring(head)
			if err != nil {
				return err
			}
			if len(below) == 0 {
				return tr.setHead(head)
			}
			head = below[len(below)-1]
		}
	})
	return head, err
}
