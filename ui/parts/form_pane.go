package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Pane is a large window within the window: a title with a button that closes it, and content in the room below. It
// follows the size of the window.
type Pane struct {
	// OnClosed is called after the pane was closed, by whomever.
	OnClosed func()

	canvas fyne.Canvas
	popup  *widget.PopUp
	most   fyne.Size
}

// NewPane returns a pane that is not shown yet, at most as large as most.
func NewPane(c fyne.Canvas, title string, content fyne.CanvasObject, most fyne.Size) *Pane {
	p := &Pane{canvas: c, most: most}
	head := NewPara(title, look.TitleText, "")
	head.Bold = true
	top := NewInset(FormPad-4, 4, NewEnds(head, NewIconButton(look.IconClose, p.Hide)))
	inner := NewFrame(top, content, NewColumn(0))
	p.popup = widget.NewModalPopUp(container.New(&paneLayout{p}, inner), c)
	return p
}

// paneLayout asks for as much of the window as the pane may have, so that the popup grows and shrinks with the window.
type paneLayout struct{ p *Pane }

// Layout implements fyne.Layout.
func (l *paneLayout) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }

// MinSize implements fyne.Layout.
func (l *paneLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	room := l.p.canvas.Size()
	return fyne.NewSize(min(l.p.most.Width, room.Width-2*paneEdge), min(l.p.most.Height, room.Height-2*paneEdge))
}

const paneEdge = 16 // least distance from the window's edge

// Show shows the pane.
func (p *Pane) Show() { p.popup.Show() }

// Hide closes the pane.
func (p *Pane) Hide() {
	if !p.popup.Visible() {
		return
	}
	p.popup.Hide()
	if p.OnClosed != nil {
		p.OnClosed()
	}
}

// Visible tells whether the pane is open.
func (p *Pane) Visible() bool { return p.popup.Visible() }
