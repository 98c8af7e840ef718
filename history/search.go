package history

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"unicode/utf16"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"

	"bonbon/find"
	"bonbon/history/talk"
)

// Hit is a message that has what was searched for.
type Hit struct {
	Pos int // on the active path
	ID  talk.EntryID
}

// Found is a talk with messages that have what was searched for.
type Found struct {
	Talk  talk.Info
	Count int   // messages
	Hits  []Hit // the newest of them, newest first
}

// stretch is how many messages are searched in one transaction: a long one would keep the file from reusing its pages.
const stretch = 4096

// Search looks for a query in what was said on the active path, in the thoughts of the model and in what tools put out. found is called with the messages that have it,
// newest first, as they come; it runs on the caller's goroutine. A context that ends makes Search return the context's error within
// a stretch of a few thousand messages.
//
// Nothing is kept for searching: the stored texts are folded and looked through, which costs about as much as copying them. What
// changes in the talk meanwhile may be found or not.
func (t *Talk) Search(ctx context.Context, q find.Query, found func([]Hit)) error {
	n, err := t.Len()
	if err != nil || q.Empty() {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type part struct {
		hits []Hit
		err  error
	}
	parts := make([]chan part, (n+stretch-1)/stretch)
	for i := range parts {
		parts[i] = make(chan part, 1)
	}
	var next atomic.Int64
	var busy sync.WaitGroup
	defer busy.Wait()
	for range min(runtime.GOMAXPROCS(0), len(parts)) {
		busy.Go(func() {
			s := searcher{query: q}
			for i := int(next.Add(1)) - 1; i < len(parts) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				hits, err := s.stretch(t, n-(i+1)*stretch, n-i*stretch)
				parts[i] <- part{hits, err}
			}
		})
	}
	for _, p := range parts {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case p := <-p:
			switch {
			case ctx.Err() != nil: // both were ready
				return ctx.Err()
			case p.err != nil:
				return p.err
			}
			if len(p.hits) > 0 {
				found(p.hits)
			}
		}
	}
	return ctx.Err()
}

// Search looks for a query in all talks that are not in the trash, the one that was used last first, and calls found for each that
// has it, with its newest most hits. A talk that cannot be read is passed over; its error is returned in the end. For all else see
// Talk.Search.
func (s *Store) Search(ctx context.Context, q find.Query, most int, found func(Found)) error {
	talks, err := s.liveTalks()
	if err != nil || q.Empty() {
		return err
	}
	var failed error
	for _, info := range talks {
		f := Found{Talk: info}
		err := s.Talk(info.ID).Search(ctx, q, func(hits []Hit) {
			f.Count += len(hits)
			f.Hits = append(f.Hits, hits[:min(len(hits), most-len(f.Hits))]...)
		})
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, ErrNotFound): // removed meanwhile
		case err != nil:
			failed = errors.Join(failed, err)
		case f.Count > 0:
			found(f)
		}
	}
	return failed
}

// liveTalks lists the talks that lie in the trash neither themselves nor with their persona, the one that was used last first.
func (s *Store) liveTalks() (list []talk.Info, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		live := map[string]bool{}
		return eachTalk(tx, func(r record) error {
			if _, known := live[r.Persona]; !known {
				p, err := readPersona(tx, r.Persona)
				if err != nil {
					return err
				}
				live[r.Persona] = p.Trashed.IsZero()
			}
			if r.Trashed.IsZero() && live[r.Persona] {
				list = append(list, r.Info)
			}
			return nil
		})
	})
	slices.SortStableFunc(list, byUse)
	return list, err
}

// searcher looks through stored texts; its buffers serve one after the other.
type searcher struct {
	query         find.Query
	plain, folded []byte
}

// stretch returns the hits from position from to to-1, newest first.
func (s *searcher) stretch(t *Talk, from, to int) (hits []Hit, err error) {
	err = t.note(t.s.view(func(tx *bolt.Tx) error {
		tr, err := openTree(tx, t.id)
		if err != nil {
			return err
		}
		path, bodies := tr.path.Cursor(), tr.entries.Cursor()
		at, body := []byte(nil), []byte(nil)
		for k, v := path.Seek(key(uint64(max(from, 0)))); k != nil; k, v = path.Next() {
			h, err := getHeader(k, v)
			if err != nil {
				return err
			}
			if int(h.Pos) >= to { // #nosec G115 -- at most maxPos
				break
			}
			id := key(uint64(h.ID))
			if at != nil { // ids grow along a path, mostly by one
				at, body = bodies.Next()
			}
			if !bytes.Equal(at, id) {
				if at, body = bodies.Seek(id); !bytes.Equal(at, id) {
					return damaged(t.id, "no entry %d at position %d", h.ID, h.Pos)
				}
			}
			ok, err := s.has(at, body)
			if err != nil {
				return err
			}
			if ok {
				hits = append(hits, Hit{int(h.Pos), h.ID}) // #nosec G115 -- at most maxPos
			}
		}
		return nil
	}))
	slices.Reverse(hits)
	return hits, err
}

// has tells whether the text of a stored entry has what is searched for.
func (s *searcher) has(key, body []byte) (bool, error) {
	text, rest, ok := s.text(body, textMark)
	if !ok { // not as encode writes it
		var e talk.Entry
		if err := decode(key, body, &e); err != nil {
			return false, err
		}
		return s.in([]byte(e.Text)) || s.in([]byte(e.Reasoning)), nil
	}
	if s.in(text) {
		return true, nil
	}
	if !bytes.HasPrefix(rest, thoughtsMark) { // it follows the text if there are any
		return false, nil
	}
	thoughts, _, ok := s.text(rest, thoughtsMark)
	return ok && s.in(thoughts), nil
}

func (s *searcher) in(text []byte) bool {
	s.folded = find.Append(s.folded[:0], text)
	return s.query.In(s.folded)
}

// textMark begins an entry's text. What stands before it in an entry holds no words of anybody, and a quote within a string is
// written with a backslash, so the first one is the right one.
var textMark, thoughtsMark = []byte(`,"text":"`), []byte(`,"reasoning":"`)

// text returns the string behind a mark in an entry as encode wrote it, without decoding the rest, and what follows it. The result is
// valid until the next call, within the transaction; false: it is not there as it should be.
func (s *searcher) text(body, mark []byte) (text, rest []byte, ok bool) {
	at := bytes.Index(body, mark)
	if at < 0 {
		return nil, nil, false
	}
	raw := body[at+len(mark):]
	end := 0
	for {
		i := bytes.IndexByte(raw[end:], '"')
		if i < 0 {
			return nil, nil, false
		}
		end += i
		if slashes := end - len(bytes.TrimRight(raw[:end], `\`)); slashes%2 == 0 {
			break
		}
		end++
	}
	raw, rest = raw[:end], raw[end+1:]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw, rest, true
	}
	s.plain, ok = unescape(s.plain[:0], raw)
	return s.plain, rest, ok
}

// unescape appends what a JSON string stands for, without its quotes.
func unescape(dst, raw []byte) ([]byte, bool) {
	for len(raw) > 0 {
		n := bytes.IndexByte(raw, '\\')
		if n < 0 {
			return append(dst, raw...), true
		}
		dst, raw = append(dst, raw[:n]...), raw[n+1:]
		if len(raw) == 0 {
			return dst, false
		}
		if raw[0] != 'u' {
			c := bytes.IndexByte([]byte(`"\/bfnrt`), raw[0])
			if c < 0 {
				return dst, false
			}
			dst, raw = append(dst, "\"\\/\b\f\n\r\t"[c]), raw[1:]
			continue
		}
		r, ok := hex4(raw[1:])
		if !ok {
			return dst, false
		}
		raw = raw[5:]
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if bytes.HasPrefix(raw, []byte(`\u`)) {
				low, _ = hex4(raw[2:])
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				raw = raw[6:]
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst, true
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 16)
	return rune(n), err == nil
}
