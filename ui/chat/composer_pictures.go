package chat

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
)

// MostPictures is how many pictures one message may have: what model servers take at least.
const MostPictures = 10

// Measures of the pictures in the input, in pixels.
const (
	tileSide = 72
	tileGap  = 8
	tileDrop = 22 // the button that takes one away
)

// Pictures returns the pictures in a talk's input.
func (c *Composer) Pictures(id string) []talk.Picture { return c.pictures[id] }

// SetPictures replaces the pictures in a talk's input.
func (c *Composer) SetPictures(id string, ps []talk.Picture) {
	if slices.Equal(c.pictures[id], ps) {
		return
	}
	if c.pictures[id] = slices.Clone(ps); len(ps) == 0 {
		delete(c.pictures, id)
	}
	if c.OnDraft != nil {
		c.OnDraft(id)
	}
	c.showShelf()
}

// AddPictures puts pictures behind those in a talk's input. What is over MostPictures is left out; it says how many were.
func (c *Composer) AddPictures(id string, ps ...talk.Picture) (left int) {
	all := slices.Concat(c.pictures[id], ps)
	left = max(len(all)-MostPictures, 0)
	c.SetPictures(id, all[:len(all)-left])
	return left
}

// GiveBackPictures puts pictures that could not be sent back into a talk's input, before those that came since. All of them come back,
// be they more than MostPictures.
func (c *Composer) GiveBackPictures(id string, ps []talk.Picture) {
	if len(ps) > 0 {
		c.SetPictures(id, slices.Concat(ps, c.pictures[id]))
	}
}

// Awaiting tells that so many more pictures of a talk are being read, fewer if n is negative. A message that is sent meanwhile goes out
// when they are there.
func (c *Composer) Awaiting(id string, n int) {
	if c.coming[id] += n; c.coming[id] <= 0 {
		delete(c.coming, id)
	}
	c.showShelf()
	if c.sendLater && c.coming[c.talk] == 0 {
		c.sendLater = false
		c.send()
	}
}

// PictureReady shows a picture that Thumbs has made.
func (c *Composer) PictureReady(ref string) {
	for _, o := range c.shelf.Objects {
		if t, ok := o.(*tile); ok && t.picture.ref == ref {
			t.picture.show(c.Thumbs, ref, false)
		}
	}
}

// Paste puts a text into the input as if it had been pasted.
func (c *Composer) Paste(text string) { c.entry.Paste(text) }

// showShelf shows the pictures of the shown talk's input, and a place for each that is being read.
func (c *Composer) showShelf() {
	id := c.talk
	c.shelf.Objects = nil
	for i, p := range c.pictures[id] {
		t := newTile(func() { c.openPicture(id, i) }, func() { c.dropPicture(id, i) })
		t.picture.show(c.Thumbs, p.Ref, false)
		c.shelf.Objects = append(c.shelf.Objects, t)
	}
	for range c.coming[id] {
		p := newThumb()
		p.show(nil, "", false)
		c.shelf.Objects = append(c.shelf.Objects, p)
	}
	c.shelf.Hidden = len(c.shelf.Objects) == 0
	c.shelf.Refresh()
	c.reckon()
	c.grown()
}

func (c *Composer) openPicture(id string, i int) {
	if c.OnPicture != nil && i < len(c.pictures[id]) {
		c.OnPicture(c.pictures[id], i)
	}
}

func (c *Composer) dropPicture(id string, i int) {
	if ps := c.pictures[id]; i < len(ps) {
		c.SetPictures(id, slices.Delete(slices.Clone(ps), i, i+1))
	}
}

// pictureTokens is what the pictures in the input cost.
func (c *Composer) pictureTokens() (n int) {
	for _, p := range c.pictures[c.talk] {
		if c.PictureCost != nil {
			n += c.PictureCost(p)
		}
	}
	return n
}

// shelfLayout sets tiles side by side, smaller ones if there are many.
type shelfLayout struct{}

func (shelfLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	n := float32(len(objects))
	side := min(tileSide, float32(int((size.Width-tileGap*(n-1))/n)))
	for i, o := range objects {
		o.Resize(fyne.NewSquareSize(side))
		o.Move(fyne.NewPos(float32(i)*(side+tileGap), size.Height-tileSide))
	}
}

func (shelfLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(tileSide, tileSide+tileGap)
}

// tile is a picture in the input: a press shows it large, the button in its corner takes it away.
type tile struct {
	widget.BaseWidget
	picture *thumb
	ground  *canvas.Circle
	drop    *parts.Button
	press   func()
}

var _ desktop.Cursorable = (*tile)(nil)

func newTile(press, drop func()) *tile {
	t := &tile{picture: newThumb(), ground: canvas.NewCircle(look.Color(look.Surface)), drop: parts.NewIconButton(look.IconClose, drop), press: press}
	t.ground.StrokeColor, t.ground.StrokeWidth = look.Color(look.Line), 1
	t.ExtendBaseWidget(t)
	return t
}

// Tapped implements fyne.Tappable.
func (t *tile) Tapped(*fyne.PointEvent) { t.press() }

// Cursor implements desktop.Cursorable.
func (t *tile) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer implements fyne.Widget.
func (t *tile) CreateRenderer() fyne.WidgetRenderer { return tileRenderer{t} }

type tileRenderer struct{ t *tile }

func (r tileRenderer) Destroy()           {}
func (r tileRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(tileDrop) }
func (r tileRenderer) Refresh()           { canvas.Refresh(r.t) }
func (r tileRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.t.picture, r.t.ground, r.t.drop}
}
func (r tileRenderer) Layout(s fyne.Size) {
	r.t.picture.Resize(s)
	for _, o := range []fyne.CanvasObject{r.t.ground, r.t.drop} {
		o.Resize(fyne.NewSquareSize(tileDrop))
		o.Move(fyne.NewPos(s.Width-tileDrop+4, -4))
	}
}
