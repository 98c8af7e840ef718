package main

import (
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/ui"
)

// The program ends by itself once all is stored, and never by the toolkit's way out. That drops what was asked of the window's
// goroutine last, and now and then waits for ever for an event of its own, with the data locked for the next start.

// endLimit is how long the end may take, whatever hangs. What the store holds is synced, so even then nothing of it is lost.
const endLimit = 5 * time.Second

// closeLimit is how long the end waits for parts to close. A backup or a compaction holds the store open: it is not waited for, since the
// file is whole at any moment.
const closeLimit = time.Second

// closers closes the parts of the program, the last one first.
type closers struct {
	log  *slog.Logger
	list []func()
	once sync.Once
}

func (c *closers) add(what string, part io.Closer) {
	c.list = append(c.list, func() {
		if err := part.Close(); err != nil {
			c.log.Error("not closed cleanly", "what", what, "error", err)
		}
	})
}

// close closes all of them; only the first call does anything, and further ones wait for it.
func (c *closers) close() {
	c.once.Do(func() {
		for i := len(c.list) - 1; i >= 0; i-- {
			c.list[i]()
		}
	})
}

// end closes all of them and ends the process.
func (c *closers) end() {
	time.AfterFunc(closeLimit, func() { os.Exit(0) })
	c.close()
	os.Exit(0)
}

// onSignals lets a signal that ends programs do what closing the window does. The toolkit has a handler of its own, which ends
// its loop at once whatever is still to be done; it is there before the first frame, and taken off then.
func onSignals(a fyne.App, quit func(), framed func()) {
	ended := make(chan os.Signal, 1)
	listen := func() { signal.Notify(ended, syscall.SIGTERM, os.Interrupt) }
	listen()
	ui.OnFirstFrame(a, func() {
		signal.Reset(syscall.SIGTERM, os.Interrupt)
		listen()
		framed()
	})
	go func() {
		<-ended
		time.AfterFunc(endLimit, func() { os.Exit(1) })
		fyne.Do(quit)
	}()
}
