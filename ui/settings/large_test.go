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
			a.ShowIn(c)
			a.connections.askRemove(a.s.Connections[1])
		})
		draw("general", fyne.NewSize(900, 600), canvas.NewRectangle(look.Color(look.Side)), func(c fyne.Canvas) {
			a := NewApp(AppOptions{Servers: someServers(), Folder: "/home/someone/.local/share/bonbon"}, someSettings())
			a.ShowIn(c)
		})
		wel := NewWelcome(WelcomeOptions{Servers: someServers()})
		draw("welcome", fyne.NewSize(640, 480), wel, nothing)
	}
}

func TestPanelsFitAtTheLargestText(t *testing.T) {
	for _, lang := range uitest.Langs {
		app := uitest.App(t, "light", lang)
		app.Settings().SetTheme(look.New(look.Options{TextSize: look.MaxTextSize}))
		c := NewCutoff(CutoffOptions{Preview: someReport, Go: atOnce, OnMore: func() {}, OnForgetLimit: func() {}})
		own := 18*24 + 22
		c.ShowPersona(tokens.Defaults(), persona.Cutoff{PastHours: &own}, 8192)
		if w := c.MinSize().Width; w > look.InspectorWidth {
			t.Errorf("cutoff in %s asks for %g", lang, w)
		}
		a := NewApp(AppOptions{Servers: someServers(), Folder: "/somewhere/far/away/in/a/long/path/that/never/ends"}, someSettings())
		wel := NewWelcome(WelcomeOptions{Servers: someServers()})
		wel.finder.run()
		wel.showForm()
		for name, o := range map[string]fyne.CanvasObject{"settings": a, "welcome": wel} {
			if w := o.MinSize().Width; w > 600 {
				t.Errorf("%s in %s asks for %g", name, lang, w)
			}
		}
		a.connections.edit(a.s.Connections[1])
		a.connections.form.more.headers.add(pair{"X", "y", true})
		a.connections.form.more.fold.SetOpen(true)
		if w := a.MinSize().Width; w > 600 {
			t.Errorf("the form of a connection in %s asks for %g", lang, w)
		}
	}
}
