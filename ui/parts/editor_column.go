package parts

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2/theme"

	"bonbon/ui/parts/edit"
	typeset "bonbon/ui/parts/flow"
)

// pieceBytes is how much of a paragraph is laid out in one go. Longer paragraphs are laid out in pieces of whole lines: a key makes the
// piece anew that it falls into, and those behind it only when they are looked at.
const pieceBytes = 4 << 10

// mostLaid is how many paragraphs stay laid out.
const mostLaid = 500

// textColumn is a text that is broken into lines of a width, as far as somebody has looked. The heights of other paragraphs are guessed.
type textColumn struct {
	text    *edit.Text
	width   float32
	size    float32 // of letters
	pitch   float32
	paras   []*paragraph // nil: not laid out
	laid    int          // how many are not nil
	heights []float32
	total   float64 // of heights
}

// paragraph is a paragraph that is laid out from its start on.
type paragraph struct {
	pieces []piece
	lines  int // in the pieces
	to     int // bytes in the pieces
	whole  bool
}

// piece is some lines of a paragraph.
type piece struct {
	from  int // the byte of the paragraph that it starts with
	ends  []int
	spans []typeset.Span
	lines []typeset.Line
	sheet *typeset.Sheet // nil: not yet drawn
}

// reset forgets all lines: the text, the width or the size is another.
func (c *textColumn) reset(width, size float32) {
	c.width, c.size, c.pitch = max(width, 1), size, typeset.Pitch(size)
	c.paras = make([]*paragraph, c.text.Paras())
	c.heights = make([]float32, len(c.paras))
	c.laid, c.total = 0, 0
	for i := range c.heights {
		c.heights[i] = c.guess(len(c.text.Para(i)))
		c.total += float64(c.heights[i])
	}
}

// guess is how high so many bytes of text are, about.
func (c *textColumn) guess(bytes int) float32 {
	const wide = 0.42 // of a byte, in sizes of letters: between western text and Japanese
	return c.pitch * float32(1+int(float32(bytes)*wide*c.size/c.width))
}

// change follows an edit of the text.
func (c *textColumn) change(e edit.Change) {
	if c.width == 0 {
		return
	}
	kept := c.paras[e.Para].before(e.At)
	for i := e.Para; i < e.Para+e.Gone; i++ {
		c.drop(i)
		c.total -= float64(c.heights[i])
	}
	if e.Gone != e.Come {
		c.paras = slices.Replace(c.paras, e.Para, e.Para+e.Gone, make([]*paragraph, e.Come)...)
		c.heights = slices.Replace(c.heights, e.Para, e.Para+e.Gone, make([]float32, e.Come)...)
	}
	for i := e.Para; i < e.Para+e.Come; i++ {
		c.heights[i] = c.guess(len(c.text.Para(i)))
		c.total += float64(c.heights[i])
	}
	if kept != nil {
		c.paras[e.Para] = kept
		c.laid++
		c.measure(e.Para)
	}
}

// before returns what stays of a paragraph that changes from a byte on, nil if nothing does. The line before the changed one may take
// in a word of it, so pieces stay that end well before.
func (p *paragraph) before(at int) *paragraph {
	if p == nil {
		return nil
	}
	line := 0
	for k := range p.pieces {
		n, _ := slices.BinarySearch(p.pieces[k].ends, at+1)
		if line += n; n < len(p.pieces[k].ends) {
			break
		}
	}
	kept := &paragraph{}
	for k := range p.pieces {
		if kept.lines+len(p.pieces[k].ends) > line-2 {
			break
		}
		kept.add(p.pieces[k])
	}
	if kept.lines == 0 {
		return nil
	}
	return kept
}

func (p *paragraph) add(one piece) {
	p.pieces = append(p.pieces, one)
	p.lines += len(one.ends)
	p.to = one.ends[len(one.ends)-1]
}

func (c *textColumn) drop(i int) {
	if c.paras[i] != nil {
		c.paras[i] = nil
		c.laid--
	}
}

// shed forgets the lines of paragraphs outside of first … last when there are many.
func (c *textColumn) shed(first, last int) {
	if c.laid <= mostLaid+last-first {
		return
	}
	for i := range c.paras {
		if i < first || i > last {
			c.drop(i)
		}
	}
}

// measure takes the height of a paragraph from its lines.
func (c *textColumn) measure(i int) {
	p := c.paras[i]
	height := float32(p.lines) * c.pitch
	if !p.whole {
		height += c.guess(len(c.text.Para(i)) - p.to)
	}
	c.total += float64(height) - float64(c.heights[i])
	c.heights[i] = height
}

// need lays a paragraph out until enough says so, or its end.
func (c *textColumn) need(i int, enough func(*paragraph) bool) *paragraph {
	if c.paras[i] == nil {
		c.paras[i] = &paragraph{}
		c.laid++
	}
	p := c.paras[i]
	for !p.whole && !enough(p) {
		c.more(p, c.text.Para(i))
		if p.whole || enough(p) {
			c.measure(i)
		}
	}
	return p
}

// more lays out the next piece of a paragraph.
func (c *textColumn) more(p *paragraph, text string) {
	one := piece{from: p.to, spans: make([]typeset.Span, 1)}
	for size := pieceBytes; ; size *= 2 {
		one.spans[0].Text = strings.Clone(upTo(text[p.to:], size)) // what stays must not keep each older paragraph in memory
		one.lines = typeset.Wrap(one.spans, c.width, c.size)
		p.whole = p.to+len(one.spans[0].Text) == len(text)
		if p.whole {
			break
		}
		if n := len(one.lines); n > 1 { // the last line may go on
			one.lines = one.lines[:n-1]
			break
		}
	}
	one.ends = make([]int, len(one.lines))
	end := p.to
	for i, l := range one.lines {
		for _, q := range l.Pieces {
			end = p.to + q.To
		}
		one.ends[i] = end
	}
	p.add(one)
}

// upTo returns the first n bytes of text, a few less if a character would be cut.
func upTo(text string, n int) string {
	if n >= len(text) {
		return text
	}
	for back := range utf8.UTFMax {
		if utf8.RuneStart(text[n-back]) {
			return text[:n-back]
		}
	}
	return text[:n]
}

// high returns the height of a paragraph, which is laid out at least up to y.
func (c *textColumn) high(i int, y float32) float32 {
	c.need(i, func(p *paragraph) bool { return float32(p.lines)*c.pitch > y })
	return c.heights[i]
}

// all returns the height of a paragraph, laid out whole.
func (c *textColumn) all(i int) float32 {
	c.need(i, func(*paragraph) bool { return false })
	return c.heights[i]
}

// lines returns how many lines a paragraph has, or most if there are more.
func (c *textColumn) lines(i, most int) int {
	return min(most, c.need(i, func(p *paragraph) bool { return p.lines >= most }).lines)
}

// line returns the ends of line n of a paragraph, of its last line if it has fewer, and the number of that line.
func (c *textColumn) line(i, n int) (from, to, at int) {
	p := c.need(i, func(p *paragraph) bool { return p.lines > n })
	n = max(0, min(n, p.lines-1))
	at = n
	for k := range p.pieces {
		one := &p.pieces[k]
		if n >= len(one.ends) {
			n -= len(one.ends)
			continue
		}
		from = one.from
		if n > 0 {
			from = one.ends[n-1]
		}
		return from, one.ends[n], at
	}
	return 0, 0, 0 // there is no paragraph without a line
}

// lineOf returns the number of the line that a place is in. Between two lines it is in the second one, or, if early, in the first.
func (c *textColumn) lineOf(p edit.Place, early bool) int {
	at := p.At
	if early {
		at--
	}
	lines := c.need(p.Para, func(l *paragraph) bool { return l.to > at })
	before := 0
	for k := range lines.pieces {
		ends := lines.pieces[k].ends
		if n, _ := slices.BinarySearch(ends, at+1); n < len(ends) {
			return before + n
		}
		before += len(ends)
	}
	return before - 1
}

// x returns where a place stands in its line, and lineAt the place that is nearest to x in a line, early if that is the line's end
// although the paragraph goes on.
func (c *textColumn) x(p edit.Place, line int) float32 {
	from, _, _ := c.line(p.Para, line)
	return min(typeset.Width(c.text.Para(p.Para)[from:p.At], 0, c.size), c.width)
}

func (c *textColumn) lineAt(para, line int, x float32) (p edit.Place, early bool) {
	from, to, _ := c.line(para, line)
	text := c.text.Para(para)
	p = edit.Place{Para: para, At: from + typeset.Nearest(text[from:to], x, 0, c.size)}
	return p, p.At == to && to < len(text)
}

// paint returns the sheet of a piece.
func (c *textColumn) paint(one *piece) *typeset.Sheet {
	if one.sheet == nil {
		one.sheet = &typeset.Sheet{}
		one.sheet.AddLines(one.spans, one.lines, 0, 0, c.size, typeset.Inks{Plain: theme.ColorNameForeground}, 0)
	}
	return one.sheet
}
