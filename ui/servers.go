package ui

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"time"

	"bonbon/llm"
	"bonbon/llm/keys"
	"bonbon/persona"
	"bonbon/ui/personas"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// testLimit is how long a connection's test and a model list may take.
const testLimit = 2 * time.Minute

// windowKey names a model of a connection in Window.windows.
func windowKey(connection, model string) string { return connection + "\n" + model }

// windowOf returns the context length that the server of a persona reported for its model, 0 if it is not known.
func (w *Window) windowOf(p persona.Persona) int {
	c, model := w.settings.Find(p.Connection), w.modelOf(p)
	return cmp.Or(w.lessons.of(c, model).Window, w.windows[windowKey(c.ID, model)])
}

// connectionName returns what a connection is called.
func (w *Window) connectionName(c persona.Connection) string {
	switch {
	case c.ID == persona.DemoConnection:
		return words.T("connection.demo")
	case c.Name != "":
		return c.Name
	}
	return c.BaseURL
}

// healthy shows how the default connection is, if it was this one.
func (w *Window) healthy(connection string, s personas.State) {
	if connection == w.settings.Find("").ID {
		w.health = s
		w.list.SetConnection(w.connectionName(w.settings.Find("")), s)
	}
}

// client returns what reaches the server of a connection. An empty key means the stored one.
func (w *Window) client(c persona.Connection, key string) (*llm.Client, error) {
	if c.ID == persona.DemoConnection {
		c.BaseURL = w.DemoURL
	}
	if key == "" {
		key = w.key(c.ID)
	}
	return llm.NewClient(c, key, llm.ClientOptions{})
}

// key returns the stored key of a connection, empty if there is none. It may wait for the keyring: it runs on a worker.
func (w *Window) key(connection string) string {
	if connection == persona.DemoConnection {
		return ""
	}
	key, err := w.Keys.Get(connection)
	if err != nil && !errors.Is(err, keys.ErrNotFound) {
		w.Log.Warn("key not read", "connection", connection, "error", err)
	}
	return key
}

// models lists the models of a connection's server and remembers their context lengths. It runs on a worker.
func (w *Window) models(c persona.Connection) ([]string, error) {
	client, err := w.client(c, "")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(w.ctx, testLimit)
	defer cancel()
	found, err := client.Models(ctx)
	if err != nil {
		return nil, err
	}
	w.Post(func() { w.learn(c.ID, found) })
	return names(found), nil
}

// learn remembers context lengths, and shows what follows from them.
func (w *Window) learn(connection string, found []llm.Model) {
	changed := false
	for _, m := range found {
		if key := windowKey(connection, m.ID); m.ContextLength > 0 && w.windows[key] != m.ContextLength {
			w.windows[key] = m.ContextLength
			changed = true
		}
	}
	if changed && w.open.talk != "" {
		w.showWindow()
	}
}

func names(found []llm.Model) []string {
	all := make([]string, len(found))
	for i, m := range found {
		all[i] = m.ID
	}
	return all
}

// servers is what the settings and the welcome can do with model servers.
func (w *Window) servers() settings.Servers {
	return settings.Servers{
		Final:   llm.NormalizeBaseURL,
		Test:    w.test,
		Find:    w.findLocal,
		Go:      w.Go,
		Explain: w.sentence,
		Keyring: func() bool { return w.keyring },
	}
}

// test tries a connection and puts each step into words. It runs on a worker.
func (w *Window) test(c persona.Connection, key string) settings.Tested {
	client, err := w.client(c, key)
	if err != nil {
		return settings.Tested{Steps: []settings.Step{{Text: w.sentenceAbout(c, err)}}}
	}
	ctx, cancel := context.WithTimeout(w.ctx, testLimit)
	defer cancel()
	r := client.Test(ctx)
	var out settings.Tested
	for _, s := range r.Steps {
		if s.Err != nil {
			out.Steps = append(out.Steps, settings.Step{Text: w.sentenceAbout(c, s.Err)})
			continue
		}
		out.Steps = append(out.Steps, settings.Step{OK: true, Text: w.stepWords(s.Name, r)})
	}
	out.Models = names(r.Models)
	w.Post(func() { w.learn(c.ID, r.Models) })
	return out
}

func (w *Window) stepWords(step string, r llm.TestResult) string {
	switch step {
	case llm.StepAddress:
		return words.T("test.address", map[string]any{"Address": r.BaseURL})
	case llm.StepModels:
		return words.N("test.models", len(r.Models))
	}
	return words.T("test.reply", map[string]any{"Model": r.Model, "Reply": strings.Join(strings.Fields(r.Reply), " ")})
}

func (w *Window) sentenceAbout(c persona.Connection, err error) string {
	a := explain(err, map[string]any{"Connection": w.connectionName(c), "Address": c.BaseURL, "Model": c.Model})
	return a.Title + ". " + a.Text
}

// findLocal looks for model servers on this computer. It runs on a worker.
func (w *Window) findLocal() []settings.Found {
	found := w.find(w.ctx)
	all := make([]settings.Found, len(found))
	for i, f := range found {
		all[i] = settings.Found(f)
	}
	return all
}

// showSettings opens the app's settings.
func (w *Window) showSettings() { w.showSettingsPage(settings.PageGeneral) }

func (w *Window) showSettingsPage(page int) {
	if w.prefs != nil {
		w.prefs.SelectPage(page)
		return
	}
	pane := settings.NewApp(settings.AppOptions{
		Servers:  w.servers(),
		OnChange: w.changeSettings,
		SaveKey:  w.saveKey,
		NewID:    func() string { return "c" + rand.Text()[:12] },
		Folder:   w.Store.Dir(),
	}, w.settings)
	pane.SelectPage(page)
	w.prefs, w.prefsPane = pane, pane.ShowIn(w.win.Canvas())
	w.prefsPane.OnClosed = func() { w.prefs = nil }
	w.Log.Debug("settings shown")
}

func (w *Window) saveKey(id, key string) error {
	if key == "" {
		return w.Keys.Delete(id)
	}
	return w.Keys.Set(id, key)
}

// changeSettings takes over settings from the pane and shows what follows from them at once.
func (w *Window) changeSettings(s persona.Settings) {
	old := w.settings
	s.LastTalk, s.Welcomed, s.Extra = old.LastTalk, old.Welcomed, old.Extra
	w.settings = s
	w.saveSettings()
	if s.Language != old.Language || s.Theme != old.Theme || s.TextSize != old.TextSize {
		if err := w.applyLook(); err != nil {
			w.complain(err)
		}
	}
	if s.Language != old.Language {
		page := w.prefs.Page()
		w.prefsPane.Hide()
		w.rebuild()
		w.showSettingsPage(page)
		return
	}
	w.composer.SetCtrlEnter(s.CtrlEnter)
	if s.Connection != old.Connection {
		w.health = personas.Unknown
	}
	w.list.SetConnection(w.connectionName(s.Find("")), w.health)
	if !slices.Equal(s.Connections, old.Connections) || s.Connection != old.Connection || s.Cutoff != old.Cutoff {
		w.header.show(w.open.persona, w.modelOf(w.open.persona))
		w.inspector.show(w.open.persona)
		w.readNotes()
		w.askWindow()
	}
}

// saveSettings writes the settings as they are now.
func (w *Window) saveSettings() {
	s := w.settings
	s.Connections = slices.Clone(s.Connections)
	w.saver.do(func() error { return w.Store.PutSettings(s) })
}
