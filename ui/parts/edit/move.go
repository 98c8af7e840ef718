package edit

import (
	"unicode"
	"unicode/utf8"

	"bonbon/ui/parts/flow"
)

// Next returns the place one character on; a line's end is one. At the end of the text it is that end.
func (t *Text) Next(p Place) Place {
	switch s := t.paras[p.Para]; {
	case p.At < len(s):
		return Place{p.Para, flow.Next(s, p.At)}
	case p.Para+1 < len(t.paras):
		return Place{p.Para + 1, 0}
	}
	return p
}

// Previous returns the place one character back.
func (t *Text) Previous(p Place) Place {
	switch {
	case p.At > 0:
		return Place{p.Para, flow.Previous(t.paras[p.Para], p.At)}
	case p.Para > 0:
		return Place{p.Para - 1, len(t.paras[p.Para-1])}
	}
	return p
}

// NextWord returns the start of the next word, or the paragraph's end before that; from there it is the next paragraph's start.
func (t *Text) NextWord(p Place) Place {
	s := t.paras[p.Para]
	if p.At == len(s) {
		return t.Next(p)
	}
	at := flow.Word(s, p.At).To
	if blank(s[at:]) {
		at = flow.Word(s, at).To
	}
	return Place{p.Para, at}
}

// PreviousWord returns the start of the word before.
func (t *Text) PreviousWord(p Place) Place {
	s := t.paras[p.Para]
	if p.At == 0 {
		return t.Previous(p)
	}
	at := wordBefore(s, p.At)
	if at > 0 && blank(s[at:]) {
		at = wordBefore(s, at)
	}
	return Place{p.Para, at}
}

func wordBefore(s string, at int) int { return flow.Word(s, flow.Previous(s, at)).From }

// Word returns the ends of the word at a place: of the character behind it, or, at a paragraph's end, of the one before.
func (t *Text) Word(p Place) (from, to Place) {
	w := flow.Word(t.paras[p.Para], p.At)
	return Place{p.Para, w.From}, Place{p.Para, w.To}
}

// Paragraph returns the ends of the paragraph of a place, with the line's end behind it if there is one.
func (t *Text) Paragraph(p Place) (from, to Place) {
	from, to = Place{p.Para, 0}, Place{p.Para, len(t.paras[p.Para])}
	return from, t.Next(to)
}

// At returns the place of a byte of the whole text.
func (t *Text) At(n int) Place {
	for i, s := range t.paras {
		if n <= len(s) {
			return Place{i, max(n, 0)}
		}
		n -= len(s) + 1
	}
	return t.End()
}

func blank(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && unicode.IsSpace(r)
}
