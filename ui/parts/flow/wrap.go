package flow

import (
	"strings"
	"unicode/utf8"
)

// Piece is a stretch of one span in one line.
type Piece struct {
	Span     int     // index of the span
	From, To int     // bytes of its text; spaces at a line's end are in it, though they take no room
	X, Width float32 // Width without the spaces at the line's end
}

// Line is one line of wrapped text. All bytes of all spans are in exactly one line, in order; a "\n" is the last byte of its
// line.
type Line struct {
	Pieces []Piece
	Width  float32
}

// Wrap breaks spans into lines of at most width, in text of the given size. There is always at least one line.
func Wrap(spans []Span, width, size float32) []Line {
	w := wrapper{width: width, spans: spans}
	least := 1
	for _, s := range spans {
		least += strings.Count(s.Text, "\n")
	}
	w.lines = make([]Line, 0, least)
	for i := range spans {
		w.span(i, size)
	}
	if n := len(w.line); n > 0 || len(w.lines) == 0 || w.ended {
		w.emit(n)
	}
	return w.lines
}

// bit is an atom in its place.
type bit struct {
	span, from, to int
	width          float32
	kern           float32 // part of width that is owed to the character before
	class          class
}

type wrapper struct {
	width float32
	spans []Span
	lines []Line
	line  []bit   // of the line that is being filled
	x     float32 // its width
	brk   int     // the line may break before line[brk]; 0: nowhere
	ended bool    // the last line ended with a "\n"
	spare []Piece // room for the pieces of the next lines, so that not every line asks for its own
}

// take returns room for the pieces of a line of n bits. What the line does not use goes to the next.
func (w *wrapper) take(n int) []Piece {
	n = min(n, len(w.spans))
	if len(w.spare) < n {
		w.spare = make([]Piece, max(n, min(4+len(w.lines), 512)))
	}
	return w.spare[:0:n]
}

// span adds the text of one span.
func (w *wrapper) span(i int, size float32) {
	s := w.spans[i].Text
	m := meterFor(w.spans[i].Style, size)
	last := ""
	for at := 0; at < len(s); {
		a := nextAtom(s[at:])
		b := bit{span: i, from: at, to: at + a.size, class: a.class}
		b.width = m.after(last, s[at:b.to], a.class)
		if a.class >= ideo {
			b.kern = m.kern(last, s[at:b.to])
		}
		w.add(b, m)
		last, at = s[at:b.to], b.to
	}
}

// add puts a bit into the line, ending the line before it if it does not fit.
func (w *wrapper) add(b bit, m *meter) {
	w.ended = false
	if n := len(w.line); n > 0 && mayBreak(w.line[n-1].class, b.class) {
		w.brk = n
	}
	if b.class == newline {
		w.push(b)
		w.emit(len(w.line))
		w.ended = true
		return
	}
	for b.class != blank && w.x+b.width > w.width {
		switch {
		case w.brk > 0:
			w.emit(w.brk)
			continue
		case b.width <= w.width && len(w.line) > 0 && b.class != word && b.class != joint:
			w.emit(len(w.line)) // a long row of characters that must not part: part it here
			continue
		}
		if b = w.split(b, m); b.from == b.to {
			return
		}
	}
	w.push(b)
}

// split breaks a bit that fits no line: what still fits ends this line, the rest is returned.
func (w *wrapper) split(b bit, m *meter) bit {
	s := w.spans[b.span].Text
	fit, x := b.from, float32(0)
	for fit < b.to {
		r, n := utf8.DecodeRuneInString(s[fit:b.to])
		width := m.rune(r, s[fit:fit+n])
		if w.x+x+width > w.width && (fit > b.from || len(w.line) > 0) {
			break
		}
		fit, x = fit+n, x+width
	}
	rest := b
	rest.from, rest.width = fit, max(b.width-x, 0)
	if left := b.to - fit; left > 0 && left <= longestWord {
		rest.width = m.width(s[fit:b.to])
	}
	if fit > b.from {
		b.to, b.width = fit, x
		w.push(b)
	}
	if rest.from < rest.to {
		w.emit(len(w.line))
	}
	return rest
}

func (w *wrapper) push(b bit) {
	if len(w.line) == 0 {
		b.width -= b.kern
		b.kern = 0
	}
	w.line = append(w.line, b)
	w.x += b.width
}

// emit ends a line with its first n bits and keeps the others for the next.
func (w *wrapper) emit(n int) {
	l := Line{Pieces: w.take(n)}
	x := float32(0)
	for _, b := range w.line[:n] {
		if k := len(l.Pieces); k > 0 && l.Pieces[k-1].Span == b.span {
			p := &l.Pieces[k-1]
			p.To = b.to
			p.Width += b.width
		} else {
			l.Pieces = append(l.Pieces, Piece{Span: b.span, From: b.from, To: b.to, X: x, Width: b.width})
		}
		x += b.width
	}
	for i := n - 1; i >= 0 && (w.line[i].class == blank || w.line[i].class == newline); i-- {
		x -= w.line[i].width
	}
	l.Width = x
	for i := range l.Pieces {
		p := &l.Pieces[i]
		p.Width = min(p.Width, max(0, x-p.X))
	}
	w.spare = w.spare[min(len(l.Pieces), len(w.spare)):]
	w.lines = append(w.lines, l)
	w.line = append(w.line[:0], w.line[n:]...)
	w.x, w.brk = 0, 0
	if rest := w.line; len(rest) > 0 {
		rest[0].width -= rest[0].kern
		rest[0].kern = 0
	}
	for i, b := range w.line {
		w.x += b.width
		if i > 0 && mayBreak(w.line[i-1].class, b.class) {
			w.brk = i
		}
	}
}

// mayBreak says whether a line may end between two neighbouring atoms.
func mayBreak(before, after class) bool {
	switch {
	case after == blank || after == newline || after == closing || after == quoteOut || before == opening || before == quoteIn:
		return false
	case before == blank || before == joint:
		return true
	case before == quoteOut:
		return after == ideo || after == opening
	case after == quoteIn:
		return before == ideo || before == closing
	}
	return before == ideo || before == closing || after == ideo || after == opening
}
