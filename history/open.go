package history

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	bolt "go.etcd.io/bbolt"
)

// allocSize is by how much the file grows, in bytes.
const allocSize = 1 << 20

// Open opens the store in dir and makes both if they are not there, with modes 0700 and 0600: ErrLocked within a second if another
// process has the store open; ErrMissing, ErrNewer, ErrDamaged, ErrReadOnly, ErrNoFolder, ErrFull as they say. A file that it refuses is
// left as it was; Diagnose says what can be done about it. The whole structure of the file is checked before, in less than a
// millisecond for 1 MB. A file of an older schema is backed up and then brought up to date.
func Open(dir string, opt Options) (*Store, error) {
	s := newStore(dir, opt)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, folderError(dir, err)
	}
	if _, err := os.Lstat(s.path()); errors.Is(err, fs.ErrNotExist) {
		if err := lostFile(dir); err != nil {
			return nil, err
		}
		if err := s.create(s.path()); err != nil {
			return nil, folderError(dir, err)
		}
	}
	if err := precheck(s.path(), s.opt.LockTimeout, s.opt.openFile); err != nil {
		return nil, classify(s.path(), err)
	}
	if err := s.open(s.path(), s.boltOptions); err != nil {
		return nil, classify(s.path(), err)
	}
	s.tidy()
	if err := s.migrate(); err != nil {
		return nil, errors.Join(classify(s.path(), err), s.Close())
	}
	return s, nil
}

func newStore(dir string, opt Options) *Store {
	s := &Store{dir: dir, opt: opt.withDefaults(), talks: map[string]*Talk{}}
	s.ending, s.yield = context.WithCancel(context.Background())
	return s
}

// open opens a file that was checked.
func (s *Store) open(path string, options func(file **os.File) *bolt.Options) error {
	var file *os.File
	var db *bolt.DB
	err := s.guard(func() (err error) {
		if db, err = bolt.Open(path, 0o600, options(&file)); err != nil {
			return err
		}
		info, err := file.Stat()
		if err != nil {
			return err
		}
		s.file.Store(&handle{db: db, info: info})
		return s.prepare(db)
	})
	if err != nil {
		s.abandon(db, file)
	}
	return err
}

// lostFile returns ErrMissing if there was a store in dir.
func lostFile(dir string) error {
	backups, err := Backups(dir)
	if err != nil {
		return err
	}
	kept, err := KeptFiles(dir)
	if err != nil || len(backups)+len(kept) == 0 {
		return err
	}
	return ErrMissing.about(filepath.Join(dir, FileName), nil)
}

// boltOptions keeps the opened file in *file, since bolt.Open leaves it open and locked when a damaged page makes it panic.
func (s *Store) boltOptions(file **os.File) *bolt.Options {
	o := &bolt.Options{
		Timeout:      s.opt.LockTimeout,
		NoSync:       s.opt.NoSync,
		NoStatistics: true,
		FreelistType: bolt.FreelistArrayType, // takes the lowest free pages, so a transaction's pages lie together on the disk
		OpenFile: func(name string, flag int, perm os.FileMode) (*os.File, error) {
			f, err := s.opt.openFile(name, flag, perm)
			*file = f
			return f, err
		},
	}
	if runtime.GOOS != "windows" {
		// Address space, not memory. With it a growing file need not be mapped anew, for which a writer would have to wait
		// until every reader is done. On Windows the mapping's size is the file's size.
		o.InitialMmapSize = 1 << 30
	}
	return o
}

// abandon gives up a file that could not be opened as a store, and with it the lock.
func (s *Store) abandon(db *bolt.DB, file *os.File) {
	if db != nil {
		if err := s.guard(db.Close); err == nil {
			return
		}
	}
	if file != nil {
		if err := file.Close(); err != nil && !errors.Is(err, fs.ErrClosed) {
			s.opt.Log.Warn("close a refused file", "error", err)
		}
	}
}

// create makes an empty database beside the place and then gives it its name, so that a crash never leaves a file of zero
// length that looks like the loss of everything. If two processes do it at once, the first one's file stays.
func (s *Store) create(path string) error {
	temp, err := newFile(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer os.Remove(temp) //nolint:errcheck // after a rename there is nothing to remove
	if err := fillEmpty(temp); err != nil {
		return err
	}
	if err := os.Link(temp, path); err == nil || errors.Is(err, fs.ErrExist) {
		return syncFolder(filepath.Dir(path))
	}
	return errors.Join(os.Rename(temp, path), syncFolder(filepath.Dir(path))) // a file system without links
}

// fillEmpty makes an empty store of an empty file.
func fillEmpty(path string) error {
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoStatistics: true})
	if err != nil {
		return err
	}
	return errors.Join(db.Update(initialize), db.Close())
}

// prepare checks the schema number and the buckets. A bbolt file without any bucket is taken as new.
func (s *Store) prepare(db *bolt.DB) error {
	db.AllocSize = allocSize
	var fresh bool
	err := db.View(func(tx *bolt.Tx) error {
		name, _ := tx.Cursor().First()
		if fresh = name == nil; fresh {
			return nil
		}
		return checkLayout(tx)
	})
	if err == nil && fresh && !db.IsReadOnly() {
		err = db.Update(initialize)
	}
	return err
}

// checkLayout checks that a file is a store that this program can read, of this schema or an older one.
func checkLayout(tx *bolt.Tx) error {
	n, err := schemaOf(tx)
	if err != nil {
		return err
	}
	if n > schema {
		return ErrNewer.about(FileName, fmt.Errorf("schema %d, this program knows %d", n, schema))
	}
	for _, name := range [][]byte{bucketSettings, bucketPersonas, bucketTalks, bucketMemories} {
		if _, err := bucket(tx, name); err != nil {
			return err
		}
	}
	return nil
}

func schemaOf(tx *bolt.Tx) (uint64, error) {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return 0, damaged(FileName, "not a file of this program")
	}
	number := meta.Get(keySchema)
	if len(number) != 8 || binary.BigEndian.Uint64(number) == 0 {
		return 0, damaged(FileName, "no schema number")
	}
	return binary.BigEndian.Uint64(number), nil
}

// initialize lays out an empty store.
func initialize(tx *bolt.Tx) error {
	for _, name := range [][]byte{bucketSettings, bucketPersonas, bucketTalks, bucketMemories} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	meta, err := tx.CreateBucketIfNotExists(bucketMeta)
	if err != nil {
		return err
	}
	return errors.Join(meta.Put(keySchema, key(schema)), newLife(meta))
}

// folderError says what is wrong with the data folder.
func folderError(dir string, err error) error {
	err = classify(dir, err)
	if errors.Is(err, ErrIO) && isAny(err, syscall.ENOTDIR, fs.ErrExist, fs.ErrNotExist) {
		return ErrNoFolder.about(dir, err)
	}
	return err
}

// syncFolder makes a new name in a folder durable. Where folders cannot be synced, as on Windows, the system does it.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir) // #nosec G304 -- a folder, and only to sync it
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
