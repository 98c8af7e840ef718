package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// FindBar searches in the shown talk: a field, where the search is, buttons to go on, and one for all talks. It knows nothing of
// what is searched; every callback must be set before it is shown.
type FindBar struct {
	widget.BaseWidget
	OnChange func(text string)
	OnStep   func(older bool) // to the next message with a match, upward or downward
	OnAll    func(text string)
	OnClose  func()

	input   *parts.Input
	count   *parts.Caption
	all     *parts.Button
	most    float32 // widest row, in pixels; 0: as wide as the window
	column  *fyne.Container
	content fyne.CanvasObject
}

// NewFindBar returns a bar that is not shown yet.
func NewFindBar() *FindBar {
	b := &FindBar{most: look.ColumnWidth, input: parts.NewInput(), count: parts.NewCaption("", look.SmallText, look.Muted)}
	b.input.SetPlaceHolder(words.T("find.placeholder"))
	b.input.OnChanged = func(text string) { b.OnChange(text) }
	b.input.OnKey = b.key
	b.count.Align = fyne.TextAlignTrailing
	icon := parts.NewSized(18, 18, widget.NewIcon(look.IconIn(look.IconSearch, look.Muted)))
	b.all = parts.NewButton(words.T("find.all"), func() { b.OnAll(b.input.Text) })
	row := parts.NewRow(2*look.Gap, 1, icon, b.input, b.count,
		parts.NewIconButton(look.IconUp, func() { b.OnStep(true) }),
		parts.NewIconButton(look.IconDown, func() { b.OnStep(false) }),
		b.all,
		parts.NewIconButton(look.IconClose, func() { b.OnClose() }))
	inset := container.New(layout.NewCustomPaddedLayout(2*look.Gap, 2*look.Gap, barPad, barPad), row)
	b.column = container.New(barColumn{b}, inset)
	b.content = container.New(layout.NewCustomPaddedVBoxLayout(0), b.column, parts.NewDivider())
	b.ExtendBaseWidget(b)
	b.Hide()
	return b
}

// barPad is the room beside the bar's row.
const barPad = 28

// leastInput is the room that the field needs, in widths of the text's size; for less the way to all talks gives way, then the count.
const leastInput = 8

// SetColumn keeps the bar as wide as the talk's column; 0 is as wide as the window.
func (b *FindBar) SetColumn(width float32) {
	if b.most != width {
		b.most = width
		b.column.Refresh()
	}
}

// barColumn lays out the bar's row.
type barColumn struct{ b *FindBar }

// Layout implements fyne.Layout.
func (l barColumn) Layout(o []fyne.CanvasObject, size fyne.Size) {
	width := size.Width
	if l.b.most > 0 {
		width = min(width, l.b.most+2*barPad)
	}
	l.b.all.Hidden, l.b.count.Hidden = false, false
	need := func() bool { return o[0].MinSize().Width+leastInput*theme.TextSize() > width }
	if l.b.all.Hidden = need(); l.b.all.Hidden {
		l.b.count.Hidden = need()
	}
	o[0].Resize(fyne.NewSize(width, size.Height))
	o[0].Move(fyne.NewPos((size.Width-width)/2, 0))
	o[0].Refresh()
}

// MinSize implements fyne.Layout: any width will do.
func (l barColumn) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

// Text returns what is searched for.
func (b *FindBar) Text() string { return b.input.Text }

// SetText replaces what is searched for; OnChange hears of it.
func (b *FindBar) SetText(text string) { b.input.SetText(text) }

// SetCount says where the search is. found is false if there is nothing.
func (b *FindBar) SetCount(text string, found bool) {
	ink := look.Muted
	if !found {
		ink = theme.ColorNameError
	}
	if b.count.Text != text || b.count.Ink != ink {
		b.count.Ink, b.count.Text = ink, text
		b.count.Refresh()
		b.content.Refresh()
	}
}

// Focus puts the cursor into the field and chooses all of its text, so that typing begins anew.
// The canvas is the window's, which does not know yet what it has not drawn.
func (b *FindBar) Focus(c fyne.Canvas) {
	c.Focus(b.input)
	b.input.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// key is asked about each key that is meant for the field.
func (b *FindBar) key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyF3:
		b.OnStep(!b.input.Shifted())
	case fyne.KeyUp:
		b.OnStep(true)
	case fyne.KeyDown:
		b.OnStep(false)
	case fyne.KeyEscape:
		b.OnClose()
	default:
		return false
	}
	return true
}

// CreateRenderer implements fyne.Widget.
func (b *FindBar) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(b.content) }
