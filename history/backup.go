package history

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Why says what a backup was made for.
type Why string

// These are the reasons of backups; they are part of the files' names.
const (
	Daily           Why = "daily"     // at the program's start, and each day
	Asked           Why = "asked"     // the user wanted one
	BeforeMigration Why = "migration" // of the file to a newer schema
	BeforeRestore   Why = "restore"   // of everything, from another backup
	BeforeImport    Why = "import"
)

// before reports whether a backup was made because something was about to change much.
func (w Why) before() bool { return w == BeforeMigration || w == BeforeRestore || w == BeforeImport }

// Backup is a copy of the database in the folder of backups.
type Backup struct {
	Name string // of the file
	Time time.Time
	Size int64 // bytes
	Why  Why
	// Flawed: the store opened and its pages were right, but records in it contradicted themselves. It never takes the place of a
	// good one.
	Flawed bool

	mark string // what the store's content was: the same mark, the same content
}

// syncEvery is how much of a backup is written before it is synced: a disk that has much to write lets the sync of a message wait.
const syncEvery = 4 << 20

// Backup copies the database, verifies the copy and gives it its name; then backups that Keep drops are removed. If the newest backup
// already holds what the store holds, it is returned and nothing is written. Readers and writers go on meanwhile. Attachments are kept
// in a folder beside the backups, as links where the disk allows it.
//
// The error is an ErrBackup that wraps its cause, for instance ErrFull; older backups are as they were then, and after a kill at any
// moment.
func (s *Store) Backup(why Why) (Backup, error) {
	s.backing.Lock()
	defer s.backing.Unlock()
	b, err := s.backup(why, "")
	if err != nil {
		return b, ErrBackup.about(string(why), classify("backup", err))
	}
	return b, nil
}

// backup is Backup for who holds the lock. The backup with the name spare is not removed.
func (s *Store) backup(why Why, spare string) (b Backup, err error) {
	if err := s.yielded(); err != nil {
		return b, err
	}
	if err := s.Away(); err != nil { // or the folder would be made anew, without a database in it
		return b, err
	}
	folder, err := openBackups(s.dir, true)
	if err != nil {
		return b, err
	}
	defer folder.Close() //nolint:errcheck // a folder handle; nothing is buffered
	all, err := listBackups(folder)
	if err != nil {
		return b, err
	}
	removeTemps(folder)
	if mark, err := s.mark(); err != nil || len(all) > 0 && all[0].mark == mark {
		return first(all), err
	}
	temp := filepath.Join(folder.Name(), tempName())
	defer os.Remove(temp) //nolint:errcheck // after the rename there is nothing to remove
	b = Backup{Time: cleanTime(s.opt.Now()).UTC().Truncate(time.Millisecond), Why: why}
	if b.mark, b.Size, err = s.copyTo(temp); err != nil {
		return b, err
	}
	flaws, err := s.verify(temp)
	if err != nil {
		return b, err
	}
	if b.Flawed = flaws != nil; b.Flawed {
		s.opt.Log.Error("the backup holds what contradicts itself", "error", flaws)
	}
	if err := s.linkAttachments(folder); err != nil {
		return b, err
	}
	if err := s.inject("backup"); err != nil {
		return b, err
	}
	b.Name = b.fileName()
	if err := errors.Join(os.Rename(temp, filepath.Join(folder.Name(), b.Name)), syncFolder(folder.Name())); err != nil {
		return b, err
	}
	if err := s.prune(folder, b.Name, spare); err != nil {
		s.opt.Log.Warn("remove old backups", "error", err)
	}
	return b, nil
}

func first(all []Backup) (b Backup) {
	if len(all) > 0 {
		b = all[0]
	}
	return b
}

// mark names the content of the store: the file's own mark and the number of the last transaction.
func (s *Store) mark() (mark string, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		mark, err = markOf(tx)
		return err
	})
	return mark, err
}

func markOf(tx *bolt.Tx) (string, error) {
	meta, err := bucket(tx, bucketMeta)
	if err != nil {
		return "", err
	}
	life := meta.Get(keyLife)
	if len(life) != 16 { // a file of schema 1
		life = make([]byte, 16)
	}
	return fmt.Sprintf("%s-%d", hex.EncodeToString(life), tx.ID()), nil
}

// copyTo writes the database as it is now into a new file.
func (s *Store) copyTo(path string) (mark string, size int64, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // #nosec G304 -- a new name of our own
	if err != nil {
		return "", 0, err
	}
	err = s.view(func(tx *bolt.Tx) error {
		if mark, err = markOf(tx); err != nil {
			return err
		}
		if size, err = tx.WriteTo(&steady{f: f, stop: s.yielded}); err != nil {
			return cmp.Or(s.yielded(), err) // bbolt formats the cause away
		}
		return nil
	})
	if err == nil {
		err = f.Sync()
	}
	return mark, size, errors.Join(err, f.Close())
}

// steady writes to a file and syncs it every now and then.
type steady struct {
	f    *os.File
	stop func() error // what it returns ends the writing
	left int
}

func (w *steady) Write(p []byte) (n int, err error) {
	for len(p) > 0 {
		if err := w.stop(); err != nil {
			return n, err
		}
		if w.left <= 0 {
			if err := w.f.Sync(); err != nil {
				return n, err
			}
			w.left = syncEvery
		}
		m, err := w.f.Write(p[:min(len(p), w.left)])
		n, p, w.left = n+m, p[m:], w.left-m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

var _ io.Writer = (*steady)(nil)

// verify reads a whole copy: an error if it could not be opened as a store, flaws if records in it contradict themselves.
func (s *Store) verify(path string) (flaws, err error) {
	c, err := openCopy(path, s.opt)
	if err != nil {
		return nil, err
	}
	flaws = c.view(func(tx *bolt.Tx) error { return checkContent(tx, s.yielded) })
	if errors.Is(flaws, ErrClosed) {
		flaws, err = nil, flaws
	}
	return flaws, errors.Join(err, c.Close())
}

// openCopy opens a database file of a store for reading: a store of which only reading methods may be called.
func openCopy(path string, opt Options) (*Store, error) {
	if err := checkPages(path); err != nil {
		return nil, err
	}
	s := newStore(filepath.Dir(path), opt)
	err := s.open(path, func(file **os.File) *bolt.Options {
		o := s.boltOptions(file)
		o.ReadOnly, o.InitialMmapSize = true, 0
		return o
	})
	if err != nil {
		return nil, classify(path, err)
	}
	return s, nil
}

// prune removes what Keep drops, and the attachments that only those referred to. The spared ones stay whatever their time: a clock that
// was set back makes the newest backup look old.
func (s *Store) prune(folder *os.Root, spare ...string) error {
	all, err := listBackups(folder)
	if err != nil {
		return err
	}
	keep, drop := Keep(all)
	for _, b := range drop {
		if slices.Contains(spare, b.Name) {
			keep = append(keep, b)
			continue
		}
		if err := folder.Remove(b.Name); err != nil {
			return err
		}
	}
	if len(drop) == 0 {
		return nil
	}
	return s.sweepBackups(folder, keep)
}

// RemoveBackup removes one backup, and the attachments that only it referred to. ErrNotFound if there is none of this name.
func (s *Store) RemoveBackup(name string) error {
	s.backing.Lock()
	defer s.backing.Unlock()
	folder, err := openBackups(s.dir, false)
	if err != nil {
		return ErrNotFound.about(name, err)
	}
	defer folder.Close() //nolint:errcheck // a folder handle; nothing is buffered
	if _, ok := parseBackup(name); !ok {
		return ErrNotFound.about(name, nil)
	}
	if err := folder.Remove(name); errors.Is(err, os.ErrNotExist) {
		return ErrNotFound.about(name, err)
	} else if err != nil {
		return classify(name, err)
	}
	all, err := listBackups(folder)
	if err == nil {
		err = s.sweepBackups(folder, all)
	}
	return classify(name, err)
}
