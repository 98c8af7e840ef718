package ui

import (
	"time"

	"fyne.io/fyne/v2"
)

// OnFirstFrame calls f when a window was drawn for the first time. An animation ticks before each frame, so the second tick
// comes after the first frame.
func OnFirstFrame(a fyne.App, f func()) {
	a.Lifecycle().SetOnStarted(func() {
		ticks := 0
		var ticker *fyne.Animation
		ticker = fyne.NewAnimation(time.Minute, func(float32) {
			if ticks++; ticks == 2 {
				ticker.Stop()
				f()
			}
		})
		ticker.Start()
	})
}
