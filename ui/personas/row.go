package personas

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// rowView is the widget of one row in view. It is used again for other rows while the list scrolls.
type rowView struct {
	widget.BaseWidget

	rows    *rows
	index   int
	hovered bool
}

var (
	_ fyne.Tappable          = (*rowView)(nil)
	_ fyne.SecondaryTappable = (*rowView)(nil)
	_ desktop.Hoverable      = (*rowView)(nil)
)

// moreSize is the side of the three dots.
func moreSize() float32 { return look.Size(theme.SizeNameInlineIcon) }

func newRowView(r *rows) *rowView {
	w := &rowView{rows: r}
	w.ExtendBaseWidget(w)
	return w
}

func (w *rowView) row() Row {
	if w.index < len(w.rows.rows) {
		return w.rows.rows[w.index]
	}
	return Row{}
}

func (w *rowView) when(r Row) string { return parts.FormatWhen(r.Time, w.rows.list.opt.Now()) }

func (w *rowView) moreShown() bool { return w.hovered }

func (w *rowView) pictureOf(r Row) fyne.Resource {
	if w.rows.list.opt.Picture == nil {
		return nil
	}
	return w.rows.list.opt.Picture(r.Picture)
}

// Tapped implements fyne.Tappable.
func (w *rowView) Tapped(e *fyne.PointEvent) {
	if w.moreShown() && e.Position.X > w.Size().Width-moreSize()-rowPad {
		w.menuBelow()
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(w); c != nil {
		c.Focus(w.rows)
	}
	w.rows.open(w.index)
}

// TappedSecondary implements fyne.SecondaryTappable.
func (w *rowView) TappedSecondary(e *fyne.PointEvent) { w.menu(e.AbsolutePosition) }

// MouseIn implements desktop.Hoverable.
func (w *rowView) MouseIn(*desktop.MouseEvent) { w.hover(true) }

// MouseMoved implements desktop.Hoverable.
func (w *rowView) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (w *rowView) MouseOut() { w.hover(false) }

func (w *rowView) hover(in bool) {
	if w.hovered != in {
		w.hovered = in
		w.Refresh()
	}
}

// menuBelow shows the menu at the three dots.
func (w *rowView) menuBelow() {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(w)
	w.menu(at.AddXY(w.Size().Width-moreSize()-rowPad, w.Size().Height/2+moreSize()/2))
}

func (w *rowView) menu(at fyne.Position) {
	c := fyne.CurrentApp().Driver().CanvasForObject(w)
	if c == nil {
		return
	}
	parts.ShowMenu(c, w.rows.list.actions(w.row(), c), at)
}

// actions are what the menu of a row offers.
func (l *List) actions(r Row, c fyne.Canvas) []parts.MenuItem {
	return []parts.MenuItem{
		{Label: words.T("panels.list.duplicate"), Icon: look.IconCopy, Do: func() { callID(l.opt.OnDuplicate, r.ID) }},
		{Label: words.T("panels.list.rename"), Icon: look.IconEdit, Do: func() { l.askName(r, c) }},
		{Label: words.T("panels.list.export"), Icon: look.IconExport, Do: func() { callID(l.opt.OnExport, r.ID) }},
		{},
		{Label: words.T("panels.list.delete"), Icon: look.IconTrash, Danger: true, Do: func() { callID(l.opt.OnDelete, r.ID) }},
	}
}

// askName lets the user type another name. An empty one changes nothing.
func (l *List) askName(r Row, c fyne.Canvas) {
	name := parts.NewInput()
	name.SetText(r.Name)
	var sheet *parts.Sheet
	done := func() {
		if text := trimmed(name.Text); text != "" && text != r.Name && l.opt.OnRename != nil {
			l.opt.OnRename(r.ID, text)
		}
		sheet.Hide()
	}
	name.OnSubmitted = func(string) { done() }
	sheet = parts.NewSheet(c, words.T("panels.list.renameTitle"), name,
		parts.Action{Label: words.T("panels.cancel")},
		parts.Action{Label: words.T("panels.list.rename"), Primary: true, Do: done})
	sheet.Show()
	c.Focus(name)
}

// CreateRenderer implements fyne.Widget.
func (w *rowView) CreateRenderer() fyne.WidgetRenderer { return newRowLook(w) }
