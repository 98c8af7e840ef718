package ui

import (
	"errors"

	"bonbon/history"
	"bonbon/ui/words"
)

// step is one change of a talk that can be undone.
type step struct {
	history.Step
	quiet bool   // it is not told when it is made
	back  func() // what undoing does besides, until the program ends; may be nil
}

// The kinds of steps, as they are stored.
const (
	stepEdit       = "edit"
	stepDelete     = "delete"
	stepDeleteFrom = "deletefrom"
	stepVersion    = "version"
	stepRetry      = "retry"
	stepTakeBack   = "takeback"
	stepPin        = "pin"
	stepUnpin      = "unpin"
)

// stepOf returns a step of a kind.
func stepOf(kind string) step { return step{Step: history.Step{Kind: kind}} }

// what says what a step did.
func (s step) what() string {
	switch s.Kind {
	case stepDelete:
		return words.T("undo.delete")
	case stepDeleteFrom:
		return words.N("undo.deleteFrom", s.Count, map[string]any{"Count": words.Number(s.Count)})
	case stepVersion:
		return words.T("undo.version")
	case stepRetry:
		return words.T("undo.retry")
	case stepTakeBack:
		return words.T("turn.editing")
	case stepPin:
		return words.T("undo.pin")
	case stepUnpin:
		return words.T("undo.unpin")
	}
	return words.T("undo.edit")
}

// steps are the changes of one talk, the newest last.
type steps struct{ done, undone []step }

// add remembers a change. What was undone before can then not be done again.
func (s *steps) add(made step) {
	s.undone = nil
	if s.done = append(s.done, made); len(s.done) > history.MostSteps {
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

// loadSteps reads, once, which changes of a talk can be undone from before this start.
func (w *Window) loadSteps(id string) {
	if id == "" || w.steps[id] != nil {
		return
	}
	mine := w.stepsOf(id)
	w.saver.do(func() error {
		kept, err := w.Store.Talk(id).Steps()
		if err := present(err); err != nil {
			return err
		}
		w.Post(func() {
			if w.steps[id] == mine {
				mine.done, mine.undone = append(stepsFrom(kept.Done), mine.done...), append(stepsFrom(kept.Undone), mine.undone...)
			}
		})
		return nil
	})
}

// keepSteps stores what can be undone of a talk, so that it can be after a restart too.
func (w *Window) keepSteps(id string) {
	var kept history.Steps
	s := w.stepsOf(id)
	for _, one := range s.done {
		kept.Done = append(kept.Done, one.Step)
	}
	for _, one := range s.undone {
		kept.Undone = append(kept.Undone, one.Step)
	}
	w.saver.do(func() error { return present(w.Store.Talk(id).PutSteps(kept)) })
}

// stepsFrom returns stored steps as the window has them.
func stepsFrom(kept []history.Step) (all []step) {
	for _, s := range kept {
		all = append(all, step{Step: s})
	}
	return all
}

// dropSteps forgets what could be undone of a talk.
func (w *Window) dropSteps(id string) {
	w.steps[id] = &steps{}
	w.keepSteps(id)
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
		if made.Before, err = log.Place(); err != nil {
			return err
		}
		if err = change(log); err != nil {
			return err
		}
		made.After, err = log.Place()
		return err
	})
}

func (w *Window) rewritten(id string, made step, well bool, then func()) {
	w.changing[id]--
	if well && made.Before.Head != made.After.Head {
		w.made(id, made)
	}
	w.showRewritten(id, then)
}

// made remembers a step that was made, and offers to undo it.
func (w *Window) made(id string, made step) {
	w.stepsOf(id).add(made)
	w.keepSteps(id)
	if !made.quiet {
		w.toast.Tell(made.what(), words.T("action.undo"), func() { w.travel(id, true) })
	}
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
	w.changing[id]++
	w.saver.do(func() error {
		err := made.travel(w.Store.Talk(id), back)
		w.Post(func() { w.travelled(id, made, back, err) })
		return nil
	})
}

// travel makes a talk be as it was before the step, or as it was after it.
func (s step) travel(log *history.Talk, back bool) error {
	switch {
	case s.Pin != 0:
		return log.Pin(s.Pin, (s.Kind == stepPin) != back)
	case back:
		return log.Move(s.After, s.Before)
	}
	return log.Move(s.Before, s.After)
}

func (w *Window) travelled(id string, made step, back bool, err error) {
	w.changing[id]--
	switch s := w.stepsOf(id); {
	case errors.Is(err, history.ErrMoved): // something was said since: going back would take it away
		w.dropSteps(id)
		w.toast.Tell(words.T("undo.moved"), "", nil)
	case err != nil:
		w.dropSteps(id)
		w.complain(err)
	case back:
		s.undone = append(s.undone, made)
		if made.back != nil {
			made.back()
		}
		w.toast.Tell(words.T("undo.undone", map[string]any{"What": made.what()}), words.T("undo.redo"), func() { w.travel(id, false) })
	default:
		s.done = append(s.done, made)
		w.toast.Tell(made.what(), words.T("action.undo"), func() { w.travel(id, true) })
	}
	w.keepSteps(id)
	w.showRewritten(id, nil)
}

// answered remembers how to undo that a reply was made again. A turn that belongs to the change before it is undone with it.
func (w *Window) answered(t *turn, now history.Place) {
	s := w.stepsOf(t.talk)
	switch last := len(s.done) - 1; {
	case t.old.ID != 0:
		made := stepOf(stepRetry)
		made.Before, made.After = t.was, now
		s.add(made)
	case t.joined && last >= 0 && s.done[last].After.Head == t.was.Head:
		s.done[last].After = now
	default:
		return
	}
	w.keepSteps(t.talk)
}
