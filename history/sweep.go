package history

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
)

// sweepRest is how long an attachment is left alone after it was added: what it is for may not be stored yet.
const sweepRest = 24 * time.Hour

// SweepAttachments removes attachments that nothing in the store names any more and returns how many. An entry is never destroyed while
// its talk is there, so this is of use only after something was removed for good. It looks through every stored value, whatever it is,
// for the attachment's name: one that is named anywhere stays, and so do all if a read fails. It takes about as long as reading
// the whole file; a store with no attachment that is older than a day is not read.
func (s *Store) SweepAttachments() (n int, err error) {
	root, err := s.attachments()
	if err != nil {
		return 0, classify(attachmentFolder, err)
	}
	defer root.Close() //nolint:errcheck // a folder handle; nothing is buffered
	before := s.opt.Now().Add(-sweepRest)
	loose, err := oldFiles(root, before)
	if err != nil {
		return 0, classify(attachmentFolder, err)
	}
	if len(loose) == 0 {
		return 0, nil
	}
	err = s.view(func(tx *bolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bolt.Bucket) error { return keepNamed(b, loose) })
	})
	if err != nil {
		return 0, err
	}
	for name := range loose {
		gone, failed := s.removeOld(root, name, before)
		if gone {
			n++
		}
		err = errors.Join(err, failed)
	}
	return n, classify(attachmentFolder, err)
}

// oldFiles lists the attachments that were added before a time, by name.
func oldFiles(root *os.Root, before time.Time) (map[string]bool, error) {
	entries, err := fs.ReadDir(root.FS(), ".")
	names := map[string]bool{}
	for _, e := range entries {
		if sum, bad := hex.DecodeString(e.Name()); bad != nil || len(sum) != 32 || !e.Type().IsRegular() {
			continue // not ours
		}
		info, err := e.Info()
		if err == nil && info.ModTime().Before(before) {
			names[e.Name()] = true
		}
	}
	return names, err
}

// keepNamed takes out of loose what a value in b, or in a bucket below it, names.
func keepNamed(b *bolt.Bucket, loose map[string]bool) error {
	return b.ForEach(func(k, v []byte) error {
		if v == nil {
			return keepNamed(b.Bucket(k), loose)
		}
		for {
			_, after, found := bytes.Cut(v, []byte(refPrefix))
			if !found {
				return nil
			}
			if len(after) >= 64 {
				delete(loose, string(after[:64]))
			}
			v = after
		}
	})
}

// removeOld removes an attachment unless it was added again since.
func (s *Store) removeOld(root *os.Root, name string, before time.Time) (bool, error) {
	s.files.Lock()
	defer s.files.Unlock()
	info, err := root.Stat(name)
	if err != nil || !info.ModTime().Before(before) {
		return false, err
	}
	err = root.Remove(name)
	return err == nil, err
}
