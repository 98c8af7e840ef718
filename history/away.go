package history

import (
	"fmt"
	"io/fs"
	"os"

	bolt "go.etcd.io/bbolt"
)

// inPlace returns ErrAway unless the open file is the one that stands at the database's path: whoever opens the folder next would not
// find what is written to another one. It costs one look at the folder.
func (s *Store) inPlace() error {
	there, err := os.Lstat(s.path())
	if err != nil {
		return ErrAway.about(s.path(), err)
	}
	if !os.SameFile(there, s.file.Load().info) {
		return ErrAway.about(s.path(), fmt.Errorf("another file stands there"))
	}
	return nil
}

// Away returns ErrAway if the data folder does not hold the open file, as after the folder was removed, renamed or unmounted, or after
// another program put another file in its place. Then every write is refused with it, and reads go on. A folder that comes back ends it;
// so does PutBack.
func (s *Store) Away() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.inPlace()
}

// PutBack writes what the open file holds to the database's path again and goes on there; the folder is made if need be. Another file
// that stands there is kept, see KeptFiles. Attachments that went with the folder do not come back. Nothing happens if the file is in its
// place. ErrLocked if another process has the file open that stands there; after an error the store is away as before.
func (s *Store) PutBack() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.inPlace() == nil {
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return folderError(s.dir, err)
	}
	release, err := hold(s.path(), s.opt.LockTimeout)
	if err != nil {
		return classify(s.path(), err)
	}
	defer release()
	err = s.putFile(copyDatabase, func() error {
		kept, err := putAside(s.dir, s.opt.Now())
		if err == nil {
			s.opt.Log.Warn("the database was put back into its folder", "kept", kept)
		}
		return err
	})
	return classify(FileName, err)
}

// copyDatabase writes the content of an open database to a file that is there, and makes it durable.
func copyDatabase(db *bolt.DB, path string) error {
	err := db.View(func(tx *bolt.Tx) error { return tx.CopyFile(path, fs.FileMode(0o600)) })
	if err != nil {
		return err
	}
	return syncFile(path)
}
