package ui

import (
	"sync"
	"time"
)

// workers runs what may block off the UI goroutine and brings results back through post, the only way back.
type workers struct {
	post func(func())
	wg   sync.WaitGroup
}

// Go runs work on a goroutine of its own. What work returns, if anything, runs on the UI goroutine afterwards.
func (w *workers) Go(work func() (done func())) {
	w.wg.Go(func() {
		if done := work(); done != nil {
			w.post(done)
		}
	})
}

// wait returns when all workers have ended, or false after limit.
func (w *workers) wait(limit time.Duration) bool {
	ended := make(chan struct{})
	go func() { w.wg.Wait(); close(ended) }()
	select {
	case <-ended:
		return true
	case <-time.After(limit):
		return false
	}
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
