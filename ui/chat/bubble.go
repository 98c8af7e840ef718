package chat

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/theme"

	"bonbon/history/talk"
	"bonbon/ui/chat/md"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// Measures of bubbles, in pixels.
const (
	bubblePadX = 15
	bubblePadY = 10
	avatarSize = 34
	avatarStep = avatarSize + 12 // from the column's left end to a persona's bubble
	rowFoot    = 30              // under a bubble: time and actions, seen when pointed at
	rowHead    = 2
)

// message is an entry with everything that was worked out of it. Reading its Markdown needs no window; laying it out does.
type message struct {
	entry    talk.Entry
	blocks   []md.Block
	stable   int // blocks that do not change while the reply grows
	thoughts []md.Block
	open     bool         // thoughts, or a tool's output, are shown
	asked    bool         // what tools were asked for is shown
	tool     string       // of a tool's result: the tool's name, "" if it is not known
	elided   bool         // a placeholder is sent in place of this tool's result
	version  talk.Version // zero while it is not known

	doc     *md.Doc // of a reply that grows
	lay     *bubble
	changed bool // lay is of an older text
}

// read prepares an entry. It may run on any goroutine.
func read(e talk.Entry) *message {
	m := &message{entry: e}
	m.read()
	return m
}

func (m *message) read() {
	switch {
	case m.entry.Role == talk.Tool: // laid out when it is opened
	case m.entry.Role != talk.Assistant:
		m.blocks = md.Plain(m.entry.Text)
	case m.entry.State == talk.Writing || m.doc != nil:
		if m.doc == nil {
			m.doc = &md.Doc{}
		}
		m.doc.Set(m.entry.Text)
		m.blocks, m.stable = m.doc.Blocks(), m.doc.Stable()
	default:
		m.blocks = md.Parse(m.entry.Text)
	}
	m.thoughts = nil
	if m.entry.Reasoning != "" {
		m.thoughts = md.Plain(strings.TrimSpace(m.entry.Reasoning))
	}
}

// waiting says whether nothing came of the reply yet.
func (m *message) waiting() bool {
	return m.entry.State == talk.Writing && m.entry.Text == "" && m.entry.Reasoning == "" && len(m.entry.Calls) == 0
}

// bubble is the layout of a message for one width.
type bubble struct {
	width  float32 // most that it may take
	size   float32 // text size
	w, h   float32 // of the bubble
	parts  []flow.Part
	sheets []*flow.Sheet
	blocks []md.Block // that sheets are of
	first  int        // of the sheets among the parts
	lang   string
}

// layout returns the layout for a width and keeps it. Sheets of blocks that did not change are used again.
func (m *message) layout(width float32) *bubble {
	size, lang := theme.TextSize(), words.Current()
	if b := m.lay; b != nil && b.width == width && b.size == size && b.lang == lang {
		if m.changed {
			m.changed = false
			b.fill(m)
		}
		return b
	}
	b := &bubble{width: width, size: size, lang: lang}
	m.lay, m.changed = b, false
	b.fill(m)
	return b
}

func (b *bubble) fill(m *message) {
	inner := b.width - 2*bubblePadX
	b.parts = b.parts[:0]
	y, right := float32(bubblePadY), float32(0)
	place := func(s *flow.Sheet) {
		b.parts = append(b.parts, flow.Part{X: bubblePadX, Y: y, Sheet: s})
		y += s.Height
		right = max(right, s.Width)
	}
	if m.thoughts != nil {
		place(thoughtsHead(m, inner))
		if m.open {
			place(layBlock(&m.thoughts[0], nil, inner, quietInk))
		}
		if len(m.blocks) > 0 {
			y += tightGap
		}
	}
	same := 0
	for same < min(len(b.blocks), len(m.blocks)) && (same < m.stable && same < len(b.sheets)-1 || equalBlock(&b.blocks[same], &m.blocks[same])) {
		same++
	}
	b.sheets = b.sheets[:same]
	for i := same; i < len(m.blocks); i++ {
		var before *md.Block
		if i > 0 {
			before = &m.blocks[i-1]
		}
		b.sheets = append(b.sheets, layBlock(&m.blocks[i], before, inner, plainInk))
	}
	b.blocks = slices.Clone(m.blocks)
	b.first = len(b.parts)
	for _, s := range b.sheets {
		place(s)
	}
	switch {
	case m.entry.Role == talk.Tool:
		toolParts(m, inner, place)
	case len(m.entry.Calls) > 0:
		if len(m.blocks) > 0 {
			y += tightGap
		}
		callParts(m, inner, place)
	case m.waiting():
		right, y = 30, y+flow.Pitch(b.size)
	}
	b.w, b.h = min(ceil(right), inner)+2*bubblePadX, ceil(y)+bubblePadY
}

func equalBlock(a, b *md.Block) bool {
	return a.Kind == b.Kind && a.Level == b.Level && a.Tight == b.Tight && a.Text == b.Text && a.Lang == b.Lang &&
		len(a.Rows) == 0 && len(b.Rows) == 0 && slices.Equal(a.Path, b.Path) && slices.Equal(a.Spans, b.Spans)
}

// thoughtsHead is the line that opens and closes the reasoning.
func thoughtsHead(m *message, width float32) *flow.Sheet {
	key := "chat.thoughts"
	if m.entry.State == talk.Writing && m.entry.Text == "" {
		key = "chat.thinking"
	}
	return fold(words.T(key), m.open, zoneThoughts, width)
}

func ceil(v float32) float32 {
	n := float32(int(v))
	if n < v {
		n++
	}
	return n
}
