package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/ui/look"
)

// Widths below which the window shows fewer panels side by side.
const (
	roomForAll  = 1000 // list, talk and inspector
	roomForList = 760  // list and talk

	leftOver  = 200 // of the talk beside a panel that lies over it, to be pressed to close the panel
	talkWidth = 560 // a panel beside the talk grows no further
)

// frame lays out the window: list, talk and inspector side by side where there is room. In a narrower window the inspector,
// and in a small one the list too, lie over the talk when they are opened.
type frame struct {
	list, talk, inspector, shade fyne.CanvasObject

	listOpen      bool              // asked for in a small window
	inspectorOpen bool              // asked for
	wantInspector func() bool       // tells whether it was open when the window last had room for it
	width         float32           // at the last layout
	fitted        func(narrow bool) // hears after each layout whether the list is hidden
}

// MinSize leaves the window usable down to 640 × 480.
func (f *frame) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(600, 400) }

// Layout implements fyne.Layout.
func (f *frame) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	listBeside := size.Width >= roomForList
	inspectorBeside := size.Width >= roomForAll
	if f.width == 0 || inspectorBeside != f.wide() { // a panel that was beside the talk must not suddenly cover it
		f.inspectorOpen = inspectorBeside && f.wantInspector()
	}
	f.width = size.Width
	inspector := roomy(look.InspectorWidth, size.Width-leftOver)
	left, right := float32(0), size.Width
	if inspectorBeside {
		inspector = roomy(look.InspectorWidth, size.Width-look.SideWidth-talkWidth)
	}
	if inspectorBeside && f.inspectorOpen {
		right -= inspector
	}
	list := roomy(look.SideWidth, size.Width-leftOver)
	if listBeside {
		list = roomy(look.SideWidth, right-talkWidth)
		left = list
	}
	place(f.talk, true, left, 0, right-left, size.Height)
	place(f.list, listBeside || f.listOpen, 0, 0, list, size.Height)
	place(f.inspector, f.inspectorOpen, size.Width-inspector, 0, inspector, size.Height)
	over := !listBeside && f.listOpen || !inspectorBeside && f.inspectorOpen
	place(f.shade, over, left, 0, size.Width-left, size.Height)
	f.fitted(!listBeside)
}

// roomy is the width of a panel: with larger text it grows, half as much as that, into the room that there is.
func roomy(width, room float32) float32 {
	grown := width * (1 + max(0, theme.TextSize()/14-1)/2)
	return max(width, min(grown, room))
}

// wide tells whether the window has room for the inspector beside the talk.
func (f *frame) wide() bool { return f.width >= roomForAll }

func place(o fyne.CanvasObject, visible bool, x, y, w, h float32) {
	if !visible {
		o.Hide()
		return
	}
	o.Show()
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}
