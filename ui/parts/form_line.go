package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"bonbon/ui/look"
)

// Line is one line of text that ends in an ellipsis where it does not fit.
type Line struct {
	text  *canvas.Text
	whole string
	size  fyne.ThemeSizeName
	color fyne.ThemeColorName
	made  fitKey
}

type fitKey struct {
	whole       string
	width, size float32
}

// NewLine returns an empty line in a size and colour of the theme; an empty size is that of the base text.
func NewLine(size fyne.ThemeSizeName, color fyne.ThemeColorName, bold bool) *Line {
	l := &Line{text: &canvas.Text{}, size: size, color: color}
	l.text.TextStyle.Bold = bold
	return l
}

func (l *Line) textSize() float32 {
	if l.size == "" {
		return theme.TextSize()
	}
	return look.Size(l.size)
}

// Object returns what a renderer must draw.
func (l *Line) Object() fyne.CanvasObject { return l.text }

// Width returns how wide the whole text is.
func (l *Line) Width() float32 {
	return fyne.MeasureText(l.whole, l.textSize(), l.text.TextStyle).Width
}

// Height returns how high a line is, whatever its text.
func (l *Line) Height() float32 {
	return fyne.MeasureText("Mあ", l.textSize(), l.text.TextStyle).Height
}

// Set gives the text; it is drawn at the next Place.
func (l *Line) Set(text string) { l.whole = text }

// Place draws the line at p, no wider than width.
func (l *Line) Place(p fyne.Position, width float32) {
	l.text.Color = theme.Color(l.color)
	l.text.TextSize = l.textSize()
	if key := (fitKey{l.whole, width, l.text.TextSize}); key != l.made {
		l.made = key
		l.text.Text = ellipsis(l.whole, width, func(s string) float32 {
			return fyne.MeasureText(s, l.text.TextSize, l.text.TextStyle).Width
		})
	}
	l.text.Move(p)
	l.text.Resize(fyne.NewSize(max(width, 0), l.Height()))
	l.text.Refresh()
}

// ellipsis returns s, or its longest beginning that fits into width with "…" after it. measure must not shrink as its
// text grows.
func ellipsis(s string, width float32, measure func(string) float32) string {
	runes := []rune(s)
	if len(runes) <= 400 && measure(s) <= width {
		return s
	}
	low, high := 0, min(len(runes), 400) // so many signs fit; so many do not, or need not be tried
	for low+1 < high {
		middle := (low + high) / 2
		if measure(string(runes[:middle])+"…") <= width {
			low = middle
		} else {
			high = middle
		}
	}
	return string(runes[:low]) + "…"
}
