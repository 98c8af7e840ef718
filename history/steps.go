package history

import (
	"errors"

	"bonbon/history/talk"
)

// Step is one change of a talk that can be undone: it went from one place to another, or marked a message.
type Step struct {
	Kind   string       `json:"kind"`            // what it did; the window has words for it
	Count  int          `json:"count,omitempty"` // how many messages it took away
	Pin    talk.EntryID `json:"pin,omitempty"`   // the message that it marked or that lost its mark; 0: it changed the path
	Before Place        `json:"before,omitzero"`
	After  Place        `json:"after,omitzero"`
}

// Steps are the newest changes of a talk, the newest last, and those that were undone, the last undone last.
type Steps struct {
	Done   []Step `json:"done,omitempty"`
	Undone []Step `json:"undone,omitempty"`
}

// MostSteps is how many changes of each kind, done and undone, are kept of a talk.
const MostSteps = 50

// Steps returns what was last kept of a talk's changes; zero Steps if nothing was. Their places may have been left since: Move tells.
func (t *Talk) Steps() (s Steps, err error) {
	err = t.read(func(tr *tree) error {
		if err := get(tr.b, keySteps, &s); !errors.Is(err, ErrNotFound) {
			return err
		}
		return nil
	})
	return s, err
}

// PutSteps keeps the newest MostSteps of a talk's changes, in one synced transaction; zero Steps keep nothing. They lie with the talk,
// go with it, and are in no export and no copy.
func (t *Talk) PutSteps(s Steps) error {
	s.Done, s.Undone = s.Done[max(len(s.Done)-MostSteps, 0):], s.Undone[max(len(s.Undone)-MostSteps, 0):]
	return t.write(func(tr *tree) error {
		if len(s.Done)+len(s.Undone) == 0 {
			return tr.b.Delete(keySteps)
		}
		return put(tr.b, keySteps, s)
	})
}
