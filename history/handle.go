package history

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// handle is an open file with the number of its readers. A compaction puts another file in its place without waiting for them; the old
// one is closed when the last of them is done.
type handle struct {
	db   *bolt.DB
	info os.FileInfo // of the file, to tell it from another one

	mu      sync.Mutex
	users   int
	retired bool
}

// acquire returns the open file; release must follow.
func (s *Store) acquire() *handle {
	for {
		h := s.file.Load()
		h.mu.Lock()
		if !h.retired {
			h.users++
			h.mu.Unlock()
			return h
		}
		h.mu.Unlock() // another one has taken its place
	}
}

func (h *handle) release() {
	h.mu.Lock()
	h.users--
	last := h.retired && h.users == 0
	h.mu.Unlock()
	if last {
		h.db.Close() // #nosec G104 -- only read, and nobody asks for it any more
	}
}

// retire closes the file once nobody reads it. Another must have taken its place.
func (h *handle) retire() {
	h.mu.Lock()
	h.users++
	h.retired = true
	h.mu.Unlock()
	h.release()
}

// newPrefix begins the names of database files that are not whole yet. What a kill left of them is removed by the next Open.
const newPrefix = FileName + ".new-"

// newFile makes an empty file beside the database, mode 0600.
func newFile(dir string) (string, error) {
	f, err := os.CreateTemp(dir, newPrefix+"*")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// tidy removes what a kill left behind. Only the owner of the store may call it.
func (s *Store) tidy() {
	names, err := os.ReadDir(s.dir)
	for _, n := range names {
		if strings.HasPrefix(n.Name(), newPrefix) {
			err = errors.Join(err, os.Remove(filepath.Join(s.dir, n.Name())))
		}
	}
	if err != nil {
		s.opt.Log.Warn("remove files that were left behind", "error", err)
	}
}

// replaceFile puts a file that build has filled in the place of the database. Writers wait meanwhile, readers do not. It is built under
// another name and locked before it gets the database's, so another process sees the one or the other, and neither unlocked. After an
// error, or a kill at any moment, the old file is in place and whole.
//
// Windows does not let an open file be renamed: there it ends in an error.
func (s *Store) replaceFile(build func(old *bolt.DB, path string) error) error {
	if err := s.inPlace(); err != nil {
		return err
	}
	return s.putFile(build, s.inPlace)
}

// putFile is replaceFile for a file that may be away. ready runs right before the rename and may refuse it.
func (s *Store) putFile(build func(old *bolt.DB, path string) error, ready func() error) (err error) {
	if b := s.broken.Load(); b != nil {
		return b
	}
	temp, err := newFile(s.dir)
	if err != nil {
		return err
	}
	var db *bolt.DB
	defer func() {
		if err == nil {
			return
		}
		if db != nil {
			err = errors.Join(err, s.guard(db.Close))
		}
		if e := os.Remove(temp); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}()
	old := s.file.Load()
	if err := s.guard(func() error { return build(old.db, temp) }); err != nil {
		return err
	}
	var file *os.File
	err = s.guard(func() (err error) {
		db, err = bolt.Open(temp, 0o600, s.boltOptions(&file))
		return err
	})
	if err != nil {
		return err
	}
	db.AllocSize = allocSize
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := s.inject("rename"); err != nil {
		return err
	}
	if err := ready(); err != nil {
		return err
	}
	if err := os.Rename(temp, filepath.Join(s.dir, FileName)); err != nil {
		return err
	}
	s.file.Store(&handle{db: db, info: info})
	old.retire()
	if err := syncFolder(s.dir); err != nil {
		s.opt.Log.Warn("sync the data folder", "error", err)
	}
	return nil
}

// syncFile makes what was written to a file durable.
func syncFile(path string) error {
	flag := os.O_RDONLY
	if runtime.GOOS == "windows" {
		flag = os.O_RDWR // its sync needs the right to write
	}
	f, err := os.OpenFile(path, flag, 0) // #nosec G304 -- a file that we wrote ourselves just now
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
