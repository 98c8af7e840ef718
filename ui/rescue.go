package ui

import (
	"log/slog"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/safety"
	"bonbon/ui/words"
)

// RescueDeps are what Rescue works with. All are required.
type RescueDeps struct {
	App   fyne.App
	Dir   string          // the data folder
	Store history.Options // for opening the store
	Post  func(func())    // runs a function on the window's goroutine: fyne.Do
	// Begin opens the program's window on the store. If it cannot, the store is still there and the error is shown.
	Begin func(s *history.Store) (*Window, error)
	End   func() // ends the program
	Log   *slog.Logger
}

// Mendable reports whether an error of history.Open is one for Rescue; others are for Sorry.
func Mendable(err error) bool { return safety.Mendable(err) }

// Rescue shows, in a window of its own, what is wrong with the data that could not be opened and what can be done. When that is done, the
// program's window takes its place.
func Rescue(d RescueDeps, cause error) {
	_ = words.Use("") // English is there in any case
	d.App.Settings().SetTheme(look.New(look.Options{}))
	win := d.App.NewWindow("Bonbon")
	run := &workers{post: d.Post}
	screen := safety.NewRescue(safety.RescueOptions{
		Dir: d.Dir, Cause: cause, Store: d.Store, Go: run.Go, OnQuit: d.End, Log: d.Log,
		Explain: func(err error) string { return explain(err, map[string]any{"Path": d.Dir}).sentence() },
		OnReady: func(s *history.Store, note string) {
			w, err := d.Begin(s)
			if err != nil {
				d.Log.Error("start failed", "error", err)
				newSorry(d.App, err, d.Dir, d.End).Show()
				win.Close()
				return
			}
			if note != "" {
				w.toast.Tell(note, "", nil)
			}
			win.Close()
		},
	})
	win.SetPadded(false)
	win.SetContent(screen)
	win.Resize(rescueSize)
	win.CenterOnScreen()
	win.SetCloseIntercept(d.End)
	win.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			parts.CloseTop(win.Canvas())
		}
	})
	win.Show()
	screen.Focus()
	d.Log.Warn("rescue shown", "error", cause)
}

// rescueSize is how large the window of a Rescue is.
var rescueSize = fyne.NewSize(720, 740)
