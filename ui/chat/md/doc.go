// Package md reads Markdown as people and models write it in a chat (CommonMark with tables, task lists, struck-through
// text and bare addresses) into a flat list of blocks.
//
// It differs from the standard where a chat needs it: a single newline is a line break; HTML is text; emphasis works next
// to Japanese and Chinese punctuation; reference definitions are text, so what a block means never depends on what follows
// it; pictures become links; only addresses that SafeURL accepts lead anywhere, all others stay as they were written. No
// word of the source is lost. Nesting and size are bounded; nothing is ever fetched.
//
// The package measures and draws nothing.
package md

import (
	"strings"

	"bonbon/ui/parts/flow"
)

// Kind is the kind of a block.
type Kind uint8

// The kinds.
const (
	Paragraph Kind = iota
	Heading        // Level 1 … 6
	Code           // Text and Lang
	Table          // Rows
	Rule           // a line across
)

// Block is the smallest unit of layout: a leaf of the document with the containers around it.
type Block struct {
	Kind  Kind
	Level int
	Path  []Frame // containers, from the outside in
	Spans []flow.Span
	Text  string // of Code, as written
	Lang  string // of Code: the first word after the fence
	Rows  []Row  // of Table; the first is the head
	Tight bool   // stands close under the block before it

	From, To int // bytes of the source that the outermost block around it was read from
}

// Frame is a quote or a list item around a block.
type Frame struct {
	Quote  bool
	ID     int    // where it starts in the text: tells neighbouring frames of one depth apart
	Marker string // of an item's first block: "•", "12.", Unchecked or Checked
}

// Markers of a task list.
const (
	Unchecked = "☐"
	Checked   = "☑"
)

// Row is one row of a table.
type Row struct {
	Cells [][]flow.Span
	Right []bool // cells that end at the right
}

// Doc is a text that grows, as a reply does. Blocks that can no longer change are read once.
type Doc struct {
	text   string
	fixed  int // bytes of text that the stable blocks cover
	stable int
	blocks []Block
}

// Parse reads a whole text.
func Parse(text string) []Block {
	blocks, _ := parse(text, 0)
	return blocks
}

// Set makes text the whole of the document. A text that continues the one before costs only its unfinished end.
func (d *Doc) Set(text string) {
	if len(text) < len(d.text) || !strings.HasPrefix(text, d.text) {
		*d = Doc{}
	}
	d.text = text
	blocks, tops := parse(text[d.fixed:], d.fixed)
	d.blocks = append(d.blocks[:d.stable], blocks...)
	// A block is finished when one that starts in a complete line after an empty one follows it: a line that still grows can
	// turn out to continue the block before it, and lines that touch can still become one table or heading.
	tail := text[d.fixed:]
	lastLine := strings.LastIndexByte(tail, '\n') + 1
	for i := len(tops) - 1; i > 0; i-- {
		if at := tops[i].start; at < lastLine && at > tops[i-1].start && emptyBefore(tail[:at]) {
			d.stable += tops[i].first
			d.fixed += at
			return
		}
	}
}

// emptyBefore says whether the last line of text, which ends with a newline, is empty.
func emptyBefore(text string) bool {
	text = strings.TrimRight(strings.TrimSuffix(text, "\n"), " \t\r")
	return strings.HasSuffix(text, "\n")
}

// Blocks returns the blocks. It is valid until the next Set.
func (d *Doc) Blocks() []Block { return d.blocks }

// Stable returns how many blocks, from the start, stay as they are whatever is added.
func (d *Doc) Stable() int { return d.stable }

// Plain reads a text without any markup, line by line.
func Plain(text string) []Block {
	return []Block{{Spans: []flow.Span{{Text: text}}, To: len(text)}}
}
