package chat

import (
	"image"

	"fyne.io/fyne/v2/canvas"

	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
)

// SetBackground shows a picture behind the messages, faintly; nil shows none. It fills the talk and is cut at the edges. The picture
// must not be changed any more.
func (t *Transcript) SetBackground(picture image.Image) {
	t.behind.Image, t.behind.Hidden = picture, picture == nil
	t.behind.Refresh()
	t.list.Changed(0, t.list.Len())
}

// Background returns the picture behind the messages, nil if there is none.
func (t *Transcript) Background() image.Image { return t.behind.Image }

func newBackdrop() *canvas.Image {
	return &canvas.Image{FillMode: canvas.ImageFillCover, ScaleMode: canvas.ImageScaleFastest, Translucency: 1 - look.PictureShare}
}

// Room around text that stands on a picture, in pixels.
const (
	platePadX = 8
	platePadY = 3
)

// plated puts a plate under every part that stands on the picture itself and not on a message's ground.
func (r *row) plated(parts []flow.Part) []flow.Part {
	if r.t.behind.Hidden {
		return parts
	}
	top, high := r.ground.Position().Y, r.ground.Size().Height
	out := make([]flow.Part, 0, 2*len(parts))
	for _, p := range parts {
		if p.Y < top || p.Y >= top+high {
			plate := flow.Mark{X: -platePadX, Y: -platePadY, Width: p.Sheet.Width + 2*platePadX, Height: p.Sheet.Height + 2*platePadY, Radius: look.Size(look.RadiusButton), Fill: look.Plate}
			out = append(out, flow.Part{X: p.X, Y: p.Y, Sheet: &flow.Sheet{Marks: []flow.Mark{plate}, Height: p.Sheet.Height}})
		}
		out = append(out, p)
	}
	return out
}
