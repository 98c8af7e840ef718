//go:build !windows

package history

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// lock takes the lock that bbolt takes, and holds it until f is closed. ErrLocked if another process holds it for longer.
func lock(f *os.File, patience time.Duration) error {
	const pause = 10 * time.Millisecond
	for end := time.Now().Add(patience); ; time.Sleep(pause) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		if time.Now().After(end) {
			return ErrLocked.about(f.Name(), err)
		}
	}
}

// hold locks the database in dir, if there is one, until release is called. ErrLocked if another process has it open.
func hold(path string, patience time.Duration) (release func(), err error) {
	f, err := os.Open(path) // #nosec G304 -- a fixed name in the data folder
	if errors.Is(err, os.ErrNotExist) {
		return func() {}, nil
	}
	if err != nil {
		return nil, err
	}
	if err := lock(f, patience); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { f.Close() }, nil // #nosec G104 -- only locked
}
