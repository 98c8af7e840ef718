package look

import (
	"bytes"
	"fmt"
	"image/color"
	"io/fs"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/assets"
)

// IconName names one of our line drawings.
type IconName string

// The icons. Fyne's own stay in Fyne's own widgets.
const (
	IconArchive  IconName = "archive"
	IconBack     IconName = "back" // chevron to the left
	IconBookmark IconName = "bookmark"
	IconBranch   IconName = "branch"
	IconCheck    IconName = "check"
	IconClose    IconName = "close"
	IconCopy     IconName = "copy"
	IconDocument IconName = "document"
	IconDown     IconName = "down" // chevron
	IconEdit     IconName = "edit"
	IconExport   IconName = "export"
	IconForward  IconName = "forward" // chevron to the right
	IconGear     IconName = "gear"
	IconGlobe    IconName = "globe"
	IconImport   IconName = "import"
	IconInfo     IconName = "info"
	IconKey      IconName = "key"
	IconLayers   IconName = "layers"
	IconMenu     IconName = "menu"
	IconMoon     IconName = "moon"
	IconMore     IconName = "more" // three dots
	IconPanel    IconName = "panel"
	IconPersona  IconName = "persona"
	IconPicture  IconName = "picture"
	IconPlus     IconName = "plus"
	IconRedo     IconName = "redo"
	IconRetry    IconName = "retry"
	IconScissors IconName = "scissors"
	IconSearch   IconName = "search"
	IconSelect   IconName = "select"
	IconSend     IconName = "send"
	IconStop     IconName = "stop"
	IconSun      IconName = "sun"
	IconTrash    IconName = "trash"
	IconUndo     IconName = "undo"
	IconUp       IconName = "up" // chevron
	IconWarning  IconName = "warning"
)

// Icon returns a drawing in the theme's colour for text, for a widget.Icon, a menu or a button.
func Icon(name IconName) fyne.Resource { return IconIn(name, theme.ColorNameForeground) }

// IconIn returns a drawing in the theme's colour of that name. It follows a change of the theme when its widget is refreshed.
func IconIn(name IconName, ink fyne.ThemeColorName) fyne.Resource {
	svg, err := fs.ReadFile(assets.Icons, "icons/"+string(name)+".svg")
	if err != nil {
		fyne.LogError("look: no icon "+string(name), err)
		return theme.BrokenImageIcon()
	}
	return &icon{name: name, ink: ink, svg: svg}
}

// icon paints strokes too, which Fyne's own themed resources leave as they are: those only know fills.
type icon struct {
	name IconName
	ink  fyne.ThemeColorName
	svg  []byte
}

// Name implements fyne.Resource. Fyne keeps drawn pictures by name, so the colour is part of it.
func (i *icon) Name() string { return string(i.name) + hex(Color(i.ink)) + ".svg" }

// Content implements fyne.Resource.
func (i *icon) Content() []byte {
	return bytes.ReplaceAll(i.svg, []byte("currentColor"), []byte(hex(Color(i.ink))))
}

func hex(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
}
