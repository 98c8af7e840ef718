package flow

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Bounds of the width cache and of what is measured in one go.
const (
	longestWord = 48     // bytes; longer runs are the sum of their characters
	mostWords   = 40_000 // per face and size; the cache is then begun anew
)

// meter measures text of one face and size. The width of a line is the sum of the widths of its words.
type meter struct {
	style  fyne.TextStyle
	size   float32
	ascii  [utf8.RuneSelf]float32 // +1; 0 is not yet known
	runes  map[rune]float32
	words  map[string]float32
	font   *coverage // of the theme's font, which comes before Fyne's own
	own    float32   // from the top of text in Fyne's own font to the line that it stands on
	both   float32   // the same if characters of the theme's font are in it
	height float32
}

type meterKey struct {
	face Style
	size float32
}

var meters = map[meterKey]*meter{}

// Forget drops all cached widths. Call it when fonts have changed.
func Forget() { clear(meters) }

func meterFor(s Style, size float32) *meter {
	key := meterKey{s.face(), size}
	m := meters[key]
	if m == nil {
		m = &meter{style: s.TextStyle(), size: size, runes: map[rune]float32{}, words: map[string]float32{}}
		m.font = coverageOf(m.style)
		driver := fyne.CurrentApp().Driver()
		box, ascent := driver.RenderedTextSize("x", size, m.style, nil)
		_, own := driver.RenderedTextSize("x", size, m.style, theme.DefaultTheme().Font(m.style))
		m.height, m.own, m.both = box.Height, own, max(own, ascent)
		meters[key] = m
	}
	return m
}

// Width returns the width of s in a style and size.
func Width(s string, style Style, size float32) float32 { return meterFor(style, size).text(s) }

// text measures a line piece by piece, as wrapping does.
func (m *meter) text(s string) float32 {
	sum := float32(0)
	var last class
	for len(s) > 0 {
		a := nextAtom(s)
		if a.class == blank {
			sum += m.blank(s[:a.size], last)
		} else {
			sum += m.width(s[:a.size])
		}
		s, last = s[a.size:], a.class
	}
	return sum
}

// blank measures spaces. They are drawn with the face of what stands before them; at the start of a piece they are not
// drawn at all, and count as western.
func (m *meter) blank(s string, before class) float32 {
	lead := "x"
	if before != word && before != joint && before != blank {
		lead = "あ"
	}
	key := lead + s
	w, ok := m.words[key]
	if !ok {
		w = m.ask(strings.ReplaceAll(key, "\t", tab)) - m.ask(lead)
		m.words[key] = w
	}
	return w
}

// blankWidth measures spaces at the start of what is drawn.
func (m *meter) blankWidth(s string) float32 {
	sum := float32(0)
	for len(s) > 0 {
		n := nextAtom(s).size
		sum += m.blank(s[:n], blank)
		s = s[n:]
	}
	return sum
}

// tab is what a tabulator is drawn as.
const tab = "    "

// ascent returns how far under the top of text the line lies that it stands on.
func (m *meter) ascent(text string) float32 {
	if m.own != m.both && m.font.any(text) {
		return m.both
	}
	return m.own
}

// width measures one atom.
func (m *meter) width(word string) float32 {
	if r, n := utf8.DecodeRuneInString(word); n == len(word) {
		return m.rune(r, word)
	}
	if len(word) > longestWord {
		sum := float32(0)
		for i, r := range word {
			sum += m.rune(r, word[i:i+max(1, utf8.RuneLen(r))])
		}
		return sum
	}
	if w, ok := m.words[word]; ok {
		return w
	}
	if len(m.words) >= mostWords {
		clear(m.words)
	}
	w := m.ask(word)
	m.words[strings.Clone(word)] = w
	return w
}

func (m *meter) rune(r rune, s string) float32 {
	if r < utf8.RuneSelf {
		if w := m.ascii[r]; w != 0 {
			return w - 1
		}
		w := m.ask(s)
		m.ascii[r] = w + 1
		return w
	}
	w, ok := m.runes[r]
	if !ok {
		w = m.ask(s)
		m.runes[r] = w
	}
	return w
}

func (m *meter) ask(s string) float32 {
	if s == "\n" {
		return 0
	}
	return fyne.MeasureText(s, m.size, m.style).Width
}
