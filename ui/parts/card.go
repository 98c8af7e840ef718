package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Card is a rounded surface with a hairline around its content.
type Card struct {
	widget.BaseWidget
	content fyne.CanvasObject
}

// NewCard returns a card around content.
func NewCard(content fyne.CanvasObject) *Card {
	c := &Card{content: NewInset(cardPad, cardPad, content)}
	c.ExtendBaseWidget(c)
	return c
}

const cardPad = 14

// CreateRenderer implements fyne.Widget.
func (c *Card) CreateRenderer() fyne.WidgetRenderer {
	r := &cardRenderer{c: c, back: &canvas.Rectangle{StrokeWidth: 1}}
	r.Refresh()
	return r
}

type cardRenderer struct {
	c    *Card
	back *canvas.Rectangle
}

func (r *cardRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.c.content.Resize(size)
}

func (r *cardRenderer) MinSize() fyne.Size { return r.c.content.MinSize() }

func (r *cardRenderer) Refresh() {
	r.back.FillColor, r.back.StrokeColor = look.Color(look.Surface), look.Color(look.Line)
	r.back.CornerRadius = look.Size(look.RadiusCard)
	r.back.Refresh()
	r.c.content.Refresh()
}

func (r *cardRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.back, r.c.content} }
func (r *cardRenderer) Destroy()                     {}

// Bar is a thin rounded bar that is filled from the left.
type Bar struct {
	widget.BaseWidget
	part  float32
	color fyne.ThemeColorName
}

// NewBar returns an empty bar.
func NewBar() *Bar {
	b := &Bar{color: look.Accent}
	b.ExtendBaseWidget(b)
	return b
}

// Set fills part of the bar, 0 … 1, in a colour of the theme.
func (b *Bar) Set(part float64, color fyne.ThemeColorName) {
	b.part, b.color = float32(min(max(part, 0), 1)), color
	b.Refresh()
}

// Part returns how much is filled, 0 … 1.
func (b *Bar) Part() float64 { return float64(b.part) }

const barHeight = 7

// CreateRenderer implements fyne.Widget.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	r := &barRenderer{b: b, rest: &canvas.Rectangle{CornerRadius: barHeight / 2.0}, done: &canvas.Rectangle{CornerRadius: barHeight / 2.0}}
	r.Refresh()
	return r
}

type barRenderer struct {
	b          *Bar
	rest, done *canvas.Rectangle
}

func (r *barRenderer) MinSize() fyne.Size { return fyne.NewSize(4*barHeight, barHeight) }

func (r *barRenderer) Layout(size fyne.Size) {
	size.Height = barHeight
	r.rest.Resize(size)
	r.done.Resize(fyne.NewSize(size.Width*r.b.part, barHeight))
}

func (r *barRenderer) Refresh() {
	r.rest.FillColor, r.done.FillColor = look.Color(look.PartFree), look.Color(r.b.color)
	r.Layout(r.b.Size())
	r.rest.Refresh()
	r.done.Refresh()
}

func (r *barRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.rest, r.done} }
func (r *barRenderer) Destroy()                     {}
