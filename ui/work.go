package ui

import (
	"sync"
	"time"
)

// group counts goroutines. Unlike a sync.WaitGroup it may be waited for while new ones begin, as they do when the window
// closes in the middle of something.
type group struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n falls to 0
}

func (g *group) run(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n == 0 {
		g.idle = make(chan struct{})
	}
	g.n++
	go func() {
		defer g.ended()
		f()
	}()
}

func (g *group) ended() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n--; g.n == 0 {
		close(g.idle)
	}
}

// wait returns true when nothing runs, or false after limit.
func (g *group) wait(limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		g.mu.Lock()
		idle, n := g.idle, g.n
		g.mu.Unlock()
		if n == 0 {
			return true
		}
		select {
		case <-idle:
		case <-timer.C:
			return false
		}
	}
}

// workers runs what may block off the UI goroutine and brings results back through post, the only way back.
type workers struct {
	post func(func())
	busy group
}

// Go runs work on a goroutine of its own. What work returns, if anything, runs on the UI goroutine afterwards.
func (w *workers) Go(work func() (done func())) {
	w.busy.run(func() {
		if done := work(); done != nil {
			w.post(done)
		}
	})
}

// latest passes values to the UI goroutine at most once per interval; a newer value replaces one that still waits.
// Flush passes what waits at once, so the last value is never lost.
type latest[T any] struct {
	mu       sync.Mutex
	interval time.Duration
	deliver  func(T) // called from the goroutine of Set, Flush or a timer; it posts
	value    T
	waiting  bool
	timer    *time.Timer
	last     time.Time
}

// Set gives a new value.
func (l *latest[T]) Set(v T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.value, l.waiting = v, true
	if l.timer != nil {
		return
	}
	wait := l.interval - time.Since(l.last)
	if wait <= 0 {
		l.passLocked()
		return
	}
	l.timer = time.AfterFunc(wait, l.Flush)
}

// Flush passes the waiting value, if there is one.
func (l *latest[T]) Flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
	if l.waiting {
		l.passLocked()
	}
}

func (l *latest[T]) passLocked() {
	l.waiting = false
	l.last = time.Now()
	l.deliver(l.value)
}
