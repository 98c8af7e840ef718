package history

import (
	"slices"

	"bonbon/history/talk"
)

// Place is where a talk stands: the end of its active path, and where its sent part begins. It is what undoing goes back to.
type Place struct {
	Head   talk.EntryID `json:"head"`
	Anchor talk.Anchor  `json:"anchor,omitzero"`
}

// Place returns where the talk stands.
func (t *Talk) Place() (p Place, err error) {
	err = t.read(func(tr *tree) error {
		p = Place{tr.Head, tr.record.Anchor}
		return nil
	})
	return p, err
}

// Move brings the talk from one place to another, in one synced transaction. If it does not end at from's head any more, nothing is
// changed and the error is ErrMoved: who goes back must not take away what came since.
func (t *Talk) Move(from, to Place) error {
	return t.write(func(tr *tree) error {
		if tr.Head != from.Head {
			return ErrMoved.about(t.id, nil)
		}
		tr.record.Anchor = to.Anchor
		return tr.setHead(to.Head)
	})
}

// Versions says of each entry which version of its message it is, in one read. The cost follows the number of the entries and of
// their siblings: an entry without any costs one look at the index.
func (t *Talk) Versions(es []talk.Entry) (all []talk.Version, err error) {
	all = make([]talk.Version, len(es))
	return all, t.read(func(tr *tree) error {
		for i, e := range es {
			all[i] = talk.Version{At: 1, Of: 1, All: 1}
			if e.ID == 0 || follows(e) && !tr.branches(e.Parent) {
				continue
			}
			ids, n, err := tr.alike(e)
			if err != nil {
				return err
			}
			all[i] = talk.Version{At: slices.Index(ids, e.ID) + 1, Of: len(ids), All: n}
		}
		return nil
	})
}

// alike returns the siblings of an entry that have its role, itself among them, and how many siblings there are in all.
func (t *tree) alike(e talk.Entry) (ids []talk.EntryID, all int, err error) {
	siblings, err := t.offspring(e.Parent)
	if err != nil || len(siblings) == 1 {
		return siblings, len(siblings), err
	}
	for _, id := range siblings {
		other, err := t.entry(id)
		if err != nil {
			return nil, 0, lost(err)
		}
		if other.Role == e.Role {
			ids = append(ids, id)
		}
	}
	return ids, len(siblings), nil
}

// Alike returns the versions of a message in the order of storing: the siblings of an entry that the same one said.
func (t *Talk) Alike(id talk.EntryID) (ids []talk.EntryID, err error) {
	err = t.read(func(tr *tree) error {
		e, err := tr.entry(id)
		if err != nil {
			return err
		}
		ids, _, err = tr.alike(e)
		return err
	})
	return ids, err
}

// branches reports whether an entry has a child that was not stored right after it.
func (t *tree) branches(parent talk.EntryID) bool {
	prefix := key(uint64(parent))
	k, _ := t.children.Cursor().Seek(prefix)
	return len(k) == 16 && string(k[:8]) == string(prefix)
}

// MaxPins is how many entries of a talk can be marked.
const MaxPins = 1000

// Pin marks an entry of the talk, or takes the mark away. More than MaxPins marks are ErrTooLarge.
func (t *Talk) Pin(id talk.EntryID, on bool) error {
	return t.write(func(tr *tree) error {
		if _, err := tr.entry(id); err != nil {
			return err
		}
		at := slices.Index(tr.Pins, id)
		switch {
		case on == (at >= 0):
			return nil
		case !on:
			tr.Pins = slices.Delete(tr.Pins, at, at+1)
		case len(tr.Pins) >= MaxPins:
			return ErrTooLarge.about("pins", nil)
		default:
			tr.Pins = append(tr.Pins, id)
		}
		return tr.save()
	})
}

// Pinned returns the marked entries of the active path, oldest first.
func (t *Talk) Pinned() (all []talk.Entry, err error) {
	err = t.read(func(tr *tree) error {
		ids := slices.Clone(tr.Pins)
		slices.Sort(ids) // ids grow along a path
		for _, id := range ids {
			pos, ok, err := tr.find(id)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			h, err := tr.header(pos)
			if err != nil {
				return err
			}
			e, err := tr.load(h)
			if err != nil {
				return err
			}
			all = append(all, e)
		}
		return nil
	})
	return all, err
}

// firstWithin is how far into a talk the user's first words are looked for: greetings may precede them.
const firstWithin = 4

// keepFirst remembers what the user said first, before e is put at the end of the path.
func (t *tree) keepFirst(e talk.Entry) {
	if e.Role != talk.User || t.Count >= firstWithin {
		return
	}
	for pos := range t.Count {
		if h, err := t.header(pos); err != nil || h.Role == talk.User {
			return
		}
	}
	t.First = preview(e.Text)
}
