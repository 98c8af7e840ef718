package main

import (
	"log/slog"

	"fyne.io/fyne/v2"

	"bonbon/instance"
)

// raiseFirst asks the program that has the data open to show its window, and reports whether it does.
func raiseFirst(dir string, log *slog.Logger) bool {
	if err := instance.Raise(dir); err != nil {
		log.Warn("the data is open elsewhere, and no window there answers", "error", err)
		return false
	}
	log.Info("raised the window that is open")
	return true
}

// listenForStarts shows the window when the program is started once more on this data. Without it such a start can only say why it ends.
func listenForStarts(dir string, log *slog.Logger, parts *closers, raise func()) {
	l, err := instance.Listen(dir, func() { fyne.Do(raise) })
	if err != nil {
		log.Warn("another start cannot raise this window", "error", err)
		return
	}
	parts.add("socket", l)
}
