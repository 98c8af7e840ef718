package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"bonbon/ui/parts"
)

// toggleInspector opens or closes the panel at the right.
func (w *Window) toggleInspector() {
	w.openInspector(!w.frame.inspectorOpen)
	w.relayout()
}

// openInspector opens or closes the panel at the next layout.
func (w *Window) openInspector(open bool) {
	w.frame.inspectorOpen = open
	if w.frame.wide() {
		w.wantInspector = open
	}
}

// showInspector opens the panel at the right on a tab.
func (w *Window) showInspector(tab int) {
	w.openInspector(true)
	w.frame.listOpen = false
	w.inspector.tabs.Select(tab)
	w.relayout()
}

// toggleList opens or closes the persona list in a small window.
func (w *Window) toggleList() {
	w.frame.listOpen = !w.frame.listOpen
	w.relayout()
}

// closePanels closes what lies over the talk.
func (w *Window) closePanels() {
	w.frame.listOpen = false
	if !w.frame.wide() {
		w.frame.inspectorOpen = false
	}
	w.relayout()
	w.composer.Focus()
}

// escape closes what lies on top. The welcome stays: it asks for a choice.
func (w *Window) escape() {
	canvas := w.win.Canvas()
	switch {
	case parts.CloseTop(canvas) || canvas.Overlays().Top() != nil:
	case w.finder.bar.Visible():
		w.finder.close()
	default:
		w.closePanels()
	}
}

// relayout places the panels anew.
func (w *Window) relayout() { w.root.Refresh() }

// bindings are the keys that do something everywhere, together with Ctrl (on a Mac, Command).
func (w *Window) bindings() map[fyne.KeyName]func() {
	return map[fyne.KeyName]func(){
		fyne.KeyQ: w.Quit,
		fyne.KeyW: w.Quit,
		fyne.KeyN: w.beginTalk,
		fyne.KeyK: func() {
			w.frame.listOpen = true
			w.relayout()
			w.list.FocusSearch()
		},
		fyne.KeyF:     func() { w.finder.open() }, // the finder is another one after a change of the language
		fyne.KeyComma: w.showSettings,
		fyne.KeyI:     w.toggleInspector,
		fyne.KeyH:     w.showHelp,
	}
}

// shifted are the keys that do something everywhere, together with Ctrl and Shift.
func (w *Window) shifted() map[fyne.KeyName]func() {
	return map[fyne.KeyName]func(){
		fyne.KeyF: func() { w.searchTalks("") },
		fyne.KeyN: w.newPersona,
		fyne.KeyT: w.showTalks,
		fyne.KeyZ: w.redo,
	}
}

// withShift tells whether Shift is held.
func withShift() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

// shortcuts binds the keys that work everywhere.
func (w *Window) shortcuts() {
	bind := func(keys map[fyne.KeyName]func(), with fyne.KeyModifier) {
		for key, do := range keys {
			w.win.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: with}, func(fyne.Shortcut) { do() })
		}
	}
	bind(w.bindings(), fyne.KeyModifierShortcutDefault)
	bind(w.shifted(), fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
	w.win.Canvas().AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { w.undo() })
	w.win.Canvas().AddShortcut(&fyne.ShortcutRedo{}, func(fyne.Shortcut) { w.redo() })
	w.win.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		switch e.Name {
		case fyne.KeyEscape:
			w.escape()
			return
		case fyne.KeyF1:
			w.showHelp()
			return
		case fyne.KeyF3:
			w.finder.step(!withShift())
			return
		}
		if w.win.Canvas().Overlays().Top() == nil {
			w.transcript.Key(e.Name)
		}
	})
	w.win.Canvas().SetOnTypedRune(func(r rune) {
		if w.win.Canvas().Overlays().Top() == nil {
			w.typeOn(r)
		}
	})
}
