package history

import (
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

// Open opens the store in dir and makes both if they are not there, with modes 0700 and 0600. It returns within two seconds:
// ErrLocked if another process has the store open; ErrNewer, ErrDamaged, ErrReadOnly, ErrNoFolder, ErrFull as they say. A file
// that it refuses is left as it was.
func Open(dir string, opt Options) (*Store, error) {
	s := &Store{dir: dir, opt: opt.withDefaults(), talks: map[string]*Talk{}}
	path := filepath.Join(dir, FileName)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, folderError(dir, err)
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := s.create(path); err != nil {
			return nil, folderError(dir, err)
		}
	}
	if err := precheck(path, s.opt.openFile); err != nil {
		return nil, classify(path, err)
	}
	var file *os.File
	err := s.guard(func() (err error) {
		s.db, err = bolt.Open(path, 0o600, s.boltOptions(&file))
		if err == nil {
			err = s.prepare()
		}
		return err
	})
	if err != nil {
		s.abandon(file)
		return nil, classify(path, err)
	}
	return s, nil
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
func (s *Store) abandon(file *os.File) {
	if s.db != nil {
		if err := s.guard(s.db.Close); err == nil {
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
	f, err := os.CreateTemp(filepath.Dir(path), FileName+".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // after a rename there is nothing to remove
	if err := f.Close(); err != nil {
		return err
	}
	db, err := bolt.Open(f.Name(), 0o600, &bolt.Options{NoStatistics: true})
	if err != nil {
		return err
	}
	if err := errors.Join(db.Update(initialize), db.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err == nil || errors.Is(err, fs.ErrExist) {
		return syncFolder(filepath.Dir(path))
	}
	return errors.Join(os.Rename(f.Name(), path), syncFolder(filepath.Dir(path))) // a file system without links
}

// prepare checks the schema number. A bbolt file without any bucket is taken as new.
func (s *Store) prepare() error {
	s.db.AllocSize = 1 << 20
	var fresh bool
	err := s.db.View(func(tx *bolt.Tx) error {
		meta := tx.Bucket(bucketMeta)
		if meta == nil {
			name, _ := tx.Cursor().First()
			if fresh = name == nil; fresh {
				return nil
			}
			return damaged(FileName, "not a file of this program")
		}
		number := meta.Get(keySchema)
		if len(number) != 8 {
			return damaged(FileName, "no schema number")
		}
		if n := binary.BigEndian.Uint64(number); n > schema {
			return ErrNewer.about(FileName, fmt.Errorf("schema %d, this program knows %d", n, schema))
		}
		for _, name := range [][]byte{bucketSettings, bucketPersonas, bucketTalks, bucketMemories} {
			if _, err := bucket(tx, name); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && fresh {
		err = s.db.Update(initialize)
	}
	return err
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
	return meta.Put(keySchema, key(schema))
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
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
