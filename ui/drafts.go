package ui

import (
	"errors"
	"slices"
	"time"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/ui/chat"
	"bonbon/ui/parts"
)

// draftPause is how long words in the input wait to be stored: what a crash loses at most.
const draftPause = time.Second

// drafts keeps what stands in the inputs in the store. It belongs to the window's goroutine; reading and writing take their turn
// among the saver's writes.
type drafts struct {
	w     *Window
	after func(time.Duration, func()) // time.AfterFunc through post

	changed map[string]bool          // talks whose input is to be stored
	asked   map[string]bool          // talks whose stored draft was asked for
	known   map[string]history.Draft // what the store holds; a talk that is not in it was not read yet, and is not written
	waiting bool
}

func newDrafts(w *Window) drafts {
	return drafts{w: w, after: w.later, changed: map[string]bool{}, asked: map[string]bool{}, known: map[string]history.Draft{}}
}

// touch remembers that a talk's input may hold something else. It is stored within draftPause, however fast somebody types.
func (d *drafts) touch(id string) {
	if id == "" {
		return
	}
	d.changed[id] = true
	if d.waiting {
		return
	}
	d.waiting = true
	d.after(draftPause, func() {
		d.waiting = false
		d.flush()
	})
}

// flush stores what has changed. Words that were sent and are not stored in the talk yet still count as unsent.
func (d *drafts) flush() {
	for id := range d.changed {
		was, read := d.known[id]
		if !read {
			d.load(id)
			continue
		}
		delete(d.changed, id)
		s := d.w.composer.State(id)
		draft := history.Draft{Text: s.Typed, Aside: s.Aside, Pictures: d.w.composer.Pictures(id)}
		if t := d.w.turns[id]; t != nil && t.unstored() {
			draft.Pictures = slices.Concat(t.pictures, draft.Pictures)
			if t.put != "" {
				draft.Aside = append([]string{t.put}, s.Aside...)
			}
		}
		if draft.Text == was.Text && slices.Equal(draft.Aside, was.Aside) && slices.Equal(draft.Pictures, was.Pictures) {
			continue
		}
		d.known[id] = draft
		d.w.saver.keep("draft "+id, func() error { return present(d.w.Store.PutDraft(id, draft)) })
	}
}

// load reads once what was stored of a talk's input and puts it back.
func (d *drafts) load(id string) {
	if id == "" || d.asked[id] {
		return
	}
	d.asked[id] = true
	d.w.saver.do(func() error {
		draft, err := d.w.Store.Draft(id)
		if err := present(err); err != nil {
			return err
		}
		d.w.Post(func() {
			d.known[id] = draft
			d.w.composer.Restore(id, parts.State{Typed: draft.Text, Aside: draft.Aside})
			d.w.composer.GiveBackPictures(id, draft.Pictures)
			if d.changed[id] {
				d.touch(id)
			}
		})
		return nil
	})
}

// renew is for a store that holds something else than before: what stands in the inputs stays, all else is read anew.
func (d *drafts) renew() {
	for id := range d.asked {
		if s := d.w.composer.State(id); s.Empty() && len(d.w.composer.Pictures(id)) == 0 {
			delete(d.asked, id)
			delete(d.known, id)
			continue
		}
		d.known[id] = history.Draft{}
		d.touch(id)
	}
}

// present leaves out the error of a talk that was removed.
func present(err error) error {
	if errors.Is(err, history.ErrNotFound) {
		return nil
	}
	return err
}

// How far back the input's Up looks, and how many messages it brings.
const (
	pastReach = 400
	mostPast  = 50
)

// past reads what the user said last in a talk, the newest first, each thing once.
func (w *Window) past(id string, show func([]string)) {
	log := w.Store.Talk(id)
	w.Go(func() func() {
		n, err := log.Len()
		var entries []talk.Entry
		if err == nil {
			entries, err = log.Page(max(n-pastReach, 0), pastReach)
		}
		said := saidIn(entries)
		return func() {
			if err != nil {
				w.complain(err)
				return
			}
			show(said)
		}
	})
}

// saidIn returns what the user said, the newest first, each thing once.
func saidIn(entries []talk.Entry) (said []string) {
	seen := map[string]bool{}
	for i := len(entries) - 1; i >= 0 && len(said) < mostPast; i-- {
		if e := entries[i]; e.Role == talk.User && e.Text != "" && !seen[e.Text] {
			seen[e.Text] = true
			said = append(said, e.Text)
		}
	}
	return said
}

// readAside shows a text that was pasted and set aside.
func (w *Window) readAside(text string, toInput func()) {
	chat.ShowAside(w.win.Canvas(), text, toInput)
}
