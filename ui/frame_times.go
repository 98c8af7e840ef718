package ui

import (
	"fmt"
	"io"
	"time"

	"fyne.io/fyne/v2"
)

// RecordFrames writes a line for each turn of the window's loop from now on: the wall clock and the time since the turn before,
// both in microseconds. The toolkit takes up to 60 turns a second; in one it handles what happened, runs what was posted and draws
// what changed, so a turn that comes later than after 17 ms is a frame that a person may have missed. Writing ends at the first
// error. To be called on the window's goroutine.
func RecordFrames(to io.Writer) {
	last := time.Now()
	var turns *fyne.Animation
	turns = fyne.NewAnimation(time.Hour, func(float32) {
		now := time.Now()
		if _, err := fmt.Fprintf(to, "%d %d\n", now.UnixMicro(), now.Sub(last).Microseconds()); err != nil {
			turns.Stop()
		}
		last = now
	})
	turns.RepeatCount = fyne.AnimationRepeatForever
	turns.Start()
}
