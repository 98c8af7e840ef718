package history

import (
	"context"

	bolt "go.etcd.io/bbolt"
)

// Yield gives up a backup or a compaction that is under way, and refuses later ones with ErrClosed: the program ends, and what is still
// to be stored shall not wait for them. The files are as they were before; everything else goes on as ever.
func (s *Store) Yield() { s.yield() }

// yielded returns ErrClosed after Yield.
func (s *Store) yielded() error {
	if s.ending.Err() != nil {
		return ErrClosed.about("given up", nil)
	}
	return nil
}

// compact is bolt.Compact until Yield. A new file that is closed takes no further transaction, which ends it within a batch.
func (s *Store) compact(db, old *bolt.DB) error {
	closed := make(chan error, 1)
	inTime := context.AfterFunc(s.ending, func() { closed <- db.Close() })
	err := bolt.Compact(db, old, compactBatch)
	if !inTime() {
		<-closed //nolint:errcheck // it is thrown away
		return s.yielded()
	}
	return err
}
