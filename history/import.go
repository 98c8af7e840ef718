package history

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
	"bonbon/persona"
)

// ImportOptions says where talks go that come without a persona.
type ImportOptions struct {
	Persona string // an existing persona; empty: one is made when it is needed
	Name    string // the name of the persona that is made; empty is "Import"
}

// ImportReport says what an import did. Personas, talks, memories, summaries and settings count one each; entries do not.
type ImportReport struct {
	Added   int // new, or known and now longer, or taken out of the trash
	Skipped int // known already
	Copied  int // the id was known with other content: kept beside it under a new id
	Entries int // messages that are new in the store
	Bad     []LineError
}

// LineError is a record that could not be read. The rest was imported.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error describes the error for a log.
func (e LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e LineError) Unwrap() error { return e.Err }

// importer is one import while it runs.
type importer struct {
	s        *Store
	opt      ImportOptions
	report   ImportReport
	line     int
	personas map[string]string // id in the file -> id in the store
	open     *incoming         // the talk whose entries are being read
}

// incoming is a talk as it was read, before it is stored.
type incoming struct {
	info      talk.Info
	entries   []talk.Entry
	summaries []talk.Summary
	texts     []string
	known     map[talk.EntryID]bool
}

// Import reads what ExportTalk, ExportPersona and ExportAll write, and JSON of plain messages:
// {"title":…,"messages":[{"role":…,"content":…,"time":…}]}, one, several or an array. It overwrites nothing: what is known already is
// skipped, a longer version of a known talk adds what is new, and other content under a known id is kept as a copy. Records that
// cannot be read are reported by their line and left out. ErrNotExport if nothing could be read; an error of the store or of r ends
// the import, and what was reported until then is kept.
//
// If the store holds anything, a backup is made before; without it nothing is imported.
//
// The entries of one talk are held in memory until it is stored.
func (s *Store) Import(r io.Reader, opt ImportOptions) (ImportReport, error) {
	im := &importer{s: s, opt: opt, personas: map[string]string{}}
	if empty, err := s.empty(); err != nil {
		return im.report, err
	} else if !empty {
		if _, err := s.Backup(BeforeImport); err != nil {
			return im.report, err
		}
	}
	l := newLines(r)
	first, err := l.next()
	im.line = l.n
	switch {
	case errors.Is(err, io.EOF):
		return im.report, ErrNotExport.about("empty", nil)
	case err != nil && !errors.Is(err, ErrTooLarge):
		return im.report, classify("import", err)
	case err == nil:
		var h exportHeader
		if json.Unmarshal(first, &h) == nil && h.Bonbon == exportKind {
			if h.Version > exportVersion {
				return im.report, ErrNewer.about("import", nil)
			}
			err = im.lines(l)
			break
		}
		err = im.plain(io.MultiReader(bytes.NewReader(first), strings.NewReader("\n"), l.r))
	}
	return im.report, classify("import", err)
}

// lines reads the records of an export.
func (im *importer) lines(l *lines) error {
	for {
		data, err := l.next()
		im.line = l.n
		switch {
		case errors.Is(err, io.EOF):
			return im.flush()
		case errors.Is(err, ErrTooLarge):
			im.bad(err)
			continue
		case err != nil:
			return err
		}
		var rec exportRecord
		if err := json.Unmarshal(data, &rec); err != nil {
			im.bad(ErrBadRecord.about("json", err))
			continue
		}
		if err := im.record(rec); err != nil {
			return err
		}
	}
}

func (im *importer) bad(err error) {
	im.report.Bad = append(im.report.Bad, LineError{im.line, err})
}

// record takes one record. Records of a type that this version does not know are reported and left out.
func (im *importer) record(rec exportRecord) error {
	if rec.Entry != nil || rec.Summary != nil || rec.Type == "text" {
		im.part(rec)
		return nil
	}
	if err := im.flush(); err != nil {
		return err
	}
	switch {
	case rec.Talk != nil:
		im.open = &incoming{info: *rec.Talk, known: map[talk.EntryID]bool{}}
	case rec.Persona != nil:
		return im.persona(*rec.Persona)
	case rec.Memory != nil:
		return im.memory(rec.PersonaID, *rec.Memory)
	case rec.Settings != nil:
		return im.settings(rec.Settings.Settings)
	case rec.Type == "attachment":
		return im.attachment(rec)
	default:
		im.bad(ErrBadRecord.about("type "+preview(rec.Type), nil))
	}
	return nil
}

// part takes an entry, a summary or a text of the open talk.
func (im *importer) part(rec exportRecord) {
	switch {
	case im.open == nil || im.open.info.ID != rec.TalkID:
		im.bad(ErrBadRecord.about(rec.Type+" outside its talk", nil))
	case rec.Entry != nil:
		im.entry(*rec.Entry)
	case rec.Type == "text":
		im.open.texts = append(im.open.texts, clean(rec.Text))
	default:
		im.open.summaries = append(im.open.summaries, *rec.Summary)
	}
}

func (im *importer) attachment(rec exportRecord) error {
	ref, err := im.s.AddAttachment(rec.Data)
	if errors.Is(err, ErrTooLarge) || err == nil && ref != rec.Ref {
		im.bad(ErrBadRecord.about("attachment "+preview(rec.Ref), err))
		return nil
	}
	return err
}

// maxImportID bounds the ids that an import may bring, so that those of later entries do not run out.
const maxImportID = 1 << 40

// entry takes an entry of the open talk. One whose parent could not be read gets the newest entry before that parent as its parent,
// so siblings stay siblings.
func (im *importer) entry(e talk.Entry) {
	in := im.open
	last := talk.EntryID(0)
	if n := len(in.entries); n > 0 {
		last = in.entries[n-1].ID
	}
	e, err := checkEntry(e)
	if err != nil || e.ID <= last || e.ID > maxImportID {
		im.bad(ErrBadRecord.about(fmt.Sprintf("entry %d", e.ID), err))
		return
	}
	if e.Parent != 0 && !in.known[e.Parent] {
		e.Parent = in.before(e.Parent)
	}
	in.known[e.ID] = true
	in.entries = append(in.entries, e)
}

// before returns the newest entry whose id is less than id; 0 if there is none.
func (in *incoming) before(id talk.EntryID) talk.EntryID {
	n, _ := slices.BinarySearchFunc(in.entries, id, func(e talk.Entry, id talk.EntryID) int { return cmp.Compare(e.ID, id) })
	if n == 0 {
		return 0
	}
	return in.entries[n-1].ID
}

// settings takes the settings only if the user has not made any yet.
func (im *importer) settings(set persona.Settings) error {
	fresh := false
	err := im.s.view(func(tx *bolt.Tx) error {
		b, err := bucket(tx, bucketSettings)
		fresh = err == nil && b.Get(keyApp) == nil
		return err
	})
	if err != nil || !fresh {
		im.report.Skipped++
		return err
	}
	im.report.Added++
	return im.s.PutSettings(set)
}

// persona takes a persona under its id, or beside another one that has this id.
func (im *importer) persona(p persona.Persona) error {
	asked := p.ID
	if len(p.Name) > MaxName || strings.TrimSpace(p.Name) == "" {
		im.bad(ErrBadName.about(preview(p.Name), nil))
		return nil
	}
	p.Name, p.Prompt, p.Greeting = clean(p.Name), clean(p.Prompt), clean(p.Greeting)
	p.Created, p.Trashed = cleanTime(p.Created), cleanTime(p.Trashed)
	content, err := samePersona(p)
	if err != nil {
		im.bad(err)
		return nil
	}
	p.ID = safeID("persona", asked, content)
	return im.s.update(func(tx *bolt.Tx) error {
		count := &im.report.Added
		old, err := readPersona(tx, p.ID)
		if err == nil {
			have, err := samePersona(old)
			if err != nil {
				return err
			}
			if bytes.Equal(have, content) {
				return im.knownPersona(tx, asked, old, p)
			}
			p.ID, count = derive("persona", asked, content), &im.report.Copied
			if old, err := readPersona(tx, p.ID); err == nil {
				return im.knownPersona(tx, asked, old, p)
			}
		} else if !errors.Is(err, ErrNotFound) {
			return err
		}
		im.personas[asked] = p.ID
		*count++
		return writePersona(tx, p)
	})
}

// knownPersona takes a known persona out of the trash, if it lies there and did not when it was exported.
func (im *importer) knownPersona(tx *bolt.Tx, asked string, old, p persona.Persona) error {
	im.personas[asked] = old.ID
	if old.Trashed.IsZero() || !p.Trashed.IsZero() {
		im.report.Skipped++
		return nil
	}
	im.report.Added++
	old.Trashed = time.Time{}
	return writePersona(tx, old)
}

// samePersona returns the content of a persona that decides whether two are the same.
func samePersona(p persona.Persona) ([]byte, error) {
	p.ID, p.Created, p.Trashed = "", time.Time{}, time.Time{}
	return encode(p)
}

func (im *importer) memory(of string, m talk.Memory) error {
	id, ok := im.personas[of]
	if !ok {
		im.bad(ErrBadRecord.about("memory without its persona", nil))
		return nil
	}
	m.Text, m.Time = clean(m.Text), cleanTime(m.Time)
	same := m
	same.ID = ""
	content, err := encode(same)
	if err != nil {
		im.bad(err)
		return nil
	}
	return im.s.update(func(tx *bolt.Tx) error {
		b, err := memoriesOf(tx, id)
		if err != nil {
			return err
		}
		return im.note(b, "memory", m.ID, content, func(id string) any { m.ID = id; return m })
	})
}

// note puts a small record into a bucket under its id, or beside another one that has this id.
func (im *importer) note(b *bolt.Bucket, kind, asked string, content []byte, as func(id string) any) error {
	id := safeID(kind, asked, content)
	data, err := encode(as(id))
	if err != nil {
		return err
	}
	count := &im.report.Added
	if old := b.Get([]byte(id)); old != nil && !bytes.Equal(old, data) {
		id, count = derive(kind, asked, content), &im.report.Copied
		if data, err = encode(as(id)); err != nil {
			return err
		}
	}
	if b.Get([]byte(id)) != nil {
		im.report.Skipped++
		return nil
	}
	*count++
	return b.Put([]byte(id), data)
}

// safeID returns an id that may name a record: the one that the file gives, if it looks like ours, else one that follows from it. A
// record without an id is known by its content, so that importing it again finds it.
func safeID(kind, asked string, content []byte) string {
	if asked != "" {
		content = nil
	}
	if ok := len(asked) >= 1 && len(asked) <= 64 && strings.Trim(asked, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""; ok {
		return asked
	}
	return derive(kind, asked, content)
}

// derive returns an id that follows from another one and a content.
func derive(kind, asked string, content []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%d\x00%s", kind, len(asked), asked)
	h.Write(content) //nolint:errcheck // a hash never fails
	return "i" + strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)[:15]))
}
