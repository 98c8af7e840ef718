package main

import "fyne.io/fyne/v2"

// still is the app with the toolkit's own animations off. The caret of an input with the focus fades in and out for ever, and each
// step of that draws the whole window again: measured without a graphics card, a third of a core for a program that does nothing.
// What moves for a reason, such as the dots of a reply that is awaited, is ours and does not ask this.
type still struct{ fyne.App }

// Settings implements fyne.App.
func (s still) Settings() fyne.Settings { return stillSettings{s.App.Settings()} }

type stillSettings struct{ fyne.Settings }

// ShowAnimations implements fyne.Settings.
func (stillSettings) ShowAnimations() bool { return false }

// keepStill makes the toolkit ask the settings of still, and returns it.
func keepStill(a fyne.App) fyne.App {
	a = still{a}
	fyne.SetCurrentApp(a)
	return a
}
