package chat

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bonbon/ui/chat/md"
	"bonbon/ui/parts/flow"
)

// chunk is how much of a paragraph is laid out as one sheet, in bytes. Longer ones are laid out in pieces that end where a line
// does, so a text that grows costs its last piece.
const chunk = 8 << 10

// laid is a block as it is laid out: one sheet, or several of a long paragraph.
type laid struct {
	block  md.Block
	inked  bool // in the colours of its language
	cut    bool // not all of it
	heavy  int  // weight of all of it
	pieces []piece
}

// piece is a sheet with a part of a block's words.
type piece struct {
	sheet *flow.Sheet
	from  int // where its text starts in the block's words
	known int // how far the words reached that it was made of
}

// lay lays a block out and takes what it can from how it was before.
func (l *laid) lay(old *laid, before *md.Block, width float32, ink flow.Inks, colours []flow.Span) {
	b := &l.block
	if b.Kind != md.Paragraph {
		l.pieces = []piece{{sheet: layBlock(b, before, width, ink, colours)}}
		return
	}
	total, at := 0, 0
	for _, s := range b.Spans {
		total += len(s.Text)
	}
	if k := len(old.pieces); k > 1 && slices.Equal(old.block.Path, b.Path) && old.block.Tight == b.Tight {
		same := alike(old.block.Spans, b.Spans)
		for i := 0; i < k-1 && old.pieces[i].known <= same; i++ {
			l.pieces = append(l.pieces, old.pieces[i])
			at = old.pieces[i+1].from
		}
	}
	for at < total || len(l.pieces) == 0 {
		first := len(l.pieces) == 0
		s, used, known := layPiece(b, before, at, first, width, ink)
		l.pieces = append(l.pieces, piece{s, at, known})
		at += used
	}
}

// copyAll lets the buttons of a block that is shown in part copy all of it.
func (l *laid) copyAll(text string) {
	for _, p := range l.pieces {
		for i := range p.sheet.Zones {
			if p.sheet.Zones[i].Copy != "" {
				p.sheet.Zones[i].Copy = text
			}
		}
	}
}

// layPiece lays out the next piece of a paragraph, from byte at of its words, and returns how many bytes it holds and how far
// it has looked.
func layPiece(b, before *md.Block, at int, first bool, width float32, ink flow.Inks) (s *flow.Sheet, used, known int) {
	spans, all := cutSpans(b.Spans, at, chunk)
	s = &flow.Sheet{}
	part := *b
	y := float32(0)
	if first && before != nil {
		y = gapBefore(b)
	}
	if !first {
		before = b
		part.Path = slices.Clone(b.Path)
		for i := range part.Path {
			part.Path[i].Marker = ""
		}
	}
	x := frames(s, &part, y, ink)
	size := textSize()
	lines := flow.Wrap(spans, max(width-x, 40), size)
	for _, sp := range spans {
		known += len(sp.Text)
	}
	used = known
	if n := len(lines) - 1; !all && n > 0 { // the last line may go on in the next piece
		for _, p := range lines[n].Pieces {
			used -= p.To - p.From
		}
		lines = lines[:n]
	}
	y = s.AddLines(spans, lines, x, y, size, ink, 0)
	s.Text, s.Height = used, max(s.Height, y)
	bars(s, &part, before)
	return s, used, at + known
}

// cutSpans returns at most n bytes of spans from byte at on, and whether that is all to the end.
func cutSpans(spans []flow.Span, at, n int) (out []flow.Span, all bool) {
	for _, s := range spans {
		if at >= len(s.Text) {
			at -= len(s.Text)
			continue
		}
		if n == 0 {
			return out, false
		}
		s.Text, at = s.Text[at:], 0
		if len(s.Text) > n {
			s.Text = upTo(s.Text, n)
			return append(out, s), false
		}
		n -= len(s.Text)
		out = append(out, s)
	}
	return out, true
}

// upTo returns the first n bytes of text, a few less or more if a character would be parted.
func upTo(text string, n int) string {
	if n >= len(text) {
		return text
	}
	for back := range utf8.UTFMax {
		if n-back > 0 && utf8.RuneStart(text[n-back]) {
			return text[:n-back]
		}
	}
	return text[:max(n, 1)]
}

// alike returns how many bytes two lists of spans have in common from the start, up to a whole span or within one.
func alike(a, b []flow.Span) int {
	n := 0
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		if x.Style != y.Style || x.Link != y.Link || x.Ink != y.Ink {
			break
		}
		if x.Text != y.Text {
			switch {
			case strings.HasPrefix(y.Text, x.Text):
				n += len(x.Text)
			case strings.HasPrefix(x.Text, y.Text):
				n += len(y.Text)
			}
			break
		}
		n += len(x.Text)
	}
	return n
}

func equalBlock(a, b *md.Block) bool {
	return a.Kind == b.Kind && a.Level == b.Level && a.Tight == b.Tight && a.Text == b.Text && a.Lang == b.Lang &&
		len(a.Rows) == 0 && len(b.Rows) == 0 && slices.Equal(a.Path, b.Path) && slices.Equal(a.Spans, b.Spans)
}
