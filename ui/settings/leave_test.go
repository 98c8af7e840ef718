package settings

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// Escape and the button that closes the settings do not throw away what was typed into a form without a word.
func TestLeavingAnUnsavedConnection(t *testing.T) {
	uitest.App(t, "light", "en")
	c := uitest.Window(t, container.NewVBox(), fyne.NewSize(900, 700)).Canvas()
	a := NewApp(AppOptions{Servers: someServers(), NewID: func() string { return "new" }}, someSettings())
	pane := a.ShowIn(c)
	asked := func() bool { return len(c.Overlays().List()) > 1 }
	answer := func(key string) {
		t.Helper()
		for _, b := range buttonsIn(c.Overlays().Top()) {
			if b.Text == words.T(key) {
				b.Tapped(nil)
				return
			}
		}
		t.Fatalf("%q is not offered", words.T(key))
	}
	a.connections.edit(a.s.Connections[1])
	parts.CloseTop(c)
	if pane.Visible() || asked() {
		t.Fatal("a form in which nothing was typed keeps the settings open")
	}
	pane = a.ShowIn(c)
	a.connections.edit(a.s.Connections[1])
	a.connections.form.key.SetText("sk-something")
	parts.CloseTop(c)
	if !pane.Visible() || !asked() {
		t.Fatal("a key that was typed is thrown away")
	}
	answer("panels.leave.stay")
	if !pane.Visible() || asked() || a.connections.form.key.Text != "sk-something" {
		t.Fatal("to stay does not lead back to the form")
	}
	pane.Leave()
	answer("panels.leave.drop")
	if pane.Visible() || asked() {
		t.Error("the settings stay open after all")
	}
}

// A press on "More" that makes the address hand its query over, which opens the part that is folded away, leaves it open.
func TestMoreStaysOpenAfterAQuery(t *testing.T) {
	uitest.App(t, "light", "en")
	a := NewApp(AppOptions{Servers: someServers()}, someSettings())
	c := uitest.Window(t, a, fyne.NewSize(640, 700)).Canvas()
	a.SelectPage(PageConnections)
	a.connections.edit(a.s.Connections[1])
	f := a.connections.form
	head := buttonsIn(f.more.fold)[0]
	c.Focus(f.url)
	f.url.SetText("http://h/v1?version=2")
	head.MouseIn(nil)
	c.Focus(head)
	head.Tapped(nil)
	if !f.more.fold.Open() || f.url.Text != "http://h/v1" {
		t.Errorf("folded away: %v; the address is %q", !f.more.fold.Open(), f.url.Text)
	}
	head.Tapped(nil)
	if f.more.fold.Open() {
		t.Error("one more press does not close it")
	}
}

func buttonsIn(o fyne.CanvasObject) (all []*parts.Button) {
	uitest.Walk(o, func(o fyne.CanvasObject) {
		if b, ok := o.(*parts.Button); ok {
			all = append(all, b)
		}
	})
	return all
}
