// Package logs writes the program's log to a file of bounded size. It must not know what is logged; nobody gives it a key
// or a text of a talk.
package logs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Sizes of the log: at most Files files of at most MaxBytes each, besides a single line that is longer.
const (
	MaxBytes = 1 << 20
	Files    = 3
)

// Name is the newest file; older ones are called bonbon.1.log and bonbon.2.log.
const Name = "bonbon.log"

// maxEarly bounds what is kept of lines that are written before Open, in bytes.
const maxEarly = 64 << 10

// File is a log that goes on in a new file when the old one is full. Lines that are written before Open, while it is not
// known yet whether the folder is ours, are kept in memory. It is safe for concurrent use, and only the user can read it.
type File struct {
	mu    sync.Mutex
	dir   string // empty: not open yet
	max   int64
	file  *os.File // nil: not open yet, closed, or the last turn of files failed
	size  int64
	early []byte
}

// Open opens the log in a folder, which is made if need be, and goes on where it ended. It is called once.
func (f *File) Open(dir string) error { return f.open(dir, MaxBytes) }

func (f *File) open(dir string, limit int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("logs: %w", err)
	}
	f.dir, f.max = dir, limit
	if err := f.begin(); err != nil {
		return err
	}
	early := f.early
	f.early = nil
	if len(early) == 0 {
		return nil
	}
	_, err := f.write(early)
	return err
}

func (f *File) begin() error {
	file, err := os.OpenFile(filepath.Join(f.dir, Name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("logs: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(fmt.Errorf("logs: %w", err), file.Close())
	}
	f.file, f.size = file, info.Size()
	return nil
}

// Write appends one line. A line is never parted between two files.
func (f *File) Write(line []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dir == "" {
		if len(f.early)+len(line) <= maxEarly {
			f.early = append(f.early, line...)
		}
		return len(line), nil
	}
	return f.write(line)
}

func (f *File) write(line []byte) (int, error) {
	if f.file == nil {
		return 0, fs.ErrClosed
	}
	if f.size > 0 && f.size+int64(len(line)) > f.max {
		if err := f.turn(); err != nil {
			return 0, err
		}
	}
	n, err := f.file.Write(line)
	f.size += int64(n)
	return n, err
}

// turn makes room for a new file. The oldest is lost.
func (f *File) turn() error {
	err := f.file.Close()
	f.file = nil
	for i := Files - 1; i > 0 && err == nil; i-- {
		if err = os.Rename(f.path(i-1), f.path(i)); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err != nil {
		err = fmt.Errorf("logs: %w", err)
	}
	return errors.Join(err, f.begin()) // going on in a full file is better than losing lines
}

// path returns the name of a file by its age; 0 is the newest.
func (f *File) path(age int) string {
	if age == 0 {
		return filepath.Join(f.dir, Name)
	}
	return filepath.Join(f.dir, fmt.Sprintf("bonbon.%d.log", age))
}

// Close closes the log. What is written later is lost.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return err
}
