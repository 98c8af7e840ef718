package history_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
)

const pageSize = 4096

// kindOf returns the kind of a page: 1 is a branch, 2 a leaf, 16 the list of free pages.
func kindOf(data []byte, number int) uint16 {
	return binary.NativeEndian.Uint16(data[number*pageSize+8:])
}

// newestMeta returns which of the first two pages counts.
func newestMeta(data []byte) int {
	if txid := func(n int) uint64 { return binary.NativeEndian.Uint64(data[n*pageSize+16+48:]) }; txid(1) > txid(0) {
		return 1
	}
	return 0
}

// salvageOf salvages bytes and returns the report and the texts of all messages, each once.
func salvageOf(t *testing.T, data []byte) (history.Salvaged, map[string]bool) {
	t.Helper()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, history.FileName), data, 0o600))
	got, err := history.Salvage(dir, "Found", history.Options{NoSync: true})
	if errors.Is(err, history.ErrDamaged) {
		return got, nil
	}
	must(t, err)
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	must(t, s.Check())
	all := map[string]bool{}
	for _, text := range entriesOf(t, s) {
		if all[text] {
			t.Errorf("%.30q is there twice", text)
		}
		all[text] = true
	}
	return got, all
}

// Whichever page is overwritten, every message that did not stand on it comes over, also when the state before is lost too.
// Those below a broken branch come into their own talk.
func TestABrokenPageLosesOnlyWhatStoodOnIt(t *testing.T) {
	data, texts := rich(t)
	branches, strays := 0, 0
	for _, older := range []bool{true, false} {
		for n := 2; n < len(data)/pageSize; n++ {
			page := data[n*pageSize : (n+1)*pageSize]
			if bytes.Equal(page, make([]byte, pageSize)) || older && kindOf(data, n) != 1 {
				continue
			}
			bad := bytes.Clone(data)
			copy(bad[n*pageSize:], bytes.Repeat([]byte{0xAA}, pageSize))
			if !older {
				copy(bad[(1-newestMeta(data))*pageSize:], make([]byte, pageSize))
			}
			got, all := salvageOf(t, bad)
			for text := range texts {
				if !all[text] && !bytes.Contains(page, []byte(text)) {
					t.Fatalf("page %d of kind %d, with the older state: %v: %.30q is lost: %v", n, kindOf(data, n), older, text, got.Faults)
				}
			}
			if len(got.Faults) == 0 {
				continue // a free page
			}
			for _, one := range got.Talks {
				if strays++; kindOf(data, n) == 1 {
					branches++
					if one.Found || one.Lost != 0 || one.Entries != 61 {
						t.Errorf("below the branch %d: %+v", n, one)
					}
				}
			}
		}
	}
	if branches < 6 || strays < 30 {
		t.Errorf("%d talks with a branch broken, %d in all", branches, strays)
	}
}

// Messages of which nothing says where they belong come into a talk of their own, once, in order. What was removed for good does not.
func TestMessagesOutsideOfAnyTalk(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	var talks []*history.Talk
	for _, name := range []string{"a", "b", "gone"} {
		tk := beginIn(t, s, "")
		for i := range 30 {
			say(t, tk, name+" says "+strings.Repeat("word ", 100+i))
		}
		talks = append(talks, tk)
	}
	must(t, s.TrashTalk(talks[2].ID()))
	must(t, s.RemoveTalk(talks[2].ID()))
	must(t, s.Close())
	path := filepath.Join(dir, history.FileName)
	data, err := os.ReadFile(path)
	must(t, err)
	bad := bytes.Clone(data)
	copy(bad[(1-newestMeta(data))*pageSize:], make([]byte, pageSize))
	for n := 2; n < len(data)/pageSize; n++ { // all that could say where a message belongs
		page := data[n*pageSize : (n+1)*pageSize]
		if kind := kindOf(data, n); kind == 1 || kind == 2 && !bytes.Contains(page, []byte(`"role":"user"`)) {
			copy(bad[n*pageSize:], bytes.Repeat([]byte{0xAA}, pageSize))
		}
	}
	got, all := salvageOf(t, bad)
	if len(got.Talks) != 1 || !got.Talks[0].Found || got.Talks[0].Info.Title != "Found" || got.Talks[0].Entries != 60 || got.Unsure || len(all) != 60 {
		t.Errorf("%d messages, %+v", len(all), got)
	}
	for text := range all {
		if strings.HasPrefix(text, "gone") {
			t.Fatalf("what was removed is back: %.20q", text)
		}
	}

	// Without the list of free pages nobody can tell them from others.
	for n := 2; n < len(data)/pageSize; n++ {
		if kindOf(data, n) == 16 {
			copy(bad[n*pageSize:], bytes.Repeat([]byte{0xAA}, pageSize))
		}
	}
	if got, all := salvageOf(t, bad); len(all) != 0 || len(got.Talks) != 0 {
		t.Errorf("%d messages that may have been removed, %+v", len(all), got)
	}
}

// A position that no talk can have is damage, and no number is made of it.
func TestAPositionBeyondAnyTalk(t *testing.T) {
	dir := t.TempDir()
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	_, info, err := s.CreatePersona(persona.Persona{Name: "Mira"}, talk.Entry{})
	must(t, err)
	say(t, s.Talk(info.ID), "hello")
	must(t, s.Close())
	db, err := bolt.Open(filepath.Join(dir, history.FileName), 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error {
		path := tx.Bucket([]byte("talks")).Bucket([]byte(info.ID)).Bucket([]byte("path"))
		_, v := path.Cursor().First()
		return path.Put(binary.BigEndian.AppendUint64(nil, 1<<63), bytes.Clone(v))
	}))
	must(t, db.Close())
	s, err = history.Open(dir, history.Options{})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	if _, err := s.Talk(info.ID).Append(talk.Entry{Role: talk.User, Text: "more"}); err != nil && !errors.Is(err, history.ErrDamaged) {
		t.Errorf("append: %v", err)
	}
	if err := s.Check(); !errors.Is(err, history.ErrDamaged) {
		t.Errorf("check: %v", err)
	}
}
