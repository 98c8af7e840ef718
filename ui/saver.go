package ui

import (
	"maps"
	"slices"
	"sync"
	"time"

	"bonbon/persona"
)

// saver runs writes to the store one after the other, in the order of asking, off the window's goroutine.
type saver struct {
	done func(error) // hears of every write that failed, on the saver's goroutine
	held func(error) // hears there why something is held to be written later, and of nil when nothing is held any more

	mu      sync.Mutex
	queue   []func() error
	running bool
	unsaved map[string]func() error // what is held, by its name: the newest write of each
	busy    group
}

// do asks for a write.
func (s *saver) do(write func() error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, write)
	if !s.running {
		s.running = true
		s.busy.run(s.run)
	}
}

// keep asks for a write of something that the window holds. If it cannot be written for now it is held, until again is asked or a newer
// write of the same name takes its place. It must not depend on what is written before.
func (s *saver) keep(name string, write func() error) {
	s.do(func() error { return s.try(name, write) })
}

func (s *saver) try(name string, write func() error) error {
	err := write()
	wait := passing(err)
	s.mu.Lock()
	was := len(s.unsaved)
	if wait {
		if s.unsaved == nil {
			s.unsaved = map[string]func() error{}
		}
		s.unsaved[name] = write
	} else {
		delete(s.unsaved, name)
	}
	over := was > 0 && len(s.unsaved) == 0
	s.mu.Unlock()
	switch {
	case wait:
		s.held(err)
		return nil
	case over:
		s.held(nil)
	}
	return err
}

// again tries to write what is held.
func (s *saver) again() {
	s.mu.Lock()
	names := slices.Collect(maps.Keys(s.unsaved))
	s.mu.Unlock()
	for _, name := range names {
		s.do(func() error {
			s.mu.Lock()
			write := s.unsaved[name]
			s.mu.Unlock()
			if write == nil { // it was written meanwhile
				return nil
			}
			return s.try(name, write)
		})
	}
}

func (s *saver) run() {
	for {
		s.mu.Lock()
		if len(s.queue) == 0 {
			s.running = false
			s.mu.Unlock()
			return
		}
		write := s.queue[0]
		s.queue = s.queue[1:]
		s.mu.Unlock()
		if err := write(); err != nil && s.done != nil {
			s.done(err)
		}
	}
}

// editPause is how long the editor rests before a change is written.
const editPause = 400 * time.Millisecond

// edit is a persona as the user left it. Its number tells it from older and newer ones.
type edit struct {
	persona persona.Persona
	number  int
}

// edits holds changes of personas that are not written yet, so that typing writes once a pause and not once a key.
// It belongs to the window's goroutine; after is time.AfterFunc through post.
type edits struct {
	save  func(edit) // and then saved
	after func(time.Duration, func())

	pending map[string]edit // to be saved
	unsaved map[string]edit // and those that are being saved
	last    int
}

// put remembers the newest state of a persona.
func (e *edits) put(p persona.Persona) {
	if e.pending == nil {
		e.pending, e.unsaved = map[string]edit{}, map[string]edit{}
	}
	e.last++
	mine := edit{p, e.last}
	e.pending[p.ID], e.unsaved[p.ID] = mine, mine
	e.after(editPause, func() {
		if e.last == mine.number {
			e.flush()
		}
	})
}

// flush writes what is pending.
func (e *edits) flush() {
	for id, p := range e.pending {
		delete(e.pending, id)
		e.save(p)
	}
}

// saved tells that an edit was written.
func (e *edits) saved(written edit) {
	if id := written.persona.ID; e.unsaved[id].number == written.number {
		delete(e.unsaved, id)
	}
}

// newest returns p as the user left it, if that is not written yet.
func (e *edits) newest(p persona.Persona) persona.Persona {
	if newer, ok := e.unsaved[p.ID]; ok {
		return newer.persona
	}
	return p
}
