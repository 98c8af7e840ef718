package parts

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/ui/look"
	"bonbon/ui/uitest"
)

// toaster is made outside the bubble of virtual time, since the toolkit starts goroutines of its own.
func toaster(t *testing.T, post func(func())) *Toaster {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(look.New(look.Options{}))
	n := NewToaster(post)
	w := test.NewWindow(n)
	w.Resize(fyne.NewSize(500, 300))
	t.Cleanup(w.Close)
	return n
}

func TestToastGoesByItself(t *testing.T) {
	var queue uitest.Queue
	n := toaster(t, queue.Post)
	synctest.Test(t, func(t *testing.T) {
		n.Tell("Mint is in the trash", "Undo", func() {})
		time.Sleep(ToastTime - time.Second)
		synctest.Wait()
		n.Tell("Rowan is in the trash", "", nil)
		time.Sleep(2 * time.Second) // the first note's time is over, the second's not
		synctest.Wait()
		queue.Drain()
		if got := n.Text(); got != "Rowan is in the trash" {
			t.Errorf("after 8 s the note is %q", got)
		}
		time.Sleep(ToastTime)
		synctest.Wait()
		queue.Drain()
		if got := n.Text(); got != "" {
			t.Errorf("after its time the note is %q", got)
		}
	})
}

func TestToastDoesItsActionOnce(t *testing.T) {
	n := toaster(t, func(f func()) { f() })
	done := 0
	n.Tell("Gone", "Undo", func() { done++ })
	test.Tap(n.act)
	if done != 1 || n.Text() != "" {
		t.Errorf("done %d times, note %q", done, n.Text())
	}
	n.Tell("Only a note", "", nil)
	if n.act.Visible() {
		t.Error("a note without an action has a button")
	}
	n.Dismiss()
}
