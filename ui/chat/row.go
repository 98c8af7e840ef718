package chat

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
)

// Names of the zones in a row.
const (
	zoneThoughts = "thoughts"
	zoneAction   = "action:" // + the action's name
	zoneNotice   = "notice:" // + the index of the notice's action
	zoneCut      = "cut"     // what is offered on the cut line
)

// dimmed is how much is left of the colours of messages that are not sent.
func dimmed() float64 { return float64(look.Size(look.Dimmed)) }

// row shows one entry: what stands over it (cut line, day), avatar, bubble, state and actions. It is drawn by one flow.View;
// only the bubble's ground, the avatar and the dashes are objects of their own. The last row of a transcript is its foot.
type row struct {
	widget.BaseWidget
	t     *Transcript
	index int
	msg   *message // nil: not loaded yet, or the foot
	dim   bool
	over  bool // the pointer is on it

	ringed bool // the keys are at it

	view     flow.View
	ground   *canvas.Rectangle
	face     *avatar
	cut      *dashes
	thumbs   []*thumb     // kept to be used again
	pictures []*thumb     // those that show the message's pictures
	pin      *widget.Icon // marks a pinned message; nil until there was one
	dots     *dots
	foot     foot // where the actions go while the row is pointed at
	parts    []flow.Part
	marks    []foundMark         // what a search found in the message, from the top
	words    int                 // the first of parts that is of the message's bubble
	extra    []fyne.CanvasObject // before the view's objects
	objects  []fyne.CanvasObject
	right    float32
	top      float32 // what is in view
	bottom   float32
	cursor   desktop.Cursor
}

var (
	_ fyne.Tappable          = (*row)(nil)
	_ fyne.SecondaryTappable = (*row)(nil)
	_ desktop.Hoverable      = (*row)(nil)
	_ desktop.Cursorable     = (*row)(nil)
)

func newRow(t *Transcript) *row {
	r := &row{t: t, ground: canvas.NewRectangle(color.Transparent), face: newAvatar(), cut: newDashes(), dots: newDots(), cursor: desktop.DefaultCursor}
	r.view.Ink = r.ink
	r.ExtendBaseWidget(r)
	return r
}

// ink returns a colour, mixed with the background if the message is not sent. The line above it stays as it is.
func (r *row) ink(name fyne.ThemeColorName) color.Color {
	if r.dim && name != look.CutLine && name != look.Plate && name != theme.ColorNameSelection {
		return mix(look.Color(theme.ColorNameBackground), look.Color(name), dimmed())
	}
	return look.Color(name)
}

// Bind implements parts.Row.
func (r *row) Bind(i int, width float32) float32 {
	if r.index != i {
		r.index, r.over = i, false
	}
	r.msg = r.t.message(i)
	r.dots.stop()
	r.parts, r.extra, r.foot, r.marks, r.pictures = r.parts[:0], r.extra[:0], foot{}, r.marks[:0], r.pictures[:0]
	r.ground.Resize(fyne.Size{})
	r.dim, r.ringed = r.t.cut.dims(i), r.t.cursor.ringAt(i)
	left, column := r.t.style.columnIn(width)
	r.right = left + column
	y := float32(rowHead)
	if i == 0 {
		y += topSpace
	}
	y = r.bindCut(i, left, column, y)
	if i == r.t.entries() {
		y = r.bindFoot(left, column, y)
	} else {
		y = r.bindDay(i, left, column, y)
		y = r.bindMessage(left, column, y)
		r.pickWords()
	}
	r.setParts()
	return ceil(y)
}

func (r *row) add(x, y float32, s *flow.Sheet) {
	r.parts = append(r.parts, flow.Part{X: x, Y: y, Sheet: s})
}

// bindMessage places avatar or name, the message's ground and words, state and actions.
func (r *row) bindMessage(left, column, y float32) float32 {
	if r.msg == nil {
		return r.bindPlaceholder(left, column, y)
	}
	r.bindTool(r.index)
	r.bindUnseen(r.index)
	top := y
	if r.t.style.Plain && !r.t.behind.Hidden { // the name stands on the plate, not on its edge
		y += 6
	}
	x, most, y := r.bindFace(left, column, y)
	m := r.msg
	b := m.layout(most)
	r.t.colour(m)
	width, user := b.w, m.entry.Role == talk.User
	switch {
	case r.t.style.Plain: // all of the column belongs to it
		width, user = most, false
	case user:
		x = left + column - b.w
	}
	r.paint()
	r.ground.Move(fyne.NewPos(x, top))
	r.ground.Resize(fyne.NewSize(width, y+b.h-top))
	r.extra = append([]fyne.CanvasObject{r.ground}, r.extra...)
	r.bindPictures(b, x, y)
	r.bindWords(b, x, y)
	r.right = x + width - bubblePadX
	if m.waiting() {
		r.dots.start()
		r.dots.Move(fyne.NewPos(x+bubblePadX, y+bubblePadY+flow.Pitch(b.size)/2-dotSize/2))
		r.extra = append(r.extra, r.dots)
	}
	r.bindPin(x, width, y, user)
	y += b.h
	if r.t.style.Plain {
		x, y, width = x+bubblePadX-2, y-bubblePadY, width-2*bubblePadX
	}
	y = r.bindState(x, y, most)
	r.bindActions(x, width, y+5, user)
	if r.t.style.Plain {
		y += 10
	}
	return y + rowFoot
}

// bindFace places the persona's picture or a name, and returns where the message's ground begins and how wide it may be.
func (r *row) bindFace(left, column, y float32) (x, most, top float32) {
	switch {
	case r.t.style.Plain:
		return left - bubblePadX, column + 2*bubblePadX, r.bindName(left, column, y) - bubblePadY + 2
	case r.msg.entry.Role == talk.User:
		return left, column * 0.82, y
	case r.msg.entry.Role == talk.Assistant:
		r.face.size(avatarSize)
		r.face.Move(fyne.NewPos(left, y))
		r.extra = append(r.extra, r.face)
	}
	return left + avatarStep, min(column-avatarStep, column*0.94), y
}

// bindWords places the words of a message whose ground is at x, y.
func (r *row) bindWords(b *bubble, x, y float32) {
	r.words = len(r.parts)
	for i, p := range b.parts {
		sheet := p.Sheet
		if b.spots[i].block != noBlock {
			sheet = r.mark(sheet, y+p.Y)
		}
		r.parts = append(r.parts, flow.Part{X: x + p.X, Y: y + p.Y, Sheet: sheet, Shift: sheet.Slide.Clamp(r.msg.slid[b.spots[i].block])})
	}
	r.strengthen()
}

// paint colours the message's ground, and the persona's picture beside it.
func (r *row) paint() {
	role := r.msg.entry.Role
	if role == talk.Assistant {
		r.face.set(r.t.face, r.dim)
	}
	switch {
	case r.t.style.Plain && r.t.behind.Hidden:
		r.fill("", "")
	case r.t.style.Plain:
		r.fill(look.Plate, "")
	case role == talk.User:
		r.fill(look.Bubble, "")
	case role == talk.Tool: // neither of the two said it
		r.fill(theme.ColorNameBackground, look.Line)
	default:
		r.fill(look.Surface, look.Line)
	}
	r.ring()
}

func (r *row) fill(fill, edge fyne.ThemeColorName) {
	r.ground.FillColor, r.ground.StrokeColor, r.ground.StrokeWidth = color.Transparent, color.Transparent, 0
	if fill != "" {
		r.ground.FillColor = r.ink(fill)
	}
	r.ground.CornerRadius = look.Size(look.RadiusBubble)
	if edge != "" {
		r.ground.StrokeColor, r.ground.StrokeWidth = r.ink(edge), 1
	}
	r.ground.Refresh()
}

// bindPlaceholder keeps the place of an entry that is being read.
func (r *row) bindPlaceholder(left, column, y float32) float32 {
	r.fill(look.Line, "")
	r.ground.FillColor = mix(look.Color(theme.ColorNameBackground), look.Color(look.Line), 0.4)
	r.ground.Move(fyne.NewPos(left+avatarStep, y))
	r.ground.Resize(fyne.NewSize(column*0.6, guessedRow-rowFoot-rowHead))
	r.extra = append(r.extra, r.ground)
	return y + guessedRow - rowHead
}

// Seen implements parts.Row.
func (r *row) Seen(top, bottom float32) {
	r.top, r.bottom = top, bottom
	if r.view.Show(top, bottom) {
		r.compose()
	}
}

// Release implements parts.Row.
func (r *row) Release() {
	r.msg, r.over, r.index, r.pictures = nil, false, -1, r.pictures[:0]
	r.dots.stop()
}

// compose puts the row's objects together.
func (r *row) compose() {
	r.objects = append(append(r.objects[:0], r.extra...), r.view.Objects()...)
	canvas.Refresh(r)
}

// recolour draws again without a new layout: the cut has moved, or the pointer has come or gone.
func (r *row) recolour() {
	dim, ringed := r.t.cut.dims(r.index), r.t.cursor.ringAt(r.index)
	if dim != r.dim || ringed != r.ringed {
		r.dim, r.ringed = dim, ringed
		if r.msg != nil {
			r.paint()
			r.showPictures()
		}
	}
	r.setParts()
	r.Seen(r.top, r.bottom)
}

// setParts hands what is to be drawn to the view; the actions are part of it while the pointer is on the row.
func (r *row) setParts() {
	parts := r.parts
	if r.foot.there && (r.over || r.t.cursor.ringAt(r.index)) {
		parts = append(parts[:len(parts):len(parts)], r.actionPart())
	}
	r.view.Set(r.plated(parts), r.right)
}

// MouseIn implements desktop.Hoverable.
func (r *row) MouseIn(e *desktop.MouseEvent) {
	r.over = true
	r.recolour()
	r.MouseMoved(e)
}

// MouseMoved implements desktop.Hoverable.
func (r *row) MouseMoved(e *desktop.MouseEvent) {
	r.cursor = desktop.DefaultCursor
	zone, ok := r.view.At(e.Position)
	switch ground := r.ground.Position(); {
	case ok || r.pictureAt(e.Position) >= 0:
		r.cursor = desktop.PointerCursor
	case r.msg != nil && e.Position.Y >= ground.Y && e.Position.Y < ground.Y+r.ground.Size().Height && e.Position.X >= ground.X && e.Position.X < ground.X+r.ground.Size().Width:
		r.cursor = desktop.TextCursor
	}
	r.t.showTarget(zone.Link)
}

// MouseOut implements desktop.Hoverable.
func (r *row) MouseOut() {
	r.over, r.cursor = false, desktop.DefaultCursor
	r.recolour()
	r.t.showTarget("")
}

// Cursor implements desktop.Cursorable.
func (r *row) Cursor() desktop.Cursor { return r.cursor }

// Tapped implements fyne.Tappable.
func (r *row) Tapped(e *fyne.PointEvent) {
	r.t.pressed = e.AbsolutePosition
	if zone, ok := r.view.At(e.Position); ok {
		r.t.press(r, zone)
		return
	}
	if i := r.pictureAt(e.Position); i >= 0 && r.msg != nil {
		r.t.onPicture(PictureOpen, r.msg.entry, i)
		return
	}
	r.t.takeFocus(r.index)
}

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer { return rowRenderer{r} }

type rowRenderer struct{ r *row }

func (x rowRenderer) Destroy()                     { x.r.dots.stop() }
func (x rowRenderer) Layout(fyne.Size)             {}
func (x rowRenderer) MinSize() fyne.Size           { return fyne.NewSize(10, 10) }
func (x rowRenderer) Objects() []fyne.CanvasObject { return x.r.objects }
func (x rowRenderer) Refresh()                     { canvas.Refresh(x.r) }

// mix lays a share of over on under.
func mix(under, over color.Color, share float64) color.Color {
	ur, ug, ub, _ := under.RGBA()
	or, og, ob, _ := over.RGBA()
	part := func(u, o uint32) uint8 { return uint8((float64(u)*(1-share) + float64(o)*share) / 257) }
	return color.NRGBA{R: part(ur, or), G: part(ug, og), B: part(ub, ob), A: 0xff}
}
