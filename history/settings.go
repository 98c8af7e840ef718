package history

import (
	"errors"

	bolt "go.etcd.io/bbolt"

	"bonbon/persona"
)

// Settings returns the app's settings; before the first PutSettings those of a first start.
func (s *Store) Settings() (persona.Settings, error) {
	set := persona.DefaultSettings()
	err := s.view(func(tx *bolt.Tx) error {
		b, err := bucket(tx, bucketSettings)
		if err != nil {
			return err
		}
		if err := get(b, keyApp, &set); err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		return nil
	})
	return set, err
}

// PutSettings replaces the app's settings.
func (s *Store) PutSettings(set persona.Settings) error {
	return s.update(func(tx *bolt.Tx) error {
		b, err := bucket(tx, bucketSettings)
		if err != nil {
			return err
		}
		return put(b, keyApp, set)
	})
}
