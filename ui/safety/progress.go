package safety

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
)

// progress is a sentence over a bar that moves: how long work on a file takes is not known before.
type progress struct {
	text *parts.Para
	bar  *widget.ProgressBarInfinite
	box  *fyne.Container
}

func newProgress() *progress {
	p := &progress{text: parts.NewPara("", "", ""), bar: widget.NewProgressBarInfinite()}
	p.bar.Stop()
	p.box = parts.NewColumn(2*look.Gap, p.text, container.New(thin{}, p.bar))
	p.box.Hide()
	return p
}

// thin keeps the bar lower than the toolkit wants it, which leaves room for a number.
type thin struct{}

const barHeight = 7

// Layout implements fyne.Layout.
func (thin) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }

// MinSize implements fyne.Layout.
func (thin) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, barHeight) }

// show says what is being done; an empty text hides it.
func (p *progress) show(what string) {
	p.text.SetText(what)
	if what == "" {
		p.bar.Stop()
		p.box.Hide()
		return
	}
	p.bar.Start()
	p.box.Show()
}

// Wait shows over a window that something is being done which nothing may come between. The caller hides it.
func Wait(c fyne.Canvas, what string) (hide func()) {
	p := newProgress()
	p.show(what)
	popup := parts.NewModal(parts.NewSized(waitWidth, 0, parts.NewInset(parts.FormPad, parts.FormPad, p.box)), c)
	popup.Show()
	return func() {
		p.show("")
		popup.Hide()
	}
}

const waitWidth = 380
