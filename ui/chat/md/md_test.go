package md

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"bonbon/ui/parts/flow"
)

// shown returns everything that a reader of the blocks can see or reach, in order.
func shown(blocks []Block) string {
	var out strings.Builder
	spans := func(list []flow.Span) {
		for _, s := range list {
			out.WriteString(s.Text)
			if s.Link != "" && s.Link != s.Text {
				out.WriteString(" <" + s.Link + "> ")
			}
		}
	}
	for _, b := range blocks {
		for _, f := range b.Path {
			out.WriteString(f.Marker + " ")
		}
		spans(b.Spans)
		if b.Kind == Code {
			out.WriteString(b.Lang + "\n" + b.Text)
		}
		for _, r := range b.Rows {
			for _, c := range r.Cells {
				spans(c)
				out.WriteString("\n")
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

// letters keeps what no markup consists of: letters and digits outside of entities.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// missing returns the first letter of text, with what follows, that does not come in order in shown; "" if all do.
func missing(text, shown string) string {
	rest := letters(shown)
	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		at := strings.IndexRune(rest, unicode.ToLower(r))
		if at < 0 {
			return text[i:min(len(text), i+40)]
		}
		rest = rest[at+len(string(unicode.ToLower(r))):]
	}
	return ""
}

// inputs are the texts of testdata and generated ones that are too big to keep.
func inputs(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	in := map[string]string{
		"x_100000":       strings.Repeat("x", 100_000),
		"paragraph_500k": strings.Repeat("word and more ", 500_000/14),
		"code_line_20k":  "```\n" + strings.Repeat("y", 20_000) + "\n```\n",
		"data_url":       "see data:image/png;base64," + strings.Repeat("QUJD", 50_000),
		"deep_quote":     strings.Repeat(">", 3000) + " end",
		"brackets":       strings.Repeat("[", 60_000) + " end",
	}
	var list strings.Builder
	for i := range 400 {
		list.WriteString(strings.Repeat("  ", i) + "- l\n")
	}
	in["deep_list"] = list.String()
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		in[filepath.Base(f)] = string(b)
	}
	return in
}

func TestNoLetterIsLost(t *testing.T) {
	for name, text := range inputs(t) {
		// Entities and escapes are the only source text that reads differently, and numbers of lists are counted anew.
		text = strings.NewReplacer("&lt;", "<", "&amp;", "&", "&copy;", "©", "&gt;", ">", "[x]", "☑").Replace(text)
		if lost := missing(text, shown(Parse(text))); lost != "" {
			t.Errorf("%s: lost from %q", name, lost)
		}
	}
}

// Cells that the head has no column for are shown with the last one.
func TestCellsBeyondTheHead(t *testing.T) {
	got := shown(Parse("| a | b |\n|--|--|\n| 1 | x || y |\n| 2 | z |\n| 3 | | w | v\n"))
	if want := "a\nb\n1\nx | | y\n2\nz\n3\n | w | v\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Lines that are indented like code are text, and what follows them is there too.
func TestIndentedLinesAreText(t *testing.T) {
	for text, want := range map[string]string{
		"    lamp": "lamp\n", "\tlamp\n": "lamp\n", "a\n\n    lamp\n\nb": "a\nlamp\nb\n", "- a\n\n        deep\n\nb": "• a\n deep\nb\n",
		"      - oil": "- oil\n", "     # no head": "# no head\n",
	} {
		if got := shown(Parse(text)); got != want {
			t.Errorf("%q reads %q, want %q", text, got, want)
		}
	}
}

func TestHTMLIsText(t *testing.T) {
	got := shown(Parse(inputs(t)["html.md"]))
	for _, want := range []string{
		"std::vector<int>", "and std::vector<int>.", "<b>bold?</b> <script>alert(1)</script> <img src=x onerror=alert(1)>",
		"<details><summary>s</summary>hidden text</details>", "a<br>b <kept> & ©", "<!-- a comment with the only answer: 42 -->",
		"if a < b and c > d then x<y>z",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not shown in\n%s", want, got)
		}
	}
}

func TestDollarsStay(t *testing.T) {
	got := shown(Parse(inputs(t)["dollars.md"]))
	for _, want := range []string{
		"It costs $5 and $10, or $/PR vs $/session, $1.50 for kale, approx.$5 or approx.$10.", "$HOME and ${VAR} and $7",
		"echo $A $B", `\(x^2\), $$\frac{1}{2}$$ and $E=mc^2$.`, "$3\n$4",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not shown in\n%s", want, got)
		}
	}
}

func TestNesting(t *testing.T) {
	blocks := Parse(inputs(t)["nested.md"])
	var got []string
	for _, b := range blocks {
		line := ""
		for _, f := range b.Path {
			switch {
			case f.Quote:
				line += "> "
			case f.Marker != "":
				line += f.Marker + " "
			default:
				line += "  "
			}
		}
		for _, s := range b.Spans {
			line += s.Text
		}
		if b.Kind == Table {
			line += "table " + shown([]Block{b})
		}
		got = append(got, line)
	}
	want := []string{
		"• Item 1", "  • Item 1.1", "    1. a", "    2. b", "      • deep", "  • Item 1.2", "• Item 2",
		"> quote", "> > inner", "> • list in quote",
		"table Name\nQty\nbees\n3\na | b\nx\nshort\n\n\n", "☐ open", "☑ done", "old text[^1]", "[^1]: note",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestInline(t *testing.T) {
	const bold, italic, muted, mono, strike = flow.Bold, flow.Italic, flow.Muted, flow.Mono, flow.Strike
	for text, want := range map[string][]flow.Span{
		"one\ntwo":                {{Text: "one\ntwo"}},
		"one  \ntwo\\\nthree":     {{Text: "one\ntwo\nthree"}},
		"a **b** c":               {{Text: "a "}, {Text: "b", Style: bold}, {Text: " c"}},
		"**「はい」**と言った":            {{Text: "「はい」", Style: bold}, {Text: "と言った"}},
		"これは**太字。**次":             {{Text: "これは"}, {Text: "太字。", Style: bold}, {Text: "次"}},
		"*waves* Hi":              {{Text: "waves", Style: italic | muted}, {Text: " Hi"}},
		"Hi! *waves* So":          {{Text: "Hi! "}, {Text: "waves", Style: italic | muted}, {Text: " So"}},
		"I *really* mean it":      {{Text: "I "}, {Text: "really", Style: italic}, {Text: " mean it"}},
		"わあ。*笑う*":                 {{Text: "わあ。"}, {Text: "笑う", Style: italic | muted}},
		"~~old~~ ~5 to ~10":       {{Text: "old", Style: strike}, {Text: " ~5 to ~10"}},
		"5~10 and 20~30":          {{Text: "5~10 and 20~30"}},
		"use `a < b`":             {{Text: "use "}, {Text: "a < b", Style: mono}},
		"snake_case_name":         {{Text: "snake_case_name"}},
		`\*not\* \[x\]`:           {{Text: `*not* \[x\]`}},
		"2 * 3 * 4":               {{Text: "2 * 3 * 4"}},
		"***both***":              {{Text: "both", Style: bold | italic | muted}},
		"&nbsp;&#65;&unknown; &&": {{Text: "\u00a0A&unknown; &&"}},
	} {
		blocks := Parse(text)
		if len(blocks) != 1 || !equalSpans(blocks[0].Spans, want) {
			t.Errorf("%q: got %+v, want %+v", text, blocks, want)
		}
	}
}

func equalSpans(a, b []flow.Span) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Every prefix of every text can be read, nothing is lost on the way, and reading as it grows gives what reading it whole does.
func TestGrowingEqualsWhole(t *testing.T) {
	for name, text := range inputs(t) {
		if len(text) > 6000 {
			continue
		}
		var d Doc
		step := max(1, len(text)/700)
		for n := 0; n <= len(text); n += step {
			d.Set(text[:n])
			if !sameBlocks(d.Blocks(), Parse(text[:n])) {
				t.Fatalf("%s: after %d bytes\n%+v\nwhole\n%+v", name, n, d.Blocks(), Parse(text[:n]))
			}
		}
	}
}

func TestGrowingReadsOnlyTheEnd(t *testing.T) {
	var d Doc
	d.Set(inputs(t)["paragraphs.md"])
	if n := len(d.Blocks()); n < 5 || d.Stable() < n-2 {
		t.Errorf("%d of %d blocks are finished", d.Stable(), n)
	}
}

// What random texts have found once.
func TestGrowingEqualsWholeAgain(t *testing.T) {
	for _, text := range []string{"a\n| a | b |\n|--|--|\na", "a\n| a | b |\n|--|--|\n- a", "para\n***bold*** and\n#tag\n```x``` y\n-\n- z", "> a\nb\n\n1) x\n2. y"} {
		var d Doc
		for n := range len(text) + 1 {
			d.Set(text[:n])
			if whole := Parse(text[:n]); !sameBlocks(d.Blocks(), whole) {
				t.Fatalf("%q: grown\n%+v\nwhole\n%+v", text[:n], d.Blocks(), whole)
			}
		}
	}
}

func TestGrowingEqualsWholeForAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{
			"a", "word ", "\n", "\n\n", "- ", "  ", "1. ", "> ", "```", "```go\n", "***", "**", "*", "~~", "# ", "#", "|", "| a | b |\n|--|--|\n",
			"[x](http://a.b)", "![", "](", "---", "=", "\\", "あ。", "「", "`", "<", "&amp;", "\t", "    ", "- [ ] ", "+ ", "http://a.b/c",
		}), 1, 40).Draw(t, "pieces")
		var d Doc
		text := ""
		for _, p := range pieces {
			text += p
			d.Set(text)
			if whole := Parse(text); !sameBlocks(d.Blocks(), whole) {
				t.Fatalf("%q: grown\n%+v\nwhole\n%+v", text, d.Blocks(), whole)
			}
			seen := letters(shown(d.Blocks()))
			source := letters(strings.NewReplacer("&amp;", "&", "1. ", "").Replace(text)) // numbers are counted anew
			for _, r := range source {
				if strings.Count(seen, string(r)) < strings.Count(source, string(r)) && !strings.Contains(text, ")[x]") { // links side by side are one
					t.Fatalf("%q: not every %q is shown", text, r)
				}
			}
		}
		d.Set("another text")
		if got := shown(d.Blocks()); got != "another text\n" {
			t.Fatalf("another text reads %q", got)
		}
	})
}

func sameBlocks(a, b []Block) bool {
	return len(a) == len(b) && shown(a) == shown(b) && func() bool {
		for i := range a {
			if a[i].Kind != b[i].Kind || len(a[i].Path) != len(b[i].Path) || a[i].Tight != b[i].Tight || a[i].From != b[i].From || a[i].To != b[i].To {
				return false
			}
		}
		return true
	}()
}

// Every prefix of a text reads as its whole does, and no letter is lost on the way.
func FuzzPrefixes(f *testing.F) {
	for _, s := range []string{"a\n\n    b\n\nc", "- a\n\n\tb\n- c", "> a\n> - b\n\n*c* \"d.\"", "|a|b|\n|-|-|\n|c|d|\n\ne", "~~~x\na\n~~~\nb", "「あ。」い\n\n1. う\n   え"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 400 {
			return
		}
		var d Doc
		for n := range len(s) + 1 {
			d.Set(s[:n])
			if whole := Parse(s[:n]); !sameBlocks(d.Blocks(), whole) {
				t.Fatalf("%q: grown\n%+v\nwhole\n%+v", s[:n], d.Blocks(), whole)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "\x00", "a\x00\n- b", "|a|\n|-|\n|", "- \n\n  -", ">\n>", "[a]: b\n\n[a]", "\xff\xfe", "1) a\n2) b", "**a*", "<a:b>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, b := range Parse(s) {
			for _, sp := range b.Spans {
				if _, ok := SafeURL(sp.Link); sp.Link != "" && !ok {
					t.Errorf("%q leads to %q", s, sp.Link)
				}
			}
		}
	})
}
