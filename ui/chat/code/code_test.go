package code

import (
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"

	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
)

func joined(spans []flow.Span) string {
	var out strings.Builder
	for _, s := range spans {
		out.WriteString(s.Text)
	}
	return out.String()
}

// inkOf returns the ink of the first span that holds a piece of text.
func inkOf(t *testing.T, spans []flow.Span, piece string) fyne.ThemeColorName {
	t.Helper()
	for _, s := range spans {
		if strings.Contains(s.Text, piece) {
			return s.Ink
		}
	}
	t.Fatalf("%q is in no span of %+v", piece, spans)
	return ""
}

func TestColours(t *testing.T) {
	for _, c := range []struct {
		lang, text, piece string
		want              fyne.ThemeColorName
	}{
		{"go", "for range time.Tick(12) { // wait", "for", look.CodeKeyword},
		{"go", "for range time.Tick(12) { // wait", "Tick", look.CodeName},
		{"go", "for range time.Tick(12) { // wait", "12", look.CodeNumber},
		{"go", "for range time.Tick(12) { // wait", "wait", look.CodeComment},
		{"Go title=x", "x := `raw\ntext`", "text", look.CodeString},
		{"python", "def f():\n    \"\"\"doc\"\"\"\n    return None", "doc", look.CodeString},
		{"python", "def f():\n    return None", "None", look.CodeNumber},
		{"py", "x = 'it\\'s' # odd", "odd", look.CodeComment},
		{"ts", "const x = `a ${b}`;", "a $", look.CodeString},
		{"sql", "select name FROM t -- all", "FROM", look.CodeKeyword},
		{"html", `<a href="x">b &amp; c</a>`, "x", look.CodeString},
		{"html", `<a href="x">b</a>`, "<a", look.CodeName},
		{"html", `<!-- for --><b>`, "for", look.CodeComment},
		{"json", `{"key": "value", "n": 1.5e3}`, "key", look.CodeName},
		{"json", `{"key": "value", "n": 1.5e3}`, "value", look.CodeString},
		{"yaml", "name: x # why", "name", look.CodeName},
		{"bash", "echo \"$HOME\" $# --all # done", "done", look.CodeComment},
		{"bash", "ls --all $HOME", "HOME", look.CodeName},
		{"diff", "@@ -1 +1 @@\n-old\n+new\n", "new", look.CodeString},
		{"diff", "@@ -1 +1 @@\n-old\n+new\n", "old", look.CodeKeyword},
		{"css", "a { color: #fff; }", "#fff", look.CodeNumber},
		{"rust", "fn f<'a>(x: &'a str) { println!(\"{}\", 'c'); }", "println", look.CodeName},
		{"c", "#include <x.h>\nint a;", "#include", look.CodeKeyword},
	} {
		spans := Colour(c.lang, c.text)
		if joined(spans) != c.text {
			t.Errorf("%s: %q became %q", c.lang, c.text, joined(spans))
			continue
		}
		if got := inkOf(t, spans, c.piece); got != c.want {
			t.Errorf("%s: %q in %q is %q, want %q: %+v", c.lang, c.piece, c.text, got, c.want, spans)
		}
	}
	if Known("nothing") || Colour("nothing", "x") != nil || Colour("", "x") != nil || !Known("{.Python}") {
		t.Error("the names of languages are not read as they should be")
	}
}

// Whatever the text is, no byte of it is lost, in every language.
func TestNoByteIsLost(t *testing.T) {
	for names := range languages {
		name := strings.Fields(names)[0]
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
					"a", "if", " ", "\n", "\t", "\r\n", `"`, "'", "`", `\`, "/*", "*/", "//", "#", "--", "<", ">", "<!--", "</b", "{", "}", "$", "${", "[[", "]]",
					"'''", `"""`, "1", "0x", ".", "e", "あ", "\xff", "\x00", "@", ":", "=", "+", "-", "&", ";", "@@", "|",
				}), 0, 24).Draw(t, "text"), "")
				if got := joined(Colour(name, text)); got != text && utf8.ValidString(text) {
					t.Fatalf("%q became %q", text, got)
				}
			})
		})
	}
}

// Texts that make careless patterns go back and forth are bounded in time and kept whole.
func TestHostileCode(t *testing.T) {
	for name := range languages {
		for _, piece := range []string{"(", "\"", "'", "`", "\\", "/*", "<", "<a ", "a", "0", " ", "\n", "#", "-", "a=", "$", "$(", "[", "@"} {
			text := strings.Repeat(piece, 4_000/len(piece))
			if got := joined(Colour(strings.Fields(name)[0], text)); got != text {
				t.Errorf("%s: %d bytes of %q became %d", name, len(text), piece, len(got))
			}
		}
	}
}

func BenchmarkColour(b *testing.B) {
	text := strings.Repeat("for i := range 12 { // a remark\n\tlamp.Flash(i, \"bright\")\n}\n", 10_000/58)
	Colour("go", text)
	for b.Loop() {
		Colour("go", text)
	}
}

func BenchmarkFirstUse(b *testing.B) {
	for b.Loop() {
		l := &language{rules: languages["go golang"].rules}
		if _, err := l.engine().Tokenise(nil, "x"); err != nil {
			b.Fatal(err)
		}
	}
}
