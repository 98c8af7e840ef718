package ui

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/llm"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

func TestFirstStart(t *testing.T) {
	d := setup{first: true}.open(t)
	d.sees(words.T("panels.welcome.title"))
	starters, err := readStarters("en")
	must(t, err)
	if len(d.people) != 3 || len(starters) != 3 {
		t.Fatalf("%d personas, %d starters", len(d.people), len(starters))
	}
	for i, p := range d.people {
		if p.Persona.Name != starters[i].Name || p.Talk == "" || p.Preview == "" {
			t.Errorf("row %d is %q, %q; want %q", i, p.Persona.Name, p.Preview, starters[i].Name)
		}
		if r := d.picture(p.Persona.Picture); r == nil || pictures(d.win.Canvas().Content(), r.Name()) == 0 {
			t.Errorf("%s has no picture", p.Persona.Name)
		}
	}
	d.press("panels.welcome.demo")
	d.settle()
	d.misses(words.T("panels.welcome.title"))
	d.sees(starters[0].Name)
	d.ask("Hello")
	if got := d.path(d.open.talk); len(got) != 3 || got[1] != "u Hello" {
		t.Errorf("path is %q", got)
	}
	if s, err := d.Store.Settings(); err != nil || !s.Welcomed {
		t.Errorf("welcomed: %v, %v", s.Welcomed, err)
	}
}

func TestTheWelcomeIsShownOnce(t *testing.T) {
	dir := t.TempDir()
	t.Run("first", func(t *testing.T) {
		d := setup{dir: dir, first: true}.open(t)
		d.press("panels.welcome.demo")
		d.settle()
		d.deletePersona(d.people[0].Persona.ID)
		d.settle()
		must(t, d.Store.Close())
	})
	d := setup{dir: dir, first: true}.open(t)
	d.misses(words.T("panels.welcome.title"))
	if len(d.people) != 2 {
		t.Errorf("%d personas", len(d.people))
	}
}

func TestLanguageInTheWelcome(t *testing.T) {
	d := setup{first: true}.open(t)
	d.composer.SetDraft("", "a thought")
	only(d, d.top(), func(p *parts.Picker) bool { return p.Selected() == "en" }).Choose("ja")
	d.settle()
	if words.Current() != "ja" {
		t.Fatalf("the language is %s", words.Current())
	}
	d.sees(words.T("panels.welcome.title"))
	starters, err := readStarters("ja")
	must(t, err)
	if len(d.people) != 3 {
		t.Fatalf("%d personas", len(d.people))
	}
	for i, p := range d.people {
		if p.Persona.Name != starters[i].Name {
			t.Errorf("row %d is %q, want %q", i, p.Persona.Name, starters[i].Name)
		}
	}
	if trash, err := d.Store.Trash(); err != nil || len(trash.Personas) != 0 {
		t.Errorf("%d personas in the trash, %v", len(trash.Personas), err)
	}
	d.press("panels.welcome.demo")
	d.settle()
	if s, err := d.Store.Settings(); err != nil || s.Language != "ja" || !s.Welcomed {
		t.Errorf("stored %+v, %v", s, err)
	}
	d.sees(words.T("composer.send"), starters[0].Name)
}

// Leaving the field for the name by pressing the button: the starters greet by name, and the button works.
func TestNameInTheWelcome(t *testing.T) {
	d := setup{first: true}.open(t)
	name := first[*parts.Input](d, d.top())
	canvas := d.win.Canvas()
	canvas.Focus(name)
	name.SetText(" Kim ")
	canvas.Unfocus()
	d.press("panels.welcome.demo")
	d.settle()
	s, err := d.Store.Settings()
	must(t, err)
	if s.UserName != "Kim" || !s.Welcomed {
		t.Errorf("stored %+v", s)
	}
	if got := d.path(d.open.talk); len(got) != 1 || !strings.Contains(got[0], "Kim") {
		t.Errorf("greeted with %q", got)
	}
	d.sees("Kim")
	if len(d.people) != 3 {
		t.Errorf("%d personas", len(d.people))
	}
}

func TestFindLocalInTheWelcome(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("Found", " me")})
	d := setup{first: true}.open(t)
	d.find = func(context.Context) []llm.Found {
		return []llm.Found{{Name: "Shelf", BaseURL: s.URL, Models: []llm.Model{{ID: "test-model"}}}}
	}
	d.press("panels.welcome.find")
	d.settle()
	d.sees("Shelf", s.URL)
	d.press("panels.welcome.use")
	d.settle()
	if c := d.settings.Find(""); c.BaseURL != s.URL || c.Model != "test-model" || !d.settings.Welcomed {
		t.Errorf("the connection is %+v", c)
	}
	d.ask("Hello")
	d.sees("Found me")
}

func TestFindLocalFindsNothing(t *testing.T) {
	d := setup{first: true}.open(t)
	d.find = func(context.Context) []llm.Found { return nil }
	d.press("panels.welcome.find")
	d.settle()
	d.sees(words.T("panels.welcome.nothing"))
}

const secret = "sk-very-secret-4711"

// inputs returns the visible inputs below root, in order.
func inputs(root fyne.CanvasObject) (all []*parts.Input) {
	uitest.Walk(root, func(o fyne.CanvasObject) {
		if i, ok := o.(*parts.Input); ok {
			all = append(all, i)
		}
	})
	return all
}

// The key is sent to the server, and lies nowhere but in the file for keys.
func TestAddressAndKeyInTheWelcome(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("Come in")})
	d := setup{first: true}.open(t)
	d.press("panels.welcome.own")
	form := inputs(d.top())[1:] // after the user's name
	form[0].SetText("Shelf")
	form[1].SetText(s.URL)
	form[2].SetText(secret)
	d.press("panels.save")
	d.settle()
	d.edit(func(p *persona.Persona) { p.Model = "test-model" })
	d.rest()
	d.ask("Hello")
	d.sees("Come in")
	chats := s.Chats()
	if len(chats) != 1 || chats[0].Header.Get("Authorization") != "Bearer "+secret {
		t.Errorf("asked with %v", chats)
	}
	d.wantSecretOnlyInKeys()
}

func (d *desk) wantSecretOnlyInKeys() {
	d.t.Helper()
	seen := false
	must(d.t, filepath.WalkDir(d.Store.Dir(), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		has := strings.Contains(string(data), secret)
		if e.Name() == "keys.json" {
			seen = has
			if info, err := e.Info(); err == nil && info.Mode().Perm()&0o077 != 0 {
				d.t.Errorf("others may read %s", path)
			}
		} else if has {
			d.t.Errorf("the key is in %s", path)
		}
		return err
	}))
	if !seen {
		d.t.Error("the key is in no file at all")
	}
}
