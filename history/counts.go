package history

import (
	"errors"

	bolt "go.etcd.io/bbolt"
)

// keyCounts holds, in the bucket of the settings, the token counts of texts that every request repeats.
var keyCounts = []byte("counts")

// maxCounts bounds what KeepCount keeps: some for each of the personas that somebody talks with.
const maxCounts = 256

// Counts returns the token counts that KeepCount kept, by the caller's keys. They can be made again: what cannot be read is
// logged and left out, and they are not exported.
func (s *Store) Counts() (counts map[string]int) {
	err := s.view(func(tx *bolt.Tx) error {
		b, err := bucket(tx, bucketSettings)
		if err != nil {
			return err
		}
		return get(b, keyCounts, &counts)
	})
	if err != nil && !errors.Is(err, ErrNotFound) {
		s.opt.Log.Warn("token counts not read", "error", err)
	}
	return counts
}

// KeepCount keeps one token count; when there are too many, it begins anew. A failure is logged: the count is made again.
func (s *Store) KeepCount(key string, n int) {
	err := s.update(func(tx *bolt.Tx) error {
		b, err := bucket(tx, bucketSettings)
		if err != nil {
			return err
		}
		counts := map[string]int{}
		if err := get(b, keyCounts, &counts); err != nil || len(counts) >= maxCounts {
			counts = map[string]int{}
		}
		counts[key] = n
		return put(b, keyCounts, counts)
	})
	if err != nil {
		s.opt.Log.Warn("token count not kept", "error", err)
	}
}
