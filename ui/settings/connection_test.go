package settings

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// TestKeyInTheAddressBecomesASecret: what follows a "?" goes to the extra query, and a key in it to the keys. A connection
// from before, which holds it in the open, is mended when it is saved.
func TestKeyInTheAddressBecomesASecret(t *testing.T) {
	uitest.App(t, "light", "en")
	var c persona.Connection
	var s Secret
	save := func(got persona.Connection, secret Secret) { c, s = got, secret }
	want := persona.Connection{BaseURL: "http://h/v1", Query: "a=1&api_key"}
	for name, fill := range map[string]func() *connectionForm{
		"typed": func() *connectionForm {
			f := newConnectionForm(someServers(), persona.Connection{}, save, nil)
			f.url.SetText("http://h/v1?a=1&api_key=sk%2Fx")
			f.url.OnBlur()
			if f.url.Text != "http://h/v1" || !f.more.fold.Open() || !f.more.query.rows[1].value.Password {
				t.Errorf("the address reads %q", f.url.Text)
			}
			return f
		},
		"not left": func() *connectionForm {
			f := newConnectionForm(someServers(), persona.Connection{}, save, nil)
			f.url.SetText("http://h/v1?a=1&api_key=sk%2Fx")
			return f
		},
		"from before": func() *connectionForm {
			return newConnectionForm(someServers(), persona.Connection{BaseURL: "http://h/v1?a=1&api_key=sk%2Fx"}, save, nil)
		},
		"in the query from before": func() *connectionForm {
			return newConnectionForm(someServers(), persona.Connection{BaseURL: "http://h/v1", Query: "a=1&api_key=sk%2Fx"}, save, nil)
		},
	} {
		c, s = persona.Connection{}, Secret{}
		fill().submit()
		if c != want || s != (Secret{Query: "api_key=sk%2Fx"}) {
			t.Errorf("%s: saved %+v, secret %+v", name, c, s)
		}
	}
	f := newConnectionForm(someServers(), persona.Connection{}, save, nil)
	f.url.SetText("http://h/v1?key=%zz")
	c = persona.Connection{}
	f.submit()
	if c != (persona.Connection{}) || f.urlField.Problem() != words.T("fault.query.query") {
		t.Errorf("a query that cannot be read is saved: %+v, %q", c, f.urlField.Problem())
	}
	f = newConnectionForm(someServers(), want, save, nil)
	if row := f.more.query.rows[1]; !row.secret || row.value.PlaceHolder != words.T("panels.server.pairKept") {
		t.Error("a stored secret is not shown as one")
	}
	f.submit()
	if c != want || s != (Secret{Query: "api_key=sk%2Fx"}) && s != (Secret{}) {
		t.Errorf("unchanged, it becomes %+v, %+v", c, s)
	}
}

// TestPresetIsLeftWithItsAddress: name, headers and the hint at the key go when the address leads elsewhere, what was
// changed by hand stays, and so does everything while the address leads there still.
func TestPresetIsLeftWithItsAddress(t *testing.T) {
	uitest.App(t, "light", "en")
	s := someServers()
	s.Open = func(string) {}
	s.Presets = []Preset{
		{Name: "Far", BaseURL: "https://api.far/v1", NeedsKey: true, KeyURL: "https://keys.far/", Headers: "X-Version: 1"},
		{Name: "Near", BaseURL: "http://127.0.0.1:11434/v1"},
	}
	for _, tt := range []struct {
		preset, address string
		change          func(*connectionForm)
		name            string
		headers         persona.Headers
		left            bool
	}{
		{"Far", "https://API.far/v2", nil, "Far", "X-Version: 1", false},
		{"Far", "https://api.other/v1", nil, "", "", true},
		{"Far", "", nil, "", "", true},
		{"Far", "https://api.other/v1", func(f *connectionForm) {
			f.name.SetText("Mine")
			f.more.headers.add(pair{name: "X-More", value: "2"})
		}, "Mine", "X-Version: 1\nX-More: 2", true},
		{"Near", "192.168.1.5:11434", nil, "Near", "", false},
		{"Near", "http://127.0.0.1:8080/v1", nil, "", "", true},
	} {
		f := newConnectionForm(s, persona.Connection{}, nil, nil)
		f.preset.Choose(tt.preset)
		f.url.SetText(tt.address)
		if tt.change != nil {
			tt.change(f)
		}
		f.url.OnBlur()
		c, _ := f.connection()
		if c.Name != tt.name || c.Headers != tt.headers || (f.preset.Selected() == "") != tt.left {
			t.Errorf("%s at %q: %+v, the preset is %q", tt.preset, tt.address, c, f.preset.Selected())
		}
		hint := tt.preset == "Far" && !tt.left
		if f.keyPage.Visible() != hint || strings.Contains(f.key.PlaceHolder, "Far") != hint {
			t.Errorf("%s at %q: the key is asked for as %q", tt.preset, tt.address, f.key.PlaceHolder)
		}
	}
}

// TestWhereKeysAreIsSaid: in the keyring, or in a file where there is none.
func TestWhereKeysAreIsSaid(t *testing.T) {
	uitest.App(t, "light", "en")
	s := someServers()
	for key, ring := range map[string]func() bool{
		"panels.server.keyRing": func() bool { return true }, "panels.server.keyFile": func() bool { return false },
	} {
		s.Keyring = ring
		if got := newConnectionForm(s, persona.Connection{}, nil, nil).keyField; got.Note() != words.T(key) || !got.Visible() {
			t.Errorf("the note says %q", got.Note())
		}
	}
}

// TestEnterInTheNameGoesOn: to the first way to begin, which a second Enter takes.
func TestEnterInTheNameGoesOn(t *testing.T) {
	uitest.App(t, "light", "en")
	name, begun := "", 0
	wel := NewWelcome(WelcomeOptions{Servers: someServers(), OnName: func(n string) { name = n }, OnDemo: func() { begun++ }})
	w := uitest.Window(t, wel, fyne.NewSize(700, 600))
	w.Canvas().Focus(wel.First())
	for _, r := range "Ann" {
		w.Canvas().Focused().TypedRune(r)
	}
	enter := func() { w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) }
	enter()
	if name != "Ann" || begun != 0 {
		t.Errorf("heard %q, begun %d times", name, begun)
	}
	enter()
	if begun != 1 {
		t.Errorf("the second Enter began %d times", begun)
	}
}

// TestWhatAButtonBringsIsSeen: in a low window what was found, and the form of the welcome, are scrolled into view.
func TestWhatAButtonBringsIsSeen(t *testing.T) {
	uitest.App(t, "light", "en")
	at := func(o fyne.CanvasObject) float32 { return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y }
	app := NewApp(AppOptions{Servers: someServers()}, someSettings())
	app.SelectPage(PageConnections)
	const height = 360
	uitest.Window(t, app, fyne.NewSize(640, height))
	found := app.connections.finder
	found.run()
	if bottom := at(found.lines) + found.lines.Size().Height; bottom > height {
		t.Errorf("what was found ends at %v of %v", bottom, height)
	}
	wel := NewWelcome(WelcomeOptions{Servers: someServers()})
	uitest.Window(t, wel, fyne.NewSize(640, height))
	wel.finder.run()
	if bottom := at(wel.finder.lines) + wel.finder.lines.Size().Height; bottom > height {
		t.Errorf("what was found ends at %v of %v", bottom, height)
	}
	wel.showForm()
	if top := at(wel.ownCard); top < 0 || top > height/4 {
		t.Errorf("the form's card begins at %v of %v", top, height)
	}
}

// TestFaultIsBroughtIntoView: who saves or tests at the end of a long form sees what is wrong further up, or in the fold.
func TestFaultIsBroughtIntoView(t *testing.T) {
	uitest.App(t, "light", "en")
	s := someServers()
	s.Check = func(c persona.Connection) map[string]string {
		if c.Body == "{" {
			return map[string]string{"body": "line 1"}
		}
		return nil
	}
	app := NewApp(AppOptions{Servers: s}, someSettings())
	app.SelectPage(PageConnections)
	uitest.Window(t, app, fyne.NewSize(640, 480))
	page := app.connections
	page.edit(persona.Connection{ID: "x", BaseURL: "http://h/v1", Body: "{"})
	seen := func(o fyne.CanvasObject) bool {
		d := fyne.CurrentApp().Driver()
		top := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(page.scroll).Y
		return top >= 0 && top+o.Size().Height <= page.scroll.Size().Height
	}
	more := page.form.more
	for name, from := range map[string]func(){
		"from the top":    page.scroll.ScrollToTop,
		"from the bottom": page.scroll.ScrollToBottom,
		"out of the fold": func() { more.fold.SetOpen(false) },
	} {
		more.fold.SetOpen(true)
		page.body.Refresh()
		from()
		if seen(more.fields["body"]) {
			t.Fatalf("%s: the field is in view before", name)
		}
		page.form.submit()
		if !seen(more.fields["body"]) {
			t.Errorf("%s: what is wrong is out of sight", name)
		}
	}
}

// A connection without a name is called by its address, which its card says once.
func TestCardSaysTheAddressOnce(t *testing.T) {
	uitest.App(t, "light", "en")
	for c, want := range map[persona.Connection]string{
		{BaseURL: "http://h/v1"}:                           "http://h/v1",
		{BaseURL: "http://h/v1", Model: "m"}:               "http://h/v1 m",
		{BaseURL: "http://h/v1", Model: "m", Name: "Mine"}: "Mine http://h/v1 · m",
	} {
		if got := strings.TrimPrefix(connectionName(c)+" "+cardLine(c), " "); strings.TrimSpace(got) != want {
			t.Errorf("the card says %q, want %q", got, want)
		}
	}
}

// What looks like a secret by its name is one: nothing shows it, and nobody can say that it is none.
func TestWhatLooksSecretIs(t *testing.T) {
	uitest.App(t, "light", "en")
	r := newPairRows([]pair{{name: "x-api-key", value: "{key}"}, {name: "tag", value: "a"}}, "", func() {})
	here, plain := r.rows[0], r.rows[1]
	if here.secret || plain.secret {
		t.Error("what only says where the key goes is taken for one")
	}
	here.value.SetText("sk-1")
	plain.name.SetText("my_token")
	for _, row := range r.rows {
		if row.lock.Tapped(nil); !row.secret || !row.value.Password {
			t.Errorf("%q stands in the open", row.name.Text)
		}
	}
	plain.name.SetText("tag")
	plain.chosen = true
	if plain.lock.Tapped(nil); plain.secret {
		t.Error("a plain name leaves no choice")
	}
}
