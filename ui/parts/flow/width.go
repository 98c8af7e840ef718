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
	font fyne.Resource // of the theme, which may change
}

var meters = map[meterKey]*meter{}

func meterFor(s Style, size float32) *meter {
	key := meterKey{s.face(), size, theme.Current().Font(s.TextStyle())}
	m := meters[key]
	if m == nil {
		m = &meter{style: s.TextStyle(), size: size, runes: map[rune]float32{}, words: map[string]float32{}}
		m.font = coverageOf(key.font)
		driver := fyne.CurrentApp().Driver()
		box, ascent := driver.RenderedTextSize("x", size, m.style, nil)
		m.height, m.own = box.Height, ownAscent(m.style, size)
		m.both = max(m.own, ascent)
		meters[key] = m
	}
	return m
}

// Width returns the width of s in a style and size.
func Width(s string, style Style, size float32) float32 { return meterFor(style, size).text(s) }

// text measures a line piece by piece, as wrapping does.
func (m *meter) text(s string) float32 {
	sum := float32(0)
	last := ""
	for len(s) > 0 {
		a := nextAtom(s)
		sum += m.after(last, s[:a.size], a.class)
		last, s = s[:a.size], s[a.size:]
	}
	return sum
}

// after measures an atom that stands after another one in the same piece; before is empty at the start.
func (m *meter) after(before, s string, c class) float32 {
	switch c {
	case newline:
		return 0
	case blank:
		return m.blank(s, before)
	}
	return m.width(s) + m.kern(before, s)
}

// blank measures spaces. They are drawn with the face of what stands before them; at the start of a piece they are not
// drawn at all, and count as western.
func (m *meter) blank(s, before string) float32 {
	lead := "x"
	if before != "" && before[len(before)-1] >= utf8.RuneSelf && m.font.any(before) {
		lead = "あ"
	}
	return m.cached(lead+s, func(key string) float32 { return m.ask(strings.ReplaceAll(key, "\t", tab)) - m.ask(lead) })
}

// kern returns how much closer Japanese punctuation stands to its neighbour than the widths of both say; the neighbours of
// other characters are as good as independent.
func (m *meter) kern(before, s string) float32 {
	if before == "" || before[0] < utf8.RuneSelf && s[0] < utf8.RuneSelf {
		return 0
	}
	a, _ := utf8.DecodeLastRuneInString(before)
	b, _ := utf8.DecodeRuneInString(s)
	if a <= ' ' || runeClass(a) < opening && runeClass(b) < opening || a == utf8.RuneError || b == utf8.RuneError {
		return 0
	}
	return m.cached("\x00"+string(a)+string(b), func(key string) float32 {
		return m.ask(key[1:]) - m.rune(a, string(a)) - m.rune(b, string(b))
	})
}

// cached returns what is kept under a key, asking once.
func (m *meter) cached(key string, ask func(string) float32) float32 {
	w, ok := m.words[key]
	if !ok {
		if len(m.words) >= mostWords {
			clear(m.words)
		}
		w = ask(key)
		m.words[strings.Clone(key)] = w
	}
	return w
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
		for at := 0; at < len(word); {
			r, n := utf8.DecodeRuneInString(word[at:])
			sum += m.rune(r, word[at:at+n])
			at += n
		}
		return sum
	}
	return m.cached(word, m.ask)
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
