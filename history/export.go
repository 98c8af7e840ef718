package history

import (
	"bufio"
	"encoding/binary"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
	"bonbon/persona"
)

// An export is JSON lines in UTF-8: a header, then one line for each record. Records come before those that refer to
// them, but the pictures of a talk follow it.
//
//	{"bonbon":"export","version":1,"time":"…"}
//	{"type":"settings","settings":{…}}
//	{"type":"attachment","ref":"sha256:…","data":"<base64>"}
//	{"type":"persona","persona":{…}}
//	{"type":"memory","persona_id":"…","memory":{…}}
//	{"type":"talk","talk":{…}}
//	{"type":"entry","talk_id":"…","entry":{…}}
//	{"type":"summary","talk_id":"…","summary":{…}}
//	{"type":"text","talk_id":"…","text":"…"}
const (
	exportKind    = "export"
	exportVersion = 1
)

type exportHeader struct {
	Bonbon  string    `json:"bonbon"`
	Version int       `json:"version"`
	Time    time.Time `json:"time"`
}

// exportRecord is one line after the header; Type says which of the fields are used.
type exportRecord struct {
	Type      string           `json:"type"`
	Settings  *exportSettings  `json:"settings,omitempty"`
	Ref       string           `json:"ref,omitempty"`
	Data      []byte           `json:"data,omitempty"`
	Persona   *persona.Persona `json:"persona,omitempty"`
	PersonaID string           `json:"persona_id,omitempty"`
	Memory    *talk.Memory     `json:"memory,omitempty"`
	Talk      *talk.Info       `json:"talk,omitempty"`
	TalkID    string           `json:"talk_id,omitempty"`
	Entry     *talk.Entry      `json:"entry,omitempty"`
	Summary   *talk.Summary    `json:"summary,omitempty"`
	Text      string           `json:"text,omitempty"`
}

// exportSettings are settings that read as those of a first start where an older export has no value.
type exportSettings struct{ persona.Settings }

// UnmarshalJSON reads the settings over the defaults.
func (s *exportSettings) UnmarshalJSON(data []byte) error {
	s.Settings = persona.DefaultSettings()
	return s.Settings.UnmarshalJSON(data)
}

// exporter writes lines until the first error.
type exporter struct {
	s   *Store
	w   *bufio.Writer
	err error

	texts bool // with what requests said before the history
}

func (s *Store) export(w io.Writer, f func(*exporter)) error {
	x := &exporter{s: s, w: bufio.NewWriterSize(w, 64<<10)}
	x.line(exportHeader{exportKind, exportVersion, cleanTime(s.opt.Now())})
	f(x)
	if x.err == nil {
		x.err = x.w.Flush()
	}
	return classify("export", x.err)
}

func (x *exporter) line(v any) {
	if x.err != nil {
		return
	}
	data, err := encode(v)
	if err == nil {
		_, err = x.w.Write(append(data, '\n'))
	}
	x.err = err
}

// ExportTalk writes one talk with all its branches as JSON lines. Writing needs no lock: others may use the store meanwhile, and what
// they add is not in the export. It holds what was said, and not what requests said before that: the persona's prompt and memories.
func (s *Store) ExportTalk(w io.Writer, id string) error {
	return s.export(w, func(x *exporter) { x.talk(id) })
}

// ExportPersona writes a persona, its picture, its memories and all its talks as JSON lines.
func (s *Store) ExportPersona(w io.Writer, id string) error {
	return s.export(w, func(x *exporter) { x.persona(id) })
}

// ExportAll writes everything as JSON lines, the settings and the trash too. API keys are not in the store, so they are not in
// the export.
func (s *Store) ExportAll(w io.Writer) error {
	return s.export(w, func(x *exporter) {
		set, err := s.Settings()
		if err != nil {
			x.err = err
			return
		}
		x.line(exportRecord{Type: "settings", Settings: &exportSettings{set}})
		var ids []string
		x.read(func(tx *bolt.Tx) error {
			return eachPersona(tx, func(p persona.Persona) error {
				ids = append(ids, p.ID)
				return nil
			})
		})
		for _, id := range ids {
			x.persona(id)
		}
	})
}

// read gathers something from the store, unless an error came before.
func (x *exporter) read(f func(*bolt.Tx) error) {
	if x.err == nil {
		x.err = x.s.view(f)
	}
}

func (x *exporter) persona(id string) {
	var p persona.Persona
	var talks []string
	x.read(func(tx *bolt.Tx) (err error) {
		if p, err = readPersona(tx, id); err != nil {
			return err
		}
		return eachTalk(tx, func(r record) error {
			if r.Persona == id {
				talks = append(talks, r.ID)
			}
			return nil
		})
	})
	if x.err != nil {
		return
	}
	x.attachment(p.Picture)
	x.attachment(p.Background)
	x.texts = true // the prompt and the memories are in the export anyway
	x.line(exportRecord{Type: "persona", Persona: &p})
	memories, err := x.s.Memories(id)
	if err != nil {
		x.err = err
		return
	}
	for i := range memories {
		x.line(exportRecord{Type: "memory", PersonaID: id, Memory: &memories[i]})
	}
	for _, t := range talks {
		x.talk(t)
	}
}

// attachment writes the content behind a reference. One that is missing or damaged is left out: the talk is worth more.
func (x *exporter) attachment(ref string) {
	if !strings.HasPrefix(ref, refPrefix) {
		return
	}
	data, err := x.s.Attachment(ref)
	if err != nil {
		x.s.opt.Log.Warn("attachment left out of an export", "ref", ref, "error", err)
		return
	}
	x.line(exportRecord{Type: "attachment", Ref: ref, Data: data})
}

// exportBatch is how many entries are read in one transaction: a long one would keep the file from reusing its pages.
const exportBatch = 500

func (x *exporter) talk(id string) {
	var last uint64
	x.read(func(tx *bolt.Tx) error {
		t, err := readTree(tx, id)
		if err != nil {
			return err
		}
		info := t.Info
		last = t.entries.Sequence()
		x.line(exportRecord{Type: "talk", Talk: &info})
		return x.err
	})
	pictures := map[string]bool{} // their content follows the talk, whose lines stay together
	for from := uint64(1); from <= last && x.err == nil; {
		batch, next := x.batch(id, from, last)
		for i := range batch {
			x.line(exportRecord{Type: "entry", TalkID: id, Entry: &batch[i]})
			for _, p := range batch[i].Pictures {
				pictures[p.Ref], pictures[p.Original] = true, true
			}
		}
		from = next
	}
	if x.err != nil {
		return
	}
	summaries, err := x.s.Talk(id).Summaries()
	if err != nil {
		x.err = err
		return
	}
	for i := range summaries {
		x.line(exportRecord{Type: "summary", TalkID: id, Summary: &summaries[i]})
	}
	if x.texts {
		x.textsOf(id)
	}
	for _, ref := range slices.Sorted(maps.Keys(pictures)) {
		x.attachment(ref)
	}
}

// textsOf writes what a talk's requests said before the history.
func (x *exporter) textsOf(id string) {
	x.read(func(tx *bolt.Tx) error {
		t, err := openTree(tx, id)
		if err != nil || t.b.Bucket(bucketTexts) == nil {
			return err
		}
		return t.b.Bucket(bucketTexts).ForEach(func(_, v []byte) error {
			x.line(exportRecord{Type: "text", TalkID: id, Text: string(v)})
			return x.err
		})
	})
}

// batch reads entries from the id from on, at most to last, and returns the id to go on with.
func (x *exporter) batch(id string, from, last uint64) (all []talk.Entry, next uint64) {
	next = last + 1
	x.read(func(tx *bolt.Tx) error {
		t, err := openTree(tx, id)
		if err != nil {
			return err
		}
		c := t.entries.Cursor()
		for k, v := c.Seek(key(from)); len(k) == 8; k, v = c.Next() {
			n := binary.BigEndian.Uint64(k)
			if n > last {
				return nil
			}
			if len(all) == exportBatch {
				next = n
				return nil
			}
			var e talk.Entry
			if err := decode(k, v, &e); err != nil {
				return err
			}
			all = append(all, e)
		}
		return nil
	})
	return all, next
}
