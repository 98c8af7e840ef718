// Package history is the store: personas, their talks, summaries, memories and the app's settings in one bbolt file, worked like
// a file manager (list, open, rename, copy, remove to the trash, restore, export, import).
//
// What it guarantees:
//   - A call that changes something is one transaction and is on the disk when it returns. It happens whole or not at all.
//   - Nothing that is done to a message destroys it: talks are trees, an edit adds a sibling, a deletion moves the head.
//   - Effective times never go backward along a path, whatever the clock did.
//   - A failed read is an error, never "empty", and nothing is written to a talk after a read of it failed. Damage of the file
//     ends in ErrDamaged, not in a crash.
//   - All methods may be called from any goroutine. Readers never wait for a writer; writers wait for each other.
//
// It must not know the network, models or the window, and never sees an API key.
package history

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"bonbon/history/talk"
)

// FileName is the name of the database file in the data folder; attachments lie beside it in a folder of their own.
const (
	FileName         = "bonbon.db"
	attachmentFolder = "attachments"
)

// Options configures Open. The zero value is the program's normal use.
type Options struct {
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Count counts the tokens of a text that an import brings without a count. It is called on the importing goroutine.
	// nil guesses one token for three bytes.
	Count func(text string) (int, talk.Encoding)
	// LockTimeout is how long Open waits for another process to let go of the file; 0 is half a second.
	LockTimeout time.Duration
	// NoSync leaves out the sync after each transaction. For building test data only: a crash then loses data.
	NoSync bool
	// Log hears of damage and of other things that a user cannot act on; nil discards.
	Log *slog.Logger

	openFile func(name string, flag int, perm os.FileMode) (*os.File, error) // a test's substitute for os.OpenFile
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Count == nil {
		o.Count = func(text string) (int, talk.Encoding) { return (len(text) + 2) / 3, talk.Estimate }
	}
	if o.LockTimeout == 0 {
		o.LockTimeout = 500 * time.Millisecond
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.openFile == nil {
		o.openFile = os.OpenFile
	}
	return o
}

// Store is an open data folder. Close it when done.
type Store struct {
	dir string
	opt Options

	file    atomic.Pointer[handle] // the open file; another one after a compaction or a restore
	writing sync.Mutex             // held by whoever writes to the file or puts another in its place
	backing sync.Mutex             // held by whoever writes to the folder of backups
	began   atomic.Bool            // Maintain was called
	ending  context.Context        // ended by yield
	yield   context.CancelFunc

	broken atomic.Pointer[Error] // set by the first damage: no more writes

	mu    sync.Mutex
	talks map[string]*Talk // handles given out, so that a failed read is known to all users of a talk
	sums  sums

	files sync.Mutex // held while an attachment is added or removed

	fault func(op string) error // a test's failing disk; nil in the program
}

// Dir returns the data folder.
func (s *Store) Dir() string { return s.dir }

func (s *Store) path() string { return filepath.Join(s.dir, FileName) }

// Talk returns the talk with this id. It does no I/O: a talk that is not there gives ErrNotFound from its methods.
// The same id always gives the same handle.
func (s *Store) Talk(id string) *Talk {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.talks[id]
	if t == nil {
		t = &Talk{s: s, id: id}
		s.talks[id] = t
	}
	return t
}

// Close waits for running calls and closes the file. Calls after it return ErrClosed. After damage it waits at most a
// second, since a transaction that faulted may never end.
func (s *Store) Close() error {
	done := make(chan error, 1)
	go func() {
		s.writing.Lock() // a compaction may be under way
		defer s.writing.Unlock()
		done <- s.guard(s.file.Load().db.Close)
	}()
	if s.broken.Load() == nil {
		return classify(FileName, <-done)
	}
	select {
	case err := <-done:
		return classify(FileName, err)
	case <-time.After(time.Second):
		return s.broken.Load()
	}
}
