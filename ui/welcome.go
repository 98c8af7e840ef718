package ui

import (
	"crypto/rand"

	"fyne.io/fyne/v2/widget"

	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/settings"
)

// welcome shows the choice of a first start.
func (w *Window) welcome() {
	var shown *widget.PopUp
	leave := func() {
		shown.Hide()
		w.settings.Welcomed = true
		w.saveSettings()
		w.composer.Focus()
		w.Log.Debug("welcome left")
	}
	content := settings.NewWelcome(settings.WelcomeOptions{
		Servers:  w.servers(),
		Language: w.settings.Language,
		Name:     w.settings.UserName,
		OnName:   w.chooseName,
		OnLanguage: func(tag string) {
			shown.Hide()
			w.chooseLanguage(tag)
		},
		OnDemo: leave,
		OnServer: func(c persona.Connection, s settings.Secret) {
			leave()
			w.addConnection(c, s)
		},
	})
	shown = parts.NewModal(parts.NewRoomy(w.win.Canvas(), content, welcomeSize), w.win.Canvas())
	shown.Show()
	w.win.Canvas().Focus(content.First())
	w.Log.Debug("welcome shown")
}

// chooseName makes the starters greet the user by name.
func (w *Window) chooseName(name string) {
	if name == w.settings.UserName {
		return
	}
	w.settings.UserName = name
	w.saveSettings()
	w.open = opened{serial: w.open.serial + 1}
	greet := w.greeter()
	w.change(func() error { return w.renewStarters(greet) }, w.showFirst)
}

// chooseLanguage builds the window and the untouched starters anew in another language and shows the welcome again.
func (w *Window) chooseLanguage(tag string) {
	w.settings.Language = tag
	w.saveSettings()
	if err := w.applyLook(); err != nil {
		w.complain(err)
	}
	w.open = opened{serial: w.open.serial + 1}
	greet := w.greeter()
	w.change(func() error { return w.renewStarters(greet) }, func() {
		w.rebuild()
		w.showFirst()
		w.welcome()
	})
}

// addConnection stores a new connection with its secret and makes it the default one.
func (w *Window) addConnection(c persona.Connection, s settings.Secret) {
	c.ID = "c" + rand.Text()[:12]
	w.settings.Connections = append(w.settings.Connections, c)
	w.settings.Connection = c.ID
	w.saveSettings()
	if s != (settings.Secret{}) {
		w.saver.do(func() error { return w.saveKey(c.ID, s) })
	}
	w.list.SetConnection(w.connectionName(c), w.health)
	w.header.show(w.open.persona, w.modelOf(w.open.persona))
	w.inspector.show(w.open.persona)
	w.readNotes()
}
