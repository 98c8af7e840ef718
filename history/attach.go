package history

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// MaxAttachment is the largest attachment, in bytes.
const MaxAttachment = 20 << 20

const refPrefix = "sha256:"

// AddAttachment keeps a file beside the database and returns its reference, "sha256:" and 64 hex digits. The same content is kept
// once. ErrTooLarge beyond MaxAttachment.
func (s *Store) AddAttachment(data []byte) (ref string, err error) {
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:])
	if len(data) > MaxAttachment {
		return "", ErrTooLarge.about(refPrefix+name, nil)
	}
	if err := s.Away(); err != nil {
		return "", err
	}
	root, err := s.attachments()
	if err != nil {
		return "", classify(attachmentFolder, err)
	}
	defer root.Close() //nolint:errcheck // a folder handle; nothing is buffered
	s.files.Lock()
	defer s.files.Unlock()
	if known, err := readAll(root, name); err == nil && sha256.Sum256(known) == sum {
		now := s.opt.Now() // what is new is not swept away before something refers to it
		return refPrefix + name, classify(refPrefix+name, root.Chtimes(name, now, now))
	}
	return refPrefix + name, classify(refPrefix+name, writeNew(root, name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}))
}

// attachments opens the folder. Nothing outside it can be reached through the handle, whatever a name says.
func (s *Store) attachments() (*os.Root, error) {
	return attachmentsIn(s.dir)
}

// Attachment returns the content behind a reference: ErrNotFound if there is none, ErrDamaged if it changed since it was kept. A
// damaged attachment does not stop the store.
func (s *Store) Attachment(ref string) ([]byte, error) {
	name, ok := strings.CutPrefix(ref, refPrefix)
	if sum, err := hex.DecodeString(name); !ok || err != nil || len(sum) != sha256.Size || name != strings.ToLower(name) {
		return nil, ErrNotFound.about(printable([]byte(ref)), nil)
	}
	root, err := os.OpenRoot(filepath.Join(s.dir, attachmentFolder)) // not made: a data folder that is away would be in its own way
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound.about(ref, err)
	}
	if err != nil {
		return nil, classify(attachmentFolder, err)
	}
	defer root.Close() //nolint:errcheck // a folder handle; nothing is buffered
	data, err := readAll(root, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound.about(ref, err)
	}
	if err != nil {
		return nil, classify(ref, err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != name {
		return nil, damaged(ref, "content does not match")
	}
	return data, nil
}

// readAll reads at most one byte more than an attachment can have.
func readAll(root *os.Root, name string) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxAttachment+1))
	return data, errors.Join(err, f.Close())
}
