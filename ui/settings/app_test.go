package settings

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// bench holds a pane of settings and what came out of it.
type bench struct {
	app   *App
	heard []persona.Settings
	keys  map[string]string
	fail  error // of the next keys
}

func newBench(t *testing.T) *bench {
	t.Helper()
	uitest.App(t, "light", "en")
	b := &bench{keys: map[string]string{}}
	b.app = NewApp(AppOptions{
		Servers:  someServers(),
		OnChange: func(s persona.Settings) { b.heard = append(b.heard, s) },
		SaveKey: func(id, key string) error {
			if b.fail == nil {
				b.keys[id] = key
			}
			return b.fail
		},
		NewID: func() string { return "new" },
	}, someSettings())
	return b
}

func (b *bench) last() persona.Settings { return b.heard[len(b.heard)-1] }

func TestConnectionIsAddedChangedAndRemoved(t *testing.T) {
	b := newBench(t)
	page := b.app.connections
	page.edit(persona.Connection{ID: b.app.opt.NewID()})
	form := page.form
	form.submit()
	if form.urlField.Problem() == "" || len(b.heard) != 0 {
		t.Error("a connection without address was saved")
	}
	form.name.SetText(" Mine ")
	form.url.SetText(" http://localhost:1/v1 ")
	form.key.SetText(" secret ")
	form.submit()
	want := persona.Connection{ID: "new", Name: "Mine", BaseURL: "http://localhost:1/v1"}
	if got := b.last().Connections; len(got) != 3 || got[2] != want || b.keys["new"] != "secret" {
		t.Errorf("saved %+v, keys %v", got, b.keys)
	}
	if page.form != nil {
		t.Error("the form is still there")
	}
	page.edit(want)
	page.form.model.Set("m")
	page.form.submit()
	if got := b.last().Connections; len(got) != 3 || got[2].Model != "m" || b.keys["new"] != "secret" {
		t.Errorf("changed to %+v, keys %v", got, b.keys)
	}
	page.remove("1") // the default one
	if got := b.last(); len(got.Connections) != 2 || got.Connection != persona.DemoConnection || b.keys["1"] != "" {
		t.Errorf("after removing the default: %+v", got)
	}
	if first := b.heard[0].Connections; len(first) != 3 || first[2] != want {
		t.Errorf("a value that was handed out changed: %+v", first)
	}
}

func TestTestedStepsGoWhenTheAddressChanges(t *testing.T) {
	b := newBench(t)
	form := newConnectionForm(b.app.opt.Servers, persona.Connection{BaseURL: "http://localhost:1/v1"}, nil, nil)
	for _, field := range []*parts.Input{form.url, form.key} {
		form.tested(Tested{Steps: []Step{{OK: true, Text: "answers"}}})
		field.SetText(field.Text + "2")
		if n := len(form.steps.Objects); n != 0 {
			t.Errorf("%d steps of the old values are still shown", n)
		}
	}
}

func TestKeyThatCannotBeStoredIsSaid(t *testing.T) {
	b := newBench(t)
	page := b.app.connections
	b.fail = errors.New("locked")
	page.saveKey("1", "k")
	if got := page.problem.Text(); got != words.T("panels.app.keyFailed") || !page.problem.Visible() {
		t.Errorf("says %q", got)
	}
	b.fail = nil
	page.saveKey("1", "k")
	if page.problem.Visible() {
		t.Error("the problem stayed")
	}
	page.saveKey("1", "")
	if got := page.problem.Text(); got != words.T("panels.app.keyRemoved") {
		t.Errorf("says %q", got)
	}
}

func TestFormShowsTheFinalAddress(t *testing.T) {
	b := newBench(t)
	b.app.connections.edit(persona.Connection{ID: "x"})
	f := b.app.connections.form
	f.url.SetText("http://h/v1")
	if !f.checkURL(true) || f.urlField.Problem() != "" {
		t.Error("a good address is refused")
	}
	f.url.SetText("")
	if f.urlField.Problem() != "" {
		t.Error("someone who is still typing is told off")
	}
	f.servers.Explain = func(err error) string { return "say: " + err.Error() }
	f.checkURL(true)
	if got := f.urlField.Problem(); got != "say: empty" {
		t.Errorf("problem %q", got)
	}
}

func TestConnectionTest(t *testing.T) {
	uitest.App(t, "light", "en")
	var w workers
	s := someServers()
	s.Go = w.run
	f := newConnectionForm(s, persona.Connection{BaseURL: "http://h/v1"}, nil, nil)
	f.runTest()
	if !f.test.Disabled() {
		t.Error("a second test could be started")
	}
	w.settle()
	if len(f.steps.Objects) != 3 || f.test.Disabled() {
		t.Errorf("%d steps are shown", len(f.steps.Objects))
	}
	f.runTest()
	f.url.SetText("http://other/v1")
	w.settle()
	if len(f.steps.Objects) != 0 || f.test.Disabled() {
		t.Error("the outcome for another address is shown")
	}
}

func TestGeneralSettings(t *testing.T) {
	b := newBench(t)
	uitest.Window(t, b.app, fyne.NewSize(640, 560))
	b.app.edit(func(s *persona.Settings) { s.UserName = "Aki" })
	b.app.cutoff.rows[0].set(8000)
	if got := b.last(); got.UserName != "Aki" || got.Cutoff.Threshold != 8000 || got.TextSize != 100 {
		t.Errorf("heard %+v", got)
	}
	b.app.SelectPage(PageConnections)
	if b.app.Page() != PageConnections || b.app.Settings().UserName != "Aki" {
		t.Error("page or settings are lost")
	}
	if got := languages(); len(got) != 3 || got[2] != (parts.Option{ID: "ja", Label: "日本語"}) {
		t.Errorf("languages %v", got)
	}
}

func TestWelcome(t *testing.T) {
	uitest.App(t, "light", "ja")
	var w workers
	var got []persona.Connection
	opt := WelcomeOptions{Servers: someServers(), OnServer: func(c persona.Connection, key string) {
		c.ID = key
		got = append(got, c)
	}}
	opt.Go = w.run
	wel := NewWelcome(opt)
	wel.runFind()
	wel.runFind()
	w.settle()
	if len(wel.found.Objects) != 2 {
		t.Fatalf("%d servers are listed", len(wel.found.Objects))
	}
	wel.choose(Found{Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1", Models: []string{"a", "b"}})
	wel.opt.Find = func() []Found { return nil }
	wel.runFind()
	w.settle()
	if p, ok := wel.found.Objects[0].(*parts.Para); !ok || p.Text() != words.T("panels.welcome.nothing") || !strings.Contains(p.Text(), "起動") {
		t.Error("nothing is said when no server was found")
	}
	wel.showForm()
	wel.showForm()
	if len(wel.own.Objects) != 1 {
		t.Error("the form is there more than once")
	}
	wel.server(persona.Connection{BaseURL: "http://h/v1"}, "k")
	want := []persona.Connection{{Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1", Model: "a"}, {ID: "k", BaseURL: "http://h/v1"}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("chosen: %+v", got)
	}
}
