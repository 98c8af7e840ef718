package parts

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/uitest"
)

// board shows the small pieces and the toolkit's own widgets in our theme.
func board() fyne.CanvasObject {
	hovered, focused, off := NewButton("Hovered", nil), NewButton("Focused", nil), NewPrimaryButton("Disabled", nil)
	hovered.MouseIn(&desktop.MouseEvent{})
	focused.FocusGained()
	off.Disable()
	stop := NewButton("", nil)
	stop.Set("Stop", look.IconStop)
	buttons := NewRow(8, -1, NewPrimaryButton("Send 送信", nil), NewButton("Quiet", nil), hovered, focused, off, stop, NewIconButton(look.IconGear, nil), NewIconButton(look.IconTrash, nil))
	people := NewRow(8, -1)
	for _, name := range []string{"Mint", "Rowan", "Ada", "旅の語り手", "ミント", "Émile", "🦊"} {
		people.Add(NewAvatar(40, name, nil))
	}
	for _, name := range look.Portraits() {
		people.Add(NewAvatar(40, "x", look.Portrait(name)))
	}
	entry := widget.NewEntry()
	entry.SetText("stock entry 日本語")
	check := widget.NewCheck("Check", nil)
	check.Checked = true
	slider := widget.NewSlider(0, 10)
	slider.Value = 4
	high := widget.NewButton("Stock high", nil)
	high.Importance = widget.HighImportance
	short := NewCaption("a caption that has too little room for all of its words and so ends in an ellipsis somewhere about here", look.SmallText, look.Muted)
	short.Short = true
	toast := NewToaster(new(uitest.Queue).Post) // its notes stay: a timer that outlives its test would meet the next one
	toast.Tell("Mint is in the trash. ミントをごみ箱に移しました。", "Undo", func() {})
	column := container.NewVBox(buttons, people, entry, container.NewHBox(check, high, widget.NewButton("Stock", nil), widget.NewSelect([]string{"a"}, nil)), slider,
		NewDivider(), short, widget.NewProgressBar(), widget.NewLabelWithStyle("Bold 太字", fyne.TextAlignLeading, fyne.TextStyle{Bold: true}))
	return container.NewStack(NewPlate(theme.ColorNameBackground, "", ""), NewInset(16, 16, column), toast)
}

func TestLookAtBoard(t *testing.T) { uitest.Contact(t, "board", board, fyne.NewSize(640, 480)) }
