package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Tab is one page of Tabs.
type Tab struct {
	Label   string
	Content fyne.CanvasObject
}

// Tabs shows one of several pages under a row of words; the chosen word is bold and underlined. The row scrolls sideways
// when the words need more room than there is. Left and right arrows choose when a word has the focus.
type Tabs struct {
	widget.BaseWidget

	// OnSelected hears which page was chosen by the user.
	OnSelected func(index int)

	tabs   []Tab
	heads  []*tabHead
	now    int
	bar    *container.Scroll
	line   *canvas.Rectangle
	pages  *fyne.Container
	height float32
}

// NewTabs returns tabs that show the first page. The row of words is height high (0, for a side panel: as the theme has it
// for the window's header), or as high as it needs when that is more.
func NewTabs(height float32, tabs ...Tab) *Tabs {
	t := &Tabs{tabs: tabs, height: height, line: canvas.NewRectangle(look.Color(look.Line)), pages: container.NewStack()}
	row := container.NewHBox()
	row.Layout = headRow{}
	for i, tab := range tabs {
		h := &tabHead{owner: t, index: i}
		h.ExtendBaseWidget(h)
		t.heads = append(t.heads, h)
		row.Add(h)
		t.pages.Add(tab.Content)
	}
	t.bar = container.NewHScroll(row)
	t.ExtendBaseWidget(t)
	t.show(0)
	return t
}

// Selected returns the index of the page that is shown.
func (t *Tabs) Selected() int { return t.now }

// Select shows a page; OnSelected is not called. An index that is no page changes nothing.
func (t *Tabs) Select(index int) {
	if index >= 0 && index < len(t.tabs) && index != t.now {
		t.show(index)
	}
}

func (t *Tabs) show(index int) {
	t.now = index
	for i, tab := range t.tabs {
		if i == index {
			tab.Content.Show()
		} else {
			tab.Content.Hide()
		}
		t.heads[i].Refresh()
	}
	t.Refresh()
}

func (t *Tabs) choose(index int) {
	if index < 0 || index >= len(t.tabs) || index == t.now {
		return
	}
	t.show(index)
	if c := fyne.CurrentApp().Driver().CanvasForObject(t); c != nil {
		c.Focus(t.heads[index])
	}
	if t.OnSelected != nil {
		t.OnSelected(index)
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Tabs) CreateRenderer() fyne.WidgetRenderer {
	return &tabsRenderer{t: t}
}

type tabsRenderer struct{ t *Tabs }

func (r *tabsRenderer) barHeight() float32 {
	high := r.t.height
	if high == 0 {
		high = look.Size(look.HeaderHeight)
	}
	return max(high, r.t.bar.Content.MinSize().Height)
}

func (r *tabsRenderer) Layout(size fyne.Size) {
	h := r.barHeight()
	r.t.bar.Resize(fyne.NewSize(size.Width, h))
	r.t.line.Move(fyne.NewPos(0, h-1))
	r.t.line.Resize(fyne.NewSize(size.Width, 1))
	r.t.pages.Move(fyne.NewPos(0, h))
	r.t.pages.Resize(fyne.NewSize(size.Width, max(size.Height-h, 0)))
}

func (r *tabsRenderer) MinSize() fyne.Size {
	page := r.t.pages.MinSize()
	return fyne.NewSize(page.Width, page.Height+r.barHeight())
}

func (r *tabsRenderer) Refresh() {
	r.t.line.FillColor = look.Color(look.Line)
	r.t.line.Refresh()
	r.Layout(r.t.Size())
	r.t.bar.Refresh()
	r.t.pages.Refresh()
}

func (r *tabsRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.t.line, r.t.bar, r.t.pages}
}

func (r *tabsRenderer) Destroy() {}

// headRow puts the words beside each other, the first one in line with the page's content.
type headRow struct{}

const (
	headGap  = 18 // between words, and before the first
	headLine = 2  // thickness of the underline
)

func (headRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	x := float32(headGap)
	for _, o := range objects {
		w := o.MinSize().Width
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(w, size.Height))
		x += w + headGap
	}
}

func (headRow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	w, h := float32(headGap), float32(0)
	for _, o := range objects {
		m := o.MinSize()
		w, h = w+m.Width+headGap, max(h, m.Height)
	}
	return fyne.NewSize(w, h)
}

// tabHead is one word of the row.
type tabHead struct {
	widget.BaseWidget
	owner            *Tabs
	index            int
	hovered, focused bool
}

func (h *tabHead) Tapped(*fyne.PointEvent)        { h.owner.choose(h.index) }
func (h *tabHead) MouseIn(*desktop.MouseEvent)    { h.hovered = true; h.Refresh() }
func (h *tabHead) MouseMoved(*desktop.MouseEvent) {}
func (h *tabHead) MouseOut()                      { h.hovered = false; h.Refresh() }
func (h *tabHead) FocusGained()                   { h.focused = true; h.Refresh() }
func (h *tabHead) FocusLost()                     { h.focused = false; h.Refresh() }
func (h *tabHead) TypedRune(rune)                 {}
func (h *tabHead) Cursor() desktop.Cursor         { return desktop.PointerCursor }
func (h *tabHead) CreateRenderer() fyne.WidgetRenderer {
	r := &tabHeadRenderer{h: h, text: &canvas.Text{}, line: &canvas.Rectangle{CornerRadius: headLine / 2}, back: &canvas.Rectangle{}}
	r.Refresh()
	return r
}

func (h *tabHead) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft:
		h.owner.choose(h.index - 1)
	case fyne.KeyRight:
		h.owner.choose(h.index + 1)
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		h.owner.choose(h.index)
	default:
		PassOn(e)
	}
}

type tabHeadRenderer struct {
	h          *tabHead
	text       *canvas.Text
	line, back *canvas.Rectangle
}

// MinSize is that of the bold word, so that choosing never moves the others.
func (r *tabHeadRenderer) MinSize() fyne.Size {
	m := fyne.MeasureText(r.text.Text, r.text.TextSize, fyne.TextStyle{Bold: true})
	return m.AddWidthHeight(0, 4*look.Gap)
}

func (r *tabHeadRenderer) Layout(size fyne.Size) {
	m := r.text.MinSize()
	r.text.Move(fyne.NewPos(0, (size.Height-m.Height)/2))
	r.text.Resize(m)
	r.back.Move(fyne.NewPos(-6, (size.Height-m.Height)/2-4))
	r.back.Resize(fyne.NewSize(size.Width+12, m.Height+8))
	r.line.Move(fyne.NewPos(0, size.Height-headLine))
	r.line.Resize(fyne.NewSize(size.Width, headLine))
}

func (r *tabHeadRenderer) Refresh() {
	chosen := r.h.index == r.h.owner.now
	r.text.Text = r.h.owner.tabs[r.h.index].Label
	r.text.TextSize = theme.TextSize()
	r.text.TextStyle.Bold = chosen
	r.text.Color = look.Color(look.Muted)
	if chosen || r.h.hovered {
		r.text.Color = theme.Color(theme.ColorNameForeground)
	}
	r.line.FillColor = look.Color(look.Accent)
	r.line.Hidden = !chosen
	r.back.FillColor, r.back.CornerRadius = theme.Color(theme.ColorNameFocus), look.Size(look.RadiusButton)
	r.back.Hidden = !r.h.focused
	r.Layout(r.h.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *tabHeadRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.back, r.text, r.line}
}

func (r *tabHeadRenderer) Destroy() {}
