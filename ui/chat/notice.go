package chat

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// Notice is a message of the program at the end of the transcript, for example why a turn failed. The words are the caller's.
type Notice struct {
	Title   string
	Text    string
	Actions []NoticeAction
}

// NoticeAction is a button of a notice.
type NoticeAction struct {
	Label   string
	Primary bool // the one that most people want
	Do      func()
}

// SetNotice shows a notice, or none.
func (t *Transcript) SetNotice(n *Notice) {
	t.notice = n
	t.list.Changed(t.n-1, t.n+1) // the last reply offers what the notice does not
}

// Notice returns the notice that is shown, nil if there is none.
func (t *Transcript) Notice() *Notice { return t.notice }

// SetAwaiting says beside the dots, or under a reply that is gone on with, how long the first words take. An empty text takes
// that away.
func (t *Transcript) SetAwaiting(text string) {
	if t.awaiting != text {
		t.awaiting = text
		t.list.Changed(t.n-1, t.n+1)
	}
}

// bindFoot fills the row after the last entry: a notice, or the offer to answer a message that has no reply.
func (r *row) bindFoot(left, column, y float32) float32 {
	switch last := r.t.message(r.t.n - 1); {
	case r.t.notice != nil:
		y = r.bindNotice(r.t.notice, left, column, y)
	case last == nil || last.entry.Role != talk.User:
	case r.t.busy:
		y = r.bindAwaited(left, y)
	default:
		y = r.bindOffer(left, column, y)
	}
	return y + 6
}

// bindAwaited shows a reply of which there is no entry yet.
func (r *row) bindAwaited(left, y float32) float32 {
	pitch := flow.Pitch(theme.TextSize())
	r.face.set(r.t.face, false)
	if r.t.style.Plain {
		return r.bindAwaitedPlain(left, y, pitch)
	}
	r.fill(look.Surface, look.Line)
	r.face.size(avatarSize)
	r.face.Move(fyne.NewPos(left, y))
	r.ground.Move(fyne.NewPos(left+avatarStep, y))
	r.ground.Resize(fyne.NewSize(30+2*bubblePadX, pitch+2*bubblePadY))
	r.dots.Move(fyne.NewPos(left+avatarStep+bubblePadX, y+bubblePadY+pitch/2-dotSize/2))
	r.dots.start()
	r.extra = append(r.extra, r.face, r.ground, r.dots)
	if r.t.awaiting != "" {
		size := look.Size(look.SmallText)
		s := flow.Text([]flow.Span{{Text: r.t.awaiting, Style: flow.Muted}}, 4096, size, plainInk)
		r.add(left+avatarStep+30+2*bubblePadX+12, y+bubblePadY+(pitch-flow.Pitch(size))/2, s)
	}
	return y + pitch + 2*bubblePadY + rowFoot
}

// bindAwaitedPlain shows the dots under the persona's picture.
func (r *row) bindAwaitedPlain(left, y, pitch float32) float32 {
	r.face.size(plainFace)
	r.face.Move(fyne.NewPos(left, y))
	y += plainFace + 4
	r.dots.Move(fyne.NewPos(left, y+pitch/2-dotSize/2))
	r.dots.start()
	r.extra = append(r.extra, r.face, r.dots)
	if r.t.awaiting != "" {
		size := look.Size(look.SmallText)
		s := flow.Text([]flow.Span{{Text: r.t.awaiting, Style: flow.Muted}}, 4096, size, plainInk)
		r.add(left+30+12, y+(pitch-flow.Pitch(size))/2, s)
	}
	return y + pitch + rowFoot
}

// bindOffer offers a reply to the last message.
func (r *row) bindOffer(left, column, y float32) float32 {
	s, width := button(words.T("chat.get_reply"), zoneAction+ActionReply, false)
	r.add(left+column-width, y, s)
	return y + s.Height + 14
}

// bindNotice draws a notice as a card as wide as the column.
func (r *row) bindNotice(n *Notice, left, column, y float32) float32 {
	const pad = 16
	s := &flow.Sheet{}
	ty := float32(0)
	size := theme.TextSize()
	if n.Title != "" {
		ty = s.Add([]flow.Span{{Text: n.Title, Style: flow.Bold}}, 0, ty, column-2*pad, size, plainInk) + 2
	}
	if n.Text != "" {
		s.Add([]flow.Span{{Text: n.Text}}, 0, ty, column-2*pad, size, quietInk)
	}
	r.add(left+pad, y+pad-2, s)
	bottom := y + pad - 2 + s.Height
	bottom = r.bindButtons(n.Actions, left+pad, left+column-pad, bottom+12)
	r.fill(look.Surface, look.Line)
	r.ground.Move(fyne.NewPos(left, y))
	r.ground.Resize(fyne.NewSize(column, bottom-y))
	r.extra = append(r.extra, r.ground)
	return bottom + 14
}

// bindButtons places buttons in lines and returns where the card ends.
func (r *row) bindButtons(actions []NoticeAction, left, right, y float32) float32 {
	if len(actions) == 0 {
		return y + 2
	}
	x, height := left, float32(0)
	for i, a := range actions {
		s, width := button(a.Label, zoneNotice+strconv.Itoa(i), a.Primary)
		if x+width > right && x > left {
			x, y = left, y+height+8
		}
		r.add(x, y, s)
		x, height = x+width+8, s.Height
	}
	return y + height + 14
}

// button draws something to press.
func button(label, zone string, primary bool) (*flow.Sheet, float32) {
	const padX, padY = 14, 5
	size := theme.TextSize()
	ink, style := plainInk, flow.Style(0)
	ground := flow.Mark{Radius: look.Size(look.RadiusButton), Edge: look.Line, Fill: look.Surface}
	if primary {
		ink = flow.Inks{Plain: look.OnAccent, Muted: look.OnAccent, Link: look.OnAccent}
		style, ground.Fill, ground.Edge = flow.Bold, look.Accent, ""
	}
	s := &flow.Sheet{}
	s.Add([]flow.Span{{Text: label, Style: style}}, padX, padY, 4096, size, ink)
	s.Width += padX
	s.Height += padY
	ground.Width, ground.Height = ceil(s.Width), s.Height
	s.Marks = []flow.Mark{ground}
	s.Zones = []flow.Zone{{Width: s.Width, Height: s.Height, Name: zone}}
	return s, ceil(s.Width)
}
