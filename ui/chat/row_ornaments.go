package chat

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
)

// Face is how the persona is shown beside its messages.
type Face struct {
	Name    string
	Picture fyne.Resource // nil: a tile with the first letter
	Tile    color.Color   // of the tile; nil: the accent
}

// avatar is the persona's picture, or a tile with its first letter.
type avatar struct {
	widget.BaseWidget
	tile   *canvas.Rectangle
	letter *canvas.Text
	image  *canvas.Image
}

func newAvatar() *avatar {
	a := &avatar{tile: canvas.NewRectangle(color.Transparent), letter: canvas.NewText("", color.White), image: &canvas.Image{FillMode: canvas.ImageFillCover}}
	a.letter.Alignment, a.letter.TextStyle.Bold = fyne.TextAlignCenter, true
	a.ExtendBaseWidget(a)
	a.size(avatarSize)
	return a
}

// size makes the picture side wide and high.
func (a *avatar) size(side float32) {
	a.tile.CornerRadius, a.image.CornerRadius = side*0.26, side*0.26
	a.letter.TextSize = side * 0.44
	a.Resize(fyne.NewSquareSize(side))
}

func (a *avatar) set(f Face, dim bool) {
	back := look.Color(theme.ColorNameBackground)
	if f.Picture != nil {
		a.image.Resource, a.image.Translucency = f.Picture, 0
		if dim {
			a.image.Translucency = 1 - dimmed()
		}
		a.image.Show()
		a.tile.Hide()
		a.letter.Hide()
		a.image.Refresh()
		return
	}
	tile, letter := f.Tile, color.Color(color.White)
	if tile == nil {
		tile, letter = look.Color(look.Accent), look.Color(look.OnAccent)
	}
	if dim {
		tile, letter = mix(back, tile, dimmed()), mix(back, letter, dimmed()+0.3)
	}
	a.image.Hide()
	a.tile.FillColor, a.letter.Color = tile, letter
	a.letter.Text = parts.Initial(f.Name)
	a.tile.Show()
	a.letter.Show()
	a.tile.Refresh()
	a.letter.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (a *avatar) CreateRenderer() fyne.WidgetRenderer { return avatarRenderer{a} }

type avatarRenderer struct{ a *avatar }

func (r avatarRenderer) Destroy()           {}
func (r avatarRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(avatarSize) }
func (r avatarRenderer) Refresh()           { canvas.Refresh(r.a) }
func (r avatarRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.a.tile, r.a.letter, r.a.image}
}
func (r avatarRenderer) Layout(s fyne.Size) {
	r.a.tile.Resize(s)
	r.a.letter.Resize(s)
	r.a.image.Resize(s)
}

// dots say that a reply is awaited: one of three is darker, another one every 350 ms.
type dots struct {
	widget.BaseWidget
	dot  [3]*canvas.Circle
	step int
	anim *fyne.Animation
}

const (
	dotSize = 7
	dotStep = 11
	dotTime = 350 * time.Millisecond
)

func newDots() *dots {
	d := &dots{}
	for i := range d.dot {
		d.dot[i] = canvas.NewCircle(look.Color(look.Muted))
		d.dot[i].Resize(fyne.NewSquareSize(dotSize))
		d.dot[i].Move(fyne.NewPos(float32(i)*dotStep, 0))
	}
	d.anim = &fyne.Animation{Duration: 3 * dotTime, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear, Tick: d.tick}
	d.ExtendBaseWidget(d)
	d.Resize(fyne.NewSize(2*dotStep+dotSize, dotSize))
	d.paint()
	return d
}

func (d *dots) start() {
	d.paint()
	d.anim.Start()
}

func (d *dots) stop() { d.anim.Stop() }

// tick draws only when another dot's turn has come: a window that redraws all the time would heat the machine.
func (d *dots) tick(done float32) {
	if step := int(done*3) % 3; step != d.step {
		d.step = step
		d.paint()
	}
}

func (d *dots) paint() {
	for i, c := range d.dot {
		share := 0.4
		if i == d.step {
			share = 0.9
		}
		c.FillColor = mix(look.Color(look.Surface), look.Color(look.Muted), share)
		c.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (d *dots) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{Objects: []fyne.CanvasObject{d.dot[0], d.dot[1], d.dot[2]}})
}

// dashes is a dashed hairline with a gap for a sentence.
type dashes struct {
	left, right *canvas.Raster
	ink         color.Color
}

func newDashes() *dashes {
	d := &dashes{ink: color.Transparent}
	pixel := func(x, _, _, h int) color.Color {
		if x/(3*h)%2 == 0 {
			return d.ink
		}
		return color.Transparent
	}
	d.left, d.right = canvas.NewRasterWithPixels(pixel), canvas.NewRasterWithPixels(pixel)
	return d
}

// place draws from x to right at y, with a gap from … to.
func (d *dashes) place(x, right, y, from, to float32, ink color.Color) {
	d.ink = ink
	d.left.Move(fyne.NewPos(x, y))
	d.left.Resize(fyne.NewSize(max(from-x, 0), 1))
	d.right.Move(fyne.NewPos(to, y))
	d.right.Resize(fyne.NewSize(max(right-to, 0), 1))
}
