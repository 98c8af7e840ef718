package history

import (
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// migrations brings a file up by one schema each: the first from schema 1 to 2. A change that older versions of the program can live
// with needs none. With each comes a file of the older schema in testdata.
var migrations = [schema - 1]func(*bolt.Tx) error{
	func(tx *bolt.Tx) error {
		meta, err := bucket(tx, bucketMeta)
		if err != nil {
			return err
		}
		return newLife(meta)
	},
}

// migrate brings the file up to date, after a backup. Each step is a transaction of its own: a kill leaves a file of one schema or the
// other.
func (s *Store) migrate() error {
	var n uint64
	if err := s.view(func(tx *bolt.Tx) (err error) {
		n, err = schemaOf(tx)
		return err
	}); err != nil || n == schema {
		return err
	}
	if _, err := s.Backup(BeforeMigration); err != nil {
		return err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.guard(func() error { return upgrade(s.file.Load().db, n) })
}

// upgrade runs the migrations that a file of schema n lacks.
func upgrade(db *bolt.DB, n uint64) error {
	for ; n < schema; n++ {
		err := db.Update(func(tx *bolt.Tx) error {
			meta, err := bucket(tx, bucketMeta)
			if err != nil {
				return err
			}
			return errors.Join(migrations[n-1](tx), meta.Put(keySchema, key(n+1)))
		})
		if err != nil {
			return fmt.Errorf("from schema %d: %w", n, err)
		}
	}
	return nil
}
