package ui

import (
	"errors"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/history"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// retryPause is how long what could not be saved waits for the next try.
const retryPause = 2 * time.Second

// watchPause is how long the data folder is not looked at.
const watchPause = 3 * time.Second

// passing tells whether the same write may go well later.
func passing(err error) bool {
	var e *history.Error
	return errors.As(err, &e) && e.Passing()
}

// unsaved says over the input, for as long as it is so, that something is held in memory because it cannot be saved, and why. It belongs
// to the window's goroutine.
type unsaved struct {
	w       *Window
	err     error // why the saver holds something; nil: it holds nothing
	away    error // the data folder does not hold the open file, whether or not anything is to be saved
	waiting bool  // for the next try

	bar         fyne.CanvasObject
	title, text *parts.Para
	back        *parts.Button
}

// buildUnsaved makes the bar anew, in the language of the moment.
func (w *Window) buildUnsaved() fyne.CanvasObject {
	u := &w.unsaved
	u.w = w
	u.title = parts.NewPara("", "", "")
	u.title.Bold = true
	u.text = parts.NewPara("", look.SmallText, look.Muted)
	u.back = parts.NewPrimaryButton(words.T("unsaved.putBack"), u.putBack)
	icon := parts.NewSized(20, 20, widget.NewIcon(look.IconIn(look.IconWarning, theme.ColorNameError)))
	says := parts.NewColumn(look.Gap/2, u.title, u.text)
	buttons := parts.NewFlow(2*look.Gap, u.back, parts.NewButton(words.T("unsaved.try"), u.again))
	card := parts.NewCard(parts.NewRow(3*look.Gap, 1, icon, parts.NewColumn(2*look.Gap, says, buttons)))
	u.bar = container.New(&column{w}, container.New(layoutInset{footPad, 3 * look.Gap}, card))
	u.bar.Hide()
	u.show()
	return u.bar
}

// why returns what keeps something from being saved, nil if everything is.
func (u *unsaved) why() error {
	if u.err != nil {
		return u.err
	}
	for _, t := range u.w.turns {
		if t.unsaved != nil {
			return t.unsaved
		}
	}
	return u.away
}

// Watch looks every few seconds whether the data folder still holds the open file: a person who moved it shall hear of it before anything
// is said. A look costs two calls of the system, and waits where the disk does. It is for after the first frame, once, on the window's
// goroutine. The program's end does not wait for it.
func (w *Window) Watch() {
	if w.ctx.Err() != nil {
		return
	}
	go func() { // not a worker, which would be waited for
		away := w.Store.Away()
		w.Post(func() {
			if w.ctx.Err() != nil {
				return
			}
			if w.unsaved.away = nil; errors.Is(away, history.ErrAway) {
				w.unsaved.away = away
			}
			w.unsaved.show()
			w.later(watchPause, w.Watch)
		})
	}()
}

// held hears from the saver what it holds.
func (u *unsaved) held(err error) {
	u.err = err
	if err != nil && !u.waiting {
		u.waiting = true
		u.w.later(retryPause, func() {
			u.waiting = false
			u.again()
		})
	}
	u.show()
}

// again tries now to save what is held.
func (u *unsaved) again() { u.w.saver.again() }

// show says what is the matter, or that it is over.
func (u *unsaved) show() {
	why, shown := u.why(), u.bar.Visible()
	if why == nil {
		if shown {
			u.bar.Hide()
			u.w.middle.Refresh()
			u.w.toast.Tell(words.T("unsaved.over"), "", nil)
			u.w.Log.Info("everything is saved again")
		}
		return
	}
	data := map[string]any{"Folder": u.w.Store.Dir()}
	what := "io"
	switch {
	case errors.Is(why, history.ErrFull):
		what = "full"
	case errors.Is(why, history.ErrReadOnly):
		what = "readOnly"
	case errors.Is(why, history.ErrAway):
		what = "away"
	}
	title := words.T("unsaved.title."+what, data)
	if shown && title == u.title.Text() {
		return
	}
	u.w.Log.Warn("something cannot be saved for now", "error", why)
	u.title.SetText(title)
	u.text.SetText(words.T("unsaved.text."+what, data))
	u.back.Hidden = what != "away"
	u.bar.Show()
	if u.w.middle != nil {
		u.w.middle.Refresh()
	}
}

// putBack writes the database to its folder again.
func (u *unsaved) putBack() {
	u.w.Go(func() func() {
		err := u.w.Store.PutBack()
		return func() {
			if err != nil {
				u.w.complain(err)
				return
			}
			u.away = nil
			u.again()
			u.show()
		}
	})
}

// unsavedReply hears that a turn's reply cannot be stored for now, or with nil that it can again.
func (w *Window) unsavedReply(t *turn, err error) {
	t.unsaved = err
	w.unsaved.show()
}
