package history

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// linkAttachments puts every attachment that the store has and the folder of backups has not there, too.
func (s *Store) linkAttachments(folder *os.Root) error {
	to, err := attachmentsIn(folder.Name())
	if err != nil {
		return err
	}
	defer to.Close() //nolint:errcheck // a folder handle; nothing is buffered
	from, err := s.attachments()
	if err != nil {
		return err
	}
	defer from.Close() //nolint:errcheck // a folder handle; nothing is buffered
	return shareAttachments(from, to)
}

// shareAttachments gives to what only from has. A hard link needs no room, and neither name's removal harms the other; where there
// are none the content is copied.
func shareAttachments(from, to *os.Root) error {
	names, err := fs.ReadDir(from.FS(), ".")
	if err != nil {
		return err
	}
	for _, n := range names {
		if !isAttachment(n.Name()) || !n.Type().IsRegular() {
			continue
		}
		if _, err := to.Lstat(n.Name()); err == nil {
			continue
		}
		err := os.Link(filepath.Join(from.Name(), n.Name()), filepath.Join(to.Name(), n.Name()))
		if err == nil || errors.Is(err, fs.ErrExist) {
			continue
		}
		if err := copyFile(from, to, n.Name()); err != nil {
			return err
		}
	}
	return syncFolder(to.Name())
}

func copyFile(from, to *os.Root, name string) error {
	f, err := from.Open(name)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	return writeNew(to, name, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

// attachmentsIn opens the folder of attachments in another one and makes it if it is not there.
func attachmentsIn(dir string) (*os.Root, error) {
	path := filepath.Join(dir, attachmentFolder)
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	return os.OpenRoot(path)
}

func isAttachment(name string) bool {
	_, err := hex.DecodeString(name)
	return err == nil && len(name) == 64
}

// refsIn adds the names of all attachments that anything in the store refers to, in whatever field.
func refsIn(refs map[string]bool) func(*bolt.Tx) error {
	var walk func(*bolt.Bucket) error
	walk = func(b *bolt.Bucket) error {
		return b.ForEach(func(k, v []byte) error {
			if v == nil {
				return walk(b.Bucket(k))
			}
			for {
				at := bytes.Index(v, []byte(refPrefix))
				if at < 0 {
					return nil
				}
				if v = v[at+len(refPrefix):]; len(v) >= 64 && isAttachment(string(v[:64])) {
					refs[string(v[:64])] = true
				}
			}
		})
	}
	return func(tx *bolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bolt.Bucket) error { return walk(b) })
	}
}

// sweepBackups removes attachments from the folder of backups that none of the backups refers to. If one of them cannot be read,
// nothing is removed.
func (s *Store) sweepBackups(folder *os.Root, all []Backup) error {
	to, err := attachmentsIn(folder.Name())
	if err != nil {
		return err
	}
	defer to.Close() //nolint:errcheck // a folder handle; nothing is buffered
	names, err := fs.ReadDir(to.FS(), ".")
	if err != nil || len(names) == 0 {
		return err
	}
	refs := map[string]bool{}
	for _, b := range all {
		c, err := openCopy(filepath.Join(folder.Name(), b.Name), s.opt)
		if err != nil {
			s.opt.Log.Warn("a backup cannot be read; its attachments are kept", "backup", b.Name, "error", err)
			return nil
		}
		if err := errors.Join(c.view(refsIn(refs)), c.Close()); err != nil {
			s.opt.Log.Warn("a backup cannot be read; its attachments are kept", "backup", b.Name, "error", err)
			return nil
		}
	}
	return s.removeUnless(to, names, refs, time.Time{})
}

// spareTime is how long an attachment is kept that nothing refers to: it is stored before what refers to it.
const spareTime = 24 * time.Hour

// sweepAttachments removes attachments that nothing in the store refers to.
func (s *Store) sweepAttachments() error {
	root, err := s.attachments()
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // a folder handle; nothing is buffered
	names, err := fs.ReadDir(root.FS(), ".")
	if err != nil || len(names) == 0 {
		return err
	}
	refs := map[string]bool{}
	if err := s.view(refsIn(refs)); err != nil {
		return err
	}
	return s.removeUnless(root, names, refs, s.opt.Now().Add(-spareTime))
}

// removeUnless removes attachments without a reference, and files that were never whole, that were last changed before a time, if it is
// set. One that was added again meanwhile has a new time and stays.
func (s *Store) removeUnless(root *os.Root, names []fs.DirEntry, refs map[string]bool, before time.Time) error {
	s.files.Lock()
	defer s.files.Unlock()
	for _, n := range names {
		half := strings.HasPrefix(n.Name(), tempPrefix)
		if !half && (!isAttachment(n.Name()) || refs[n.Name()]) {
			continue
		}
		info, err := root.Lstat(n.Name())
		if err != nil || !before.IsZero() && info.ModTime().After(before) {
			continue
		}
		if err := root.Remove(n.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
