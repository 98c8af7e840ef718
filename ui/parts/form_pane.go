package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Pane is a large window within the window: a title with a button that closes it, and content in the room below. It
// follows the size of the window.
type Pane struct {
	// OnClosed is called after the pane was closed, by whomever.
	OnClosed func()
	// OnLeave is asked before a person closes the pane; false keeps it open. Nil lets it close.
	OnLeave func() bool

	canvas fyne.Canvas
	popup  *widget.PopUp
	notes  *Toaster // what is told while the pane is open would lie under it
}

// NewPane returns a pane that is not shown yet, at most as large as most.
func NewPane(c fyne.Canvas, title string, content fyne.CanvasObject, most fyne.Size) *Pane {
	p := &Pane{canvas: c}
	head := NewPara(title, look.TitleText, "")
	head.Bold = true
	top := NewInset(FormPad, 4, NewEnds(head, NewIconButton(look.IconClose, p.Leave)))
	inner := NewFrame(top, content, NewColumn(0))
	p.notes = NewToaster(nil)
	p.popup = NewModal(NewRoomy(c, container.NewStack(inner, p.notes), most), c)
	return p
}

// NewModal returns a popup over a shaded window that is not shown yet. It has an edge: in dark colours the shade hides where it ends.
func NewModal(content fyne.CanvasObject, c fyne.Canvas) *widget.PopUp {
	return widget.NewModalPopUp(container.NewStack(content, NewPlate("", look.Line, theme.SizeNamePopupRadius)), c)
}

// NewRoomy wraps the content of a popup so that it takes as much of the window as there is, at most most: the popup then
// grows and shrinks with the window.
func NewRoomy(c fyne.Canvas, content fyne.CanvasObject, most fyne.Size) *fyne.Container {
	return container.New(&roomyLayout{c, most}, content)
}

type roomyLayout struct {
	canvas fyne.Canvas
	most   fyne.Size
}

// Layout implements fyne.Layout.
func (l *roomyLayout) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }

// MinSize implements fyne.Layout.
func (l *roomyLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return l.most.Min(l.canvas.Size().SubtractWidthHeight(2*paneEdge, 2*paneEdge))
}

const paneEdge = 16 // least distance from the window's edge

// Show shows the pane.
func (p *Pane) Show() {
	p.popup.Show()
	Opened(p.canvas, p)
}

// Leave closes the pane as a person does, unless OnLeave keeps it open.
func (p *Pane) Leave() {
	if p.OnLeave == nil || p.OnLeave() {
		p.Hide()
	}
}

// Hide closes the pane.
func (p *Pane) Hide() {
	if !p.popup.Visible() {
		return
	}
	p.popup.Hide()
	p.notes.sink()
	if p.OnClosed != nil {
		p.OnClosed()
	}
}

// Refresh places the content anew, after something in it has changed its size.
func (p *Pane) Refresh() {
	p.popup.Content.Refresh()
	p.popup.Refresh()
}

// Visible tells whether the pane is open.
func (p *Pane) Visible() bool { return p.popup.Visible() }
