package look

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"bonbon/assets"
)

func TestEveryIconIsDrawnInTheThemesColour(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(New(Options{Variant: "light"}))
	files, err := fs.Glob(assets.Icons, "icons/*.svg")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d icons, %v", len(files), err)
	}
	for _, file := range files {
		name := IconName(strings.TrimSuffix(strings.TrimPrefix(file, "icons/"), ".svg"))
		res := IconIn(name, Accent)
		if !bytes.Contains(res.Content(), []byte("#9a4f2a")) || bytes.Contains(res.Content(), []byte("currentColor")) {
			t.Errorf("%s does not take the colour:\n%s", name, res.Content())
		}
	}
	before := Icon(IconPlus).Name()
	app.Settings().SetTheme(New(Options{Variant: "dark"}))
	if after := Icon(IconPlus).Name(); before == after {
		t.Errorf("both variants would be kept as one picture, %s", after)
	}
}
