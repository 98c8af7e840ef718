// Package instance lets a second start of the program on the same data bring the first one's window to the front. The first listens on a
// socket in the data folder, which only the user can open; all that it understands is one word, and whoever says it learns nothing.
package instance

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"
)

const (
	socketName = "raise.sock"
	word       = "raise\n"
	answer     = "ok\n"
	// patience is how long either side waits for the other. A program that is stopped takes connections and never answers.
	patience = 500 * time.Millisecond
	// mostPath is how long a socket's path may be on every system, in bytes.
	mostPath = 100
)

// ErrSilent is returned by Raise if no program answers.
var ErrSilent = errors.New("instance: the other program does not answer")

// Listen calls raise, on a goroutine of its own, whenever another start asks for it, until it is closed. Only the owner of the data may
// call it: a socket that an earlier one left behind is replaced.
func Listen(dir string, raise func()) (io.Closer, error) {
	path, release, err := address(dir)
	if err != nil {
		return nil, err
	}
	defer release()
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("instance: %w", err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("instance: %w", err)
	}
	l.SetUnlinkOnClose(false) // by then the path may mean another one's
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			serve(c, raise)
		}
	}()
	return listener{l, filepath.Join(dir, socketName)}, nil
}

type listener struct {
	net.Listener
	path string
}

// Close ends the listening and removes the socket.
func (l listener) Close() error {
	err := l.Listener.Close()
	if gone := os.Remove(l.path); gone != nil && !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

// serve reads the one word. Who says anything else, or nothing, is not answered.
func serve(c net.Conn, raise func()) {
	defer c.Close() //nolint:errcheck // there is nothing to lose
	if c.SetDeadline(time.Now().Add(patience)) != nil {
		return
	}
	said := make([]byte, len(word))
	if _, err := io.ReadFull(c, said); err != nil || string(said) != word {
		return
	}
	raise()
	io.WriteString(c, answer) // #nosec G104 -- who asked may be gone
}

// Raise asks the program that has the data in dir open to show its window, and returns within a second: ErrSilent if none answers.
func Raise(dir string) error {
	path, release, err := address(dir)
	if err != nil {
		return err
	}
	defer release()
	c, err := net.DialTimeout("unix", path, patience)
	if err != nil {
		return errors.Join(ErrSilent, err)
	}
	defer c.Close() //nolint:errcheck // there is nothing to lose
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return errors.Join(ErrSilent, err)
	}
	if _, err := io.WriteString(c, word); err != nil {
		return errors.Join(ErrSilent, err)
	}
	got := make([]byte, len(answer))
	if _, err := io.ReadFull(c, got); err != nil || string(got) != answer {
		return errors.Join(ErrSilent, err)
	}
	return nil
}

// address returns a path of the socket that is short enough. On Linux a folder that is open has a short name of its own, until release.
func address(dir string) (path string, release func(), err error) {
	path = filepath.Join(dir, socketName)
	if len(path) <= mostPath {
		return path, func() {}, nil
	}
	folder, err := os.Open(dir) // #nosec G304 -- the data folder, and only for a short name of it
	if err != nil {
		return "", nil, fmt.Errorf("instance: %w", err)
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), socketName), func() { folder.Close() }, nil // #nosec G104 -- only a handle
}
