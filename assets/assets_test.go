package assets_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"bonbon/assets"
	"bonbon/persona"
)

func starters(t *testing.T, tag string) []persona.Persona {
	t.Helper()
	data, err := fs.ReadFile(assets.Starters, "starters/"+tag+".json")
	if err != nil {
		t.Fatal(err)
	}
	var all []persona.Persona
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatalf("%s: %v", tag, err)
	}
	return all
}

func TestStartersAreWholeInEveryLanguage(t *testing.T) {
	var first []string
	for _, tag := range []string{"en", "ja"} {
		var ids []string
		for _, p := range starters(t, tag) {
			ids = append(ids, p.ID)
			if p.ID == "" || p.Name == "" || len(p.Prompt) < 300 || !strings.Contains(p.Greeting, "{{user}}") || !strings.Contains(p.Prompt, "{{user}}") {
				t.Errorf("%s: %q lacks something: %+v", tag, p.ID, p)
			}
			name, ok := strings.CutPrefix(p.Picture, "asset:")
			if _, err := fs.Stat(assets.Portraits, "portraits/"+name+".svg"); !ok || err != nil {
				t.Errorf("%s: %s has no picture %q: %v", tag, p.ID, p.Picture, err)
			}
		}
		if first == nil {
			first = ids
		}
		if len(ids) != 3 || !slices.Equal(ids, first) {
			t.Errorf("%s has %v, want the three of %v", tag, ids, first)
		}
	}
}

func TestDrawingsAreXML(t *testing.T) {
	for _, where := range []struct {
		files fs.FS
		glob  string
	}{{assets.Portraits, "portraits/*.svg"}, {assets.Icons, "icons/*.svg"}} {
		names, err := fs.Glob(where.files, where.glob)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", where.glob, len(names), err)
		}
		for _, name := range names {
			data, err := fs.ReadFile(where.files, name)
			if err != nil {
				t.Fatal(err)
			}
			if err := xml.Unmarshal(data, new(struct{ XMLName xml.Name })); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestIconIsAPicture(t *testing.T) {
	img, err := png.DecodeConfig(bytes.NewReader(assets.Icon))
	if err != nil || img.Width != 256 || img.Height != 256 {
		t.Errorf("the icon is %d × %d: %v", img.Width, img.Height, err)
	}
}
