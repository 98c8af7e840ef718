package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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

// Sheet is a small window within the window: a title, content that scrolls when it must, and buttons. It is as high as its
// content needs and the window allows.
type Sheet struct {
	canvas fyne.Canvas
	popup  *widget.PopUp
}

const (
	sheetWidth = 532
	sheetPad   = 20
	sheetEdge  = 24 // least distance from the window's edge
)

// NewSheet returns a sheet that is not shown yet.
func NewSheet(c fyne.Canvas, title string, content fyne.CanvasObject, actions ...Action) *Sheet {
	s := &Sheet{canvas: c}
	head := NewPara(title, look.TitleText, "")
	head.Bold = true
	buttons := NewEndFlow(2 * look.Gap)
	for _, a := range actions {
		buttons.Add(s.button(a))
	}
	l := &sheetLayout{canvas: c, content: content}
	s.popup = NewModal(container.New(l, head, NewScroll(content), buttons), c)
	return s
}

// sheetLayout sets title, scrolled content and buttons under each other.
type sheetLayout struct {
	canvas  fyne.Canvas
	content fyne.CanvasObject
}

const sheetGap = 14

// MinSize implements fyne.Layout: the size that the sheet has in the window as it is now.
func (l *sheetLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	room := l.canvas.Size()
	width := min(sheetWidth, room.Width-2*sheetEdge)
	inner := width - 2*sheetPad
	height := float32(2*sheetPad + 2*sheetGap)
	for _, part := range []fyne.CanvasObject{o[0], l.content, o[2]} {
		height += heightAt(part, inner)
	}
	return fyne.NewSize(width, min(height, room.Height-2*sheetEdge))
}

// Layout implements fyne.Layout.
func (l *sheetLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	inner := size.Width - 2*sheetPad
	head, foot := heightAt(o[0], inner), heightAt(o[2], inner)
	place := func(o fyne.CanvasObject, y, height float32) {
		o.Move(fyne.NewPos(sheetPad, y))
		o.Resize(fyne.NewSize(inner, height))
	}
	place(o[0], sheetPad, head)
	place(o[1], sheetPad+head+sheetGap, max(size.Height-head-foot-2*sheetPad-2*sheetGap, 0))
	place(o[2], size.Height-sheetPad-foot, foot)
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

// Show shows the sheet.
func (s *Sheet) Show() {
	s.popup.Show()
	Opened(s.canvas, s)
}

// Hide closes the sheet.
func (s *Sheet) Hide() { s.popup.Hide() }

// Visible tells whether the sheet is open.
func (s *Sheet) Visible() bool { return s.popup.Visible() }
