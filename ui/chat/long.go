package chat

import (
	"strings"

	"bonbon/find"
	"bonbon/history/talk"
	"bonbon/ui/chat/md"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// A message longer than mostShown is folded: its beginning is laid out, and each press on "show more" adds as much as there is,
// mostAdded at most. All in bytes; a line's end counts as several. A reply that is being written may become longer first.
const (
	mostShown  = 96 << 10
	mostFolded = 24 << 10
	mostLive   = 4 * mostShown
	mostAdded  = 512 << 10
	lineWeight = 40
)

// zoneMore shows more of a long message.
const zoneMore = "more"

// bound returns how much of the message is laid out.
func (m *message) bound() int {
	if m.most == 0 {
		m.most = mostShown
		if len(m.entry.Text)+lineWeight*strings.Count(m.entry.Text, "\n") > mostShown {
			m.most = mostFolded
		}
		if m.entry.Role == talk.Tool {
			m.most = mostOutput
		}
	}
	if m.doc != nil {
		m.most = max(m.most, mostLive)
	}
	return m.most
}

// showMore lays out more of a long message.
func (m *message) showMore() {
	m.most += min(m.bound(), mostAdded)
	m.changed = true
}

// mostFound bounds how much of a message is laid out to show what a search found in it, in weight: about 100 ms.
const mostFound = 1 << 20

// openTo opens the thoughts or the tool's output if they have what is searched for, and the text has not. It says whether it did.
func (m *message) openTo(q find.Query) bool {
	in := func(text string) bool { return len(q.Spans(text, 1)) > 0 }
	hidden := m.entry.Reasoning
	if m.entry.Role == talk.Tool {
		hidden = m.entry.Text
	} else if in(m.entry.Text) {
		return false
	}
	if m.open || !in(hidden) {
		return false
	}
	m.open = true
	m.read()
	m.lay = nil
	return true
}

// unfoldTo lays out as much of a long message as reaches the last place that a search finds in it, up to mostFound, and says whether
// that is more than before.
func (m *message) unfoldTo(q find.Query) bool {
	left, need := m.bound(), 0
	for i := range m.blocks {
		b := &m.blocks[i]
		before := need
		if need += weight(b); need <= left {
			continue
		}
		if before >= mostFound {
			break
		}
		places := q.Spans(b.Words(), mostMarks)
		if len(places) == 0 {
			continue
		}
		to := places[len(places)-1].To
		m.most = max(m.most, min(before+weightTo(b, to), mostFound))
	}
	if m.most <= left {
		return false
	}
	m.changed = true
	return true
}

// weightTo is what a block costs to lay out up to a byte of its words, a little more at most.
func weightTo(b *md.Block, to int) int {
	words := b.Words()
	to = min(to, len(words))
	if b.Kind == md.Table { // rows are laid out whole
		return weight(b)
	}
	return to + lineWeight*(1+strings.Count(words[:to], "\n"))
}

// weight is what a block costs to lay out.
func weight(b *md.Block) int {
	n := len(b.Text) + lineWeight*strings.Count(b.Text, "\n")
	for _, s := range b.Spans {
		n += len(s.Text) + lineWeight*strings.Count(s.Text, "\n")
	}
	for _, r := range b.Rows {
		n += rowWeight(r)
	}
	return n
}

func rowWeight(r md.Row) int {
	n := lineWeight
	for _, c := range r.Cells {
		for _, s := range c {
			n += len(s.Text) + 1
		}
	}
	return n
}

// shorten returns the beginning of a block that weighs no more than most, or little more.
func shorten(b md.Block, most int) md.Block {
	switch b.Kind {
	case md.Code:
		b.Text = light(b.Text, &most)
	case md.Table:
		n := 0
		for n < len(b.Rows) && most > 0 {
			most -= rowWeight(b.Rows[n])
			n++
		}
		b.Rows = b.Rows[:n]
	default:
		var spans []flow.Span
		for _, s := range b.Spans {
			if most <= 0 {
				break
			}
			s.Text = light(s.Text, &most)
			spans = append(spans, s)
		}
		b.Spans = spans
	}
	return b
}

// light returns the beginning of text that weighs at most what is left, and takes it from that; a line is not parted unless
// it is long.
func light(text string, left *int) string {
	end := 0
	for end < len(text) && *left > 0 {
		line := strings.IndexByte(text[end:], '\n') + 1
		if line == 0 {
			line = len(text) - end
		} else {
			*left -= lineWeight
		}
		if line > *left {
			end += len(upTo(text[end:], max(*left, 1)))
			*left = 0
			break
		}
		*left -= line
		end += line
	}
	return text[:end]
}

// moreSheet offers what is left of a message, in bytes.
func moreSheet(left int, width float32) *flow.Sheet {
	return fold(words.T("chat.more", map[string]any{"Size": words.Bytes(max(left, 1))}), false, zoneMore, width)
}
