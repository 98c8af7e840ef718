package personas

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// panelRenderer draws content on the colour of the side panels.
type panelRenderer struct {
	back    *canvas.Rectangle
	content fyne.CanvasObject
}

func (r *panelRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.content.Resize(size)
}

func (r *panelRenderer) MinSize() fyne.Size { return r.content.MinSize() }

func (r *panelRenderer) Refresh() {
	r.back.FillColor = look.Color(look.Side)
	r.back.Refresh()
	r.content.Refresh()
}

func (r *panelRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.back, r.content}
}

func (r *panelRenderer) Destroy() {}

// fixedHeight is as high as a size of the theme, or as its content when that needs more.
type fixedHeight struct{ size fyne.ThemeSizeName }

func newFixedHeight(size fyne.ThemeSizeName, o fyne.CanvasObject) *fyne.Container {
	return container.New(fixedHeight{size}, o)
}

// Layout implements fyne.Layout.
func (f fixedHeight) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }

// MinSize implements fyne.Layout.
func (f fixedHeight) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	return fyne.NewSize(m.Width, max(m.Height, look.Size(f.size)))
}

// stateDot shows a connection: a dot in the colour of its state and its name, ellipsised.
type stateDot struct {
	widget.BaseWidget
	name  string
	state State
}

func newStateDot() *stateDot {
	s := &stateDot{}
	s.ExtendBaseWidget(s)
	return s
}

func (s *stateDot) set(name string, state State) {
	s.name, s.state = name, state
	s.Refresh()
}

const dotSize = 8

// CreateRenderer implements fyne.Widget.
func (s *stateDot) CreateRenderer() fyne.WidgetRenderer {
	r := &dotRenderer{s: s, dot: &canvas.Circle{}, text: parts.NewCaption("", look.SmallText, look.Muted)}
	r.Refresh()
	return r
}

type dotRenderer struct {
	s    *stateDot
	dot  *canvas.Circle
	text *parts.Caption
}

func (r *dotRenderer) MinSize() fyne.Size {
	return fyne.NewSize(40, r.text.MinSize().Height)
}

func (r *dotRenderer) Layout(size fyne.Size) {
	r.dot.Move(fyne.NewPos(0, (size.Height-dotSize)/2))
	r.dot.Resize(fyne.NewSquareSize(dotSize))
	h := r.text.MinSize().Height
	place(r.text, 2*dotSize, (size.Height-h)/2, size.Width-2*dotSize, h)
}

func (r *dotRenderer) Refresh() {
	text := r.s.name
	switch r.s.state {
	case Online:
		r.dot.FillColor = theme.Color(theme.ColorNameSuccess)
	case Offline:
		r.dot.FillColor = theme.Color(theme.ColorNameError)
		text = words.T("panels.list.offline", map[string]any{"Name": r.s.name})
	default:
		r.dot.FillColor = look.Color(look.Muted)
	}
	r.text.SetText(text)
	r.Layout(r.s.Size())
	r.dot.Refresh()
}

func (r *dotRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.dot, r.text}
}
func (r *dotRenderer) Destroy() {}
