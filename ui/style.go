package ui

import (
	"fyne.io/fyne/v2"

	"bonbon/ui/chat"
)

// showStyle shows messages, and the input under them, as the settings say.
func (w *Window) showStyle() {
	w.transcript.SetStyle(chat.Style{Plain: w.settings.Plain, Column: float32(w.settings.Column), Own: w.settings.UserName})
	w.finder.bar.SetColumn(float32(w.settings.Column))
	w.middle.Refresh()
}

// column keeps what stands under the talk as wide as the talk's column.
type column struct{ w *Window }

// Layout implements fyne.Layout.
func (c *column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := size.Width
	if most := c.w.settings.Column; most > 0 {
		width = min(width, float32(most)+2*footPad)
	}
	objects[0].Resize(fyne.NewSize(width, size.Height))
	objects[0].Move(fyne.NewPos((size.Width-width)/2, 0))
}

// MinSize implements fyne.Layout.
func (c *column) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }
