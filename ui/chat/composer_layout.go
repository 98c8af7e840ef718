package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/layout"
)

// padded keeps the same room free on every side of an object.
func padded(room float32, o fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: layout.NewCustomPaddedLayout(room, room, room, room), Objects: []fyne.CanvasObject{o}}
}

// stacked sets objects below each other with a gap between.
func stacked(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: layout.NewCustomPaddedVBoxLayout(gap), Objects: objects}
}

// Room inside and around the composer's box.
const (
	boxPad   = 8  // between the box's edge and what is in it
	meterGap = 10 // between the meter and the box
)

// composerLayout puts the meter above the box; in the box the pictures, the chips of long pastes, below them the input, and the
// buttons in the lower right corner beside it.
type composerLayout struct{ c *Composer }

func (l composerLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	c := l.c
	place := func(o fyne.CanvasObject, x, y, w, h float32) {
		o.Resize(fyne.NewSize(w, h))
		o.Move(fyne.NewPos(x, y))
	}
	meter := c.meter.MinSize().Height
	place(c.meter, 0, 0, size.Width, meter)
	top := meter + meterGap
	place(c.box, 0, top, size.Width, size.Height-top)

	button := c.button.MinSize()
	place(c.button, size.Width-boxPad-button.Width, size.Height-boxPad-button.Height, button.Width, button.Height)

	attach := c.attach.MinSize()
	place(c.attach, size.Width-boxPad*1.5-button.Width-attach.Width, size.Height-boxPad-(button.Height+attach.Height)/2, attach.Width, attach.Height)

	top += boxPad / 2
	if !c.shelf.Hidden {
		place(c.shelf, boxPad*1.5, top, size.Width-boxPad*3, l.shelf())
		top += l.shelf()
	}
	chips := l.chips()
	place(c.chips, boxPad*2, top, size.Width-boxPad*3, chips)
	top += chips
	place(c.entry, boxPad, top, size.Width-button.Width-attach.Width-boxPad*3, size.Height-top-boxPad/2)
}

func (l composerLayout) MinSize(_ []fyne.CanvasObject) fyne.Size {
	c := l.c
	button := c.button.MinSize()
	entry := max(c.entry.MinSize().Height, button.Height+boxPad)
	return fyne.NewSize(button.Width*2+boxPad*3, c.meter.MinSize().Height+meterGap+boxPad+l.chips()+l.shelf()+entry)
}

func (l composerLayout) shelf() float32 {
	if l.c.shelf.Hidden {
		return 0
	}
	return l.c.shelf.MinSize().Height
}

func (l composerLayout) chips() float32 {
	if l.c.chips.Hidden {
		return 0
	}
	return l.c.chips.MinSize().Height
}
