package settings

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// bench holds a pane of settings and what came out of it.
type bench struct {
	app   *App
	heard []persona.Settings
	keys  map[string]Secret
	fail  error // of the next keys
}

func newBench(t *testing.T) *bench {
	t.Helper()
	uitest.App(t, "light", "en")
	b := &bench{keys: map[string]Secret{}}
	b.app = NewApp(AppOptions{
		Servers:  someServers(),
		OnChange: func(s persona.Settings) { b.heard = append(b.heard, s) },
		SaveKey: func(id string, s Secret) error {
			if b.fail == nil {
				b.keys[id] = s
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
	if got := b.last().Connections; len(got) != 3 || got[2] != want || b.keys["new"].Key != "secret" {
		t.Errorf("saved %+v, keys %v", got, b.keys)
	}
	if page.form != nil {
		t.Error("the form is still there")
	}
	page.edit(want)
	page.form.model.Set("m")
	page.form.submit()
	if got := b.last().Connections; len(got) != 3 || got[2].Model != "m" || b.keys["new"].Key != "secret" {
		t.Errorf("changed to %+v, keys %v", got, b.keys)
	}
	page.remove("1") // the default one
	if got := b.last(); len(got.Connections) != 2 || got.Connection != persona.DemoConnection || b.keys["1"] != (Secret{}) {
		t.Errorf("after removing the default: %+v", got)
	}
	if first := b.heard[0].Connections; len(first) != 3 || first[2] != want {
		t.Errorf("a value that was handed out changed: %+v", first)
	}
}

func TestTestedStepsGoWhenTheAddressChanges(t *testing.T) {
	b := newBench(t)
	form := newConnectionForm(b.app.opt.Servers, persona.Connection{BaseURL: "http://localhost:1/v1"}, nil, nil)
	form.more.query.add(pair{name: "a"})
	for _, field := range []*parts.Input{form.url, form.key, form.more.query.rows[0].value} {
		form.trial.run()
		if len(form.trial.lines.Objects) == 0 {
			t.Fatal("no steps are shown")
		}
		field.SetText(field.Text + "2")
		if n := len(form.trial.lines.Objects); n != 0 {
			t.Errorf("%d steps of the old values are still shown", n)
		}
	}
}

func TestButtonsOfAConnectionNeverScrollAway(t *testing.T) {
	b := newBench(t)
	page := b.app.connections
	page.content.Show() // its tab is not the one that is open
	w := test.NewWindow(page.content)
	defer w.Close()
	w.Resize(fyne.NewSize(500, 320))
	page.edit(persona.Connection{BaseURL: "http://localhost:1/v1"})
	form := page.form
	form.more.fold.SetOpen(true)
	for range 2 { // twice in the same place: a test that is repeated is the common case
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(form.trial.button)
		if below := at.Y + form.trial.button.Size().Height; at.Y < 240 || below > 320 {
			t.Errorf("the buttons stand at %v … %v of 320", at.Y, below)
		}
		test.Tap(form.trial.button)
	}
	page.list()
	if len(page.foot.Objects) != 0 {
		t.Error("the list has the form's buttons")
	}
}

func TestKeyThatCannotBeStoredIsSaid(t *testing.T) {
	b := newBench(t)
	page := b.app.connections
	b.fail = errors.New("locked")
	page.saveKey("1", Secret{Key: "k"})
	if got := page.problem.Text(); got != words.T("panels.app.keyFailed") || !page.problem.Visible() {
		t.Errorf("says %q", got)
	}
	b.fail = nil
	page.saveKey("1", Secret{Key: "k"})
	if page.problem.Visible() {
		t.Error("the problem stayed")
	}
	page.saveKey("1", Secret{})
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
	direct := s.Test
	s.Test = func(ctx context.Context, c persona.Connection, secret Secret, report func(Step)) []parts.Suggestion {
		return direct(ctx, c, secret, func(step Step) { w.queue.Post(func() { report(step) }) })
	}
	f := newConnectionForm(s, persona.Connection{BaseURL: "http://h/v1"}, nil, nil)
	stop, again := words.T("panels.server.testStop"), words.T("panels.server.test")
	f.trial.run()
	if f.trial.button.Text != stop {
		t.Error("a test that is under way cannot be stopped")
	}
	w.settle()
	if len(f.trial.lines.Objects) != 3 || f.trial.button.Text != again || !slices.Equal(f.model.Options(), []string{"a"}) {
		t.Errorf("%d steps are shown, %q", len(f.trial.lines.Objects), f.trial.button.Text)
	}
	f.trial.run()
	f.url.SetText("http://other/v1")
	w.settle()
	if len(f.trial.lines.Objects) != 0 || f.trial.button.Text != again {
		t.Error("the outcome for another address is shown")
	}
}

// TestConnectionTestIsStopped: the steps come one by one, and Stop ends what runs.
func TestConnectionTestIsStopped(t *testing.T) {
	uitest.App(t, "light", "en")
	s := someServers()
	var f *connectionForm
	s.Test = func(ctx context.Context, _ persona.Connection, _ Secret, report func(Step)) []parts.Suggestion {
		report(Step{OK: true, Text: "first"})
		if n := len(f.trial.lines.Objects); n != 2 { // and the line that says that it goes on
			t.Errorf("%d lines after the first step", n)
		}
		f.trial.press()
		if ctx.Err() == nil {
			t.Error("the test goes on")
		}
		report(Step{OK: true, Text: "late"})
		return []parts.Suggestion{{Text: "late"}}
	}
	f = newConnectionForm(s, persona.Connection{BaseURL: "http://h/v1"}, nil, nil)
	f.trial.press()
	if p, ok := f.trial.lines.Objects[0].(*parts.Para); !ok || len(f.trial.lines.Objects) != 1 || p.Text() != words.T("panels.server.testStopped") {
		t.Errorf("%d lines are shown after Stop", len(f.trial.lines.Objects))
	}
	if len(f.model.Options()) != 0 {
		t.Error("the models of a stopped test are offered")
	}
}

// TestCertificateIsTrustedFromTheTest: the offer fills the field and tests again with it.
func TestCertificateIsTrustedFromTheTest(t *testing.T) {
	uitest.App(t, "light", "en")
	s := someServers()
	var tested []string
	s.Test = func(_ context.Context, c persona.Connection, _ Secret, report func(Step)) []parts.Suggestion {
		tested = append(tested, c.Certificate)
		if c.Certificate == "" {
			report(Step{Text: "not trusted", Certificate: &Certificate{Text: "CN=shelf", Fingerprint: "sha256:ab"}})
		}
		return nil
	}
	var saved persona.Connection
	f := newConnectionForm(s, persona.Connection{BaseURL: "https://h/v1"}, func(c persona.Connection, _ Secret) { saved = c }, nil)
	f.trial.run()
	if len(f.trial.lines.Objects) != 2 {
		t.Fatalf("%d lines", len(f.trial.lines.Objects))
	}
	if f.more.fold.Open() {
		t.Error("the fold is open although it holds nothing")
	}
	f.trust("sha256:ab")
	f.submit()
	if !slices.Equal(tested, []string{"", "sha256:ab"}) || saved.Certificate != "sha256:ab" || !f.more.fold.Open() {
		t.Errorf("tested with %q, saved %+v", tested, saved)
	}
}

// TestMoreOfAConnection: everything under the fold is kept, and what of it is secret is kept apart.
func TestMoreOfAConnection(t *testing.T) {
	uitest.App(t, "light", "en")
	s := someServers()
	s.Check = func(c persona.Connection) map[string]string {
		if c.Body == "{" {
			return map[string]string{"body": "line 1"}
		}
		return nil
	}
	var c persona.Connection
	var secret Secret
	f := newConnectionForm(s, persona.Connection{ID: "x", BaseURL: "http://h/v1", Headers: "X-Old: 1\napi-key:"},
		func(got persona.Connection, s Secret) { c, secret = got, s }, nil)
	rows := f.more.headers
	if !f.more.fold.Open() || len(rows.rows) != 2 || rows.rows[0].secret || !rows.rows[1].secret {
		t.Fatalf("%d headers", len(rows.rows))
	}
	rows.add(pair{})
	rows.rows[2].name.SetText("X-Auth-Token")
	if !rows.rows[2].secret {
		t.Error("a header that looks secret is not taken for one")
	}
	rows.rows[2].value.SetText("hush")
	rows.add(pair{})
	rows.rows[3].name.SetText("X-Plain")
	rows.rows[3].lock.Tapped(nil)
	rows.rows[3].value.SetText("mine")
	rows.add(pair{})
	rows.remove(rows.rows[0])
	params := f.more.query
	params.add(pair{})
	params.rows[0].name.SetText("api-version")
	params.rows[0].value.SetText(" 1&2 ")
	params.add(pair{})
	params.rows[1].name.SetText("subscription-key")
	params.rows[1].value.SetText("psst+")
	f.more.proxy.SetText("http://me:pass@p:1")
	f.more.limits[2].Reset(30)
	f.more.body.SetText("{")
	if f.more.fields["body"].Problem() == "" {
		t.Error("a fault is not shown while it is typed")
	}
	f.more.fold.SetOpen(false)
	f.submit()
	if c != (persona.Connection{}) || !f.more.fold.Open() {
		t.Fatalf("saved with a fault, or without showing it: %+v", c)
	}
	f.more.body.SetText(`{"top_k":1}`)
	f.submit()
	want := persona.Connection{
		ID: "x", BaseURL: "http://h/v1", Headers: "api-key:\nX-Auth-Token:\nX-Plain:", Query: "api-version=1%262&subscription-key", Body: `{"top_k":1}`,
		Proxy: "http://me@p:1", Limits: persona.Limits{Silence: 30},
	}
	if c != want || secret != (Secret{Headers: "X-Auth-Token: hush\nX-Plain: mine", Query: "subscription-key=psst%2B", Proxy: "pass"}) {
		t.Errorf("saved %+v\n%+v", c, secret)
	}
}

func TestPresetFillsTheForm(t *testing.T) {
	b := newBench(t)
	opened := ""
	b.app.opt.Open = func(page string) { opened = page }
	b.app.opt.Presets = []Preset{
		{Name: "Far", BaseURL: "https://far/v1", NeedsKey: true, KeyURL: "https://keys.far/new", Headers: "X-Version: 1"},
		{Name: "Near", BaseURL: "http://127.0.0.1:1/v1"},
	}
	b.app.connections.edit(persona.Connection{ID: "n"})
	f := b.app.connections.form
	f.preset.Choose("Far")
	if !f.keyPage.Visible() || !strings.Contains(f.keyPage.Text(), "keys.far") || opened != "" {
		t.Errorf("the key's page: %q, opened %q", f.keyPage.Text(), opened)
	}
	f.keyPage.Tapped(nil)
	c, _ := f.connection()
	if opened != "https://keys.far/new" || c != (persona.Connection{ID: "n", Name: "Far", BaseURL: "https://far/v1", Headers: "X-Version: 1"}) {
		t.Errorf("opened %q, the form says %+v", opened, c)
	}
	f.preset.Choose("Near")
	if c, _ = f.connection(); f.keyPage.Visible() || c != (persona.Connection{ID: "n", Name: "Near", BaseURL: "http://127.0.0.1:1/v1"}) {
		t.Errorf("the form says %+v", c)
	}
	b.app.connections.edit(c)
	if b.app.connections.form.preset != nil {
		t.Error("presets would overwrite a connection that is there")
	}
}

// TestKeyStateIsShown: forgetting is offered only for a stored key, and a variable that takes its place is named.
func TestKeyStateIsShown(t *testing.T) {
	b := newBench(t)
	states := map[string]KeyState{}
	b.app.opt.KeyState = func(c persona.Connection) KeyState { return states[c.ID] }
	page := b.app.connections
	offered := func() bool {
		page.readKeys()
		found := false
		uitest.Walk(page.body, func(o fyne.CanvasObject) {
			l, ok := o.(*parts.Link)
			found = found || ok && l.Text() == words.T("panels.app.removeKey")
		})
		return found
	}
	if offered() {
		t.Error("a key that is not there can be forgotten")
	}
	states["1"] = KeyState{Stored: true, Variable: "BONBON_API_KEY_OLLAMA"}
	if !offered() {
		t.Error("a stored key cannot be forgotten")
	}
	page.edit(b.app.s.Connections[1])
	if note := page.form.keyField.Note(); !strings.Contains(note, "BONBON_API_KEY_OLLAMA") {
		t.Errorf("the note says %q", note)
	}
}

func TestFoundServerFillsTheForm(t *testing.T) {
	b := newBench(t)
	page := b.app.connections
	page.finder.run()
	if len(page.finder.lines.Objects) != 2 {
		t.Fatalf("%d servers are listed", len(page.finder.lines.Objects))
	}
	page.editFound(Found{Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1", Models: []string{"a", "b"}})
	if c, _ := page.form.connection(); c != (persona.Connection{ID: "new", Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1", Model: "a"}) {
		t.Errorf("the form says %+v", c)
	}
	for want, f := range map[string]Found{
		words.T("panels.welcome.needsKey"): {NeedsKey: true}, words.T("panels.welcome.noModel"): {}, "a, b": {Models: []string{"a", "b"}},
		"a, b, c and 2 more": {Models: []string{"a", "b", "c", "d", "e"}},
	} {
		if got := modelWords(f); got != want {
			t.Errorf("%+v reads %q, want %q", f, got, want)
		}
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

// How messages look is chosen among the general settings, and told at once.
func TestLooksAreChosen(t *testing.T) {
	b := newBench(t)
	b.app.theme.Choose("contrast")
	b.app.messages.Choose(plain)
	if got := b.last(); got.Theme != "contrast" || !got.Plain || got.Column != persona.DefaultColumn {
		t.Errorf("heard %+v", got)
	}
	for _, want := range []int{560, 0, 960, 720} {
		b.app.column.Choose(strconv.Itoa(want))
		if got := b.last().Column; got != want {
			t.Errorf("column of %d: heard %d", want, got)
		}
	}
	for _, want := range []int{512, 4096, 0} {
		b.app.side.Choose(strconv.Itoa(want))
		if got := b.last().PictureSide; got != want {
			t.Errorf("pictures of %d: heard %d", want, got)
		}
	}
	b.app.messages.Choose("")
	if b.last().Plain {
		t.Error("bubbles do not come back")
	}
	if got := columns(640); len(got) != 5 || got[0] != (parts.Option{ID: "640", Label: "640 pixels"}) || len(columns(0)) != 4 {
		t.Errorf("widths %v", got)
	}
}

func TestWelcome(t *testing.T) {
	uitest.App(t, "light", "ja")
	var w workers
	var got []persona.Connection
	opt := WelcomeOptions{Servers: someServers(), OnServer: func(c persona.Connection, s Secret) {
		c.ID = s.Key
		got = append(got, c)
	}}
	opt.Go = w.run
	wel := NewWelcome(opt)
	wel.finder.run()
	wel.finder.run()
	w.settle()
	if len(wel.finder.lines.Objects) != 2 {
		t.Fatalf("%d servers are listed", len(wel.finder.lines.Objects))
	}
	wel.finder.choose(Found{Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1", Models: []string{"a", "b"}})
	wel.finder.servers.Find = func() []Found { return nil }
	wel.finder.run()
	w.settle()
	if p, ok := wel.finder.lines.Objects[0].(*parts.Para); !ok || p.Text() != words.T("panels.welcome.nothing") || !strings.Contains(p.Text(), "起動") {
		t.Error("nothing is said when no server was found")
	}
	wel.showForm()
	wel.showForm()
	if len(wel.own.Objects) != 1 {
		t.Error("the form is there more than once")
	}
	wel.server(persona.Connection{BaseURL: "http://h/v1"}, Secret{Key: "k"})
	want := []persona.Connection{{Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1", Model: "a"}, {ID: "k", BaseURL: "http://h/v1"}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("chosen: %+v", got)
	}
}
