package history

import (
	"strings"
	"time"

	"bonbon/history/talk"
)

// Aside stores e as a child of its Parent beside the active path, which stays as it is, in one synced transaction: something that
// came and that nobody said. It returns e as it was stored, as Append does. A Parent that is not there is ErrNotFound.
func (t *Talk) Aside(e talk.Entry) (talk.Entry, error) {
	e, err := checkEntry(e)
	if err != nil {
		return e, err
	}
	err = t.write(func(tr *tree) error {
		parent, err := tr.entry(e.Parent)
		if err != nil {
			return err
		}
		seq, err := tr.entries.NextSequence()
		if err != nil {
			return err
		}
		stored, now := e, t.s.opt.Now()
		stored.ID = talk.EntryID(seq)
		if stored.Time.IsZero() {
			stored.Time = now
		}
		stored.Effective = time.UnixMilli(min(max(stored.Time.UnixMilli(), parent.Effective.UnixMilli()), max(now.UnixMilli(), 0)))
		if err := tr.store(stored); err != nil {
			return err
		}
		if err := tr.save(); err != nil {
			return err
		}
		e = stored
		return nil
	})
	return e, err
}

// Thoughts returns what a model only thought when it was last to answer an entry: the newest child of that, if it has thoughts and
// no text; else a zero Entry.
func (t *Talk) Thoughts(of talk.EntryID) (e talk.Entry, err error) {
	err = t.read(func(tr *tree) error {
		ids, err := tr.offspring(of)
		if err != nil || len(ids) == 0 {
			return err
		}
		last, err := tr.entry(ids[len(ids)-1])
		if err == nil && last.Role == talk.Assistant && strings.TrimSpace(last.Text) == "" && strings.TrimSpace(last.Reasoning) != "" {
			e = last
		}
		return err
	})
	return e, err
}
