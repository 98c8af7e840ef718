package edit

import (
	"unicode"
	"unicode/utf8"
)

// Bounds of what can be undone.
const (
	mostUndo = 4 << 20 // bytes that the steps hold together; the last step is kept in any case
	stepCost = 128     // of a step besides its texts
	mostRow  = 64      // bytes that are typed or erased in a row and undone at once
)

// kind is how a step came about: which ones may become one with the step before.
type kind uint8

const (
	whole  kind = iota // by itself
	typed              // by keys that give characters
	erased             // by keys that delete
)

// step is one edit: at from, gone became come.
type step struct {
	from        Place
	gone, come  string
	caret, mark Place // before it
	kind        kind
}

func (s *step) cost() int { return stepCost + len(s.gone) + len(s.come) }

// steps are edits, the newest last.
type steps struct {
	all    []step
	cost   int
	sealed bool // the newest one takes in no more
}

func (s *steps) seal() { s.sealed = true }

// add takes an edit, as a part of the newest step if it goes on with that.
func (s *steps) add(e step) {
	if n := len(s.all); n > 0 && !s.sealed && s.all[n-1].takes(e) {
		s.cost += len(e.gone) + len(e.come)
		return
	}
	s.push(e)
	s.sealed = false
}

func (s *steps) push(e step) {
	s.all = append(s.all, e)
	s.cost += e.cost()
	drop := 0
	for ; s.cost > mostUndo && drop < len(s.all)-1; drop++ {
		s.cost -= s.all[drop].cost()
	}
	if drop > 0 {
		s.all = append([]step(nil), s.all[drop:]...)
	}
}

func (s *steps) pop() (step, bool) {
	n := len(s.all)
	if n == 0 {
		return step{}, false
	}
	e := s.all[n-1]
	s.all[n-1] = step{}
	s.all, s.cost = s.all[:n-1], s.cost-e.cost()
	s.sealed = true
	return e, true
}

// takes makes a later edit part of the step if both are keys of one kind in a row, up to the end of a word.
func (s *step) takes(e step) bool {
	if s.kind != e.kind || len(s.gone)+len(s.come) >= mostRow {
		return false
	}
	switch {
	case s.kind == typed && e.gone == "" && e.from == behind(s.from, s.come) && !ends(s.come, e.come):
		s.come += e.come
	case s.kind == erased && behind(e.from, e.gone) == s.from && len(e.gone) <= utf8.UTFMax:
		s.from, s.gone = e.from, e.gone+s.gone
	case s.kind == erased && e.from == s.from && len(e.gone) <= utf8.UTFMax:
		s.gone += e.gone
	default:
		return false
	}
	return true
}

// ends says whether a word, or a sentence of a script without spaces, was over before what is typed next.
func ends(before, next string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	r, _ := utf8.DecodeRuneInString(next)
	over := func(r rune) bool { return unicode.IsSpace(r) || r >= 0x2000 && unicode.IsPunct(r) }
	return last == '\n' || r == '\n' || over(last) && !over(r)
}

// CanUndo tells whether there is an edit to take back.
func (t *Text) CanUndo() bool { return len(t.done.all) > 0 }

// CanRedo tells whether there is an edit to do again.
func (t *Text) CanRedo() bool { return len(t.undone.all) > 0 }

// Undo takes the last step back, with the selection that was there. It says whether there was one.
func (t *Text) Undo() bool {
	s, ok := t.done.pop()
	if ok {
		t.replace(s.from, behind(s.from, s.come), s.gone)
		t.caret, t.mark = s.caret, s.mark
		t.undone.push(s)
	}
	return ok
}

// Redo does the step again that was taken back last. It says whether there was one.
func (t *Text) Redo() bool {
	s, ok := t.undone.pop()
	if ok {
		t.caret = t.replace(s.from, behind(s.from, s.gone), s.come)
		t.mark = t.caret
		t.done.push(s)
		t.done.seal()
	}
	return ok
}
