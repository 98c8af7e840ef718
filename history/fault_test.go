package history_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	bolt "go.etcd.io/bbolt"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

// A file that shrinks under the running program faults when it is read. That is an error, and nothing is written any more.
func TestFileCutWhileOpen(t *testing.T) {
	dir := t.TempDir()
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	tk := beginIn(t, s, "hello")
	for range 200 {
		say(t, tk, strings.Repeat("word ", 40))
	}
	path := filepath.Join(dir, "bonbon.db")
	must(t, os.Truncate(path, 8192))
	if _, err := tk.Page(0, 300); !errors.Is(err, history.ErrDamaged) {
		t.Errorf("page: %v", err)
	}
	if err := tk.View(func(h tokens.History) error { return nil }); !errors.Is(err, history.ErrDamaged) {
		t.Errorf("view: %v", err)
	}
	if _, err := tk.Append(talk.Entry{Role: talk.User, Text: "x"}); err == nil {
		t.Error("append after damage went through")
	}
	if _, _, err := s.CreatePersona(persona.Persona{Name: "x"}, talk.Entry{}); !errors.Is(err, history.ErrDamaged) {
		t.Errorf("create after damage: %v", err)
	}
	if st, err := os.Stat(path); err != nil || st.Size() != 8192 {
		t.Errorf("the file was written: %v, %v", st.Size(), err)
	}
	s.Close() //nolint:errcheck // its end within the test's time is what counts
}

// B032: a failed read is not an empty talk, and nothing is written after it.
func TestNothingIsWrittenAfterAFailedRead(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	tk, other := beginIn(t, s, "hello"), beginIn(t, s, "hi")
	a := say(t, tk, "a")
	s.SetFault(func(op string) error {
		if op == "read" {
			return &os.PathError{Op: "read", Path: "bonbon.db", Err: syscall.EIO}
		}
		return nil
	})
	if n, err := tk.Len(); !errors.Is(err, history.ErrIO) {
		t.Errorf("len %d, %v", n, err)
	}
	s.SetFault(nil)
	if !errors.Is(tk.Err(), history.ErrIO) {
		t.Errorf("err %v", tk.Err())
	}
	_, appendErr := tk.Append(talk.Entry{Role: talk.User, Text: "b"})
	for what, err := range map[string]error{
		"append": appendErr,
		"update": tk.Update(a),
		"rewind": tk.Rewind(0),
		"rename": s.RenameTalk(tk.ID(), "x"),
	} {
		if !errors.Is(err, history.ErrUnread) || !errors.Is(err, syscall.EIO) {
			t.Errorf("%s: %v", what, err)
		}
	}
	wantTexts(t, tk, "hello a") // reading may be tried again
	say(t, other, "another talk goes on")
	must(t, s.Close())

	s = historytest.OpenWith(t, dir, history.Options{})
	say(t, s.Talk(tk.ID()), "a new start may write")
}

// A record that cannot be read stops its talk and no other.
func TestBadRecordStopsItsTalkOnly(t *testing.T) {
	dir := t.TempDir()
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	tk, other := beginIn(t, s, "hello"), beginIn(t, s, "hi")
	e := say(t, tk, "a")
	must(t, s.Close())
	db, err := bolt.Open(filepath.Join(dir, "bonbon.db"), 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("talks")).Bucket([]byte(tk.ID())).Bucket([]byte("entries"))
		return b.Put([]byte{0, 0, 0, 0, 0, 0, 0, byte(e.ID)}, []byte("{bad"))
	}))
	must(t, db.Close())

	s, err = history.Open(dir, history.Options{})
	must(t, err)
	tk, other = s.Talk(tk.ID()), s.Talk(other.ID())
	if page, err := tk.Page(0, 10); !errors.Is(err, history.ErrDamaged) || page != nil {
		t.Errorf("page %v, %v", page, err)
	}
	if _, err := tk.Append(talk.Entry{Role: talk.User}); !errors.Is(err, history.ErrUnread) {
		t.Errorf("append: %v", err)
	}
	say(t, other, "b")
	if err := s.Check(); !errors.Is(err, history.ErrDamaged) {
		t.Errorf("check: %v", err)
	}
	must(t, s.Close())
}

// B035: a full disk leaves everything as it was, and when there is room again the same call works.
func TestFullDisk(t *testing.T) {
	s, tk := begin(t, "hello")
	s.SetFault(func(op string) error {
		if op == "write" {
			return &os.PathError{Op: "write", Path: "bonbon.db", Err: syscall.ENOSPC}
		}
		return nil
	})
	said := talk.Entry{Role: talk.User, Text: "a"}
	if _, err := tk.Append(said); !errors.Is(err, history.ErrFull) {
		t.Errorf("append: %v", err)
	}
	if err := s.PutSettings(persona.DefaultSettings()); !errors.Is(err, history.ErrFull) {
		t.Errorf("settings: %v", err)
	}
	wantTexts(t, tk, "hello")
	s.SetFault(nil)
	_, err := tk.Append(said)
	must(t, err)
	wantTexts(t, tk, "hello a")
}

func TestClosed(t *testing.T) {
	s, tk := begin(t, "hello")
	must(t, s.Close())
	if _, err := tk.Head(); !errors.Is(err, history.ErrClosed) {
		t.Errorf("head: %v", err)
	}
	if _, err := tk.Append(talk.Entry{Role: talk.User}); !errors.Is(err, history.ErrClosed) {
		t.Errorf("append: %v", err)
	}
	if tk.Err() != nil {
		t.Errorf("a closed store is no failed read: %v", tk.Err())
	}
}

func TestRefusedEntries(t *testing.T) {
	_, tk := begin(t, "hello")
	for want, e := range map[*history.Error]talk.Entry{
		history.ErrBadRecord: {Role: 0, Text: "nobody"},
		history.ErrTooLarge:  {Role: talk.User, Text: strings.Repeat("x", history.MaxEntry)},
	} {
		if _, err := tk.Append(e); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	wantTexts(t, tk, "hello")
	e, err := tk.Append(talk.Entry{Role: talk.User, Text: "a\x00b\xff", Tokens: -3})
	must(t, err)
	if e.Text != "a\ufffdb\ufffd" || e.Tokens != 0 {
		t.Errorf("stored %q, %d tokens", e.Text, e.Tokens)
	}
}
