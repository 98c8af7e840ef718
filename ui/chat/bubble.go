package chat

import (
	"slices"
	"strings"

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
	open     bool            // thoughts, or a tool's output, are shown
	asked    bool            // what tools were asked for is shown
	tool     string          // of a tool's result: the tool's name, "" if it is not known
	elided   bool            // a placeholder is sent in place of this tool's result
	version  talk.Version    // zero while it is not known
	unseen   unseen          // why it goes out without its pictures
	slid     map[int]float32 // how far tables were moved sideways, by block
	most     int             // how much of it is laid out; 0: as much as of any

	colours   map[string][]flow.Span // of its code; nil: of a language without
	colouring bool

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
	case m.entry.Role == talk.Tool && !m.open: // laid out when it is opened
		m.blocks = nil
	case m.entry.Role == talk.Tool:
		m.blocks = []md.Block{{Kind: md.Code, Text: m.entry.Text, To: len(m.entry.Text)}}
	case m.entry.Text == "" && len(m.entry.Pictures) > 0:
		m.blocks = nil
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
	width    float32 // most that it may take
	size     float32 // text size
	w, h     float32 // of the bubble
	parts    []flow.Part
	spots    []spot // what the parts show
	blocks   []laid
	thoughts laid
	frames   []pictureFrame // of its pictures, from the bubble's padding on
	lang     string
}

// spot says which words a part of a bubble shows: those of a block, from a byte on.
type spot struct{ block, from int }

// Blocks that are none of the text: the thoughts, which come before it, and what has no words of the message.
const (
	thoughtsBlock = -1
	noBlock       = -2
)

// noSpot is that of a part without words of the message.
var noSpot = spot{block: noBlock}

// layout returns the layout for a width and keeps it. Sheets of blocks that did not change are used again.
func (m *message) layout(width float32) *bubble {
	size, lang := textSize(), words.Current()
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
	b.parts, b.spots = b.parts[:0], b.spots[:0]
	y, right := float32(bubblePadY), float32(0)
	put := func(s *flow.Sheet, at spot) {
		b.parts, b.spots = append(b.parts, flow.Part{X: bubblePadX, Y: y, Sheet: s}), append(b.spots, at)
		y += s.Height
		right = max(right, s.Width)
	}
	place := func(s *flow.Sheet) { put(s, noSpot) }
	more := 0
	if b.frames = nil; len(m.entry.Pictures) > 0 {
		var high float32
		b.frames, right, high = framesOf(m.entry.Pictures, inner)
		y += high
		if note := pictureNote(m, inner); note != nil {
			place(note)
		}
		if len(m.blocks) > 0 {
			y += pictureGap
		}
	}
	if m.thoughts != nil {
		place(thoughtsHead(m, inner))
		if m.open {
			more = b.layThoughts(m, inner)
			for _, p := range b.thoughts.pieces {
				put(p.sheet, spot{thoughtsBlock, p.from})
			}
		}
		switch {
		case len(m.blocks) > 0 && m.open:
			y += blockGap
		case len(m.blocks) > 0:
			y += tightGap
		}
	}
	if m.entry.Role == talk.Tool {
		toolHead(m, inner, place)
		if m.open {
			y += blockGap
		}
	}
	more += b.layBlocks(m, inner)
	for i := range b.blocks {
		for _, p := range b.blocks[i].pieces {
			put(p.sheet, spot{i, p.from})
		}
	}
	if more > 0 {
		y += blockGap
		place(moreSheet(more, inner))
	}
	switch {
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

// layBlocks lays out what is new of the message, and no more than its bound. It returns the bytes that are left out.
func (b *bubble) layBlocks(m *message, width float32) (more int) {
	left, kept := m.bound(), b.keep(m)
	old := slices.Clone(b.blocks[kept:])
	b.blocks = b.blocks[:kept]
	for i := range b.blocks {
		left -= b.blocks[i].heavy
	}
	for i := kept; i < len(m.blocks); i++ {
		if left <= 0 {
			return len(m.entry.Text) - m.blocks[i].From
		}
		l, was := laid{block: m.blocks[i], heavy: weight(&m.blocks[i])}, laid{}
		if l.cut = l.heavy > left; l.cut {
			l.block = shorten(l.block, left)
		}
		colours := m.inks(&l.block)
		l.inked = colours != nil
		var before *md.Block
		if i > 0 {
			before = &m.blocks[i-1]
		}
		k := i - kept
		if k < len(old) {
			was = old[k]
		}
		if k < len(old) && l.inked == was.inked && equalBlock(&was.block, &l.block) && (k == 0 || slices.Equal(old[k-1].block.Path, before.Path)) {
			l.pieces = was.pieces
		} else {
			l.lay(&was, before, width, plainInk, colours)
		}
		if l.cut {
			l.copyAll(m.blocks[i].Text)
		}
		b.blocks = append(b.blocks, l)
		left -= l.heavy
		if l.cut {
			return len(m.entry.Text) - m.blocks[i].From - len(l.block.Words())
		}
	}
	return 0
}

// keep returns how many blocks stay as they are laid out: those that can no longer change and have their colours.
func (b *bubble) keep(m *message) int {
	for i := range min(m.stable, len(b.blocks)-1) {
		l := &b.blocks[i]
		if l.cut || !l.inked && m.inks(&l.block) != nil {
			return i
		}
	}
	return max(min(m.stable, len(b.blocks)-1), 0)
}

// layThoughts lays out the reasoning, within the bound too.
func (b *bubble) layThoughts(m *message, width float32) (more int) {
	l, was := laid{block: m.thoughts[0]}, b.thoughts
	if weight(&l.block) > m.bound() {
		l.block = shorten(l.block, m.bound())
		more = len(m.thoughts[0].Words()) - len(l.block.Words())
	}
	l.lay(&was, nil, width, quietInk, nil)
	b.thoughts = l
	return more
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
