package history_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
)

// Check must find what it promises to find: each case damages one thing of a healthy store.
func TestCheckFindsContradictions(t *testing.T) {
	key := func(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }
	replace := func(b *bolt.Bucket, k []byte, old, now string) error {
		v := bytes.Clone(b.Get(k))
		if !bytes.Contains(v, []byte(old)) {
			t.Fatalf("%s holds no %s", v, old)
		}
		return b.Put(k, bytes.ReplaceAll(v, []byte(old), []byte(now)))
	}
	header := func(at int, to byte) func(*bolt.Bucket) error {
		return func(b *bolt.Bucket) error {
			path := b.Bucket([]byte("path"))
			v := bytes.Clone(path.Get(key(1)))
			v[at] = to
			return path.Put(key(1), v)
		}
	}
	for what, spoil := range map[string]func(*bolt.Bucket) error{
		"another id in the header": header(7, 9),
		"a time in the far future": header(8, 1),
		"another token count":      header(19, 77),
		"another size":             header(23, 77),
		"another role":             header(24, byte(talk.Tool)),
		"other flags":              header(27, 7),
		"other pictures":           header(31, 7),
		"another sum of tokens": func(b *bolt.Bucket) error {
			return replace(b, []byte("info"), `"path_tokens":`, `"path_tokens":1`)
		},
		"a header that is missing": func(b *bolt.Bucket) error { return b.Bucket([]byte("path")).Delete(key(1)) },
		"a header that is cut":     func(b *bolt.Bucket) error { return b.Bucket([]byte("path")).Put(key(1), []byte("short")) },
		"a header too much":        func(b *bolt.Bucket) error { return b.Bucket([]byte("path")).Put(key(9), make([]byte, 32)) },
		"a body that is missing":   func(b *bolt.Bucket) error { return b.Bucket([]byte("entries")).Delete(key(2)) },
		"a body that is no JSON":   func(b *bolt.Bucket) error { return b.Bucket([]byte("entries")).Put(key(2), []byte("{")) },
		"a body under another id":  func(b *bolt.Bucket) error { return replace(b.Bucket([]byte("entries")), key(2), `"id":2`, `"id":3`) },
		"a parent that is younger": func(b *bolt.Bucket) error {
			return replace(b.Bucket([]byte("entries")), key(2), `"parent":1`, `"parent":3`)
		},
		"another text": func(b *bolt.Bucket) error {
			return replace(b.Bucket([]byte("entries")), key(2), `"text":"a"`, `"text":"ab"`)
		},
		"a sequence that is too low":  func(b *bolt.Bucket) error { return b.Bucket([]byte("entries")).SetSequence(1) },
		"a child that is not listed":  func(b *bolt.Bucket) error { return b.Bucket([]byte("children")).Delete(append(key(1), key(4)...)) },
		"a child that does not exist": func(b *bolt.Bucket) error { return b.Bucket([]byte("children")).Put(append(key(1), key(8)...), nil) },
		"another count":               func(b *bolt.Bucket) error { return replace(b, []byte("info"), `"count":2`, `"count":1`) },
		"another number of entries":   func(b *bolt.Bucket) error { return replace(b, []byte("info"), `"entries":4`, `"entries":5`) },
		"another head":                func(b *bolt.Bucket) error { return replace(b, []byte("info"), `"head":4`, `"head":3`) },
		"another talk's id":           func(b *bolt.Bucket) error { return replace(b, []byte("info"), `"id":"`, `"id":"x`) },
		"a persona that is not there": func(b *bolt.Bucket) error { return replace(b, []byte("info"), `"persona":"`, `"persona":"x`) },
		"a bucket that is missing":    func(b *bolt.Bucket) error { return b.DeleteBucket([]byte("children")) },
		"an info that is missing":     func(b *bolt.Bucket) error { return b.Delete([]byte("info")) },
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			s, err := history.Open(dir, history.Options{NoSync: true})
			must(t, err)
			tk := beginIn(t, s, "hello")
			say(t, tk, "a")
			say(t, tk, "b")
			_, err = tk.AppendTo(1, talk.Entry{Role: talk.User, Text: "c"})
			must(t, err)
			if strings.Contains(what, "body") || strings.Contains(what, "another text") || strings.Contains(what, "younger") {
				must(t, tk.SetHead(3)) // so that the spoilt entry lies on the path
			}
			must(t, s.Check())
			must(t, s.Close())
			db, err := bolt.Open(filepath.Join(dir, history.FileName), 0o600, nil)
			must(t, err)
			must(t, db.Update(func(tx *bolt.Tx) error { return spoil(tx.Bucket([]byte("talks")).Bucket([]byte(tk.ID()))) }))
			must(t, db.Close())
			s, err = history.Open(dir, history.Options{NoSync: true})
			must(t, err)
			if err := s.Check(); !errors.Is(err, history.ErrDamaged) {
				t.Errorf("check: %v", err)
			}
			must(t, s.Close())
		})
	}
}

func TestPos(t *testing.T) {
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
	tk := beginIn(t, s, "hello")
	a := say(t, tk, "a")
	b, err := tk.AppendTo(a.Parent, talk.Entry{Role: talk.User, Text: "b"})
	must(t, err)
	for id, want := range map[talk.EntryID]int{1: 0, a.ID: -1, b.ID: 1, 99: -1} {
		if pos, err := tk.Pos(id); err != nil || pos != want {
			t.Errorf("entry %d at %d, %v, want %d", id, pos, err, want)
		}
	}
}

func TestErrorSaysWhatAndWhy(t *testing.T) {
	s := historytest.Open(t)
	err := s.RenamePersona("nobody", "x")
	var own *history.Error
	if !errors.As(err, &own) || own.Args()["what"] != `"nobody"` || own.Args()["cause"] != "" {
		t.Errorf("got %v, %v", err, own.Args())
	}
	_, err = s.Import(strings.NewReader("hello"), history.ImportOptions{})
	if !errors.As(err, &own) || own.Args()["cause"] == "" || !strings.HasPrefix(err.Error(), "history.not_export") {
		t.Errorf("got %v, %v", err, own.Args())
	}
}
