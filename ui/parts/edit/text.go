// Package edit is what an editor of text knows apart from how it looks: paragraphs, a caret with a selection, moves by characters and
// words, and what can be undone. A paragraph is what lies between two line ends; lines that are broken to fit a width are unknown here.
//
// An edit costs the paragraphs that it touches, not the text.
package edit

import (
	"cmp"
	"slices"
	"strings"
)

// Place is before a byte of a paragraph, or at its end; always between two characters.
type Place struct{ Para, At int }

// Compare is below 0 if p is before q, above 0 if it is behind.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Para, q.Para), cmp.Compare(p.At, q.At))
}

// Change tells what an edit did: Gone paragraphs from Para on became Come others. The first At bytes of the first are as before.
type Change struct{ Para, At, Gone, Come int }

// Text is a text that is edited. It has at least one paragraph. Use New.
type Text struct {
	// OnChange is called after every change of the text, before anything else learns of it.
	OnChange func(Change)

	paras  []string
	bytes  int // of all paragraphs
	whole  string
	fresh  bool // whole is the text
	caret  Place
	mark   Place // the other end of the selection
	done   steps
	undone steps
}

// New returns an empty text.
func New() *Text { return &Text{paras: []string{""}, fresh: true} }

// Set replaces everything, puts the caret at the start and forgets what could be undone.
func (t *Text) Set(s string) {
	gone := len(t.paras)
	t.paras = strings.Split(s, "\n")
	t.bytes = len(s) - len(t.paras) + 1
	t.whole, t.fresh = s, true
	t.caret, t.mark = Place{}, Place{}
	t.done, t.undone = steps{}, steps{}
	t.tell(Change{0, 0, gone, len(t.paras)})
}

// String returns the text.
func (t *Text) String() string {
	if !t.fresh {
		t.whole, t.fresh = strings.Join(t.paras, "\n"), true
	}
	return t.whole
}

// Len returns the bytes of the text.
func (t *Text) Len() int { return t.bytes + len(t.paras) - 1 }

// Paras returns the number of paragraphs.
func (t *Text) Paras() int { return len(t.paras) }

// Para returns a paragraph, without its line end.
func (t *Text) Para(i int) string { return t.paras[i] }

// Caret returns where typing goes.
func (t *Text) Caret() Place { return t.caret }

// Mark returns the other end of the selection; without one it is where the caret is.
func (t *Text) Mark() Place { return t.mark }

// Start and End are the ends of the text.
func (t *Text) Start() Place { return Place{} }

// End is behind the last character.
func (t *Text) End() Place { return Place{len(t.paras) - 1, len(t.paras[len(t.paras)-1])} }

// Picked returns the ends of the selection, the first one first, and false if nothing is selected.
func (t *Text) Picked() (from, to Place, ok bool) {
	from, to = t.mark, t.caret
	if from.Compare(to) > 0 {
		from, to = to, from
	}
	return from, to, from != to
}

// PickedText returns what is selected.
func (t *Text) PickedText() string {
	from, to, _ := t.Picked()
	return t.between(from, to)
}

// Move puts the caret somewhere; extend takes the selection along, else it ends. Typing that follows is undone apart from what was
// typed before.
func (t *Text) Move(p Place, extend bool) {
	if p != t.caret {
		t.done.seal()
	}
	t.caret = p
	if !extend {
		t.mark = p
	}
}

// Pick selects from mark to caret.
func (t *Text) Pick(mark, caret Place) {
	t.Move(caret, true)
	t.mark = mark
}

// Insert puts text in the place of the selection, as one step.
func (t *Text) Insert(s string) {
	t.done.seal()
	t.put(s, whole)
	t.done.seal()
}

// Type is Insert of what a key gave: what is typed in a row is undone by words.
func (t *Text) Type(s string) { t.put(s, typed) }

// Erase deletes the selection, or, without one, what lies between the caret and a place.
func (t *Text) Erase(to Place) {
	if t.caret == t.mark {
		t.mark = to
	}
	t.put("", erased)
}

// put replaces the selection, as a step that can be undone.
func (t *Text) put(s string, k kind) {
	from, to, ok := t.Picked()
	if !ok && s == "" {
		return
	}
	t.done.add(step{from: from, gone: t.between(from, to), come: s, caret: t.caret, mark: t.mark, kind: k})
	t.undone = steps{}
	t.caret = t.replace(from, to, s)
	t.mark = t.caret
}

// between returns a copy of the text between two places: a part of it would keep a long paragraph in memory.
func (t *Text) between(from, to Place) string {
	if from.Para == to.Para {
		return strings.Clone(t.paras[from.Para][from.At:to.At])
	}
	parts := slices.Clone(t.paras[from.Para : to.Para+1])
	parts[0] = parts[0][from.At:]
	parts[len(parts)-1] = parts[len(parts)-1][:to.At]
	return strings.Join(parts, "\n")
}

// replace puts s in the place of what lies between two places and returns where it ends.
func (t *Text) replace(from, to Place, s string) Place {
	end := behind(from, s)
	head, tail := t.paras[from.Para][:from.At], t.paras[to.Para][to.At:]
	was := 0
	for _, p := range t.paras[from.Para : to.Para+1] {
		was += len(p)
	}
	if from.Para == to.Para && end.Para == from.Para {
		t.paras[from.Para] = head + s + tail
	} else {
		come := strings.Split(s, "\n")
		come[0] = head + come[0]
		come[len(come)-1] += tail
		t.paras = slices.Replace(t.paras, from.Para, to.Para+1, come...)
	}
	for _, p := range t.paras[from.Para : end.Para+1] {
		t.bytes += len(p)
	}
	t.bytes -= was
	t.whole, t.fresh = "", false
	t.tell(Change{from.Para, from.At, to.Para - from.Para + 1, end.Para - from.Para + 1})
	return end
}

func (t *Text) tell(c Change) {
	if t.OnChange != nil {
		t.OnChange(c)
	}
}

// behind returns where a text that is put at a place ends.
func behind(p Place, s string) Place {
	if last := strings.LastIndexByte(s, '\n'); last >= 0 {
		return Place{p.Para + strings.Count(s, "\n"), len(s) - last - 1}
	}
	return Place{p.Para, p.At + len(s)}
}
