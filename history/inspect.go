package history

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"

	"bonbon/history/pages"
	"bonbon/persona"
)

// Inspection is what can be seen of a database without opening it.
type Inspection struct {
	Size     int64
	Free     int64 // of it, what Compact would give back
	Mode     os.FileMode
	Schema   uint64            // 0: not found
	Newest   uint64            // schema that this program knows; Open brings older ones up to date
	Settings *persona.Settings // nil: not found
	InUse    bool              // a program has it open, this one or another
}

// inspections is how often a file is looked at that is written to meanwhile.
const inspections = 20

// Inspect looks at the database in dir with plain reads, also while a program has it open, and changes nothing. It reads the whole file.
// The error says what is wrong with it, as Open's would: ErrDamaged, ErrMissing if there is none where one was, else fs.ErrNotExist.
func Inspect(dir string) (in Inspection, err error) {
	path := filepath.Join(dir, FileName)
	f, err := os.Open(path) // #nosec G304 -- a fixed name in the data folder
	if errors.Is(err, os.ErrNotExist) {
		if lost := lostFile(dir); lost != nil {
			return in, lost
		}
		return in, err
	}
	if err != nil {
		return in, classify(path, err)
	}
	defer f.Close() //nolint:errcheck // only read
	for range inspections {
		var settled bool
		if in, settled, err = inspect(f); settled {
			break
		}
	}
	if release, locked := hold(path, 0); errors.Is(locked, ErrLocked) {
		in.InUse = true
	} else if locked == nil {
		release()
	}
	if err != nil && !errors.Is(err, ErrIO) {
		err = ErrDamaged.about(path, err)
	}
	return in, err
}

// inspect reads the file once. What was found while somebody wrote to the file may mix two states; then it is not settled.
func inspect(f *os.File) (in Inspection, settled bool, err error) {
	stat, err := f.Stat()
	if err != nil {
		return in, true, ErrIO.about(f.Name(), err)
	}
	in.Size, in.Mode, in.Newest = stat.Size(), stat.Mode(), schema
	p, err := pages.Open(f, stat.Size())
	if err != nil {
		return in, unchanged(f, stat, 0), err
	}
	if err := p.Check(); err != nil {
		return in, unchanged(f, stat, p.Txid), err
	}
	free, err := p.Free()
	if err != nil {
		return in, unchanged(f, stat, p.Txid), err
	}
	in.Free = int64(len(free)) * p.PageSize
	p.Walk(pages.Visitor{
		Bucket: func([][]byte, uint64) {},
		Fault:  func([][]byte, error) bool { return false },
		Value: func(at [][]byte, key, value []byte) {
			switch {
			case len(at) != 1:
			case bytes.Equal(at[0], bucketMeta) && bytes.Equal(key, keySchema) && len(value) == 8:
				in.Schema = binary.BigEndian.Uint64(value)
			case bytes.Equal(at[0], bucketSettings) && bytes.Equal(key, keyApp):
				if set, _, err := persona.ReadSettings(value); err == nil {
					in.Settings = &set
				}
			}
		},
	})
	return in, true, nil
}

// unchanged reports whether a file is what it was, so that what is wrong with it is no mixture of two states.
func unchanged(f *os.File, was os.FileInfo, txid uint64) bool {
	now, err := f.Stat()
	if err != nil || now.Size() != was.Size() || !now.ModTime().Equal(was.ModTime()) {
		return false
	}
	p, err := pages.Open(f, now.Size())
	return txid == 0 && err != nil || err == nil && p.Txid == txid
}

// VerifyBackup reads a backup as a whole and says what is wrong with it, without changing anything.
func VerifyBackup(dir, name string) error {
	_, path, err := findBackup(dir, name)
	if err != nil {
		return err
	}
	flaws, err := newStore(dir, Options{}).verify(path)
	if err = errors.Join(flaws, err); err != nil {
		return ErrBackup.about(name, err)
	}
	return nil
}
