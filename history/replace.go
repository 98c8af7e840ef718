package history

import (
	"slices"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
)

// MaxReplaced is how many entries may follow one that is replaced. Each is stored once more, 20 000 in a third of a second.
const MaxReplaced = 20_000

// Replace puts another entry in the place of one on the active path, or none if by is nil, and lets everything that followed it
// follow again, in one synced transaction. Nothing is destroyed: by is a new version of the message, what follows is stored once
// more below it, and the old branch stays as it was. The copies keep their times and do not say what was sent for them, since
// they were asked for on the old branch. Anchor and pins go along. It returns the new head.
//
// An entry that is not on the active path is ErrNotFound; with more than MaxReplaced entries behind it, ErrTooFar.
func (t *Talk) Replace(id talk.EntryID, by *talk.Entry) (head talk.EntryID, err error) {
	var put talk.Entry
	if by != nil {
		if put, err = checkEntry(*by); err != nil {
			return 0, err
		}
	}
	err = t.write(func(tr *tree) error {
		pos, ok, err := tr.find(id)
		switch {
		case err != nil:
			return err
		case !ok:
			return ErrNotFound.about(printable(key(uint64(id))), nil)
		case tr.Count-pos-1 > MaxReplaced:
			return ErrTooFar.about(t.id, nil)
		}
		tail, err := tr.tail(pos)
		if err != nil {
			return err
		}
		if by == nil {
			tail = tail[1:]
		} else {
			put.Time, put.Effective = tail[0].Time, tail[0].Effective
			tail[0] = put
		}
		if err := tr.regrow(pos, id, by != nil, tail); err != nil {
			return err
		}
		head = tr.Head
		return nil
	})
	return head, err
}

// tail returns the entries of the path from pos on, each with the time that its place has.
func (t *tree) tail(pos int) ([]talk.Entry, error) {
	all := make([]talk.Entry, 0, t.Count-pos)
	for ; pos < t.Count; pos++ {
		h, err := t.header(pos)
		if err != nil {
			return nil, err
		}
		e, err := t.load(h)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// regrow cuts the path before pos and grows it again of copies. The first copy stands for old if replaced says so; all others for
// the entries whose ids they bear.
func (t *tree) regrow(pos int, old talk.EntryID, replaced bool, tail []talk.Entry) error {
	parent := talk.EntryID(0)
	if pos > 0 {
		h, err := t.header(pos - 1)
		if err != nil {
			return err
		}
		parent = h.ID
	}
	if err := t.truncate(pos); err != nil {
		return err
	}
	twins := make(map[talk.EntryID]talk.EntryID, len(tail))
	for i, e := range tail {
		was := e.ID
		if i == 0 && replaced {
			was = old
		} else {
			e.Sent = nil
		}
		seq, err := t.entries.NextSequence()
		if err != nil {
			return err
		}
		e.ID, e.Parent = talk.EntryID(seq), parent
		if err := t.grow(e); err != nil {
			return err
		}
		twins[was], parent = e.ID, e.ID
	}
	return t.moveMarks(twins, parent)
}

// grow stores an entry, whose parent is the end of the path, and puts it there with the time that it has.
func (t *tree) grow(e talk.Entry) error {
	if err := t.store(e); err != nil {
		return err
	}
	if err := t.place(t.Count, headerOf(e)); err != nil {
		return err
	}
	t.Count++
	return nil
}

// moveMarks lets pins and anchor stand at the twins of their entries too, and ends the path at head.
func (t *tree) moveMarks(twins map[talk.EntryID]talk.EntryID, head talk.EntryID) error {
	for _, id := range slices.Clone(t.Pins) {
		if twin, ok := twins[id]; ok && len(t.Pins) < MaxPins {
			t.Pins = append(t.Pins, twin)
		}
	}
	if twin, ok := twins[t.record.Anchor.ID]; ok {
		pos, found, err := t.find(twin)
		if err != nil || !found {
			return err
		}
		t.record.Anchor.ID, t.record.Anchor.Pos = twin, uint64(pos) // #nosec G115 -- a position that was found
	}
	return t.setEnd(head)
}

// BranchTalk makes a new talk, under the same persona, that begins with the active path of a talk up to an entry. The old one stays as
// it is. Times are kept; the copies do not say what was sent for them. An entry that is not on the active path is ErrNotFound.
// The time that it takes follows the length of the path.
func (s *Store) BranchTalk(id string, to talk.EntryID, title string) (info talk.Info, err error) {
	if title, err = cleanTitle(title); err != nil {
		return info, err
	}
	now := cleanTime(s.opt.Now())
	err = s.Talk(id).write(func(from *tree) error {
		last, ok, err := from.find(to)
		if err == nil && !ok {
			err = ErrNotFound.about(printable(key(uint64(to))), nil)
		}
		if err != nil {
			return err
		}
		t, err := createTree(from.b.Tx(), talk.Info{
			ID: newID(), Persona: from.Persona, Title: title, First: from.First, Created: now, Pins: slices.Clone(from.Pins), Anchor: from.record.Anchor,
		})
		if err != nil {
			return err
		}
		if err := t.copyPath(from, last); err != nil {
			return err
		}
		info = t.Info
		return nil
	})
	return info, err
}

// copyPath fills an empty talk with another one's path up to position last, and with its summaries of it.
func (t *tree) copyPath(from *tree, last int) error {
	twins := make(map[talk.EntryID]talk.EntryID, last+1)
	for pos := 0; pos <= last; pos++ {
		h, err := from.header(pos)
		if err != nil {
			return err
		}
		e, err := from.load(h)
		if err != nil {
			return err
		}
		seq, err := t.entries.NextSequence()
		if err != nil {
			return err
		}
		e.ID, e.Parent, e.Sent = talk.EntryID(seq), talk.EntryID(seq-1), nil
		if err := t.grow(e); err != nil {
			return err
		}
		twins[h.ID], t.Last = e.ID, e.Effective
	}
	if err := t.copySummaries(from.b, twins); err != nil {
		return err
	}
	t.Pins = renamed(t.Pins, twins)
	if a := &t.record.Anchor; a.ID != 0 {
		if a.ID = twins[a.ID]; a.ID == 0 {
			*a = talk.Anchor{}
		}
	}
	return t.setEnd(talk.EntryID(last + 1)) // #nosec G115 -- a position
}

// copySummaries copies the summaries that cover nothing but what was copied.
func (t *tree) copySummaries(from *bolt.Bucket, twins map[talk.EntryID]talk.EntryID) error {
	old, err := bucket(from, bucketSummaries)
	if err != nil {
		return err
	}
	b, err := bucket(t.b, bucketSummaries)
	if err != nil {
		return err
	}
	all, err := list[talk.Summary](old)
	if err != nil {
		return err
	}
	for _, su := range all {
		if su.Until = twins[su.Until]; su.Until == 0 {
			continue
		}
		if err := put(b, []byte(su.ID), su); err != nil {
			return err
		}
	}
	return nil
}

// renamed returns the twins of ids, without those that have none.
func renamed(ids []talk.EntryID, twins map[talk.EntryID]talk.EntryID) (all []talk.EntryID) {
	for _, id := range ids {
		if twin, ok := twins[id]; ok {
			all = append(all, twin)
		}
	}
	return all
}
