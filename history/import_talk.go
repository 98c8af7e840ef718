package history

import (
	"crypto/sha256"
	"errors"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
	"bonbon/persona"
)

// relation says how a talk that is imported stands to one that is stored.
type relation int

const (
	unknown  relation = iota // nothing is stored under this id
	covered                  // the store has all of it
	longer                   // it has all that the store has, and more
	distinct                 // each has something else
)

// flush stores the talk whose entries were read.
func (im *importer) flush() error {
	in := im.open
	if im.open = nil; in == nil {
		return nil
	}
	home, err := im.home(in.info.Persona)
	if err != nil {
		return err
	}
	im.settle(in)
	asked := in.info.ID
	var digest []byte // takes as long as storing, and few talks need it
	if asked == "" {
		if digest, err = in.digest(); err != nil {
			return err
		}
	}
	in.info.ID, in.info.Persona = safeID("talk", asked, digest), home
	rel, err := im.relate(in)
	if err != nil {
		return err
	}
	count := &im.report.Added
	if rel == distinct {
		if digest, err = in.digest(); err != nil {
			return err
		}
		in.info.ID, count = derive("talk", asked, digest), &im.report.Copied
		if rel, err = im.relate(in); err != nil {
			return err
		}
	}
	if rel == covered || rel == distinct {
		return im.knownTalk(in)
	}
	*count++
	if err := im.insert(in, rel); err != nil {
		return err
	}
	return im.summaries(in)
}

// home returns the persona that a talk belongs to, and makes one for talks that have none.
func (im *importer) home(asked string) (string, error) {
	for _, id := range []string{im.personas[asked], asked, im.opt.Persona} {
		if id == "" {
			continue
		}
		_, err := im.s.Persona(id)
		if err == nil || !errors.Is(err, ErrNotFound) {
			return id, err
		}
	}
	p := persona.Persona{Name: im.opt.Name, Created: cleanTime(im.s.opt.Now())}
	if p.Name == "" {
		p.Name = "Import"
	}
	p.ID = derive("home", p.Name, nil)
	err := im.s.update(func(tx *bolt.Tx) error {
		if _, err := readPersona(tx, p.ID); !errors.Is(err, ErrNotFound) {
			return err
		}
		return writePersona(tx, p)
	})
	im.opt.Persona = p.ID
	return p.ID, err
}

// settle gives every entry its effective time and a token count, and makes the info fit. A time that is missing, before 1970 or in the
// future says nothing: the effective time stands in for it.
func (im *importer) settle(in *incoming) {
	now := im.s.opt.Now()
	n := now.UnixMilli()
	valid := func(t time.Time) bool { return t.UnixMilli() > 0 && t.UnixMilli() <= n }
	first := n // for entries before the first one with a time
	for _, e := range in.entries {
		if valid(e.Time) {
			first = e.Time.UnixMilli()
			break
		}
	}
	at := make(map[talk.EntryID]int64, len(in.entries))
	at[0] = first
	for i := range in.entries {
		e := &in.entries[i]
		wall := e.Time
		if valid(e.Effective) {
			wall = e.Effective
		}
		ms := wall.UnixMilli()
		if e.Parent != 0 || !valid(wall) {
			ms = min(max(ms, at[e.Parent]), n)
		}
		at[e.ID] = ms
		if e.Effective = time.UnixMilli(ms); !valid(e.Time) {
			e.Time = e.Effective
		}
		im.count(e)
	}
	if in.info.Created = cleanTime(in.info.Created); !valid(in.info.Created) {
		in.info.Created = cleanTime(now)
	}
	in.info.Archived, in.info.First = cleanTime(in.info.Archived), preview(in.info.First)
	in.info.Pins = in.info.Pins[:min(len(in.info.Pins), MaxPins)]
	in.info.Trashed, in.info.Preview, in.info.Shown, in.info.Last = cleanTime(in.info.Trashed), "", 0, time.Time{}
	in.info.Metrics = in.info.Metrics.Sane()
	if title, err := cleanTitle(in.info.Title); err == nil {
		in.info.Title = title
	} else {
		in.info.Title = preview(in.info.Title)
	}
}

// count counts an entry that came without a count.
func (im *importer) count(e *talk.Entry) {
	if e.Tokens > 0 || e.Bytes() == 0 {
		return
	}
	text := e.Text
	for _, c := range e.Calls {
		text += c.ID + c.Name + c.Arguments
	}
	e.Tokens, e.Encoding = im.s.opt.Count(text)
}

// shown returns pictures without what they count and what they were made of.
func shown(ps []talk.Picture) []talk.Picture {
	ps = slices.Clone(ps)
	for i := range ps {
		ps[i].Tokens, ps[i].Original = 0, ""
	}
	return ps
}

// said returns the content of an entry that decides whether two are the same. Times and counts do not.
func said(e talk.Entry) ([]byte, error) {
	return encode(talk.Entry{ID: e.ID, Parent: e.Parent, Role: e.Role, Text: e.Text, Reasoning: e.Reasoning, Calls: e.Calls, CallID: e.CallID, Pictures: shown(e.Pictures)})
}

func (in *incoming) digest() ([]byte, error) {
	h := sha256.New()
	for _, e := range in.entries {
		data, err := said(e)
		if err != nil {
			return nil, err
		}
		h.Write(append(data, '\n')) //nolint:errcheck // a hash never fails
	}
	if len(in.entries) == 0 {
		h.Write([]byte(in.info.Title)) //nolint:errcheck // a hash never fails
	}
	return h.Sum(nil), nil
}

// relate compares a talk with the one that is stored under its id.
func (im *importer) relate(in *incoming) (rel relation, err error) {
	err = im.s.Talk(in.info.ID).read(func(t *tree) error {
		both := 0
		for _, e := range in.entries {
			old, err := t.entry(e.ID)
			if errors.Is(err, ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			a, errA := said(e)
			b, errB := said(old)
			if err := errors.Join(errA, errB); err != nil {
				return err
			}
			if !slices.Equal(a, b) {
				rel = distinct
				return nil
			}
			both++
		}
		switch {
		case both == len(in.entries):
			rel = covered
		case both == t.Entries:
			rel = longer
		default:
			rel = distinct
		}
		return nil
	})
	if errors.Is(err, ErrNotFound) {
		return unknown, nil
	}
	return rel, err
}

// knownTalk takes a known talk out of the trash, if it lies there and did not when it was exported.
func (im *importer) knownTalk(in *incoming) error {
	info, err := im.s.Talk(in.info.ID).Info()
	if err != nil {
		return err
	}
	if info.Trashed.IsZero() || !in.info.Trashed.IsZero() {
		im.report.Skipped++
		return im.summaries(in)
	}
	im.report.Added++
	if err := im.s.RestoreTalk(info.ID); err != nil {
		return err
	}
	return im.summaries(in)
}

// importBatch is how many entries one transaction stores.
const importBatch = 20_000

// insert stores the entries that the store does not have, then sets the head. A crash in between leaves a shorter talk, which
// the same import makes whole.
func (im *importer) insert(in *incoming, rel relation) error {
	if rel == unknown {
		if err := im.s.update(func(tx *bolt.Tx) error {
			_, err := createTree(tx, in.info)
			return err
		}); err != nil {
			return err
		}
	}
	t := im.s.Talk(in.info.ID)
	for batch := range slices.Chunk(in.entries, importBatch) {
		n := 0
		if err := t.write(func(tr *tree) (err error) {
			n, err = tr.insert(batch)
			return err
		}); err != nil {
			return err
		}
		im.report.Entries += n
	}
	return t.write(func(tr *tree) error { return tr.adopt(in) })
}

// insert stores entries under their own ids and returns how many were new.
func (t *tree) insert(batch []talk.Entry) (n int, err error) {
	for _, e := range batch {
		if t.entries.Get(key(uint64(e.ID))) != nil {
			continue
		}
		if err := t.store(e); err != nil {
			return n, err
		}
		if n++; e.Effective.After(t.Last) {
			t.Last = e.Effective
		}
	}
	if last := uint64(batch[len(batch)-1].ID); last > t.entries.Sequence() {
		if err := t.entries.SetSequence(last); err != nil {
			return n, err
		}
	}
	return n, t.save()
}

// adopt sets the head that the imported talk had, unless the stored talk has gone another way.
func (t *tree) adopt(in *incoming) error {
	if len(in.entries) == 0 {
		return nil
	}
	if in.info.Metrics.Replies > t.Metrics.Replies {
		t.Metrics = in.info.Metrics
		if err := t.save(); err != nil {
			return err
		}
	}
	head := in.info.Head
	if !in.known[head] {
		head = in.entries[len(in.entries)-1].ID
	}
	parent := make(map[talk.EntryID]talk.EntryID, len(in.entries))
	for _, e := range in.entries {
		parent[e.ID] = e.Parent
	}
	for at := head; at != t.Head; at = parent[at] {
		if at == 0 {
			return nil
		}
	}
	return t.setHead(head)
}

// summaries stores the summaries and the texts that came with a talk.
func (im *importer) summaries(in *incoming) error {
	if len(in.summaries) == 0 && len(in.texts) == 0 {
		return nil
	}
	return im.s.Talk(in.info.ID).write(func(t *tree) error {
		b, err := bucket(t.b, bucketSummaries)
		if err != nil {
			return err
		}
		for _, text := range in.texts {
			if err := t.keepText(text); err != nil {
				return err
			}
		}
		for _, su := range in.summaries {
			su.Text, su.Time = clean(su.Text), cleanTime(su.Time)
			same := su
			same.ID = ""
			content, err := encode(same)
			if err != nil {
				return err
			}
			if err := im.note(b, "summary", su.ID, content, func(id string) any { su.ID = id; return su }); err != nil {
				return err
			}
		}
		return nil
	})
}
