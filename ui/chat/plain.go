package chat

import (
	"strings"

	"bonbon/ui/chat/md"
	"bonbon/ui/parts/flow"
)

// plainText returns a message's text as it is read: without the marks of Markdown, but with bullets, quotes and line breaks.
func plainText(m *message) string {
	if len(m.blocks) == 0 {
		return m.entry.Text
	}
	var out strings.Builder
	for i := range m.blocks {
		b := &m.blocks[i]
		if i > 0 {
			out.WriteString("\n")
			if !b.Tight {
				out.WriteString("\n")
			}
		}
		head, hang := margins(b.Path)
		for k, l := range strings.Split(strings.TrimSuffix(blockText(b), "\n"), "\n") {
			if k == 0 {
				out.WriteString(head)
			} else {
				out.WriteString("\n" + hang)
			}
			out.WriteString(l)
		}
	}
	return out.String()
}

// margins returns what stands before a block's first line, and before its others.
func margins(path []md.Frame) (head, hang string) {
	for _, f := range path {
		switch {
		case f.Quote:
			head, hang = head+"> ", hang+"> "
		case f.Marker != "":
			head, hang = head+f.Marker+" ", hang+strings.Repeat(" ", len([]rune(f.Marker))+1)
		default:
			head, hang = head+"  ", hang+"  "
		}
	}
	return head, hang
}

func blockText(b *md.Block) string {
	switch b.Kind {
	case md.Code:
		return b.Text
	case md.Rule:
		return "―――"
	case md.Table:
		rows := make([]string, len(b.Rows))
		for i, r := range b.Rows {
			cells := make([]string, len(r.Cells))
			for k, c := range r.Cells {
				cells[k] = spansText(c)
			}
			rows[i] = strings.Join(cells, "\t")
		}
		return strings.Join(rows, "\n")
	}
	return spansText(b.Spans)
}

func spansText(spans []flow.Span) string {
	var out strings.Builder
	for _, s := range spans {
		out.WriteString(s.Text)
	}
	return out.String()
}
