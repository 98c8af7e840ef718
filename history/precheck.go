package history

import (
	"os"
	"time"

	"bonbon/history/pages"
)

// precheck looks at the whole structure of a file before bbolt opens it: what bbolt would follow blindly is right. Nobody else writes
// meanwhile, since the file is locked the way bbolt locks it.
func precheck(path string, patience time.Duration, open func(string, int, os.FileMode) (*os.File, error)) error {
	f, err := open(path, os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // nothing was written; ends the lock
	if err := lock(f, patience); err != nil {
		return err
	}
	return checkPagesOf(f)
}

// checkPagesOf checks the structure of an open file with plain reads.
func checkPagesOf(f *os.File) error {
	stat, err := f.Stat()
	if err != nil {
		return err
	}
	p, err := pages.Open(f, stat.Size())
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		return ErrDamaged.about(f.Name(), err)
	}
	return nil
}
