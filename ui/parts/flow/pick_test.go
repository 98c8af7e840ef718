package flow

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"bonbon/ui/uitest"
)

// Where a character stands, there it is found; and every run knows its bytes of the text.
func TestPlacesAreFound(t *testing.T) {
	uitest.App(t, "light", "en")
	rapid.Check(t, func(t *rapid.T) {
		spans := spansGen().Draw(t, "spans")
		width := float32(rapid.IntRange(40, 300).Draw(t, "width"))
		s := Text(spans, width, 14, Inks{Plain: "foreground"})
		var all strings.Builder
		for _, sp := range spans {
			all.WriteString(sp.Text)
		}
		text := all.String()
		if s.Text != len(text) {
			t.Fatalf("the sheet has %d bytes of %d", s.Text, len(text))
		}
		for _, r := range s.Runs {
			if got := text[r.From:r.To]; got != r.Text {
				t.Fatalf("a run of %q says it is %q", r.Text, got)
			}
			x, y, line, ok := s.Place(r.From)
			if !ok || y != r.Y || x > r.X+0.5 {
				t.Fatalf("%q stands at %v %v, not at %v %v", r.Text, x, y, r.X, r.Y)
			}
			if r.Width < 1 || !utf8.ValidString(r.Text) {
				continue
			}
			if at, ok := s.Find(r.X+0.01, y+line/2); !ok || at > r.From && at != Next(text, r.From) {
				t.Fatalf("at the start of %q there is byte %d of %q", r.Text, at, text)
			}
			if at, ok := s.Find(r.X+r.Width-0.01, y+line/2); !ok || at < r.From || at > r.To {
				t.Fatalf("at the end of %q there is byte %d of %q", r.Text, at, text)
			}
		}
	})
}

func TestWord(t *testing.T) {
	for _, c := range []struct{ text, at, want string }{
		{"one two", "wo", "two"}, {"one two", " ", " "}, {"don’t go", "n’", "don’t"}, {"snake_case()", "case", "snake_case"}, {"a(b)", "(", "("},
		{"灯台の窓をみがく", "台", "灯台"}, {"灯台の窓をみがく", "がく", "をみがく"}, {"ランプを点ける", "プ", "ランプ"}, {"スーパーで", "ー", "スーパー"},
		{"人々が", "々", "人々"}, {"これはGoです", "o", "Go"}, {"はい。", "。", "。"}, {"한국어 말", "국", "한국어"}, {"é́a b", "a", "é́a"},
		{"x 👩‍🚀 y", "👩", "👩‍🚀"}, {"end", "", "end"},
	} {
		at := strings.Index(c.text, c.at)
		if c.at == "" {
			at = len(c.text)
		}
		if w := Word(c.text, at); c.text[w.From:w.To] != c.want {
			t.Errorf("in %q at %q: %q, want %q", c.text, c.at, c.text[w.From:w.To], c.want)
		}
	}
	if w := Word("", 3); w != (Range{}) {
		t.Errorf("nothing has the word %v", w)
	}
}

// Going on by characters and back again comes by the same places, whatever the text is.
func TestCharactersThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "é", "e\u0301", "か\u3099", "👩‍🚀", "👍🏽", "❤️", "\xff", "\n", "漢"})).Draw(t, "text"), "")
		var there []int
		for at := 0; at < len(text); at = Next(text, at) {
			there = append(there, at)
		}
		for at := len(text); at > 0; {
			at = Previous(text, at)
			if len(there) == 0 || there[len(there)-1] != at {
				t.Fatalf("%q: back at %d, on the way there %v", text, at, there)
			}
			there = there[:len(there)-1]
		}
		if len(there) > 0 {
			t.Fatalf("%q: %v were left out on the way back", text, there)
		}
	})
}
