package personas

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/ui/look"
	"bonbon/ui/uitest"
)

// TestLookLarge draws the panels at the largest text, for a look by eye.
func TestLookLarge(t *testing.T) {
	dir := os.Getenv("BONBON_LOOK")
	if dir == "" {
		return
	}
	for _, lang := range uitest.Langs {
		app := uitest.App(t, "light", lang)
		app.Settings().SetTheme(look.New(look.Options{Variant: "light", TextSize: 200}))
		draw := func(name string, size fyne.Size, o fyne.CanvasObject, then func(fyne.Canvas)) {
			w := uitest.Window(t, o, size)
			then(w.Canvas())
			uitest.Save(t, filepath.Join(dir, "large-"+name+"-"+lang+".png"), w.Canvas().Capture())
		}
		l := someList()
		draw("list", fyne.NewSize(look.SideWidth, 600), l, func(fyne.Canvas) { l.rows.shown[1].hover(true) })
		l = someList()
		draw("menu", fyne.NewSize(640, 480), l, func(c fyne.Canvas) { l.rows.shown[1].menuBelow() })
		e := NewEditor(EditorOptions{})
		e.ShowPersona(somePersona())
		draw("editor", fyne.NewSize(look.InspectorWidth, 900), e, func(fyne.Canvas) {})
	}
}
