package parts

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
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
	n := toaster(t, new(uitest.Queue).Post)
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

// TestToastIsSeenOverAPane: an open pane shows what is told, and hands it on when it closes.
func TestToastIsSeenOverAPane(t *testing.T) {
	n := toaster(t, new(uitest.Queue).Post)
	p := NewPane(n.canvas(), "Pane", canvas.NewRectangle(nil), fyne.NewSize(400, 200))
	p.Show()
	done := 0
	n.Tell("Gone", "Undo", func() { done++ })
	if n.plate.Visible() || p.notes.plate.Hidden || n.Text() != "Gone" {
		t.Fatal("the note lies under the pane")
	}
	p.Hide()
	if n.plate.Hidden || n.Text() != "Gone" || p.notes.Text() != "" {
		t.Fatal("the note went with the pane")
	}
	test.Tap(n.act)
	if done != 1 || n.Text() != "" {
		t.Errorf("done %d times, note %q", done, n.Text())
	}
}

// TestToastWaitsUnderASheet: what lies under a sheet is still there when that is gone.
func TestToastWaitsUnderASheet(t *testing.T) {
	var queue uitest.Queue
	n := toaster(t, queue.Post)
	s := NewSheet(n.canvas(), "Sheet", canvas.NewRectangle(nil), Action{Label: "OK"})
	s.Show()
	synctest.Test(t, func(t *testing.T) {
		n.Tell("Not stored", "", nil)
		time.Sleep(2 * ToastTime)
		synctest.Wait()
		queue.Drain()
		if n.Text() == "" {
			t.Error("the note went unseen")
		}
		s.Hide()
		time.Sleep(ToastTime)
		synctest.Wait()
		queue.Drain()
		if n.Text() != "" {
			t.Error("the note stays")
		}
	})
}
