// Package uitest helps to test the window without a display: an app with the program's own look, a queue in place of the
// window's goroutine, and pictures to compare with. Only tests import it.
package uitest

import (
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/ui/words"
)

// Window shows content in a window of that size, without padding, and closes it when the test ends.
func Window(t testing.TB, content fyne.CanvasObject, size fyne.Size) fyne.Window {
	t.Helper()
	w := test.NewWindow(content)
	w.SetPadded(false)
	w.Resize(size)
	t.Cleanup(w.Close)
	return w
}

// Walk visits an object and all that is visible in it, what its widgets are drawn with too.
func Walk(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			Walk(c, visit)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			Walk(c, visit)
		}
	}
}

func use(t testing.TB, lang string) {
	t.Helper()
	if err := words.Use(lang); err != nil {
		t.Fatal(err)
	}
}

// Queue stands for the window's goroutine: what workers post runs when the test says so, on the test's goroutine, in the
// order of posting. The zero value is ready.
type Queue struct {
	mu    sync.Mutex
	work  []func()
	ready chan struct{} // holds one token while work may be waiting
}

// Post adds f. It never blocks and may be called from any goroutine.
func (q *Queue) Post(f func()) {
	q.mu.Lock()
	q.work = append(q.work, f)
	ready := q.signal()
	q.mu.Unlock()
	select {
	case ready <- struct{}{}:
	default:
	}
}

// Drain runs what was posted, also what that posts in turn, and returns how many functions ran.
func (q *Queue) Drain() int {
	for n := 0; ; n++ {
		f := q.next()
		if f == nil {
			return n
		}
		f()
	}
}

// Wait runs posted functions until done says so; it sleeps while there is nothing to run. A test in which done never
// comes true ends by the test's own timeout.
func (q *Queue) Wait(done func() bool) {
	for !done() {
		if f := q.next(); f != nil {
			f()
			continue
		}
		q.mu.Lock()
		ready := q.signal()
		q.mu.Unlock()
		<-ready
	}
}

func (q *Queue) next() func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.work) == 0 {
		return nil
	}
	f := q.work[0]
	q.work = q.work[1:]
	return f
}

func (q *Queue) signal() chan struct{} {
	if q.ready == nil {
		q.ready = make(chan struct{}, 1)
	}
	return q.ready
}
