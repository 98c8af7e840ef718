package parts

import (
	"hash/fnv"
	"image/color"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Avatar is who someone is at a glance: the picture, or a tile with the first letter of the name in a colour that the name
// always gets. Its corners are rounded.
type Avatar struct {
	widget.BaseWidget
	side    float32
	name    string
	picture fyne.Resource
}

// NewAvatar returns a square picture with sides of that length; picture may be nil.
func NewAvatar(side float32, name string, picture fyne.Resource) *Avatar {
	a := &Avatar{side: side, name: name, picture: picture}
	a.ExtendBaseWidget(a)
	return a
}

// SetPerson shows someone else.
func (a *Avatar) SetPerson(name string, picture fyne.Resource) {
	if a.name == name && a.picture == picture {
		return
	}
	a.name, a.picture = name, picture
	a.Refresh()
}

// shown is the side as it is drawn: with small text the rows around it are lower.
func (a *Avatar) shown() float32 { return a.side * min(1, theme.TextSize()/14) }

// CreateRenderer implements fyne.Widget.
func (a *Avatar) CreateRenderer() fyne.WidgetRenderer {
	r := &avatarRenderer{avatar: a, tile: &canvas.Rectangle{}, letter: &canvas.Text{Color: color.White}, image: &canvas.Image{}}
	r.letter.TextStyle.Bold = true
	r.letter.Alignment = fyne.TextAlignCenter
	r.image.FillMode = canvas.ImageFillCover
	r.image.ScaleMode = canvas.ImageScaleSmooth
	r.paint()
	return r
}

type avatarRenderer struct {
	avatar *Avatar
	tile   *canvas.Rectangle
	letter *canvas.Text
	image  *canvas.Image
}

func (r *avatarRenderer) paint() {
	a := r.avatar
	radius := min(look.Size(look.RadiusCard), a.shown()*0.3)
	r.tile.CornerRadius, r.image.CornerRadius = radius, radius
	r.tile.FillColor = TileColor(a.name)
	r.letter.Text = Initial(a.name)
	r.letter.TextSize = a.shown() * 0.42
	r.tile.Hidden, r.letter.Hidden, r.image.Hidden = a.picture != nil, a.picture != nil, a.picture == nil
	r.image.Resource = a.picture
}

func (r *avatarRenderer) Layout(size fyne.Size) {
	side := fyne.NewSquareSize(min(size.Width, size.Height, r.avatar.shown()))
	corner := fyne.NewPos((size.Width-side.Width)/2, (size.Height-side.Height)/2)
	high := r.letter.MinSize().Height
	r.tile.Resize(side)
	r.image.Resize(side)
	r.letter.Resize(fyne.NewSize(side.Width, high))
	r.tile.Move(corner)
	r.image.Move(corner)
	r.letter.Move(corner.AddXY(0, (side.Height-high)/2))
}

func (r *avatarRenderer) Refresh() {
	r.paint()
	r.Layout(r.avatar.Size())
	r.tile.Refresh()
	r.letter.Refresh()
	if r.avatar.picture != nil {
		r.image.Refresh()
	}
}

func (r *avatarRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(r.avatar.shown()) }
func (r *avatarRenderer) Destroy()           {}
func (r *avatarRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.tile, r.letter, r.image}
}

// tiles are dark enough for a white letter in both variants of the theme.
var tiles = []color.NRGBA{
	{R: 0x8C, G: 0x4A, B: 0x2B, A: 0xFF}, {R: 0x3E, G: 0x6B, B: 0x58, A: 0xFF}, {R: 0x5B, G: 0x48, B: 0x7D, A: 0xFF},
	{R: 0x7B, G: 0x59, B: 0x3E, A: 0xFF}, {R: 0x2F, G: 0x64, B: 0x7C, A: 0xFF}, {R: 0x8A, G: 0x3F, B: 0x5C, A: 0xFF},
	{R: 0x5F, G: 0x66, B: 0x2F, A: 0xFF}, {R: 0x46, G: 0x55, B: 0x8C, A: 0xFF},
}

// TileColor is the colour behind the first letter of a name, always the same for it. White is readable on it.
func TileColor(name string) color.NRGBA {
	h := fnv.New32a()
	_, _ = h.Write([]byte(strings.TrimSpace(name))) // a hash never fails
	return tiles[h.Sum32()%uint32(len(tiles))]      // #nosec G115 -- eight
}

// Initial is what a tile shows of a name: its first letter, digit or symbol.
func Initial(name string) string {
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSymbol(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return "·"
}
