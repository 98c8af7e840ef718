package chat

import (
	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// Measures of pictures in a bubble, in pixels.
const (
	pictureWide  = 340 // most of a single one
	pictureHigh  = 260
	pictureTile  = 112 // height of one of several
	pictureLeast = 44  // least side of any
	pictureGap   = 6
)

// zoneSeeing sends pictures again to a model that is known to refuse them.
const zoneSeeing = "seeing"

// What can be done with a picture of a message, as Env.OnPicture is told.
const (
	PictureOpen = "open"
	PictureSave = "save"
	PictureCopy = "copy"
)

// pictureFrame is the place of a picture in a bubble.
type pictureFrame struct {
	at   fyne.Position
	size fyne.Size
}

// framesOf places pictures in a width: one as large as it may be, several as tiles of one height. It reads nothing of the pictures but
// their sizes, so a row's height is known before they are.
func framesOf(ps []talk.Picture, width float32) (frames []pictureFrame, w, h float32) {
	if len(ps) == 0 {
		return nil, 0, 0
	}
	if len(ps) == 1 {
		size := shownSize(ps[0], min(pictureWide, width), pictureHigh)
		return []pictureFrame{{size: size}}, size.Width, size.Height
	}
	x := float32(0)
	for _, p := range ps {
		size := fyne.NewSize(min(max(pictureTile*shape(p), pictureTile*0.6), pictureTile*1.8, width), pictureTile)
		size.Width = float32(int(size.Width))
		if x > 0 && x+size.Width > width {
			x, h = 0, h+pictureTile+pictureGap
		}
		frames = append(frames, pictureFrame{fyne.NewPos(x, h), size})
		x += size.Width + pictureGap
		w = max(w, x-pictureGap)
	}
	return frames, w, h + pictureTile
}

// shape is a picture's width for a height of one; what is not known is a photo's.
func shape(p talk.Picture) float32 {
	if p.Width <= 0 || p.Height <= 0 {
		return 4.0 / 3
	}
	return float32(p.Width) / float32(p.Height)
}

// shownSize fits a picture into a size. It is not drawn larger than it is.
func shownSize(p talk.Picture, wide, high float32) fyne.Size {
	w := min(wide, high*shape(p))
	if p.Width > 0 {
		w = min(w, float32(p.Width))
	}
	return fyne.NewSize(max(float32(int(w)), pictureLeast), min(max(float32(int(w/shape(p))), pictureLeast), high))
}

// unseen says why a message goes out without its pictures.
type unseen int

const (
	allSeen   unseen = iota
	tooOld           // only newer ones are sent
	modelless        // the model takes none
)

// unseen says why the pictures of entry i are not sent although its words are.
func (c cutPlace) unseen(i int) unseen {
	switch {
	case c.dims(i) || i >= c.photosFrom:
		return allSeen
	case c.photosFrom >= c.total:
		return modelless
	}
	return tooOld
}

// pictureNote says below the pictures that they are not sent.
func pictureNote(m *message, width float32) *flow.Sheet {
	var text []flow.Span
	switch m.unseen {
	case tooOld:
		text = []flow.Span{{Text: words.N("pictures.old", len(m.entry.Pictures), map[string]any{"Count": words.Number(len(m.entry.Pictures))}), Style: flow.Muted}}
	case modelless:
		text = []flow.Span{{Text: words.T("pictures.blind") + "  ", Style: flow.Muted}, {Text: words.T("pictures.again"), Style: flow.Linked, Link: zoneSeeing}}
	default:
		return nil
	}
	size := look.Size(look.SmallText)
	s := &flow.Sheet{}
	s.AddLines(text, flow.Wrap(text, width, size), 0, 2, size, plainInk, 0)
	for i := range s.Zones {
		s.Zones[i].Name, s.Zones[i].Link = s.Zones[i].Link, ""
	}
	return s
}

// bindUnseen tells a message what only the plan says: whether its pictures are sent.
func (r *row) bindUnseen(i int) {
	if m := r.msg; len(m.entry.Pictures) > 0 {
		if now := r.t.cut.unseen(i); now != m.unseen {
			m.unseen, m.lay = now, nil
		}
	}
}

// bindPictures places the pictures of a bubble that begins at x, y.
func (r *row) bindPictures(b *bubble, x, y float32) {
	r.pictures = r.pictures[:0]
	for i, f := range b.frames {
		if i == len(r.thumbs) {
			r.thumbs = append(r.thumbs, newThumb())
		}
		p := r.thumbs[i]
		p.Move(f.at.AddXY(x+bubblePadX, y+bubblePadY))
		p.Resize(f.size)
		r.pictures = append(r.pictures, p)
		r.extra = append(r.extra, p)
	}
	r.showPictures()
}

// showPictures gives the placed thumbs their pictures.
func (r *row) showPictures() {
	for i, p := range r.pictures {
		p.show(r.t.env.Thumbs, r.msg.entry.Pictures[i].Ref, r.dim || r.msg.unseen != allSeen)
	}
}

// pictureAt returns the picture at a place of the row, -1 if there is none.
func (r *row) pictureAt(pos fyne.Position) int {
	for i, p := range r.pictures {
		if at, size := p.Position(), p.Size(); pos.X >= at.X && pos.X < at.X+size.Width && pos.Y >= at.Y && pos.Y < at.Y+size.Height {
			return i
		}
	}
	return -1
}

// pictureItems is what can be done with a picture of a message.
func (t *Transcript) pictureItems(e talk.Entry, i int) []parts.MenuItem {
	item := func(key string, icon look.IconName, what string) parts.MenuItem {
		return parts.MenuItem{Label: words.T(key), Icon: icon, Do: func() { t.onPicture(what, e, i) }}
	}
	return []parts.MenuItem{
		item("pictures.open", look.IconPicture, PictureOpen),
		item("pictures.save", look.IconExport, PictureSave),
		item("pictures.copy", look.IconCopy, PictureCopy),
	}
}

func (t *Transcript) onPicture(what string, e talk.Entry, i int) {
	if t.env.OnPicture != nil && i < len(e.Pictures) {
		t.env.OnPicture(what, e, i)
	}
}

// PictureReady shows a picture that Thumbs has made, wherever it is in view.
func (t *Transcript) PictureReady(ref string) {
	t.list.Shown(func(_ int, p parts.Row) {
		r, _ := p.(*row)
		for i, th := range r.pictures {
			if th.ref == ref {
				th.show(t.env.Thumbs, r.msg.entry.Pictures[i].Ref, r.dim || r.msg.unseen != allSeen)
			}
		}
	})
}
