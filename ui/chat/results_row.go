package chat

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// Measures of the rows of results, in pixels.
const (
	guessedResult = 60
	resultPad     = 18 // between the view's edge and what is in it
	resultLines   = 2  // of an excerpt
)

// resultRow shows the head of a talk or one line of it.
type resultRow struct {
	widget.BaseWidget
	of      *Results
	index   int
	hovered bool
	view    flow.View
	ground  *canvas.Rectangle
	face    *avatar
	head    bool
	parts   []flow.Part
}

var (
	_ fyne.Tappable      = (*resultRow)(nil)
	_ desktop.Hoverable  = (*resultRow)(nil)
	_ desktop.Cursorable = (*resultRow)(nil)
)

func newResultRow(of *Results) *resultRow {
	r := &resultRow{of: of, ground: canvas.NewRectangle(color.Transparent), face: newAvatar()}
	r.view.Ink = func(name fyne.ThemeColorName) color.Color { return look.Color(name) }
	r.ExtendBaseWidget(r)
	return r
}

// Bind implements parts.Row.
func (r *resultRow) Bind(i int, width float32) float32 {
	if r.index != i {
		r.index, r.hovered = i, false
	}
	p := r.of.rows[i]
	t := &r.of.talks[p.talk]
	r.head, r.parts = p.line < 0, r.parts[:0]
	r.ground.Move(fyne.NewPos(resultPad-6, 1))
	height := float32(0)
	if r.head {
		height = r.bindHead(t, width)
	} else {
		height = r.bindLine(t, &t.Lines[p.line], width)
	}
	r.ground.Resize(fyne.NewSize(width-2*resultPad+12, height-2))
	r.paint()
	r.view.Set(r.parts, width-resultPad)
	return height
}

// bindHead shows whose talk it is and how many messages were found.
func (r *resultRow) bindHead(t *FoundTalk, width float32) float32 {
	const above = 10
	small := look.Size(look.SmallText)
	count := flow.Text([]flow.Span{{Text: words.N("find.messages", t.Count, map[string]any{"Count": words.Number(t.Count)}), Style: flow.Muted}}, width/3, small, plainInk)
	x := float32(resultPad + avatarStep)
	spans := []flow.Span{{Text: t.Face.Name, Style: flow.Bold}}
	if t.Title != "" {
		spans = append(spans, flow.Span{Text: "  " + t.Title, Style: flow.Muted})
	}
	name := firstLines(spans, width-x-count.Width-2*resultPad, theme.TextSize(), 1)
	r.face.set(t.Face, false)
	r.face.Move(fyne.NewPos(resultPad, above))
	y := above + float32(int((avatarSize-name.Height)/2))
	r.parts = append(r.parts, flow.Part{X: x, Y: y, Sheet: name}, flow.Part{X: width - resultPad - count.Width, Y: y + 2, Sheet: count})
	return above + avatarSize + 4
}

// bindLine shows who said something, when, and the words around what was found.
func (r *resultRow) bindLine(t *FoundTalk, l *FoundLine, width float32) float32 {
	x := float32(resultPad + avatarStep)
	who := t.Face.Name
	if l.Mine {
		who = words.T("find.you")
	}
	about := firstLines([]flow.Span{{Text: who + " · " + dayName(l.Time, r.of.Now()) + " " + clock(l.Time), Style: flow.Muted}}, width-x-resultPad, look.Size(look.SmallText), 1)
	text := firstLines([]flow.Span{{Text: l.Text}}, width-x-resultPad, theme.TextSize(), resultLines)
	y := 5 + about.Height
	marked := *text
	marked.Marks = nil
	for _, place := range marksOf(text, r.of.query, mostMarks) {
		marked.Marks = append(marked.Marks, place...)
	}
	r.parts = append(r.parts, flow.Part{X: x, Y: 5, Sheet: about}, flow.Part{X: x, Y: y, Sheet: &marked})
	return y + text.Height + 6
}

// firstLines lays out the first lines of spans.
func firstLines(spans []flow.Span, width, size float32, most int) *flow.Sheet {
	lines := flow.Wrap(spans, width, size)
	s := &flow.Sheet{}
	s.AddLines(spans, lines[:min(most, len(lines))], 0, 0, size, plainInk, 0)
	return s
}

func (r *resultRow) paint() {
	r.ground.FillColor, r.ground.CornerRadius = color.Transparent, look.Size(look.RadiusButton)
	switch {
	case r.head:
	case r.index == r.of.chosen:
		r.ground.FillColor = look.Color(look.ActiveRow)
	case r.hovered:
		r.ground.FillColor = look.Color(theme.ColorNameHover)
	}
	r.ground.Refresh()
}

// Seen implements parts.Row.
func (r *resultRow) Seen(top, bottom float32) {
	if r.view.Show(top, bottom) {
		canvas.Refresh(r)
	}
}

// Release implements parts.Row.
func (r *resultRow) Release() { r.index, r.hovered = -1, false }

// Tapped implements fyne.Tappable.
func (r *resultRow) Tapped(*fyne.PointEvent) { r.of.open(r.index) }

// Cursor implements desktop.Cursorable.
func (r *resultRow) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn implements desktop.Hoverable.
func (r *resultRow) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.paint() }

// MouseMoved implements desktop.Hoverable.
func (r *resultRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *resultRow) MouseOut() { r.hovered = false; r.paint() }

// CreateRenderer implements fyne.Widget.
func (r *resultRow) CreateRenderer() fyne.WidgetRenderer { return resultRenderer{r} }

type resultRenderer struct{ r *resultRow }

func (x resultRenderer) Destroy()           {}
func (x resultRenderer) Layout(fyne.Size)   {}
func (x resultRenderer) MinSize() fyne.Size { return fyne.NewSize(10, 10) }
func (x resultRenderer) Refresh()           { canvas.Refresh(x.r) }
func (x resultRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{x.r.ground}
	if x.r.head {
		objects = append(objects, x.r.face)
	}
	return append(objects, x.r.view.Objects()...)
}

var _ parts.Row = (*resultRow)(nil)
