package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Action is one button of a Sheet. Every action closes the sheet, except one with Stay set.
type Action struct {
	Label   string
	Primary bool // the one that is meant
	Stay    bool
	Do      func() // nil: just close
}

// Sheet is a small window within the window: a title, content that scrolls when it must, and buttons.
type Sheet struct {
	canvas  fyne.Canvas
	popup   *widget.PopUp
	content fyne.CanvasObject
	body    *container.Scroll
	rest    *fyne.Container
	width   float32
}

const (
	sheetWidth = 520
	sheetPad   = 22
	sheetEdge  = 24 // least distance from the window's edge
)

// NewSheet returns a sheet that is not shown yet.
func NewSheet(c fyne.Canvas, title string, content fyne.CanvasObject, actions ...Action) *Sheet {
	s := &Sheet{canvas: c, content: content, width: sheetWidth}
	head := NewPara(title, look.TitleText, "")
	head.Bold = true
	buttons := container.NewHBox(layout.NewSpacer())
	for _, a := range actions {
		buttons.Add(s.button(a))
	}
	s.body = container.NewVScroll(content)
	s.rest = container.NewBorder(NewInset(0, 6, head), NewInset(0, 6, buttons), nil, nil, s.body)
	s.popup = widget.NewModalPopUp(NewInset(sheetPad-8, sheetPad-12, s.rest), c)
	return s
}

func (s *Sheet) button(a Action) fyne.CanvasObject {
	do := func() {
		if !a.Stay {
			s.Hide()
		}
		if a.Do != nil {
			a.Do()
		}
	}
	if a.Primary {
		return NewPrimaryButton(a.Label, do)
	}
	return NewButton(a.Label, do)
}

// Show shows the sheet, as high as its content needs and the window allows.
func (s *Sheet) Show() {
	s.popup.Show()
	s.Fit()
}

// Fit sizes the sheet anew after its content changed.
func (s *Sheet) Fit() {
	room := s.canvas.Size()
	width := min(s.width, room.Width-2*sheetEdge)
	s.popup.Resize(fyne.NewSize(width, 2*sheetPad))
	need := s.popup.MinSize().Height - s.body.MinSize().Height
	s.body.Resize(fyne.NewSize(s.body.Size().Width, s.content.MinSize().Height))
	need += s.content.MinSize().Height
	s.popup.Resize(fyne.NewSize(width, min(need, room.Height-2*sheetEdge)))
}

// Hide closes the sheet.
func (s *Sheet) Hide() { s.popup.Hide() }

// Visible tells whether the sheet is open.
func (s *Sheet) Visible() bool { return s.popup.Visible() }
