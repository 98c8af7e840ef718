package chat

import (
	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// Style is how a transcript looks, as far as a person chooses.
type Style struct {
	Plain  bool    // messages stand without bubbles, each under the name of who said it
	Column float32 // widest column, in pixels; 0: as wide as there is room
	Own    string  // what the user is called; empty: "You"
}

// SetStyle changes how messages look. What is in view stays there.
func (t *Transcript) SetStyle(s Style) {
	if t.style == s {
		return
	}
	t.style = s
	t.Refresh()
}

// columnIn returns the left end and the width of the column in a transcript of a width.
func (s Style) columnIn(width float32) (left, column float32) {
	margin := float32(28)
	if width < 520 {
		margin = 14
		if s.Plain {
			margin = bubblePadX + 5
		}
	}
	column = width - 2*margin
	if s.Column > 0 {
		column = min(column, s.Column)
	}
	return float32(int((width - column) / 2)), column
}

// Measures of a name over a plain message, in pixels.
const (
	plainFace = 22 // of the persona's picture
	plainGap  = 8
)

// bindName places who says a plain message, and returns where that begins.
func (r *row) bindName(left, column, y float32) float32 {
	size := look.Size(look.SmallText)
	name := flow.Span{Text: r.t.face.Name, Style: flow.Bold}
	x := left
	switch r.msg.entry.Role {
	case talk.Assistant:
		r.face.size(plainFace)
		r.face.Move(fyne.NewPos(left, y))
		r.extra = append(r.extra, r.face)
		x += plainFace + plainGap
	case talk.User:
		if name.Text = r.t.style.Own; name.Text == "" {
			name.Text = words.T("message.you")
		}
		name.Style |= flow.Muted
	default:
		return y
	}
	s := flow.Text([]flow.Span{name}, left+column-x, size, plainInk)
	high := max(s.Height, plainFace)
	r.add(x, y+float32(int((high-s.Height)/2)), s)
	return y + high + 2
}
