package ui

import (
	"strings"

	"bonbon/ui/chat/md"
)

// oneLine returns a beginning of a message as a row shows it: without line breaks, and without the signs of its markup as
// far as they form any. What was broken off in the middle of an emphasis keeps its sign.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if !strings.ContainsAny(text, "*_`#[~\\") { // nearly all lines
		return text
	}
	if strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") {
		text = strings.TrimLeft(text, "`~ ") // the whole line would be read as what the fence says
	}
	var line strings.Builder
	for _, b := range md.Parse(text) {
		for _, f := range b.Path {
			line.WriteString(f.Marker + " ")
		}
		line.WriteString(b.Text)
		for _, s := range b.Spans {
			line.WriteString(s.Text)
		}
		for _, r := range b.Rows {
			for _, cell := range r.Cells {
				for _, s := range cell {
					line.WriteString(s.Text)
				}
			}
		}
		line.WriteByte(' ')
	}
	return strings.Join(strings.Fields(line.String()), " ")
}
