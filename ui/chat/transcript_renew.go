package chat

import (
	"fmt"

	"bonbon/history/talk"
)

// Versioned is a Source that knows the versions of its messages. It is asked by workers, with every page.
type Versioned interface {
	Versions([]talk.Entry) ([]talk.Version, error)
}

func versionsOf(src Source, es []talk.Entry) ([]talk.Version, error) {
	if v, ok := src.(Versioned); ok && len(es) > 0 {
		return v.Versions(es)
	}
	return make([]talk.Version, len(es)), nil
}

// countVersions learns which version a message is that has just been stored.
func (t *Transcript) countVersions(m *message) {
	src, ok := t.pages.src.(Versioned)
	if !ok || m.entry.ID == 0 {
		return
	}
	gen, e := t.pages.gen, m.entry
	t.env.Go(func() func() {
		v, err := src.Versions([]talk.Entry{e})
		return func() {
			switch {
			case !t.pages.current(gen):
			case err != nil:
				t.failed(err)
			case m.version != v[0]:
				m.version = v[0]
				if i, found := t.pages.find(e.ID); found == m {
					t.list.Changed(i, i+1)
				}
			}
		}
	})
}

// Renew shows the same talk after its path has changed, and stays where it is: what is in view is read before anything is drawn
// anew. Then shown runs, if it is given. An Open or another Renew meanwhile takes its place.
func (t *Transcript) Renew(src Source, shown func()) {
	first, last := t.list.Range()
	t.renewal++
	mine := t.renewal
	t.env.Go(func() func() {
		n := src.Len()
		all, err := readPages(src, n, first, last)
		return func() {
			if t.renewal != mine {
				return
			}
			if err != nil {
				t.failed(err)
			}
			t.renewed(src, n, all)
			if shown != nil {
				shown()
			}
		}
	})
}

// readPages reads the pages of the entries first … last and the newest.
func readPages(src Source, n, first, last int) (all []*page, err error) {
	newest := max(n-1, 0) / pageSize * pageSize
	for from := max(min(first, n-1), 0) / pageSize * pageSize; from <= min(last, n-1); from += pageSize {
		if from == newest {
			break
		}
		p, err := readPage(src, from)
		if err != nil {
			return all, err
		}
		all = append(all, p)
	}
	p, err := readPage(src, newest)
	if err != nil {
		return all, fmt.Errorf("chat: newest page: %w", err)
	}
	return append(all, p), nil
}

func (t *Transcript) renewed(src Source, n int, all []*page) {
	first, _ := t.list.Range()
	top, end, ring := t.list.RowTop(first), t.list.AtEnd(), t.cursor
	t.pages.reset(src)
	t.live, t.liveAt, t.notice, t.opening, t.again = nil, -1, nil, false, false
	t.n, t.awaiting, t.cursor = n, "", ring
	t.cursor.at = min(ring.at, n-1)
	for _, p := range all {
		t.pages.put(p)
	}
	t.list.Reset(n+1, guessedRow)
	for _, p := range all {
		t.guess(p)
	}
	if end || first > n {
		t.list.ScrollToEnd()
		return
	}
	t.list.ScrollTo(first)
	t.list.ScrollBy(-top)
}

// IndexOf returns the place of an entry that is loaded, or -1.
func (t *Transcript) IndexOf(id talk.EntryID) int {
	if i, m := t.pages.find(id); m != nil && i < t.n {
		return i
	}
	return -1
}
