package flow

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"bonbon/ui/uitest"
)

// text returns what a line holds.
func (l Line) text(spans []Span) string {
	var out strings.Builder
	for _, p := range l.Pieces {
		out.WriteString(spans[p.Span].Text[p.From:p.To])
	}
	return out.String()
}

func linesOf(spans []Span, width float32) []string {
	var out []string
	for _, l := range Wrap(spans, width, 14) {
		out = append(out, l.text(spans))
	}
	return out
}

func spansGen() *rapid.Generator[[]Span] {
	piece := rapid.SampledFrom([]string{
		"a", "word", " ", "  ", "\n", "well-known", "don’t", "“so”", "あ", "漢字", "。", "、", "」", "「", "（", "っ", "ー", "１", "é", "한국어", "🙂", "👩‍🚀",
		"ｶﾞ", "https://example.invalid/a/b?c=d", "\t", "…", "！？", strings.Repeat("x", 60), strings.Repeat("。", 30), "\xff", "　",
	})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Span {
		return Span{
			Text:  strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces"), ""),
			Style: Style(rapid.IntRange(0, 7).Draw(t, "style")),
		}
	}), 0, 5)
}

// No byte is lost or moved, and no line is wider than the column unless it is a single character.
func TestWrapKeepsTextAndWidth(t *testing.T) {
	uitest.App(t, "light", "en")
	rapid.Check(t, func(t *rapid.T) {
		spans := spansGen().Draw(t, "spans")
		width := float32(rapid.IntRange(5, 300).Draw(t, "width"))
		var all, got strings.Builder
		for _, s := range spans {
			all.WriteString(s.Text)
		}
		lines := Wrap(spans, width, 14)
		if len(lines) == 0 {
			t.Fatal("no line at all")
		}
		for i, l := range lines {
			text := l.text(spans)
			got.WriteString(text)
			if i < len(lines)-1 && text == "" {
				t.Fatalf("line %d is empty without a newline", i)
			}
			if strings.Contains(strings.TrimSuffix(text, "\n"), "\n") {
				t.Fatalf("newline within line %q", text)
			}
			drawn := strings.TrimRight(text, " \t\n\u3000")
			if l.Width > width+0.01 && utf8.RuneCountInString(drawn) > 1 {
				t.Fatalf("line %q is %v wide in %v", text, l.Width, width)
			}
			sum := float32(0)
			for _, p := range l.Pieces {
				sum += p.Width
			}
			if diff := sum - l.Width; diff > 0.05 || diff < -0.05 {
				t.Fatalf("line %q: pieces %v, line %v", text, sum, l.Width)
			}
		}
		if got.String() != all.String() {
			t.Fatalf("%q became %q", all.String(), got.String())
		}
	})
}

func TestLinesBreakWhereTheyShould(t *testing.T) {
	uitest.App(t, "light", "en")
	w := func(s string) float32 { return Width(s, 0, 14) + 0.5 }
	for name, c := range map[string]struct {
		spans []Span
		width float32
		want  []string
	}{
		"words":            {[]Span{{Text: "one two three"}}, w("one two"), []string{"one two ", "three"}},
		"newline":          {[]Span{{Text: "one\n\ntwo\n"}}, 500, []string{"one\n", "\n", "two\n", ""}},
		"hyphen":           {[]Span{{Text: "well-known"}}, w("known!"), []string{"well-", "known"}},
		"no minus":         {[]Span{{Text: "a -5"}}, w("a -"), []string{"a ", "-5"}},
		"long":             {[]Span{{Text: "aaaaaa"}}, w("aaaa"), []string{"aaaa", "aa"}},
		"after a word":     {[]Span{{Text: "b aaaaaa"}}, w("aaaa"), []string{"b ", "aaaa", "aa"}},
		"across spans":     {[]Span{{Text: "one t"}, {Text: "wo", Style: Bold}}, w("one t"), []string{"one ", "two"}},
		"apostrophe":       {[]Span{{Text: "I don’t"}}, w("I don’"), []string{"I ", "don’t"}},
		"no stop first":    {[]Span{{Text: "ああああ。"}}, w("ああああ"), []string{"あああ", "あ。"}},
		"no stops first":   {[]Span{{Text: "ああああ！？」"}}, w("ああああ"), []string{"あああ", "あ！？」"}},
		"no bracket last":  {[]Span{{Text: "あああ「い」"}}, w("あああ「"), []string{"あああ", "「い」"}},
		"small kana":       {[]Span{{Text: "あああって"}}, w("あああ"), []string{"ああ", "あって"}},
		"only stops":       {[]Span{{Text: "。。。。。"}}, w("。。"), []string{"。。", "。。", "。"}},
		"latin in kana":    {[]Span{{Text: "これはGoです"}}, w("これはG"), []string{"これは", "Goです"}},
		"spaces hang":      {[]Span{{Text: "one    two"}}, w("one"), []string{"one    ", "two"}},
		"bracketed links":  {[]Span{{Text: "（"}, {Text: "い", Link: "x"}, {Text: "）ああ"}}, w("（い）あ"), []string{"（い）あ", "あ"}},
		"nothing":          {nil, 100, []string{""}},
		"not UTF-8":        {[]Span{{Text: strings.Repeat("x", 60) + "\xff"}}, 4096, []string{strings.Repeat("x", 60) + "\xff"}},
		"a very thin line": {[]Span{{Text: "ab"}}, 1, []string{"a", "b"}},
	} {
		if got := linesOf(c.spans, c.width); strings.Join(got, "/") != strings.Join(c.want, "/") {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// The sum of the words' widths is what Fyne draws, so nothing sticks out of its bubble.
func TestWidthIsWhatIsDrawn(t *testing.T) {
	app := uitest.App(t, "light", "en")
	for _, s := range []string{"The quick brown fox, jumps over it.", "日本語の文章です。", "これは Go です (1.26)。", "a — b … c"} {
		for _, style := range []Style{0, Bold, Italic, Mono} {
			size, _ := app.Driver().RenderedTextSize(s, 14, style.TextStyle(), nil)
			if diff := Width(s, style, 14) - size.Width; diff > 1 || diff < -1 {
				t.Errorf("%q in %v: %v, drawn %v", s, style, Width(s, style, 14), size.Width)
			}
		}
	}
}

func BenchmarkWrap(b *testing.B) {
	uitest.App(b, "light", "en")
	for name, text := range map[string]string{
		"english 40 KB":       strings.Repeat("The ships will see us from far out. ", 40_000/36),
		"japanese 40 KB":      strings.Repeat("これなら沖の船からもよく見えるね。", 40_000/51),
		"english 500 KB":      strings.Repeat("The ships will see us from far out. ", 500_000/36),
		"unbroken 100 000":    strings.Repeat("x", 100_000),
		"unbroken kana 100 k": strings.Repeat("あ", 100_000),
	} {
		spans := []Span{{Text: text}}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Wrap(spans, 600, 14)
			}
		})
	}
}
