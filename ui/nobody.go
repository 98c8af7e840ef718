package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// nobody stands in the place of talk and input while there is nobody to talk with, and offers the ways to change that.
type nobody struct {
	content fyne.CanvasObject
	foot    fyne.CanvasObject // the input
}

func newNobody(w *Window, foot fyne.CanvasObject) *nobody {
	title := parts.NewPara(words.T("nobody.title"), look.TitleText, "")
	title.Bold = true
	buttons := parts.NewFlow(2*look.Gap,
		parts.NewPrimaryButton(words.T("new.persona"), w.newPersona),
		parts.NewButton(words.T("new.import"), w.importFile))
	card := parts.NewCard(parts.NewColumn(3*look.Gap, title, parts.NewPara(words.T("nobody.text"), "", look.Muted), buttons))
	n := &nobody{foot: foot, content: container.New(middleOf{nobodyWidth}, card)}
	n.show(w.open.serial > 0 && w.open.persona.ID == "")
	return n
}

const nobodyWidth = 420

// show shows it in the place of the input, or the input.
func (n *nobody) show(empty bool) {
	if empty {
		n.content.Show()
		n.foot.Hide()
		return
	}
	n.content.Hide()
	n.foot.Show()
}

// middleOf keeps an object at most width wide, in the middle of the width and a little above that of the height.
type middleOf struct{ width float32 }

// Layout implements fyne.Layout.
func (m middleOf) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w := min(m.width, size.Width-2*footPad)
	o[0].Resize(fyne.NewSize(w, o[0].MinSize().Height))
	high := o[0].MinSize().Height // at that width
	o[0].Resize(fyne.NewSize(w, high))
	o[0].Move(fyne.NewPos((size.Width-w)/2, max(0, (size.Height-high)*0.4)))
}

// MinSize implements fyne.Layout.
func (middleOf) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }
