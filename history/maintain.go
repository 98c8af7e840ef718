package history

import (
	"errors"
	"time"

	bolt "go.etcd.io/bbolt"
)

const (
	// TrashTime is how long things lie in the trash before Maintain removes them for good.
	TrashTime = 30 * 24 * time.Hour
	// BackupTime is how old the newest backup may be while the program runs.
	BackupTime = 24 * time.Hour
)

// Maintained says what Maintain did.
type Maintained struct {
	Purged    int     // personas and talks that went out of the trash for good
	Compacted bool    // the file was written anew
	Backup    *Backup // the newest backup, if there is one
}

// Maintain does what is due: at its first call after Open a backup, later one a day after the last, always only if something changed;
// what lay in the trash for TrashTime is removed for good; a file that is half free is compacted. Call it in the background at the start
// and then every hour. When nothing is due it costs a few milliseconds. Each part is tried even if another failed.
func (s *Store) Maintain() (done Maintained, err error) {
	b, err := s.dueBackup(s.began.CompareAndSwap(false, true))
	if b.Name != "" {
		done.Backup = &b
	}
	n, e := s.emptyTrash(s.opt.Now().Add(-TrashTime))
	done.Purged, err = n, errors.Join(err, e)
	due, e := s.halfFree()
	if err = errors.Join(err, e); due {
		e := s.Compact()
		done.Compacted, err = e == nil, errors.Join(err, e)
		err = errors.Join(err, classify(attachmentFolder, s.sweepAttachments()))
	}
	return done, err
}

func (s *Store) dueBackup(start bool) (Backup, error) {
	if all, err := s.Backups(); err == nil && !start && len(all) > 0 {
		if age := s.opt.Now().Sub(all[0].Time); age >= 0 && age < BackupTime {
			return all[0], nil
		}
	}
	if empty, err := s.empty(); err != nil || empty {
		return Backup{}, err
	}
	return s.Backup(Daily)
}

// empty reports whether the store holds no persona and no talk: there is nothing to lose.
func (s *Store) empty() (yes bool, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		for _, name := range [][]byte{bucketPersonas, bucketTalks} {
			b, err := bucket(tx, name)
			if err != nil {
				return err
			}
			if k, _ := b.Cursor().First(); k != nil {
				return nil
			}
		}
		yes = true
		return nil
	})
	return yes, err
}

// toErase notes, in the transaction of a removal, that the removed text still stands in free parts of the file.
func toErase(tx *bolt.Tx) error {
	meta, err := bucket(tx, bucketMeta)
	if err != nil {
		return err
	}
	return meta.Put(keyErase, []byte{1})
}

// erase writes the file anew after a removal, so that the removed text stands nowhere in it, and removes attachments that nothing refers
// to. If that fails, the removal holds, and Maintain tries again.
func (s *Store) erase() {
	if err := errors.Join(s.Compact(), s.sweepAttachments()); err != nil {
		s.opt.Log.Warn("removed text is still in the file", "error", err)
	}
}
