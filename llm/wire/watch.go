package wire

import (
	"context"
	"io"
	"time"
)

// watched is a body whose silence and size are bounded. Time counts only while somebody waits for a byte, so a slow
// reader is never taken for a silent server.
type watched struct {
	ctx    context.Context // of the request; its cause tells which limit ended it
	cancel context.CancelCauseFunc
	first  *time.Timer
	silent *time.Timer // nil until the first byte
	body   io.ReadCloser
	idle   time.Duration
	begun  bool
	left   int64 // bytes that may still come; negative: any number
	tape   *recording
	ended  func() // hears that the request is over; nil: nobody does
}

// watch starts the wait for the first byte.
func watch(ctx context.Context, first, idle time.Duration, limit int64) *watched {
	w := &watched{idle: idle, left: limit}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	w.first = time.AfterFunc(orForever(first), func() { w.cancel(ErrFirstByte) })
	if limit == 0 {
		w.left = -1
	}
	return w
}

func orForever(d time.Duration) time.Duration {
	if d <= 0 {
		return 1<<63 - 1
	}
	return d
}

// Read reads from the body. A limit that is reached ends the connection.
func (w *watched) Read(p []byte) (int, error) {
	if w.left == 0 {
		w.cancel(ErrTooLarge)
		return 0, ErrTooLarge
	}
	if w.left > 0 && int64(len(p)) > w.left {
		p = p[:w.left]
	}
	w.await()
	n, err := w.body.Read(p)
	if w.silent != nil {
		w.silent.Stop()
	}
	if n > 0 {
		w.begun = true
		w.first.Stop()
		w.tape.read(p[:n])
	}
	if w.left > 0 {
		w.left -= int64(n)
	}
	if err != nil && err != io.EOF {
		err = w.explain(err)
	}
	return n, err
}

// await starts the clock for one read; before the first byte the clock of the request runs on.
func (w *watched) await() {
	switch {
	case !w.begun:
	case w.silent == nil:
		w.silent = time.AfterFunc(orForever(w.idle), func() { w.cancel(ErrIdle) })
	default:
		w.silent.Reset(orForever(w.idle))
	}
}

// explain returns why the request was ended, a limit or its context, else err.
func (w *watched) explain(err error) error {
	if cause := context.Cause(w.ctx); cause != nil {
		return cause
	}
	return err
}

// hurry lowers the silence that is still waited for.
func (w *watched) hurry(d time.Duration) {
	if w.idle <= 0 || d < w.idle {
		w.idle = d
	}
}

// stop ends the request and its clock.
func (w *watched) stop() {
	w.first.Stop()
	w.cancel(nil)
	if w.ended != nil {
		w.ended()
	}
}

// Close ends the request at once.
func (w *watched) Close() error {
	w.stop()
	return w.body.Close()
}
