package llm

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bonbon/history/talk"
	"bonbon/llm/wire"
	"bonbon/persona"
)

// Archive is one talk as Rebuild reads it; history.Talk implements it.
type Archive interface {
	// Entries returns the entries of these runs, on the active path or off it.
	Entries([]talk.Run) ([]talk.Entry, error)
	// Text returns what a request said before the history, by its talk.TextName.
	Text(name string) (string, error)
	// Picture returns the content behind the reference of a talk.Picture.
	Picture(ref string) ([]byte, error)
}

// Likeness says how a rebuilt request stands to the one that was sent.
type Likeness int

// The likenesses.
const (
	Exact       Likeness = iota // it is the same, byte for byte
	Different                   // something of it is not what it was then; the rest is shown
	NotRecorded                 // the reply was made before requests were recorded, or elsewhere: there is no body
	Gone                        // something that was sent is no longer stored: there is no body
)

// Rebuilt is a request as it was sent for a reply.
type Rebuilt struct {
	Body     []byte // JSON in one line
	Messages int    // in Body
	Unseen   int    // messages that went out without their pictures
	Likeness Likeness
}

// Rebuild returns the request that led to a reply. It reads what was sent and nothing else, so its cost does not follow the talk's
// length. mask hides keys in what it returns; nil hides nothing. An error means that the store could not be read.
func Rebuild(a Archive, reply talk.Entry, mask func(string) string) (Rebuilt, error) {
	s := reply.Sent
	if s == nil || len(s.Sum) == 0 || len(s.Params) == 0 {
		return Rebuilt{Likeness: NotRecorded}, nil
	}
	ms, unseen, err := stored(a, s)
	switch {
	case notFound(err):
		return Rebuilt{Likeness: Gone}, nil
	case err != nil:
		return Rebuilt{}, fmt.Errorf("llm: read what was sent: %w", err)
	}
	raw, err := encodeMessages(shaped(ms, persona.Shape(s.Shape)))
	if err != nil {
		return Rebuilt{}, fmt.Errorf("llm: rebuild a request: %w", err)
	}
	raw, whole := patched(raw, s.Patches)
	var fields map[string]json.RawMessage
	if json.Unmarshal(s.Params, &fields) != nil {
		return Rebuilt{Likeness: Gone}, nil
	}
	f := wire.Fields{fieldMessages: joined(raw)}
	for name, v := range fields {
		if name != fieldMessages {
			f[name] = v
		}
	}
	body, err := wire.Body(f)
	if err != nil {
		return Rebuilt{}, fmt.Errorf("llm: rebuild a request: %w", err)
	}
	if mask != nil {
		body = []byte(mask(string(body)))
	}
	r := Rebuilt{Body: body, Messages: len(raw), Unseen: unseen, Likeness: Different}
	if sum := sha256.Sum256(body); whole && slices.Equal(sum[:], s.Sum) {
		r.Likeness = Exact
	}
	return r, nil
}

// stored reads what a request was made of and renders it, and counts the messages that went out without their pictures.
func stored(a Archive, s *talk.Sent) (ms []message, unseen int, err error) {
	if !ascending(s.Entries) || !ascending(s.Elided) || !ascending(s.Pictures) {
		return nil, 0, nil
	}
	entries, err := a.Entries(s.Entries)
	if err != nil {
		return nil, 0, err
	}
	text := ""
	if s.System != "" {
		if text, err = a.Text(s.System); err != nil {
			return nil, 0, err
		}
	}
	var elided []int
	for i, e := range entries {
		if e.Role == talk.User && len(e.Pictures) > 0 && !isIn(s.Pictures, e.ID) {
			unseen++
		}
		if isIn(s.Elided, e.ID) {
			elided = append(elided, i)
		}
	}
	return assemble(text, entries, elided, func(e talk.Entry) []part {
		if !isIn(s.Pictures, e.ID) {
			return nil
		}
		return picturesOf(a.Picture, e, func(talk.Picture, error) {}) // without one of them it is not the same request
	}), unseen, nil
}

// isIn reports whether one of the runs, which ascend, holds an entry.
func isIn(runs []talk.Run, id talk.EntryID) bool {
	_, found := slices.BinarySearchFunc(runs, id, func(r talk.Run, id talk.EntryID) int {
		switch {
		case r[1] < id:
			return -1
		case r[0] > id:
			return 1
		}
		return 0
	})
	return found
}

// ascending reports whether no entry is named twice: a record that came from elsewhere must not make a request without end.
func ascending(runs []talk.Run) bool {
	last := talk.EntryID(0)
	for _, r := range runs {
		if r[0] <= last || r[1] < r[0] {
			return false
		}
		last = r[1]
	}
	return true
}

// maxPatched bounds the work of patching, in bytes written for each byte of the messages and the patches: a record of our own
// changes a message twice at the most.
const maxPatched = 4

// patched applies what differed from the stored; false if it does not fit.
func patched(ms []json.RawMessage, patches []talk.Patch) ([]json.RawMessage, bool) {
	left := 0
	for _, m := range ms {
		left += maxPatched * len(m)
	}
	for _, p := range patches {
		left += maxPatched * len(p.Put)
	}
	for _, p := range patches {
		if p.Message == len(ms) {
			ms = append(ms, nil)
		}
		if p.Message < 0 || p.Message >= len(ms) {
			return ms, false
		}
		was := ms[p.Message]
		if p.Keep < 0 || p.Drop < 0 || p.Keep > len(was) || p.Drop > len(was)-p.Keep {
			return ms, false
		}
		if left -= len(was) - p.Drop + len(p.Put); left < 0 {
			return ms, false
		}
		is := slices.Concat(was[:p.Keep], []byte(p.Put), was[p.Keep+p.Drop:])
		if len(is) > 0 && !json.Valid(is) {
			return ms, false
		}
		ms[p.Message] = is
	}
	return slices.DeleteFunc(ms, func(m json.RawMessage) bool { return len(m) == 0 }), true
}

// coded is an error of the store, which this package must not know.
type coded interface{ Code() string }

// notFound reports whether something is not stored any more.
func notFound(err error) bool {
	var c coded
	return errors.As(err, &c) && strings.HasSuffix(c.Code(), ".not_found")
}
