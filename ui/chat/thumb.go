package chat

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// thumb shows one small picture with round corners, and a quiet place while there is none.
type thumb struct {
	widget.BaseWidget
	ref   string
	plate *canvas.Rectangle
	icon  *canvas.Image
	image *canvas.Image
}

// Measures of a thumb's corners and of the sign that stands for a missing picture, in pixels.
const (
	thumbRadius = 9
	thumbIcon   = 22
)

func newThumb() *thumb {
	p := &thumb{plate: canvas.NewRectangle(color.Transparent), icon: &canvas.Image{FillMode: canvas.ImageFillContain}, image: &canvas.Image{FillMode: canvas.ImageFillCover}}
	p.plate.CornerRadius, p.image.CornerRadius = thumbRadius, thumbRadius
	p.ExtendBaseWidget(p)
	return p
}

// show shows a picture of thumbs, fainter if dim.
func (p *thumb) show(thumbs *Thumbs, ref string, dim bool) {
	p.ref = ref
	img, missing := thumbs.Get(ref)
	p.image.Translucency = 0
	back := look.Color(theme.ColorNameBackground)
	p.plate.FillColor = mix(back, look.Color(look.Line), 0.7)
	if dim {
		p.image.Translucency = 1 - dimmed()
		p.plate.FillColor = mix(back, look.Color(look.Line), 0.7*dimmed())
	}
	sign := look.IconPicture
	if missing {
		sign = look.IconWarning
	}
	p.icon.Resource = look.IconIn(sign, look.Muted)
	p.image.Image = img
	p.image.Hidden, p.icon.Hidden, p.plate.Hidden = img == nil, img != nil, img != nil
	p.image.Refresh()
	p.icon.Refresh()
	p.plate.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (p *thumb) CreateRenderer() fyne.WidgetRenderer { return thumbRenderer{p} }

type thumbRenderer struct{ p *thumb }

func (r thumbRenderer) Destroy()           {}
func (r thumbRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(thumbIcon) }
func (r thumbRenderer) Refresh()           { canvas.Refresh(r.p) }
func (r thumbRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.p.plate, r.p.icon, r.p.image}
}
func (r thumbRenderer) Layout(s fyne.Size) {
	r.p.plate.Resize(s)
	r.p.image.Resize(s)
	r.p.icon.Resize(fyne.NewSquareSize(thumbIcon))
	r.p.icon.Move(fyne.NewPos((s.Width-thumbIcon)/2, (s.Height-thumbIcon)/2))
}
