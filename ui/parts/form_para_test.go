package parts

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// signs measures text as if every sign were one wide.
func signs(s string) float32 { return float32(utf8.RuneCountInString(s)) }

func TestWrapLine(t *testing.T) {
	for _, c := range []struct {
		in    string
		width float32
		want  []string
	}{
		{"", 10, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 100, []string{"one two three"}},
		{"abcdefghij", 4, []string{"abcd", "efgh", "ij"}},
		{"an abcdefgh", 4, []string{"an", "abcd", "efgh"}},
		{"これは長い文です。", 8, []string{"これは長い文で", "す。"}},
		{"「はい」と言う", 3, []string{"「は", "い」と", "言う"}},
		{"Bonbonです", 7, []string{"Bonbonで", "す"}},
	} {
		if got := wrapLine(c.in, c.width, signs); !slices.Equal(got, c.want) {
			t.Errorf("wrapLine(%q, %g) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

func TestWrapLineLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.SampledFrom([]rune("ab cd。「」あ漢ー、é "))).Draw(t, "text")
		width := float32(rapid.IntRange(1, 12).Draw(t, "width"))
		lines := wrapLine(s, width, signs)
		bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if bare(strings.Join(lines, "")) != bare(s) {
			t.Fatalf("%q became %q", s, lines)
		}
		for _, line := range lines {
			if signs(strings.TrimRight(line, " ")) > width {
				t.Fatalf("line %q is wider than %g", line, width)
			}
		}
	})
}
