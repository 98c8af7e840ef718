package flow

import (
	"strings"

	"fyne.io/fyne/v2"
)

// Sheet is a finished layout: everything that is to be drawn of one block, at its place. It is made once and does not
// change; a View draws from it what is in view.
type Sheet struct {
	Width  float32 // right end of the widest thing in it
	Height float32
	Runs   []Run // from the top
	Marks  []Mark
	Zones  []Zone
	Slide  Slide
	Text   int // bytes of all text that was added, labels not counted; add 1 for a separator that is not drawn
}

// Run is text on one line in one style.
type Run struct {
	X, Y, Width float32 // Y is the top of the line
	Right       bool    // X counts from the right end of the view
	Line        float32 // height of the line
	Text        string
	From, To    int // its bytes in the text of the sheet; To is 0: it is no part of it
	Style       Style
	Size        float32
	Ink         fyne.ThemeColorName
	Break       bool // a "\n" follows
}

// Shape is the form of a mark.
type Shape uint8

// The shapes.
const (
	Box  Shape = iota // a filled rectangle, with an edge if Edge is set
	Rule              // a thin line
)

// Mark is a drawn thing behind the text.
type Mark struct {
	X, Y, Width, Height float32
	Stretch             bool // reaches to the right end of the view, whatever Width says
	Still               bool // stays where it is when the sheet's Slide moves
	Shape               Shape
	Radius              float32
	Fill, Edge          fyne.ThemeColorName // empty: none
}

// Zone is a place that can be pressed.
type Zone struct {
	X, Y, Width, Height float32
	Right               bool   // X counts from the right end of the view
	Link                string // a link's address, or
	Copy                string // text for the clipboard, or
	Name                string // what the owner of the view calls it
}

// Pitch returns the height of a line of text of a size.
func Pitch(size float32) float32 { return float32(int(size*1.57 + 0.5)) }

// Text lays spans out as a sheet in a column of the given width and the ink that plain text has.
func Text(spans []Span, width, size float32, ink Inks) *Sheet {
	sheet := &Sheet{}
	sheet.Add(spans, 0, 0, width, size, ink)
	return sheet
}

// Inks are the colours of text.
type Inks struct{ Plain, Muted, Link, Spoken fyne.ThemeColorName }

func (k Inks) of(s Span) fyne.ThemeColorName {
	switch {
	case s.Ink != "":
		return s.Ink
	case s.Style&Linked != 0:
		return k.Link
	case s.Style&Muted != 0:
		return k.Muted
	case s.Style&Spoken != 0 && k.Spoken != "":
		return k.Spoken
	}
	return k.Plain
}

// Add lays spans out in a column at x, y and returns where the text ends.
func (s *Sheet) Add(spans []Span, x, y, width, size float32, ink Inks) float32 {
	return s.AddLines(spans, Wrap(spans, width, size), x, y, size, ink, 0)
}

// AddLines places lines that Wrap made of spans and returns where the text ends. The lines start at x; with an end above 0
// they end at x+end.
func (s *Sheet) AddLines(spans []Span, lines []Line, x, y, size float32, ink Inks, end float32) float32 {
	pitch := Pitch(size)
	span, at := 0, s.Text // where the span starts in the sheet's text
	for _, l := range lines {
		left := x
		if end > 0 {
			left += end - l.Width
		}
		for _, p := range l.Pieces {
			for ; span < p.Span; span++ {
				at += spans[span].length()
			}
			s.addPiece(spans[p.Span], p, at, left, y, pitch, size, ink)
		}
		s.Width = max(s.Width, left+l.Width)
		y += pitch
	}
	for _, sp := range spans {
		s.Text += sp.length()
	}
	s.Height = max(s.Height, y)
	return y
}

// length returns how many bytes a span adds to the text.
func (sp Span) length() int {
	if sp.Style&Label != 0 {
		return 0
	}
	return len(sp.Text)
}

// addPiece places a piece of a span that starts at byte at of the sheet's text.
func (s *Sheet) addPiece(sp Span, p Piece, at int, x, y, pitch, size float32, ink Inks) {
	text := sp.Text[p.From:p.To]
	broken := strings.HasSuffix(text, "\n")
	text = text[:trimmedTo(text, p.Width)]
	x += p.X
	if sp.Link != "" && text != "" {
		s.Zones = append(s.Zones, Zone{X: x, Y: y, Width: p.Width, Height: pitch, Link: sp.Link})
	}
	m := meterFor(sp.Style, size)
	end, from := x+p.Width, at+p.From
	for text != "" {
		lead := leadingBlank(text)
		x += m.text(text[:lead])
		text = text[lead:]
		from += lead
		part := text
		if cut := strings.IndexByte(text, '\t'); cut >= 0 {
			part = text[:cut]
		}
		width := end - x
		if len(part) < len(text) {
			width = m.text(part)
		}
		if part != "" {
			r := Run{X: x, Y: y, Width: width, Line: pitch, Text: part, Style: sp.Style, Size: size, Ink: ink.of(sp)}
			if sp.Style&Label == 0 {
				r.From, r.To = from, from+len(part)
			}
			s.Runs = append(s.Runs, r)
		}
		x += width
		text, from = text[len(part):], from+len(part)
	}
	if n := len(s.Runs); broken && n > 0 {
		s.Runs[n-1].Break = true
	}
}

// leadingBlank returns the bytes of the spaces that text starts with. They are left out: Fyne draws them with another face
// than the word that follows, which shifts it.
func leadingBlank(text string) int {
	return len(text) - len(strings.TrimLeft(text, " \t"))
}

// trimmedTo leaves away what is not drawn: spaces and the line's end at the end of a line.
func trimmedTo(text string, width float32) int {
	if width <= 0 {
		return 0
	}
	n := len(text)
	if n > 0 && text[n-1] == '\n' {
		n--
	}
	return n
}
