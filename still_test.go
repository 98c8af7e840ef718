package main

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// The toolkit asks the app of the moment whether it may animate; all else of its settings stays as it was.
func TestNothingFadesForEver(t *testing.T) {
	a := keepStill(test.NewTempApp(t))
	if fyne.CurrentApp() != a || fyne.CurrentApp().Settings().ShowAnimations() {
		t.Error("the toolkit's animations are on")
	}
	a.Settings().SetTheme(theme.DefaultTheme())
	if fyne.CurrentApp().Settings().Theme() != theme.DefaultTheme() {
		t.Error("the theme is not set")
	}
}
