package settings

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
)

// TestLookLarge draws panes in a small window at the largest text, for a look by eye.
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
		nothing := func(fyne.Canvas) {}
		twelve := 12
		c := NewCutoff(CutoffOptions{Preview: someReport, Go: atOnce})
		c.ShowPersona(tokens.Defaults(), persona.Cutoff{PastHours: &twelve}, 8192)
		draw("cutoff", fyne.NewSize(look.InspectorWidth, 764), c, nothing)
		draw("app", fyne.NewSize(640, 480), canvas.NewRectangle(look.Color(look.Side)), func(c fyne.Canvas) {
			a := NewApp(AppOptions{Servers: someServers(), Folder: "/home/someone/.local/share/bonbon"}, someSettings())
			a.SelectPage(PageConnections)
			parts.NewPane(c, "Settings", a, PaneSize).Show()
			a.connections.askRemove(a.s.Connections[1])
		})
		draw("general", fyne.NewSize(900, 600), canvas.NewRectangle(look.Color(look.Side)), func(c fyne.Canvas) {
			a := NewApp(AppOptions{Servers: someServers(), Folder: "/home/someone/.local/share/bonbon"}, someSettings())
			parts.NewPane(c, "Settings", a, PaneSize).Show()
		})
		wel := NewWelcome(WelcomeOptions{Servers: someServers()})
		draw("welcome", fyne.NewSize(640, 480), wel, nothing)
	}
}
