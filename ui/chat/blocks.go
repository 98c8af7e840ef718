package chat

import (
	"strings"

	"fyne.io/fyne/v2/theme"

	"bonbon/ui/chat/md"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// Measures of blocks, in pixels.
const (
	blockGap   = 8
	tightGap   = 2
	headingGap = 14
	quoteStep  = 16
	itemStep   = 24
	codePad    = 12
	codePlus   = 9 // the line over code is higher than its words by this much
	cellPadX   = 10
	cellPadY   = 5
)

var (
	plainInk = flow.Inks{Plain: theme.ColorNameForeground, Muted: look.Muted, Link: look.Accent, Spoken: look.Speech}
	quietInk = flow.Inks{Plain: look.Muted, Muted: look.Muted, Link: look.Accent}
)

func textSize() float32 { return theme.TextSize() }

// layBlock lays one block out, its distance from the block before it included. before is nil for the first. colours are the
// words of code in colours, nil if there are none.
func layBlock(b, before *md.Block, width float32, ink flow.Inks, colours []flow.Span) *flow.Sheet {
	s := &flow.Sheet{}
	y := float32(0)
	if before != nil {
		y = gapBefore(b)
	}
	x := frames(s, b, y, ink)
	size := theme.TextSize()
	column := max(width-x, 40)
	switch b.Kind {
	case md.Heading:
		y = s.Add(bolder(b.Spans), x, y, column, headingSize(b.Level, size), ink)
	case md.Code:
		y = layCode(s, b, x, y, column, colours)
	case md.Table:
		y = layTable(s, b, x, y, column, ink)
	case md.Rule:
		s.Marks = append(s.Marks, flow.Mark{X: x, Y: y + 6, Stretch: true, Shape: flow.Rule, Fill: look.Line})
		s.Width, y = max(s.Width, x+48), y+12
	default:
		y = s.Add(b.Spans, x, y, column, size, ink)
	}
	s.Height = max(s.Height, y)
	bars(s, b, before)
	return s
}

func gapBefore(b *md.Block) float32 {
	switch {
	case b.Kind == md.Heading:
		return headingGap
	case b.Tight && b.Kind == md.Paragraph:
		return tightGap
	}
	return blockGap
}

func headingSize(level int, size float32) float32 {
	return size * [...]float32{1.4, 1.25, 1.12, 1.04, 1, 1}[min(max(level, 1), 6)-1]
}

func bolder(spans []flow.Span) []flow.Span {
	out := make([]flow.Span, len(spans))
	for i, sp := range spans {
		sp.Style |= flow.Bold
		out[i] = sp
	}
	return out
}

// frames draws the markers of the items around a block and returns where its text starts.
func frames(s *flow.Sheet, b *md.Block, y float32, ink flow.Inks) float32 {
	x := float32(0)
	for _, f := range b.Path {
		if f.Quote {
			x += quoteStep
			continue
		}
		step := float32(itemStep)
		switch size := theme.TextSize(); f.Marker {
		case "":
		case md.Unchecked, md.Checked:
			checkBox(s, x+4, y, size, f.Marker == md.Checked)
		default:
			span := []flow.Span{{Text: f.Marker, Style: flow.Muted | flow.Label}}
			w := flow.Width(f.Marker, 0, size)
			step = max(step, w+8)
			s.Add(span, x+max(step-8-w, 0), y, w+1, size, ink)
		}
		x += step
	}
	return x
}

// checkBox draws the box of a task list's item. It is no button: what a reply said stays as it was said.
func checkBox(s *flow.Sheet, x, y, size float32, checked bool) {
	pitch := flow.Pitch(size)
	side := float32(int(size*0.9) + 1)
	box := flow.Mark{X: x, Y: y + float32(int((pitch-side)/2)), Width: side, Height: side, Radius: 3, Edge: look.Muted}
	if checked {
		box.Fill, box.Edge = look.Muted, ""
		w := flow.Width("✓", flow.Bold, side)
		s.Runs = append(s.Runs, flow.Run{X: x + (side-w)/2, Y: y, Width: w, Line: pitch, Text: "✓", Style: flow.Bold, Size: side * 0.95, Ink: look.Surface})
	}
	s.Marks = append(s.Marks, box)
	s.Height = max(s.Height, y+pitch)
}

// bars draws the lines beside quotes; they run on through neighbouring blocks of one quote.
func bars(s *flow.Sheet, b, before *md.Block) {
	x := float32(0)
	for i, f := range b.Path {
		if !f.Quote {
			x += itemStep
			continue
		}
		top := float32(0)
		if before != nil && (len(before.Path) <= i || before.Path[i].ID != f.ID) {
			top = gapBefore(b)
		}
		s.Marks = append(s.Marks, flow.Mark{X: x + 2, Y: top, Width: 3, Height: s.Height - top, Fill: look.Line})
		x += quoteStep
	}
}

// layCode draws a panel with the language's name and a place to copy.
func layCode(s *flow.Sheet, b *md.Block, x, y, width float32, body []flow.Span) float32 {
	small, size := look.Size(look.SmallText), theme.TextSize()*0.93
	top := y
	name, _, _ := strings.Cut(b.Lang, " ")
	button := words.T("chat.copy")
	bw := flow.Width(button, 0, small)
	head := flow.Pitch(small)
	codeHead := head + codePlus
	hy := y + (codeHead-head)/2
	nameSpan := []flow.Span{{Text: b.Lang, Style: flow.Muted | flow.Mono | flow.Label}}
	if len(name) != len(b.Lang) || len(name) > 24 {
		nameSpan[0].Text = clip(b.Lang, 24)
	}
	nw := flow.Width(nameSpan[0].Text, flow.Mono, small)
	if len(body) == 0 {
		body = []flow.Span{{Text: b.Words(), Style: flow.Mono}}
	}
	panel := flow.Mark{X: x, Y: top, Stretch: true, Radius: look.Size(look.RadiusButton), Fill: look.CodeBack, Edge: look.Line}
	s.Marks = append(s.Marks, panel, flow.Mark{X: x, Y: top + codeHead, Stretch: true, Shape: flow.Rule, Fill: look.Line})
	mark := len(s.Marks) - 2
	if nameSpan[0].Text != "" {
		s.AddLines(nameSpan, []flow.Line{{Pieces: []flow.Piece{{To: len(nameSpan[0].Text), Width: nw}}, Width: nw}}, x+codePad, hy, small, plainInk, 0)
	}
	s.Runs = append(s.Runs, flow.Run{X: -codePad - bw, Right: true, Y: hy, Width: bw, Line: head, Text: button, Size: small, Ink: look.Muted})
	s.Zones = append(s.Zones, flow.Zone{X: -codePad - bw - 6, Right: true, Y: top, Width: bw + 12, Height: codeHead, Copy: b.Text})
	s.Width = max(s.Width, x+nw+bw+4*codePad)
	y = s.Add(body, x+codePad, top+codeHead+8, width-2*codePad, size, plainInk) + 10
	s.Width += codePad
	s.Marks[mark].Height = y - top
	s.Height = max(s.Height, y)
	return y
}

func clip(s string, most int) string {
	for i := range s {
		if most == 0 {
			return s[:i] + "…"
		}
		most--
	}
	return s
}
