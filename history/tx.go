package history

import (
	"fmt"
	"runtime/debug"

	bolt "go.etcd.io/bbolt"
)

// readFailure carries an error out of code that cannot return one, such as an iterator. guard turns it back.
type readFailure struct {
	err  error
	page bool // a page faulted, and not only a record
}

// callerPanic carries a panic of the caller's own function through guard, which would take it for damage.
type callerPanic struct {
	value any
	stack []byte
}

func (p callerPanic) String() string { return fmt.Sprintf("%v\n%s", p.value, p.stack) }

// view runs f in a read transaction.
func (s *Store) view(f func(*bolt.Tx) error) error {
	err := s.guard(func() error {
		if err := s.inject("read"); err != nil {
			return err
		}
		h := s.acquire()
		defer h.release()
		return h.db.View(f)
	})
	return classify(FileName, err)
}

// update runs f in a write transaction that is synced when update returns nil, and undone otherwise. A file that went away while it was
// written is no success either.
func (s *Store) update(f func(*bolt.Tx) error) error {
	if b := s.broken.Load(); b != nil {
		return b
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.inPlace(); err != nil {
		return err
	}
	err := s.guard(func() error {
		return s.file.Load().db.Update(func(tx *bolt.Tx) error {
			if err := f(tx); err != nil {
				return err
			}
			return s.inject("write")
		})
	})
	if err == nil {
		err = s.inPlace()
	}
	return classify(FileName, err)
}

// fail remembers that pages of the file are damaged, after which update refuses.
func (s *Store) fail(err *Error) {
	if s.broken.CompareAndSwap(nil, err) {
		s.opt.Log.Error("store damaged", "file", FileName, "error", err)
	}
}

func (s *Store) inject(op string) error {
	if s.fault == nil {
		return nil
	}
	return s.fault(op)
}

// guard runs f so that damage ends in an error. bbolt maps the file into memory: a page that is not there faults, a page with
// wrong content makes bbolt panic. Both would end the program.
func (s *Store) guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch r := recover().(type) {
		case nil:
		case callerPanic:
			panic(r.String())
		case readFailure:
			if err = r.err; r.page {
				s.fail(damaged(FileName, "%v", r.err))
			}
		default:
			e := damaged(FileName, "%v", r)
			s.fail(e)
			err = e
		}
	}()
	return f()
}

// shield runs code of a caller inside guard: its own panics stay panics.
func shield(f func()) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if _, ours := r.(readFailure); ours {
			panic(r)
		}
		panic(callerPanic{r, debug.Stack()})
	}()
	f()
}

// reading is deferred by a read inside shield: what that panics with is a failed read and not the caller's fault.
func reading() {
	r := recover()
	if r == nil {
		return
	}
	if _, ours := r.(readFailure); ours {
		panic(r)
	}
	panic(readFailure{damaged(FileName, "%v", r), true})
}
