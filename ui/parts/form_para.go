package parts

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Para is a short text that wraps at its width without padding of its own, so that it stands in line with what is around
// it. Japanese wraps between any two signs except before closing and after opening punctuation; a word that is longer
// than a line is broken. Its height is that of the width which it was last given.
type Para struct {
	widget.BaseWidget

	// Color names the text's colour; empty is the foreground.
	Color fyne.ThemeColorName
	// Text size; empty is the base text.
	SizeName fyne.ThemeSizeName
	Bold     bool

	text  string
	lines []string
	made  paraKey // what lines were made for
}

type paraKey struct {
	text  string
	size  float32
	width float32
	bold  bool
}

// NewPara returns a text. Set the fields before it is shown, or call Refresh.
func NewPara(text string, size fyne.ThemeSizeName, color fyne.ThemeColorName) *Para {
	p := &Para{text: text, SizeName: size, Color: color}
	p.ExtendBaseWidget(p)
	return p
}

// Text returns the text.
func (p *Para) Text() string { return p.text }

// SetText shows another text.
func (p *Para) SetText(text string) {
	if p.text != text {
		p.text = text
		p.Refresh()
	}
}

func (p *Para) size() float32 {
	if p.SizeName == "" {
		return theme.TextSize()
	}
	return theme.Size(p.SizeName)
}

func (p *Para) style() fyne.TextStyle { return fyne.TextStyle{Bold: p.Bold} }

// wrap makes the lines for a width, once.
func (p *Para) wrap(width float32) {
	key := paraKey{p.text, p.size(), width, p.Bold}
	if key == p.made {
		return
	}
	p.made, p.lines = key, p.lines[:0]
	measure := func(s string) float32 { return fyne.MeasureText(s, key.size, p.style()).Width }
	for _, line := range strings.Split(p.text, "\n") {
		p.lines = append(p.lines, wrapLine(line, width, measure)...)
	}
}

// CreateRenderer implements fyne.Widget.
func (p *Para) CreateRenderer() fyne.WidgetRenderer { return &paraRenderer{p: p} }

type paraRenderer struct {
	p     *Para
	texts []fyne.CanvasObject
}

func (r *paraRenderer) lineHeight() float32 {
	return fyne.MeasureText("Mあ", r.p.size(), r.p.style()).Height
}

func (r *paraRenderer) MinSize() fyne.Size {
	width := r.p.Size().Width
	if width <= 0 {
		width = 200 // until the first layout
	}
	r.p.wrap(width)
	return fyne.NewSize(2*r.p.size(), float32(len(r.p.lines))*r.lineHeight())
}

func (r *paraRenderer) Layout(size fyne.Size) {
	r.p.wrap(size.Width)
	color := r.p.Color
	if color == "" {
		color = theme.ColorNameForeground
	}
	r.texts = r.texts[:0]
	h := r.lineHeight()
	for i, line := range r.p.lines {
		t := &canvas.Text{Text: line, TextSize: r.p.size(), TextStyle: r.p.style(), Color: theme.Color(color)}
		t.Move(fyne.NewPos(0, float32(i)*h))
		t.Resize(fyne.NewSize(size.Width, h))
		r.texts = append(r.texts, t)
	}
}

func (r *paraRenderer) Refresh() {
	r.Layout(r.p.Size())
	canvas.Refresh(r.p)
}

func (r *paraRenderer) Objects() []fyne.CanvasObject { return r.texts }
func (r *paraRenderer) Destroy()                     {}

// Signs that may not begin or end a line.
const (
	noStart = "、。，．・：；？！ー々’”）〕］｝〉》」』】ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ,.:;?!)]}…‥％%"
	noEnd   = "‘“（〔［｛〈《「『【([{"
)

// wrapLine parts one paragraph into lines no wider than width, greedily. Every line keeps at least one sign.
func wrapLine(s string, width float32, measure func(string) float32) []string {
	var lines []string
	line := ""
	for _, word := range pieces(s) {
		if line == "" || measure(strings.TrimRight(line+word, " ")) <= width {
			line += word
		} else {
			lines = append(lines, strings.TrimRight(line, " "))
			line = strings.TrimLeft(word, " ")
		}
		for measure(strings.TrimRight(line, " ")) > width {
			n := fitting(line, width, measure)
			if n == len(line) {
				break
			}
			lines = append(lines, line[:n])
			line = line[n:]
		}
	}
	return append(lines, strings.TrimRight(line, " "))
}

// fitting returns how many bytes of s fit into width, at least one sign.
func fitting(s string, width float32, measure func(string) float32) int {
	n := 0
	for i, r := range s {
		end := i + len(string(r))
		if n > 0 && measure(s[:end]) > width {
			return n
		}
		n = end
	}
	return n
}

// pieces parts s where a line may break: after spaces and between wide signs. A piece keeps the spaces that follow it.
func pieces(s string) []string {
	var out []string
	start := 0
	var before rune
	for i, r := range s {
		if i > start && mayBreak(before, r) {
			out = append(out, s[start:i])
			start = i
		}
		before = r
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

func mayBreak(before, after rune) bool {
	switch {
	case after == ' ':
		return false
	case before == ' ':
		return true
	case strings.ContainsRune(noStart, after) || strings.ContainsRune(noEnd, before):
		return false
	}
	return wide(before) || wide(after)
}

func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x30ff || r >= 0xff00 && r <= 0xff65
}
