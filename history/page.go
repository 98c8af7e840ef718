package history

import "bonbon/history/talk"

// Info describes the talk.
func (t *Talk) Info() (info talk.Info, err error) {
	err = t.read(func(tr *tree) error {
		info = tr.Info
		return nil
	})
	return info, err
}

// Len returns the number of entries on the active path.
func (t *Talk) Len() (int, error) {
	info, err := t.Info()
	return info.Count, err
}

// Page returns up to n entries of the active path from position from on, oldest first. Positions outside the path give
// fewer entries or none. The cost follows n, not the length of the talk.
func (t *Talk) Page(from, n int) (page []talk.Entry, err error) {
	err = t.read(func(tr *tree) error {
		from, end := max(from, 0), min(max(from, 0)+max(n, 0), tr.Count)
		for pos := from; pos < end; pos++ {
			h, err := tr.header(pos)
			if err != nil {
				return err
			}
			e, err := tr.load(h)
			if err != nil {
				return err
			}
			page = append(page, e)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return page, nil
}

// Load returns the bodies of the entries with these headers, in the same order.
func (t *Talk) Load(hs []talk.Header) (all []talk.Entry, err error) {
	err = t.read(func(tr *tree) error {
		all = make([]talk.Entry, 0, len(hs))
		for _, h := range hs {
			e, err := tr.load(h)
			if err != nil {
				return err
			}
			all = append(all, e)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// load reads the body that a header stands for. The header's time counts: it may have been lowered after the body was stored.
func (t *tree) load(h talk.Header) (talk.Entry, error) {
	e, err := t.entry(h.ID)
	e.Effective = h.Effective()
	return e, lost(err)
}

// Entry returns one entry of the tree, on the active path or off it.
func (t *Talk) Entry(id talk.EntryID) (e talk.Entry, err error) {
	err = t.read(func(tr *tree) error {
		e, err = tr.entry(id)
		return err
	})
	return e, err
}

// Pos returns the position of an entry on the active path, or -1 if it is not on it.
func (t *Talk) Pos(id talk.EntryID) (pos int, err error) {
	err = t.read(func(tr *tree) error {
		at, ok, err := tr.find(id)
		if pos = at; !ok {
			pos = -1
		}
		return err
	})
	return pos, err
}

// Siblings returns the versions of a message in the order of storing: the entries with the same parent, id itself among them.
func (t *Talk) Siblings(id talk.EntryID) (ids []talk.EntryID, err error) {
	err = t.read(func(tr *tree) error {
		e, err := tr.entry(id)
		if err != nil {
			return err
		}
		ids, err = tr.offspring(e.Parent)
		return err
	})
	return ids, err
}
