package md

import (
	"strings"

	"bonbon/ui/parts/flow"
)

// Words returns the text of a block without its markers: what can be selected of it. The cells of a table are parted by tabs,
// its rows by newlines.
func (b *Block) Words() string {
	switch b.Kind {
	case Code:
		return strings.TrimSuffix(b.Text, "\n")
	case Table:
		var out strings.Builder
		for r, row := range b.Rows {
			if r > 0 {
				out.WriteByte('\n')
			}
			for i, cell := range row.Cells {
				if i > 0 {
					out.WriteByte('\t')
				}
				out.WriteString(wordsOfSpans(cell))
			}
		}
		return out.String()
	}
	return wordsOfSpans(b.Spans)
}

func wordsOfSpans(spans []flow.Span) string {
	if len(spans) == 1 && spans[0].Style&flow.Label == 0 {
		return spans[0].Text
	}
	var out strings.Builder
	for _, s := range spans {
		if s.Style&flow.Label == 0 {
			out.WriteString(s.Text)
		}
	}
	return out.String()
}

// Text returns blocks as they read: with the markers of lists, and empty lines where blocks stand apart. Of the first block it
// takes what follows byte from of its words, of the last one what is before byte to. The blocks must not be empty; bytes
// beyond a block's words count as its end.
func Text(blocks []Block, from, to int) string {
	var out strings.Builder
	for i := range blocks {
		b := &blocks[i]
		words := b.Words()
		end, start := len(words), 0
		if i == len(blocks)-1 {
			end = max(min(to, end), 0)
		}
		if i == 0 {
			start = max(min(from, end), 0)
		}
		if i > 0 {
			out.WriteByte('\n')
			if !b.Tight || b.Kind != Paragraph {
				out.WriteByte('\n')
			}
		}
		if start == 0 && end > 0 {
			writeMarkers(&out, b)
		}
		if b.Kind == Rule && i > 0 && i < len(blocks)-1 {
			words, end = "---", 3
		}
		out.WriteString(words[start:end])
	}
	return out.String()
}

// writeMarkers indents a block of a list and writes its marker.
func writeMarkers(out *strings.Builder, b *Block) {
	depth, marker := 0, ""
	for _, f := range b.Path {
		if !f.Quote {
			depth++
			marker = f.Marker
		}
	}
	switch {
	case depth > 0 && marker != "":
		out.WriteString(strings.Repeat("  ", depth-1) + marker + " ")
	case depth > 0 && b.Kind != Code:
		out.WriteString(strings.Repeat("  ", depth))
	}
}
