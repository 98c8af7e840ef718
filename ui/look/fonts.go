package look

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/assets"
)

// The bundled fonts hold Japanese, symbols and the spaces only. They come first in Fyne's chain of faces, and Fyne's own face
// for the style comes second: Latin text keeps the look of its style, and Japanese neither depends on the system's fonts
// nor loses its bold. The bytes stay in the binary's read-only pages; a face is parsed when the first text in its style is
// measured, so a style that is never shown costs nothing.
var (
	regular = fyne.NewStaticResource("NotoSansCJKjp-Regular.otf", assets.FontRegular)
	bold    = fyne.NewStaticResource("NotoSansCJKjp-Bold.otf", assets.FontBold)
)

func font(style fyne.TextStyle) fyne.Resource {
	switch {
	case style.Symbol:
		return theme.DefaultSymbolFont()
	case style.Bold:
		return bold
	default:
		return regular
	}
}
