// Command bare is the least that a Fyne program can be: a window with a list and an entry. The start of Bonbon is measured
// against it.
package main

import (
	"fmt"
	"os"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

func main() {
	a := app.NewWithID("chat.bonbon.bare")
	w := a.NewWindow("Bonbon bare")
	list := widget.NewList(
		func() int { return 1000 },
		func() fyne.CanvasObject { return widget.NewLabel("") },
		func(i widget.ListItemID, o fyne.CanvasObject) { o.(*widget.Label).SetText(fmt.Sprintf("Row %d", i)) },
	)
	w.SetContent(container.NewBorder(nil, widget.NewEntry(), nil, nil, list))
	w.Resize(fyne.NewSize(1280, 820))
	a.Lifecycle().SetOnStarted(func() { // as in the program itself: the second tick comes after the first frame
		ticks := 0
		var ticker *fyne.Animation
		ticker = fyne.NewAnimation(time.Minute, func(float32) {
			if ticks++; ticks == 2 {
				ticker.Stop()
				fmt.Fprintln(os.Stderr, "first frame")
			}
		})
		ticker.Start()
	})
	w.ShowAndRun()
}
