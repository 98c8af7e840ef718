package ui

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// shortcut does what a key does together with Ctrl.
func (d *desk) shortcut(key fyne.KeyName) {
	d.t.Helper()
	do := d.bindings()[key]
	if do == nil {
		d.t.Fatalf("Ctrl+%s does nothing", key)
	}
	do()
	d.settle()
}

func TestShortcuts(t *testing.T) {
	d := pair(t)
	was := d.frame.inspectorOpen
	d.shortcut(fyne.KeyI)
	if d.frame.inspectorOpen == was {
		t.Error("Ctrl+I changes nothing")
	}
	d.shifted()[fyne.KeyN]()
	d.settle()
	d.wantNames("Mira", "Otto", words.T("persona.newName"))
	d.shortcut(fyne.KeyComma)
	d.sees(words.T("panels.app.title"))
	d.prefsPane.Hide()
	d.shortcut(fyne.KeyK)
	input, ok := d.win.Canvas().Focused().(*parts.Input)
	if !ok {
		t.Fatalf("the focus is on %T", d.win.Canvas().Focused())
	}
	input.SetText("ott")
	if got := d.list.Shown(); len(got) != 1 || got[0] != d.person("Otto").Persona.ID {
		t.Errorf("the search leaves %v", got)
	}
	over := make(chan struct{})
	d.End = func() { close(over) }
	d.shortcut(fyne.KeyQ)
	<-over
}

// In every size the input can be used and the list and the panel can be reached.
func TestTheWindowCanBeUsedInEverySize(t *testing.T) {
	d := pair(t)
	for _, size := range []fyne.Size{{Width: 1280, Height: 820}, {Width: 900, Height: 600}, {Width: 640, Height: 480}} {
		d.win.Resize(size)
		d.settle()
		if !inside(d, d.composer) || !inside(d, d.header.toPanel) || d.composer.Size().Width < 300 {
			t.Errorf("%v: the input is %v at %v", size, d.composer.Size(), position(d.composer))
		}
		if d.list.Visible() == d.header.toList.Visible() {
			t.Errorf("%v: list %v, button for it %v", size, d.list.Visible(), d.header.toList.Visible())
		}
		if !d.list.Visible() {
			d.header.toList.Tapped(nil)
			if !d.list.Visible() || !inside(d, d.list) {
				t.Errorf("%v: the button does not show the list", size)
			}
			d.openPersona(d.person("Otto").Persona.ID)
			d.settle()
			if d.list.Visible() || d.open.persona.Name != "Otto" {
				t.Errorf("%v: the list still covers %s", size, d.open.persona.Name)
			}
		}
		d.showInspector(tabCutoff)
		d.settle()
		if !inside(d, d.inspector.content) {
			t.Errorf("%v: the panel lies outside", size)
		}
		if size.Width < roomForAll {
			d.escape()
			if d.inspector.content.Visible() {
				t.Errorf("%v: Escape does not close the panel", size)
			}
		}
	}
}

func position(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
}

// inside tells whether an object lies within the window, up to a pixel.
func inside(d *desk, o fyne.CanvasObject) bool {
	at, size, room := position(o), o.Size(), d.win.Canvas().Size()
	return at.X >= -1 && at.Y >= -1 && at.X+size.Width <= room.Width+1 && at.Y+size.Height <= room.Height+1
}

// Everything that keeps the program from starting is said in words, with the folder.
func TestSorry(t *testing.T) {
	for _, code := range []error{history.ErrLocked, history.ErrDamaged, history.ErrReadOnly, history.ErrNewer, history.ErrNoFolder, history.ErrFull, errors.New("odd")} {
		a := uitest.App(t, "light", "en")
		Sorry(a, fmt.Errorf("open: %w", code), "/the/folder", func() {})
		all := a.Driver().AllWindows()
		win := all[len(all)-1]
		win.Resize(fyne.NewSize(520, 280))
		shown := texts(win.Content())
		if want := explain(code, map[string]any{"Path": "/the/folder"}).Title; !strings.Contains(shown, want) || !strings.Contains(shown, "/the/folder") ||
			strings.Contains(shown, "{{") {
			t.Errorf("%v shows %q", code, shown)
		}
		win.Close()
	}
}

// A persona may name a connection that is gone: the default one answers.
func TestAConnectionThatIsGone(t *testing.T) {
	d := with(t, persona.Connection{}, persona.Persona{Name: "Mira", Connection: "gone"})
	d.ask("Hello")
	if got := d.path(d.open.talk); len(got) != 2 {
		t.Errorf("path is %q; shown: %s", got, d.shows())
	}
}

// The panels grow with the text, as far as the talk keeps its room: over it, a part of it must be left to be pressed.
func TestPanelsGrowWithTheText(t *testing.T) {
	d := pair(t)
	for _, tt := range []struct {
		percent int
		window  float32
		want    float32
		list    float32
	}{{100, 900, 324, 264}, {80, 900, 324, 264}, {200, 900, 486, 340}, {200, 640, 440, 0}, {100, 1280, 324, 264}, {200, 1280, 456, 264}, {200, 1600, 486, 396}} {
		d.settings.TextSize = tt.percent
		must(t, d.applyLook())
		d.win.Resize(fyne.NewSize(tt.window, 600))
		d.showInspector(tabCutoff)
		d.settle()
		if got := d.list.Size().Width; tt.list > 0 && got != tt.list {
			t.Errorf("%d %% in %v: the list is %v wide, want %v", tt.percent, tt.window, got, tt.list)
		}
		if got := d.inspector.content.Size().Width; got != tt.want || !inside(d, d.inspector.content) {
			t.Errorf("%d %% in %v: the panel is %v wide at %v, want %v", tt.percent, tt.window, got, position(d.inspector.content), tt.want)
		}
	}
}
