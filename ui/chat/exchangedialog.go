package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// ExchangeDialog shows what was sent for a reply and what came back.
type ExchangeDialog struct {
	popup *widget.PopUp
}

// The sizes of the dialog: as large as the window allows, up to these.
const (
	exchangeWidth  = 860
	exchangeHeight = 900
)

// ShowExchange opens the dialog over a window's canvas. copy gets what is to go into the clipboard.
func ShowExchange(canvas fyne.Canvas, request, response Page, copy func(string)) *ExchangeDialog {
	d := &ExchangeDialog{}
	body := newExchangeBody(request, response, copy, d.Hide)
	d.popup = parts.NewModal(body, canvas)
	room := canvas.Size()
	d.popup.Resize(fyne.NewSize(min(exchangeWidth, room.Width-6*look.Gap), min(exchangeHeight, room.Height-6*look.Gap)))
	d.popup.Show()
	parts.Opened(canvas, d)
	return d
}

// Hide closes the dialog.
func (d *ExchangeDialog) Hide() { d.popup.Hide() }

// Visible tells whether the dialog is open.
func (d *ExchangeDialog) Visible() bool { return d.popup.Visible() }

// newExchangeBody builds what the dialog shows.
func newExchangeBody(request, response Page, copy func(string), shut func()) fyne.CanvasObject {
	title := parts.NewPara(words.T("exchange.title"), look.TitleText, theme.ColorNameForeground)
	title.Bold = true
	pages := []Page{request, response}
	copied := parts.NewCaption("", look.SmallText, look.Muted)
	var button *parts.Button
	tabs := parts.NewTabs(0,
		parts.Tab{Label: words.T("exchange.request"), Content: newPage(request)},
		parts.Tab{Label: words.T("exchange.response"), Content: newPage(response)},
	)
	button = parts.NewButton(words.T("chat.copy"), func() {
		copy(pages[tabs.Selected()].Copy)
		copied.Text = words.T("exchange.copied")
		copied.Refresh()
	})
	offer := func(i int) {
		copied.Text = ""
		copied.Refresh()
		if pages[i].Copy == "" {
			button.Hide()
		} else {
			button.Show()
		}
	}
	offer(0)
	tabs.OnSelected = offer
	head := parts.NewEnds(title, parts.NewIconButton(look.IconClose, shut))
	foot := parts.NewEndFlow(2*look.Gap, copied, button, parts.NewPrimaryButton(words.T("exchange.close"), shut))
	inner := container.New(filled{1}, parts.NewInset(exchangePad, 0, head), tabs, parts.NewInset(exchangePad, 2*look.Gap, foot))
	return parts.NewInset(6, 14, inner)
}

// exchangePad is how far the row of tabs keeps its words from its side; all else stands in line with them.
const exchangePad = 18

// newPage shows a page: its note, and its lines on a ground of their own.
func newPage(p Page) fyne.CanvasObject {
	note := parts.NewInset(exchangePad, 3*look.Gap, parts.NewPara(p.Note, look.SmallText, look.Muted))
	if len(p.Lines) == 0 {
		return container.New(filled{-1}, note)
	}
	ground := parts.NewPlate(look.Surface, look.Line, look.RadiusCard)
	lines := container.NewStack(ground, parts.NewInset(1, 10, NewLines(p.Lines)))
	return container.New(filled{1}, note, parts.NewInset(exchangePad, 0, lines))
}

// filled sets objects one under the other; the one at index rest gets what is left of the height. Each has its width before it is
// asked for its height.
type filled struct{ rest int }

// Layout implements fyne.Layout.
func (f filled) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := size.Height
	for i, o := range objects {
		if i != f.rest {
			o.Resize(fyne.NewSize(size.Width, o.Size().Height))
			o.Resize(fyne.NewSize(size.Width, o.MinSize().Height))
			left -= o.Size().Height
		}
	}
	y := float32(0)
	for i, o := range objects {
		if i == f.rest {
			o.Resize(fyne.NewSize(size.Width, max(left, 0)))
		}
		o.Move(fyne.NewPos(0, y))
		y += o.Size().Height
	}
}

// MinSize implements fyne.Layout.
func (f filled) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for i, o := range objects {
		least := o.MinSize()
		size.Width = max(size.Width, least.Width)
		if i == f.rest {
			least.Height = min(least.Height, 60)
		}
		size.Height += least.Height
	}
	return fyne.NewSize(size.Width, min(size.Height, 240))
}
