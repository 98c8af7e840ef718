package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Plate is a rounded rectangle in colours of the theme, to lie behind something. Empty names draw nothing.
type Plate struct {
	widget.BaseWidget
	fill, edge fyne.ThemeColorName
	radius     fyne.ThemeSizeName
}

// NewPlate returns a plate filled with one colour and edged by a line in another.
func NewPlate(fill, edge fyne.ThemeColorName, radius fyne.ThemeSizeName) *Plate {
	p := &Plate{fill: fill, edge: edge, radius: radius}
	p.ExtendBaseWidget(p)
	return p
}

// NewDivider returns a hairline as wide as the space it gets, one pixel high.
func NewDivider() *Plate {
	p := NewPlate(look.Line, "", "")
	return p
}

// SetColors changes the colours.
func (p *Plate) SetColors(fill, edge fyne.ThemeColorName) {
	if p.fill == fill && p.edge == edge {
		return
	}
	p.fill, p.edge = fill, edge
	p.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (p *Plate) CreateRenderer() fyne.WidgetRenderer {
	r := &plateRenderer{plate: p, rect: &canvas.Rectangle{}}
	r.paint()
	return r
}

type plateRenderer struct {
	plate *Plate
	rect  *canvas.Rectangle
}

func (r *plateRenderer) paint() {
	r.rect.FillColor, r.rect.StrokeColor, r.rect.StrokeWidth, r.rect.CornerRadius = nil, nil, 0, 0
	if r.plate.fill != "" {
		r.rect.FillColor = look.Color(r.plate.fill)
	}
	if r.plate.edge != "" {
		r.rect.StrokeColor, r.rect.StrokeWidth = look.Color(r.plate.edge), 1
	}
	if r.plate.radius != "" {
		r.rect.CornerRadius = look.Size(r.plate.radius)
	}
}

func (r *plateRenderer) Destroy()                     {}
func (r *plateRenderer) Layout(s fyne.Size)           { r.rect.Resize(s) }
func (r *plateRenderer) MinSize() fyne.Size           { return fyne.NewSize(1, 1) }
func (r *plateRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.rect} }
func (r *plateRenderer) Refresh()                     { r.paint(); r.rect.Refresh() }
