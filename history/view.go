package history

import (
	"encoding/binary"
	"iter"
	"sort"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
	"bonbon/tokens"
)

// View runs f on a consistent view of the active path. The view is valid only inside f. A read that fails ends f early, and View
// returns the error. f must not write to the store.
func (t *Talk) View(f func(tokens.History) error) error {
	var answer error // of f: none of ours, whatever it is
	err := t.note(t.s.view(func(tx *bolt.Tx) error {
		tr, err := openTree(tx, t.id)
		if err != nil {
			return err
		}
		h, err := newHeaders(tr.path)
		if err != nil {
			return err
		}
		h.sum = func() (int, error) {
			if n, ok := storedSum(tr.b.Get(keyInfo)); ok {
				return n, nil
			}
			if err := lost(get(tr.b, keyInfo, &tr.record)); err != nil {
				return 0, err
			}
			return t.s.sums.of(tr, h.n)
		}
		shield(func() { answer = f(h) })
		return nil
	}))
	if err != nil {
		return err
	}
	return answer
}

// headers is the active path inside one read transaction; it implements tokens.History.
type headers struct {
	path *bolt.Bucket
	n    int
	sum  func() (int, error) // of the tokens, read only when it is asked for
}

func newHeaders(path *bolt.Bucket) (*headers, error) {
	k, _ := path.Cursor().Last()
	if k == nil {
		return &headers{path: path}, nil
	}
	if len(k) != 8 {
		return nil, damaged("path", "key of %d bytes", len(k))
	}
	last := binary.BigEndian.Uint64(k)
	if last > maxPos {
		return nil, damaged("path", "no talk is so long: position %d", last)
	}
	return &headers{path: path, n: int(last) + 1}, nil
}

// Len returns the number of entries on the active path.
func (h *headers) Len() int { return h.n }

// Tokens returns the running sum that the talk's record holds. It is read when it is asked for, and not before.
func (h *headers) Tokens() int {
	defer reading()
	n, err := h.sum()
	if err != nil {
		panic(readFailure{err: err})
	}
	return n
}

// Before yields headers newest first, starting at position pos-1.
func (h *headers) Before(pos int) iter.Seq[talk.Header] {
	return func(yield func(talk.Header) bool) {
		c := h.path.Cursor()
		next := min(pos, h.n) - 1
		step, prev := func() ([]byte, []byte) { return c.Seek(at(next)) }, c.Prev
		for ; next >= 0; next-- {
			if !yield(readAt(step, next)) {
				return
			}
			step = prev
		}
	}
}

// Since returns the first position whose effective time is t or later; Len if there is none.
func (h *headers) Since(t int64) int {
	c := h.path.Cursor()
	return sort.Search(h.n, func(i int) bool {
		seek := func() ([]byte, []byte) { return c.Seek(at(i)) }
		return readAt(seek, i).Time >= t
	})
}

// readAt moves a cursor and decodes the header that must be there.
func readAt(step func() ([]byte, []byte), pos int) talk.Header {
	defer reading()
	k, v := step()
	h, err := getHeader(k, v)
	if err == nil && int(h.Pos) != pos { // #nosec G115 -- at most maxPos
		err = damaged("path", "position %d where %d must be", h.Pos, pos)
	}
	if err != nil {
		panic(readFailure{err: err})
	}
	return h
}
