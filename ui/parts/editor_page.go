package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	typeset "bonbon/ui/parts/flow"
)

// editorPage draws what is in view of an editor: grounds of the selection, the text over them, and the caret.
type editorPage struct {
	widget.BaseWidget
	e       *Editor
	view    typeset.View
	caret   *canvas.Rectangle
	grounds []*canvas.Rectangle
	marked  int // of grounds are used
	objects []fyne.CanvasObject
}

func newEditorPage(e *Editor) *editorPage {
	p := &editorPage{e: e, view: typeset.View{Ink: look.Color}, caret: &canvas.Rectangle{}}
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer implements fyne.Widget.
func (p *editorPage) CreateRenderer() fyne.WidgetRenderer { return editorPageRenderer{p} }

type editorPageRenderer struct{ p *editorPage }

func (r editorPageRenderer) Destroy()                     {}
func (r editorPageRenderer) Layout(fyne.Size)             {}
func (r editorPageRenderer) MinSize() fyne.Size           { return fyne.NewSize(1, 1) }
func (r editorPageRenderer) Objects() []fyne.CanvasObject { return r.p.objects }
func (r editorPageRenderer) Refresh()                     { canvas.Refresh(r.p) }

// draw shows the text from the anchor on.
func (e *Editor) draw() {
	if e.col.width == 0 {
		return
	}
	e.settle()
	p, c, high := e.leaf, &e.col, e.viewHigh()
	e.clip.Move(fyne.NewPos(0, e.top()))
	e.clip.Resize(fyne.NewSize(e.self.Size().Width, high))
	var sheets []typeset.Part
	p.objects, p.marked = p.objects[:0], 0
	y, i := e.at, e.anchor
	for ; i < e.text.Paras() && y < high; i++ {
		below := y + c.high(i, high-y)
		for k := range c.paras[i].pieces {
			one := &c.paras[i].pieces[k]
			tall := float32(len(one.ends)) * c.pitch
			if y < high && y+tall > 0 {
				sheets = append(sheets, typeset.Part{X: editorSide, Y: y, Sheet: c.paint(one)})
				p.ground(i, k, y)
			}
			y += tall
		}
		y = below
	}
	c.shed(e.anchor, i)
	if e.text.Len() == 0 && e.hint != "" {
		s := typeset.Text([]typeset.Span{{Text: e.hint}}, c.width, c.size, typeset.Inks{Plain: theme.ColorNamePlaceHolder})
		sheets = append(sheets, typeset.Part{X: editorSide, Sheet: s})
	}
	p.view.Set(sheets, c.width)
	p.view.Show(0, high)
	p.objects = append(p.objects, p.view.Objects()...)
	p.placeCaret()
	canvas.Refresh(p)
	e.bar.update()
}

// ground marks what is selected of a piece whose top is at y.
func (p *editorPage) ground(para, k int, y float32) {
	e, c := p.e, &p.e.col
	from, to, ok := e.text.Picked()
	if !ok || para < from.Para || para > to.Para {
		return
	}
	text, one := c.text.Para(para), &c.paras[para].pieces[k]
	first, last := 0, len(text)
	if para == from.Para {
		first = from.At
	}
	if para == to.Para {
		last = to.At
	}
	start := one.from
	for n, end := range one.ends {
		a, b := max(first, start), min(last, end)
		broken := end == len(text) && para < to.Para // the paragraph's end is selected
		if top := y + float32(n)*c.pitch; (a < b || broken && first <= end) && top+c.pitch > 0 && top < e.viewHigh() {
			left := min(typeset.Width(text[start:a], 0, c.size), c.width)
			right := min(typeset.Width(text[start:max(a, b)], 0, c.size), c.width)
			if broken {
				right += lineEndWidth
			}
			p.mark(editorSide+left, top, right-left)
		}
		start = end
	}
}

// lineEndWidth is how wide a selected line end is marked.
const lineEndWidth = 5

// mark adds a ground of one line's height.
func (p *editorPage) mark(x, y, width float32) {
	if p.marked == len(p.grounds) {
		p.grounds = append(p.grounds, &canvas.Rectangle{})
	}
	g := p.grounds[p.marked]
	p.marked++
	g.FillColor = look.Color(theme.ColorNameSelection)
	g.Move(fyne.NewPos(x, y))
	g.Resize(fyne.NewSize(width, p.e.col.pitch))
	p.objects = append(p.objects, g)
}

// placeCaret puts the caret, still, before its character; not over it.
func (p *editorPage) placeCaret() {
	e, c := p.e, &p.e.col
	y, ok := e.caretTop()
	e.seen = ok && y > -c.pitch
	if !e.seen || !e.focused {
		return
	}
	at := e.text.Caret()
	x := c.x(at, c.lineOf(at, e.early))
	inset := (c.pitch - c.size*1.35) / 2
	p.caret.FillColor = look.Color(theme.ColorNamePrimary)
	if x -= caretWidth / 2; x < 0 { // between two letters, but before the first one
		x = -caretWidth
	}
	p.caret.Move(fyne.NewPos(editorSide+x, y+inset))
	p.caret.Resize(fyne.NewSize(caretWidth, c.pitch-2*inset))
	p.objects = append(p.objects, p.caret)
}
