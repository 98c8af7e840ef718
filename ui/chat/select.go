package chat

import (
	"cmp"
	"strings"

	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
)

// place is a place between two characters of a talk: an entry, a block of it, a byte of the block's words. It needs no row, so
// a selection reaches beyond what is in view and what is loaded.
type place struct{ entry, block, at int }

// farBlock stands for the end of an entry whose blocks are not known.
const farBlock = 1 << 30

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.entry, q.entry), cmp.Compare(p.block, q.block), cmp.Compare(p.at, q.at))
}

// stretch is what lies between two places.
type stretch struct{ from, to place }

func (s stretch) empty() bool { return s.from.compare(s.to) >= 0 }

// in returns which bytes of words of length n, from a spot of entry i on, lie in the stretch.
func (s stretch) in(i int, at spot, n int) flow.Range {
	start := place{i, at.block, at.from}
	from, to := 0, n
	if s.empty() || at.block == noBlock || s.to.compare(start) <= 0 {
		return flow.Range{}
	}
	if s.from.entry == i && s.from.block == at.block {
		from = max(s.from.at-at.from, 0)
	} else if s.from.compare(start) > 0 {
		return flow.Range{}
	}
	if s.to.entry == i && s.to.block == at.block {
		to = min(s.to.at-at.from, n)
	}
	return flow.Range{From: from, To: to}
}

// unit is what a selection grows by.
type unit uint8

const (
	byCharacter unit = iota
	byWord
	byParagraph
)

// selection is what is selected of a talk: all from what was pressed first to what was reached.
type selection struct {
	origin stretch // a place, a word or a paragraph
	head   stretch
	unit   unit
	goal   float32 // where on its line the head wants to be while it moves up and down; below 0: where it is
	on     bool    // something was pressed
}

func (s selection) stretch() stretch {
	if !s.on {
		return stretch{}
	}
	out := s.origin
	if s.head.from.compare(out.from) < 0 {
		out.from = s.head.from
	}
	if s.head.to.compare(out.to) > 0 {
		out.to = s.head.to
	}
	return out
}

// caret is the end that moves.
func (s selection) caret() place {
	if s.head.from.compare(s.origin.from) < 0 {
		return s.head.from
	}
	return s.head.to
}

// Selected says whether any text of the talk is selected.
func (t *Transcript) Selected() bool { return !t.sel.stretch().empty() }

// setSelection selects something else and draws the rows in view that change.
func (t *Transcript) setSelection(s selection) {
	t.sel = s
	t.list.Shown(func(_ int, r parts.Row) { r.(*row).reselect() })
}

func (t *Transcript) clearSelection() { t.setSelection(selection{}) }

// dropSelection forgets a selection that reaches an entry which is gone.
func (t *Transcript) dropSelection(from int) {
	if s := t.sel.stretch(); t.sel.on && s.to.entry >= from {
		t.clearSelection()
	}
}

// loadedMessage returns entry i if it is in memory.
func (t *Transcript) loadedMessage(i int) *message {
	switch {
	case i == t.liveAt && t.live != nil:
		return t.live
	case i < 0 || i >= t.n:
		return nil
	}
	return t.pages.get(i)
}

// wordsAt returns the words of the block at a place, "" if they are not loaded.
func (t *Transcript) wordsAt(p place) string {
	m := t.loadedMessage(p.entry)
	switch {
	case m == nil || p.block < thoughtsBlock || p.block >= len(m.blocks):
		return ""
	case p.block == thoughtsBlock:
		return m.thinking()
	}
	return m.blocks[p.block].Words()
}

// thinking returns the words of the thoughts if they are shown.
func (m *message) thinking() string {
	if !m.open || len(m.thoughts) == 0 {
		return ""
	}
	return m.thoughts[0].Words()
}

// startOf and endOf return the places at the ends of an entry.
func (t *Transcript) startOf(i int) place { return place{entry: i} }

func (t *Transcript) endOf(i int) place {
	m := t.loadedMessage(i)
	if m == nil || len(m.blocks) == 0 {
		return place{entry: i, block: farBlock}
	}
	last := len(m.blocks) - 1
	return place{i, last, len(m.blocks[last].Words())}
}

// around returns what a unit takes at a place.
func (t *Transcript) around(p place, u unit) stretch {
	text := t.wordsAt(p)
	p.at = min(p.at, len(text))
	from, to := p, p
	switch u {
	case byWord:
		w := flow.Word(text, p.at)
		from.at, to.at = w.From, w.To
	case byParagraph:
		from.at = strings.LastIndexByte(text[:p.at], '\n') + 1
		to.at = len(text)
		if end := strings.IndexByte(text[p.at:], '\n'); end >= 0 {
			to.at = p.at + end
		}
	}
	return stretch{from, to}
}

// begin starts a selection at a place.
func (t *Transcript) begin(p place, u unit) {
	s := t.around(p, u)
	t.setSelection(selection{origin: s, head: s, unit: u, goal: -1, on: true})
}

// reach moves the end of the selection to a place.
func (t *Transcript) reach(p place) {
	s := t.sel
	s.head, s.goal = t.around(p, s.unit), -1
	t.setSelection(s)
}

// selectEntry selects all of an entry.
func (t *Transcript) selectEntry(i int) {
	s := stretch{t.startOf(i), t.endOf(i)}
	t.setSelection(selection{origin: s, head: s, goal: -1, on: true})
}

// selectAll selects the message in which the selection is and, if all of that is selected or there is none, the talk.
func (t *Transcript) selectAll() {
	if t.n == 0 {
		return
	}
	s := t.sel.stretch()
	whole := stretch{t.startOf(s.from.entry), t.endOf(s.from.entry)}
	if t.sel.on && s.from.entry == s.to.entry && s != whole && !whole.empty() {
		t.selectEntry(s.from.entry)
		return
	}
	all := stretch{t.startOf(0), t.endOf(t.n - 1)}
	t.setSelection(selection{origin: all, head: all, goal: -1, on: true})
}

// reselect draws the row again if another part of it is selected.
func (r *row) reselect() {
	if r.pickWords() {
		r.setParts()
		r.Seen(r.top, r.bottom)
	}
}

// pickWords notes in the row's parts what is selected and says whether that has changed.
func (r *row) pickWords() (changed bool) {
	if r.msg == nil || r.msg.lay == nil {
		return false
	}
	s := r.t.sel.stretch()
	for k, at := range r.msg.lay.spots {
		if r.words+k >= len(r.parts) {
			break
		}
		p := &r.parts[r.words+k]
		if picked := s.in(r.index, at, p.Sheet.Text); picked != p.Picked {
			p.Picked, changed = picked, true
		}
	}
	return changed
}
