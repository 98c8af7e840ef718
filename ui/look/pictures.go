package look

import (
	"io/fs"
	"strings"

	"fyne.io/fyne/v2"

	"bonbon/assets"
)

// portraitPrefix is what a persona's picture begins with when it is one of ours.
const portraitPrefix = "asset:"

// Portrait returns the bundled picture that "asset:<name>" means, nil if picture is anything else or unknown.
func Portrait(picture string) fyne.Resource {
	name, ours := strings.CutPrefix(picture, portraitPrefix)
	if !ours {
		return nil
	}
	svg, err := fs.ReadFile(assets.Portraits, "portraits/"+name+".svg")
	if err != nil {
		return nil
	}
	return fyne.NewStaticResource("portrait-"+name+".svg", svg)
}

// Portraits returns the names of the bundled pictures, as "asset:<name>", in the order of the alphabet.
func Portraits() []string {
	files, err := fs.Glob(assets.Portraits, "portraits/*.svg")
	if err != nil {
		return nil // only a bad pattern comes here, and this one is good
	}
	for i, file := range files {
		files[i] = portraitPrefix + strings.TrimSuffix(strings.TrimPrefix(file, "portraits/"), ".svg")
	}
	return files
}

// AppIcon returns the program's icon.
func AppIcon() fyne.Resource { return fyne.NewStaticResource("bonbon.png", assets.Icon) }
