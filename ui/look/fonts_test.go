package look

import (
	"bytes"
	"testing"

	"fyne.io/fyne/v2"
	"golang.org/x/image/font/sfnt"

	"bonbon/assets"
)

func TestFontsHoldJapaneseAndNoLatin(t *testing.T) {
	for name, data := range map[string][]byte{"regular": assets.FontRegular, "bold": assets.FontBold} {
		f, err := sfnt.ParseReaderAt(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var buf sfnt.Buffer
		has := func(r rune) bool {
			i, err := f.GlyphIndex(&buf, r)
			return err == nil && i != 0
		}
		for _, r := range "あアー日本語髙﨑剝頰𠮟、。「」『』（）！？　 \u00a0①★≠→✂※〜" {
			if !has(r) {
				t.Errorf("%s: %q (%U) is missing", name, r, r)
			}
		}
		for _, r := range "Aaz09.,!?“”…—é" {
			if has(r) {
				t.Errorf("%s: %q (%U) would replace the look of Latin text", name, r, r)
			}
		}
	}
}

func TestFontOfEveryStyle(t *testing.T) {
	for _, c := range []struct {
		style fyne.TextStyle
		want  fyne.Resource
	}{
		{fyne.TextStyle{}, regular}, {fyne.TextStyle{Italic: true}, regular}, {fyne.TextStyle{Monospace: true}, regular},
		{fyne.TextStyle{Bold: true}, bold}, {fyne.TextStyle{Bold: true, Italic: true}, bold},
	} {
		if got := New(Options{}).Font(c.style); got != c.want {
			t.Errorf("%+v: font is %s, want %s", c.style, got.Name(), c.want.Name())
		}
	}
}
