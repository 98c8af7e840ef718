package ui

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"slices"
	"time"

	"bonbon/llm"
	"bonbon/llm/keys"
	"bonbon/persona"
	"bonbon/ui/parts"
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
	return shownAddress(c.BaseURL)
}

// healthy shows how the default connection is, if it was this one.
func (w *Window) healthy(connection string, s personas.State) {
	if connection == w.settings.Find("").ID {
		w.health = s
		w.list.SetConnection(w.connectionName(w.settings.Find("")), s)
	}
}

// client returns what reaches the server of a connection. What the secret leaves open is taken from what is stored.
func (w *Window) client(c persona.Connection, s llm.Secret) (*llm.Client, error) {
	if c.ID == persona.DemoConnection {
		c.BaseURL = w.DemoURL
	}
	return llm.NewClient(c, s.Over(llm.UnpackSecret(w.key(c))).Pack(), llm.ClientOptions{})
}

// key returns the packed secret of a connection, empty if there is none. It may wait for the keyring: it runs on a worker.
func (w *Window) key(c persona.Connection) string {
	if c.ID == persona.DemoConnection {
		return ""
	}
	key, err := w.Keys.Get(c.ID, c.Name)
	if err != nil && !errors.Is(err, keys.ErrNotFound) {
		w.Log.Warn("key not read", "connection", c.ID, "error", err)
	}
	return key
}

// keyState runs on a worker.
func (w *Window) keyState(c persona.Connection) settings.KeyState {
	_, err := w.Keys.Stored(c.ID)
	variable, _ := keys.Override(c.Name, c.ID)
	return settings.KeyState{Stored: err == nil, Variable: variable}
}

// models lists the models of a connection's server and remembers their context lengths. It runs on a worker.
func (w *Window) models(c persona.Connection) ([]parts.Suggestion, error) {
	client, err := w.client(c, llm.Secret{})
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
	return suggestions(found), nil
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
	s := settings.Servers{
		Final:    llm.ChatURL,
		Check:    checkConnection,
		Test:     w.test,
		Find:     w.findLocal,
		Go:       w.Go,
		Explain:  w.sentence,
		Keyring:  func() bool { return w.keyring },
		KeyState: w.keyState,
		Open:     w.openPage,
	}
	for _, p := range llm.Presets() {
		s.Presets = append(s.Presets, settings.Preset(p))
	}
	return s
}

// openPage shows a page of our own choice in the browser.
func (w *Window) openPage(address string) {
	u, err := url.Parse(address)
	if err != nil {
		w.complain(err)
		return
	}
	w.openLink(u)
}

// checkConnection says what is wrong with a connection, by field.
func checkConnection(c persona.Connection) map[string]string {
	problems := map[string]string{}
	for _, e := range llm.CheckConnection(c) {
		field, _ := e.Args()["field"].(string)
		problems[field] = faultWords(e)
	}
	return problems
}

// faultWords says what is wrong with a field of a connection, or with its address; empty if there is nothing more to say.
func faultWords(e *llm.Error) string {
	args := e.Args()
	field, _ := args["field"].(string)
	reason, _ := args["reason"].(string)
	if e.Code() == llm.CodeBadURL {
		field = "url"
	}
	if !words.Has("fault." + field + "." + reason) {
		return ""
	}
	return words.T("fault."+field+"."+reason, map[string]any{
		"What": args["what"], "Line": args["line"], "Column": args["column"], "Suggestion": args["suggestion"],
	})
}

// test tries a connection and puts each step into words as it happens. It runs on a worker.
func (w *Window) test(ctx context.Context, c persona.Connection, s settings.Secret, report func(settings.Step)) []parts.Suggestion {
	ctx, cancel := context.WithTimeout(ctx, testLimit)
	defer cancel()
	defer context.AfterFunc(w.ctx, cancel)()
	client, err := w.client(c, llm.Secret(s))
	if err != nil {
		w.Post(func() { report(settings.Step{Text: w.sentenceAbout(c, err)}) })
		return nil
	}
	r := client.Test(ctx, func(step llm.TestStep) {
		w.Post(func() { report(w.stepWords(c, client.BaseURL(), client.HasKey(), step)) })
	})
	w.Post(func() { w.learn(c.ID, r.Models) })
	return suggestions(r.Models)
}

// suggestions lists models with how much they read.
func suggestions(models []llm.Model) []parts.Suggestion {
	all := make([]parts.Suggestion, len(models))
	for i, m := range models {
		all[i].Text = m.ID
		if m.ContextLength > 0 {
			all[i].Note = words.Number(m.ContextLength)
		}
	}
	return all
}

// stepWords puts a step of a test into words.
func (w *Window) stepWords(c persona.Connection, address string, key bool, s llm.TestStep) settings.Step {
	if s.Err != nil {
		c.Model = cmp.Or(s.Model, c.Model)
		if s.Name == llm.StepReply && c.Model == "" {
			return settings.Step{Text: words.T("test.noModel")} // there is nothing wrong that the error could tell of
		}
		return settings.Step{Text: w.sentenceAbout(c, s.Err), Certificate: certificateWords(s.Certificate)}
	}
	step := settings.Step{OK: true}
	switch s.Name {
	case llm.StepAddress:
		step.Text = words.T("test.address", map[string]any{"Address": shownAddress(address)})
	case llm.StepCertificate:
		step.Text = words.T("test.encrypted")
		if s.Certificate != nil {
			step.Text = words.T("test.certificate", map[string]any{"Subject": s.Certificate.Subject, "Until": day(s.Certificate.Until)})
		}
	case llm.StepKey:
		step.Text = words.T("test.noKey")
		if key {
			step.Text = words.T("test.key")
		}
	case llm.StepModels:
		step.Text = words.N("test.models", s.Models)
	default:
		step.Text = words.T("test.reply", map[string]any{"Model": s.Model, "Reply": oneLine(s.Reply)})
	}
	return step
}

func (w *Window) sentenceAbout(c persona.Connection, err error) string {
	return explain(err, map[string]any{"Connection": w.connectionName(c), "Address": shownAddress(c.BaseURL), "Model": c.Model}).sentence()
}

// shownAddress is an address without the password or the key that somebody may have typed into it.
func shownAddress(typed string) string {
	typed, _ = persona.CutQuery(typed)
	if u, err := url.Parse(typed); err == nil && u.User != nil {
		u.User = nil
		return u.String()
	}
	return typed
}

// findLocal looks for model servers on this computer. It runs on a worker.
func (w *Window) findLocal() []settings.Found {
	found := w.find(w.ctx)
	all := make([]settings.Found, len(found))
	for i, f := range found {
		all[i] = settings.Found{Name: f.Name, BaseURL: f.BaseURL, Models: names(f.Models), NeedsKey: f.NeedsKey}
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
		More:     []parts.Tab{w.backups()},
	}, w.settings)
	pane.SelectPage(page)
	w.prefs, w.prefsPane = pane, pane.ShowIn(w.win.Canvas())
	w.prefsPane.OnClosed = func() { w.prefs = nil }
	w.Log.Debug("settings shown")
}

// saveKey keeps what is new of a connection's secret beside what is stored of it; an empty one forgets everything. It runs
// on a worker.
func (w *Window) saveKey(id string, s settings.Secret) error {
	if s == (settings.Secret{}) {
		return w.Keys.Delete(id)
	}
	stored, err := w.Keys.Stored(id)
	if err != nil && !errors.Is(err, keys.ErrNotFound) {
		return err
	}
	return w.Keys.Set(id, llm.Secret(s).Over(llm.UnpackSecret(stored)).Pack())
}

// changeSettings takes over settings from the pane and shows what follows from them at once.
func (w *Window) changeSettings(s persona.Settings) {
	old := w.settings
	s.LastTalk, s.LastTalks, s.Welcomed, s.Extra = old.LastTalk, old.LastTalks, old.Welcomed, old.Extra
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
	w.showStyle()
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
	w.saver.keep("settings", func() error { return w.Store.PutSettings(s) })
}
