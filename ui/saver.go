package ui

import (
	"sync"
	"time"

	"bonbon/persona"
)

// saver runs writes to the store one after the other, in the order of asking, off the window's goroutine.
type saver struct {
	done func(error) // hears of every write that failed, on the saver's goroutine

	mu      sync.Mutex
	queue   []func() error
	running bool
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

// edits holds changes of personas that are not written yet, so that typing writes once a pause and not once a key.
// It belongs to the window's goroutine; after is time.AfterFunc through post.
type edits struct {
	save  func(persona.Persona)
	after func(time.Duration, func())

	pending map[string]persona.Persona
	wait    int
}

// put remembers the newest state of a persona.
func (e *edits) put(p persona.Persona) {
	if e.pending == nil {
		e.pending = map[string]persona.Persona{}
	}
	e.pending[p.ID] = p
	e.wait++
	mine := e.wait
	e.after(editPause, func() {
		if e.wait == mine {
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
