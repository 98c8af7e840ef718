package flow

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// ownAscent returns how far Fyne's own font for a style reaches over the line that text stands on. Asking Fyne would make
// it load the font a second time, with all its fallbacks.
func ownAscent(style fyne.TextStyle, size float32) float32 {
	f, err := sfnt.Parse(theme.DefaultTheme().Font(style).Content())
	if err != nil {
		return size // Fyne says itself that its font is broken
	}
	m, err := f.Metrics(nil, fixed.Int26_6(size*64), font.HintingNone)
	if err != nil {
		return size
	}
	return float32(m.Ascent) / 64
}

// coverage says which characters the theme's font has. Fyne draws the others with its own font, which stands higher; text
// of both kinds side by side must be shifted to stand on one line.
type coverage struct {
	font  *sfnt.Font
	buf   sfnt.Buffer
	known map[rune]bool
}

var coverages = map[fyne.Resource]*coverage{}

func coverageOf(res fyne.Resource) *coverage {
	c := coverages[res]
	if c == nil {
		c = &coverage{known: map[rune]bool{}}
		if font, err := sfnt.Parse(res.Content()); err == nil { // else: Fyne says so itself, and nothing is covered
			c.font = font
		}
		coverages[res] = c
	}
	return c
}

// any says whether the font has a character of text, spaces aside.
func (c *coverage) any(text string) bool {
	for _, r := range text {
		if r == ' ' || r == '\u00a0' {
			continue
		}
		has, ok := c.known[r]
		if !ok && c.font != nil {
			i, err := c.font.GlyphIndex(&c.buf, r)
			has = err == nil && i != 0
			c.known[r] = has
		}
		if has {
			return true
		}
	}
	return false
}
