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

// ForgetSettings replaces the app's settings, and what was learned by the connections in forget: what stood in the old ones stands nowhere
// in the file afterwards, also not in its free parts. The file is written anew, so it takes as long as Compact. Backups keep what they have.
func (s *Store) ForgetSettings(set persona.Settings, forget ...string) error {
	err := s.update(func(tx *bolt.Tx) error {
		b, err := bucket(tx, bucketSettings)
		if err != nil {
			return err
		}
		for _, connection := range forget {
			if err := forgetLearned(b, connection); err != nil {
				return err
			}
		}
		return errors.Join(put(b, keyApp, set), toErase(tx))
	})
	if err != nil {
		return err
	}
	s.erase()
	return nil
}
