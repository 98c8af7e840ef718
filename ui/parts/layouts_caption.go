package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Caption is one line of text in a size and colour of the theme, without the padding of a stock label. What does not fit
// ends in an ellipsis; it asks for the room of the whole text unless Short is set.
type Caption struct {
	widget.BaseWidget
	Text  string
	Scale fyne.ThemeSizeName
	Ink   fyne.ThemeColorName
	Bold  bool
	Align fyne.TextAlign
	Short bool // may be narrower than its text
}

// NewCaption returns a line of text.
func NewCaption(text string, size fyne.ThemeSizeName, color fyne.ThemeColorName) *Caption {
	c := &Caption{Text: text, Scale: size, Ink: color}
	c.ExtendBaseWidget(c)
	return c
}

// SetText changes the text.
func (c *Caption) SetText(text string) {
	if c.Text != text {
		c.Text = text
		c.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (c *Caption) CreateRenderer() fyne.WidgetRenderer {
	r := &captionRenderer{c: c, text: &canvas.Text{}}
	r.paint()
	return r
}

type captionRenderer struct {
	c    *Caption
	text *canvas.Text
}

func (r *captionRenderer) paint() {
	r.text.TextStyle = fyne.TextStyle{Bold: r.c.Bold}
	r.text.TextSize = look.Size(r.c.Scale)
	r.text.Color = look.Color(r.c.Ink)
	r.text.Alignment = r.c.Align
	r.text.Text = r.c.Text
}

func (r *captionRenderer) Layout(size fyne.Size) {
	r.text.Text = ellipsis(r.c.Text, size.Width, r.text.TextSize, r.text.TextStyle)
	r.text.Resize(size)
}

func (r *captionRenderer) MinSize() fyne.Size {
	text := r.c.Text
	if r.c.Short {
		text = "…"
	}
	return fyne.MeasureText(text, r.text.TextSize, r.text.TextStyle)
}

func (r *captionRenderer) Refresh() {
	r.paint()
	r.Layout(r.c.Size())
	r.text.Refresh()
}

func (r *captionRenderer) Destroy()                     {}
func (r *captionRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.text} }

// ellipsis shortens text by whole runes until it fits, by halving: the width grows with the length.
func ellipsis(text string, width, size float32, style fyne.TextStyle) string {
	fits := func(s string) bool { return fyne.MeasureText(s, size, style).Width <= width+0.5 }
	if text == "" || fits(text) {
		return text
	}
	runes := []rune(text)
	low, high := 0, len(runes)
	for low < high {
		middle := (low + high + 1) / 2
		if fits(string(runes[:middle]) + "…") {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return string(runes[:low]) + "…"
}
