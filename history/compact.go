package history

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"os"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/pages"
)

// compactBatch is how many bytes go into one transaction of the new file: it bounds the memory.
const compactBatch = 4 << 20

// Compact writes the content into a new file without free space, compares it with the old one and puts it in its place with one
// rename. What was removed for good is in the new file no more. Readers go on; writers wait, about a second for 100 MB. ErrFull if there
// is no room for both files. After an error, Yield, or a kill at any moment, the old file is in place and whole.
func (s *Store) Compact() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return classify(FileName, s.replaceFile(s.compactInto))
}

func (s *Store) compactInto(old *bolt.DB, path string) error {
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoSync: true, NoStatistics: true, FreelistType: bolt.FreelistArrayType})
	if err != nil {
		return err
	}
	err = s.compact(db, old)
	if err == nil {
		err = s.equal(old, db)
	}
	if err == nil {
		err = s.yielded()
	}
	if err == nil {
		err = db.Update(func(tx *bolt.Tx) error {
			meta, err := bucket(tx, bucketMeta)
			if err != nil {
				return err
			}
			return errors.Join(meta.Delete(keyErase), newLife(meta))
		})
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	if err := syncFile(path); err != nil { // the new file had no syncs until now
		return err
	}
	return checkPages(path)
}

// newLife gives a file its own mark, so that the number of a transaction is never taken for that of another file.
func newLife(meta *bolt.Bucket) error {
	life := make([]byte, 16)
	rand.Read(life) //nolint:errcheck // never fails
	return meta.Put(keyLife, life)
}

// equal compares the contents of two databases.
func (s *Store) equal(a, b *bolt.DB) error {
	var sums [2][sha256.Size]byte
	for i, db := range []*bolt.DB{a, b} {
		err := db.View(func(tx *bolt.Tx) error {
			h := sha256.New()
			err := tx.ForEach(func(name []byte, b *bolt.Bucket) error {
				field(h, name)
				return s.digest(h, b)
			})
			h.Sum(sums[i][:0])
			return err
		})
		if err != nil {
			return err
		}
	}
	if sums[0] != sums[1] {
		return damaged(FileName, "the compacted file differs")
	}
	return nil
}

func (s *Store) digest(h hash.Hash, b *bolt.Bucket) error {
	if err := s.yielded(); err != nil {
		return err
	}
	field(h, key(b.Sequence()))
	err := b.ForEach(func(k, v []byte) error {
		field(h, k)
		if v == nil {
			return s.digest(h, b.Bucket(k))
		}
		field(h, v)
		return nil
	})
	field(h, []byte("end"))
	return err
}

// field adds a value with its length to a sum.
func field(h hash.Hash, v []byte) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(v)))
	h.Write(n[:]) //nolint:errcheck // a hash never fails
	h.Write(v)    //nolint:errcheck // a hash never fails
}

// checkPages looks at the whole structure of a file that nobody writes to.
func checkPages(path string) error {
	f, err := os.Open(path) // #nosec G304 -- our own file, in the data folder or the folder of backups
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	return checkPagesOf(f)
}

// halfFree reports whether half of the file or more is free, and at least 1 MB, or whether something that was removed for good may
// still stand in it.
func (s *Store) halfFree() (yes bool, err error) {
	s.writing.Lock() // so that the list of free pages is the newest
	defer s.writing.Unlock()
	use, err := s.usage()
	if err != nil {
		return false, err
	}
	err = s.view(func(tx *bolt.Tx) error {
		meta, err := bucket(tx, bucketMeta)
		yes = err == nil && meta.Get(keyErase) != nil
		return err
	})
	return yes || use.Free >= 1<<20 && use.Free >= use.File/2, err
}

// Usage is what a store takes of the disk, in bytes.
type Usage struct {
	File    int64 // the database
	Free    int64 // of it, what Compact gives back
	Backups int64 // without their attachments, which are the same files as the store's where the disk allows it
}

// Usage tells what the store takes of the disk.
func (s *Store) Usage() (Usage, error) {
	s.writing.Lock()
	use, err := s.usage()
	s.writing.Unlock()
	if err != nil {
		return use, classify(FileName, err)
	}
	all, err := s.Backups()
	for _, b := range all {
		use.Backups += b.Size
	}
	return use, err
}

func (s *Store) usage() (use Usage, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		f, err := os.Open(s.path())
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // only read
		stat, err := f.Stat()
		if err != nil {
			return err
		}
		p, err := pages.Open(f, stat.Size())
		if err != nil {
			return ErrDamaged.about(FileName, err)
		}
		free, err := p.Free()
		if err != nil {
			return ErrDamaged.about(FileName, err)
		}
		use.File = stat.Size()
		use.Free = int64(len(free)) * p.PageSize
		return nil
	})
	return use, err
}
