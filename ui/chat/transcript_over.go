package chat

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
)

const endSize = 36

// endButton floats over the transcript while its end is out of view.
type endButton struct {
	widget.BaseWidget
	press  func()
	ground *canvas.Circle
	icon   *widget.Icon
}

var _ desktop.Cursorable = (*endButton)(nil)

func newEndButton(press func()) *endButton {
	b := &endButton{press: press, ground: canvas.NewCircle(color.Transparent), icon: widget.NewIcon(look.IconIn(look.IconDown, look.Muted))}
	b.ExtendBaseWidget(b)
	b.Hide()
	return b
}

// Tapped implements fyne.Tappable.
func (b *endButton) Tapped(*fyne.PointEvent) { b.press() }

// Cursor implements desktop.Cursorable.
func (b *endButton) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer implements fyne.Widget.
func (b *endButton) CreateRenderer() fyne.WidgetRenderer {
	r := endRenderer{b}
	r.Refresh()
	return r
}

type endRenderer struct{ b *endButton }

func (r endRenderer) Destroy()                     {}
func (r endRenderer) MinSize() fyne.Size           { return fyne.NewSquareSize(endSize) }
func (r endRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.b.ground, r.b.icon} }

func (r endRenderer) Layout(s fyne.Size) {
	r.b.ground.Resize(s)
	r.b.icon.Resize(fyne.NewSquareSize(18))
	r.b.icon.Move(fyne.NewPos((s.Width-18)/2, (s.Height-18)/2))
}

func (r endRenderer) Refresh() {
	r.b.ground.FillColor, r.b.ground.StrokeColor, r.b.ground.StrokeWidth = look.Color(look.Surface), look.Color(look.Line), 1
	r.b.ground.Refresh()
	r.b.icon.Refresh()
}

// targetLine says where the link under the pointer leads, before it is pressed.
type targetLine struct {
	widget.BaseWidget
	most   float32
	ground *canvas.Rectangle
	text   *canvas.Text
}

func newTargetLine() *targetLine {
	l := &targetLine{ground: canvas.NewRectangle(color.Transparent), text: canvas.NewText("", color.Black)}
	l.ExtendBaseWidget(l)
	l.Hide()
	return l
}

func (l *targetLine) show(link string) {
	if link == "" {
		if l.Visible() {
			l.Hide()
		}
		return
	}
	if l.text.Text == link && l.Visible() {
		return
	}
	size := look.Size(look.SmallText)
	lines := flow.Wrap([]flow.Span{{Text: link}}, max(l.most-16, 80), size)
	if first := lines[0]; len(lines) > 1 && len(first.Pieces) > 0 {
		link = link[:first.Pieces[len(first.Pieces)-1].To] + "…"
	}
	l.text.Text, l.text.TextSize, l.text.Color = link, size, look.Color(look.Muted)
	l.ground.FillColor, l.ground.StrokeColor, l.ground.StrokeWidth = look.Color(look.Surface), look.Color(look.Line), 1
	l.ground.CornerRadius = look.Size(look.RadiusButton)
	l.Resize(l.MinSize())
	l.Show()
	l.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (l *targetLine) CreateRenderer() fyne.WidgetRenderer { return targetRenderer{l} }

type targetRenderer struct{ l *targetLine }

func (r targetRenderer) Destroy() {}
func (r targetRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.l.text.MinSize().Width+16, flow.Pitch(look.Size(look.SmallText))+6)
}
func (r targetRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.l.ground, r.l.text}
}
func (r targetRenderer) Layout(s fyne.Size) {
	r.l.ground.Resize(s)
	r.l.text.Move(fyne.NewPos(8, 0))
	r.l.text.Resize(fyne.NewSize(s.Width-16, s.Height))
}
func (r targetRenderer) Refresh() { canvas.Refresh(r.l) }
