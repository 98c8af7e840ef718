package pages_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"bonbon/history/pages"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// build makes a database with small, large and nested buckets, long values and free pages, and returns its bytes and its content as lines.
func build(t testing.TB) (data []byte, want []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := bolt.Open(path, 0o600, &bolt.Options{PageSize: 1024, NoSync: true})
	must(t, err)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3 {
		must(t, db.Update(func(tx *bolt.Tx) error {
			for i := range 6 {
				b, err := tx.CreateBucketIfNotExists(fmt.Appendf(nil, "bucket%d", i))
				must(t, err)
				must(t, b.SetSequence(uint64(i)))
				for range 1 << (2 * i / 2) {
					must(t, b.Put(fmt.Append(nil, rng.IntN(5000)), bytes.Repeat([]byte{'v'}, rng.IntN(300))))
				}
				in, err := b.CreateBucketIfNotExists([]byte("in"))
				must(t, err)
				for j := range 40 * i {
					must(t, in.Put(binary.BigEndian.AppendUint64(nil, uint64(j)), fmt.Append(nil, rng.Uint64())))
				}
				must(t, in.Put([]byte("long"), make([]byte, 5000)))
			}
			return nil
		}))
	}
	must(t, db.View(func(tx *bolt.Tx) error {
		var walk func(at string, b *bolt.Bucket) error
		walk = func(at string, b *bolt.Bucket) error {
			want = append(want, fmt.Sprintf("%s/ %d", at, b.Sequence()))
			return b.ForEach(func(k, v []byte) error {
				if v == nil {
					return walk(at+"/"+string(k), b.Bucket(k))
				}
				want = append(want, fmt.Sprintf("%s/%q=%x", at, k, v))
				return nil
			})
		}
		return tx.ForEach(func(name []byte, b *bolt.Bucket) error { return walk(string(name), b) })
	}))
	must(t, db.Close())
	data, err = os.ReadFile(path)
	must(t, err)
	return data, want
}

func open(data []byte) (*pages.File, error) {
	return pages.Open(bytes.NewReader(data), int64(len(data)))
}

func TestWalkReadsWhatBoltReads(t *testing.T) {
	data, want := build(t)
	f, err := open(data)
	must(t, err)
	must(t, f.Check())
	must(t, f.Check()) // again: what was read before does not count
	var got []string
	f.Walk(pages.Visitor{
		Bucket: func(path [][]byte, n uint64) {
			got = append(got, fmt.Sprintf("%s/ %d", bytes.Join(path, []byte("/")), n))
		},
		Value: func(path [][]byte, k, v []byte) {
			got = append(got, fmt.Sprintf("%s/%q=%x", bytes.Join(path, []byte("/")), k, v))
		},
		Fault: func(_ [][]byte, err error) bool { t.Error(err); return true },
	})
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%d lines, want %d", len(got), len(want))
	}
	if free, err := f.Free(); err != nil || len(free) == 0 {
		t.Errorf("free %v, %v", free, err)
	}
}

// A whole file has no strays; if its list of free pages cannot be read, what it freed counts as stray.
func TestStrays(t *testing.T) {
	data, _ := build(t)
	silent := pages.Visitor{
		Bucket: func([][]byte, uint64) {},
		Value:  func([][]byte, []byte, []byte) {},
		Fault:  func([][]byte, error) bool { return true },
	}
	f, err := open(data)
	must(t, err)
	f.Walk(silent)
	if strays, certain := f.Strays(); len(strays) > 0 || !certain {
		t.Errorf("strays %v, %v", strays, certain)
	}
	for at := 2 * 1024; at+1024 <= len(data); at += 1024 {
		if binary.NativeEndian.Uint16(data[at+8:]) == 0x10 {
			binary.NativeEndian.PutUint16(data[at+8:], 0x20)
		}
	}
	f, err = open(data)
	must(t, err)
	f.Walk(silent)
	strays, certain := f.Strays()
	if len(strays) == 0 || certain {
		t.Fatalf("strays %v, %v", strays, certain)
	}
	values := 0
	silent.Value = func(path [][]byte, _, _ []byte) {
		if values++; len(path) == 0 || string(path[0]) != "here" {
			t.Errorf("a value under %q", path)
		}
	}
	f.WalkLeaf(strays[0], [][]byte{[]byte("here")}, silent)
	f.WalkLeaf(strays[0], nil, silent) // it was read
	if left, _ := f.Strays(); values == 0 || len(left) >= len(strays) {
		t.Errorf("%d values, %d strays left of %d", values, len(left), len(strays))
	}
}

func TestWhatIsWrongWithAFile(t *testing.T) {
	data, _ := build(t)
	for want, change := range map[error][]byte{
		pages.ErrEmpty:   nil,
		pages.ErrForeign: []byte("hello"),
		pages.ErrCut:     data[:len(data)/3],
	} {
		if _, err := open(change); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
}

// A page that leads back to one above would send bbolt round until the stack is full, which ends the process.
func TestCheckFindsACircle(t *testing.T) {
	data, _ := build(t)
	found := 0
	for at := 2 * 1024; at+1024 <= len(data); at += 1024 {
		if binary.NativeEndian.Uint16(data[at+8:]) != 0x01 {
			continue
		}
		bad := bytes.Clone(data)
		binary.NativeEndian.PutUint64(bad[at+16+8:], uint64(at/1024)) // its first child is itself
		f, err := open(bad)
		must(t, err)
		if err := f.Check(); errors.Is(err, pages.ErrPages) {
			found++
		}
	}
	if found == 0 {
		t.Error("none was found")
	}
}

// Whatever is overwritten or cut off: if Check finds nothing, bbolt reads what Walk reads.
func TestCheckedFilesAreSafeForBolt(t *testing.T) {
	data, _ := build(t)
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		bad := bytes.Clone(data)
		for range rapid.IntRange(1, 4).Draw(t, "places") {
			at := rapid.IntRange(0, len(bad)-1).Draw(t, "at")
			bad[at] ^= rapid.Byte().Draw(t, "bits")
		}
		f, err := open(bad)
		if err != nil || f.Check() != nil {
			return
		}
		path := filepath.Join(dir, "b.db")
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true})
		if err != nil {
			t.Fatalf("checked, and not opened: %v", err)
		}
		var read func(b *bolt.Bucket) error
		read = func(b *bolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				if v == nil {
					return read(b.Bucket(k))
				}
				return nil
			})
		}
		err = db.View(func(tx *bolt.Tx) error {
			return tx.ForEach(func(_ []byte, b *bolt.Bucket) error { return read(b) })
		})
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzFile: no bytes make reading panic, run on for ever or take much memory.
func FuzzFile(f *testing.F) {
	data, _ := build(f)
	f.Add(data[:8*1024], uint32(3000), byte(1))
	f.Add(data[:16*1024], uint32(5000), byte(0xFF))
	f.Add([]byte("hello"), uint32(0), byte(0))
	f.Fuzz(func(t *testing.T, small []byte, at uint32, with byte) {
		bad := bytes.Clone(data)
		bad[int(at)%len(bad)] ^= with
		for _, b := range [][]byte{small, bad} {
			states, err := pages.States(bytes.NewReader(b), int64(len(b)))
			if err != nil {
				continue
			}
			for _, s := range states {
				s.Walk(pages.Visitor{
					Bucket: func([][]byte, uint64) {},
					Value:  func([][]byte, []byte, []byte) {},
					Fault:  func([][]byte, error) bool { return true },
				})
				strays, _ := s.Strays()
				for i, n := range strays {
					if i > 0 && n <= strays[i-1] {
						t.Error("strays are not in order")
					}
					s.WalkLeaf(n, nil, pages.Visitor{
						Bucket: func([][]byte, uint64) {},
						Value:  func([][]byte, []byte, []byte) {},
						Fault:  func([][]byte, error) bool { return true },
					})
				}
				if free, err := s.Free(); err == nil && uint64(len(free)) > s.Pages {
					t.Error("more pages are free than there are")
				}
			}
			if p, err := open(b); err == nil && p.Check() == nil && p.Pages < 4 {
				t.Error("a good file has two meta pages, a root and a list of free pages")
			}
		}
	})
}
