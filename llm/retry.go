package llm

import (
	"context"
	"errors"
	"time"
)

const (
	maxRetries = 2
	maxPause   = time.Minute // a server that asks for more is believed, but not waited for
)

// pauses are the waits before the first and the second repetition if the server names none.
var pauses = [maxRetries]time.Duration{time.Second, 4 * time.Second}

// repeatAfter tells whether a call that failed in this attempt (the first is 1) may be repeated, and after what pause.
func repeatAfter(err error, attempt int) (pause time.Duration, again bool) {
	var e *Error
	if !errors.As(err, &e) || !e.Temporary() || attempt > maxRetries || e.RetryAfter > maxPause {
		return 0, false
	}
	return max(e.RetryAfter, pauses[attempt-1]), true
}

// sleep returns after d, or earlier with the context's error.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// wait waits before a repetition, less long if the caller is in a hurry.
func (t *turn) wait(ctx context.Context, d time.Duration) error {
	short, done := context.WithCancel(ctx)
	defer done()
	if t.req.Hurry != nil {
		go func() {
			select {
			case <-t.req.Hurry:
				done()
			case <-short.Done():
			}
		}()
	}
	if err := t.opt.Wait(short, d); err != nil && ctx.Err() != nil {
		return err
	}
	return nil
}
