package parts

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/ui/look"
)

// compact is the current theme with small text and little room inside inputs. It asks the app's theme each time, so it
// follows every change.
type compact struct{}

const compactPad = 5

func current() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }

// Color implements fyne.Theme.
func (compact) Color(n fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	return current().Color(n, v)
}

// Font implements fyne.Theme.
func (compact) Font(s fyne.TextStyle) fyne.Resource { return current().Font(s) }

// Icon implements fyne.Theme.
func (compact) Icon(n fyne.ThemeIconName) fyne.Resource { return current().Icon(n) }

// Size implements fyne.Theme.
func (compact) Size(n fyne.ThemeSizeName) float32 {
	switch n {
	case theme.SizeNameText:
		return current().Size(look.SmallText)
	case theme.SizeNameInnerPadding:
		return compactPad
	}
	return current().Size(n)
}
