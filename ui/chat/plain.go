package chat

import (
	"math"

	"bonbon/ui/chat/md"
)

// plainText returns all of a message's text as it is read, the same as copying it by a selection would: without the marks of
// Markdown. What is shown as typed stays so.
func plainText(m *message) string {
	if len(m.blocks) == 0 {
		return m.entry.Text
	}
	return md.Text(m.blocks, 0, math.MaxInt)
}
