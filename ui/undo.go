package ui

import (
	"errors"

	"bonbon/history"
	"bonbon/ui/words"
)

// step is one change of a talk's path that can be undone.
type step struct {
	what          string        // what it did, in words
	before, after history.Place // where the talk stood
	back          func()        // what undoing does besides; may be nil
}

// steps are the changes of one talk, the newest last.
type steps struct{ done, undone []step }

// mostSteps is how many changes of a talk can be undone.
const mostSteps = 50

// add remembers a change. What was undone before can then not be done again.
func (s *steps) add(made step) {
	s.undone = nil
	if s.done = append(s.done, made); len(s.done) > mostSteps {
		s.done = s.done[1:]
	}
}

// stepsOf returns the changes of a talk.
func (w *Window) stepsOf(id string) *steps {
	s := w.steps[id]
	if s == nil {
		s = &steps{}
		w.steps[id] = s
	}
	return s
}

// rewrite changes the path of a talk, which it shows anew, and remembers how to undo that. While a turn of the talk runs it does
// nothing: the turn writes there. then, if given, runs when the talk is shown.
func (w *Window) rewrite(id string, made step, change func(*history.Talk) error, then func()) {
	if id == "" || w.turns[id] != nil {
		return
	}
	log := w.Store.Talk(id)
	w.changing[id]++
	w.saver.do(func() (err error) {
		defer func() { w.Post(func() { w.rewritten(id, made, err == nil, then) }) }()
		if made.before, err = log.Place(); err != nil {
			return err
		}
		if err = change(log); err != nil {
			return err
		}
		made.after, err = log.Place()
		return err
	})
}

func (w *Window) rewritten(id string, made step, well bool, then func()) {
	w.changing[id]--
	if well && made.before.Head != made.after.Head {
		w.stepsOf(id).add(made)
		if made.what != "" {
			w.toast.Tell(made.what, words.T("action.undo"), func() { w.travel(id, true) })
		}
	}
	w.showRewritten(id, then)
}

// showRewritten shows a talk whose path has changed, and the list.
func (w *Window) showRewritten(id string, then func()) {
	w.readPeople(nil)
	if w.open.talk == id {
		w.renewTalk(then)
	}
}

// undo takes the last change of the shown talk back, redo makes it again.
func (w *Window) undo() { w.travel(w.open.talk, true) }
func (w *Window) redo() { w.travel(w.open.talk, false) }

// travel goes one change back in a talk, or forth again.
func (w *Window) travel(id string, back bool) {
	if id == "" || w.turns[id] != nil {
		return
	}
	s := w.stepsOf(id)
	from, nothing := &s.done, "undo.nothing"
	if !back {
		from, nothing = &s.undone, "undo.nothingMore"
	}
	n := len(*from)
	if n == 0 {
		w.toast.Tell(words.T(nothing), "", nil)
		return
	}
	made := (*from)[n-1]
	*from = (*from)[:n-1]
	at, to := made.after, made.before
	if !back {
		at, to = to, at
	}
	w.changing[id]++
	w.saver.do(func() error {
		err := w.Store.Talk(id).Move(at, to)
		w.Post(func() { w.travelled(id, made, back, err) })
		return nil
	})
}

func (w *Window) travelled(id string, made step, back bool, err error) {
	w.changing[id]--
	switch s := w.stepsOf(id); {
	case errors.Is(err, history.ErrMoved): // something was said since: going back would take it away
		delete(w.steps, id)
		w.toast.Tell(words.T("undo.moved"), "", nil)
	case err != nil:
		delete(w.steps, id)
		w.complain(err)
	case back:
		s.undone = append(s.undone, made)
		if made.back != nil {
			made.back()
		}
		w.toast.Tell(words.T("undo.undone", map[string]any{"What": made.what}), words.T("undo.redo"), func() { w.travel(id, false) })
	default:
		s.done = append(s.done, made)
		w.toast.Tell(made.what, words.T("action.undo"), func() { w.travel(id, true) })
	}
	w.showRewritten(id, nil)
}

// answered remembers how to undo that a reply was made again. A turn that belongs to the change before it is undone with it.
func (w *Window) answered(t *turn, now history.Place) {
	s := w.stepsOf(t.talk)
	switch last := len(s.done) - 1; {
	case t.old.ID != 0:
		s.add(step{what: words.T("undo.retry"), before: t.was, after: now})
	case t.joined && last >= 0 && s.done[last].after.Head == t.was.Head:
		s.done[last].after = now
	}
}
