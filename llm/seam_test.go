package llm

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// join plays a continuation in pieces of n bytes and returns the whole reply; anew is what the seam said last.
func join(base, more string, inWords bool, n int) (whole string, anew bool) {
	s := newSeam(base, inWords)
	out := s.base
	for len(more) > 0 {
		k := min(n, len(more))
		for k < len(more) && !utf8.RuneStart(more[k]) {
			k++
		}
		text, again := s.add(more[:k])
		if again {
			return out, true
		}
		out, more = out+text, more[k:]
	}
	text, again := s.end()
	return out + text, again
}

func TestSeams(t *testing.T) {
	const story = "Once upon a time there was a fox"
	for _, tt := range []struct {
		name, base, more string
		prefill, words   string // the whole reply
	}{
		{"between words", story, " who lived", story + " who lived", story + " who lived"},
		{"no space", story, "who lived", story + "who lived", story + " who lived"},
		{"the last words again", story, "there was a fox who lived", story + " who lived", story + " who lived"},
		{"all of it again", story, story + " who lived", story + " who lived", story + " who lived"},
		{"all of it and nothing more", story, story, story, story},
		{"within a word", "Once upon a ti", "time there", "Once upon a titime there", "Once upon a time there"},
		{"the rest of a word", "Once upon a ti", "me there", "Once upon a time there", "Once upon a ti me there"},
		{"punctuation", "Hello", ", friend", "Hello, friend", "Hello, friend"},
		{"after punctuation", "Hello,", "friend", "Hello,friend", "Hello, friend"},
		{"a line before", "One.\n\n", "Two.", "One.\n\nTwo.", "One.\n\nTwo."},
		{"lines on both sides", "One.\n", "\n\nTwo.", "One.\n\nTwo.", "One.\n\nTwo."},
		{"more lines before", "One.\n\n", " Two.", "One.\n\nTwo.", "One.\n\nTwo."},
		{"a short word by chance", "It is what it is", "is it not", "It is what it isis it not", "It is what it is is it not"},
		{"Japanese", "むかしむかし、あるところに", "おじいさんがいました", "むかしむかし、あるところにおじいさんがいました", "むかしむかし、あるところにおじいさんがいました"},
		{"Japanese again", "むかしむかし、あるところに", "あるところにおじいさんがいました", "むかしむかし、あるところにおじいさんがいました", "むかしむかし、あるところにおじいさんがいました"},
		{"a particle by chance", "町に", "に雨が", "町にに雨が", "町にに雨が"},
		{"code", "```go\nfunc main() {\n", "\tprintln(1)\n}", "```go\nfunc main() {\n\tprintln(1)\n}", "```go\nfunc main() {\n\tprintln(1)\n}"},
		{"nothing but spaces", story, "  \n", story, story},
	} {
		for _, n := range []int{1, 3, 7, 1000} {
			if got, anew := join(tt.base, tt.more, false, n); strings.TrimSpace(got) != strings.TrimSpace(tt.prefill) || anew {
				t.Errorf("%s, as prefill by %d: %q (%v), want %q", tt.name, n, got, anew, tt.prefill)
			}
			if got, anew := join(tt.base, tt.more, true, n); strings.TrimSpace(got) != strings.TrimSpace(tt.words) || anew {
				t.Errorf("%s, in words by %d: %q (%v), want %q", tt.name, n, got, anew, tt.words)
			}
		}
	}
}

func TestSeamSeesABeginningAnew(t *testing.T) {
	const base = "Once upon a time there was a fox, and the fox was"
	for _, more := range []string{"Once upon a time there was a wolf", "\nOnce upon a time there was a fo"} {
		for _, n := range []int{1, 5, 1000} {
			if got, anew := join(base, more, true, n); !anew || got != base {
				t.Errorf("%q: %q, %v", more, got, anew)
			}
		}
	}
}

// However a continuation is cut into pieces, the reply is the same; it begins with what there was and ends as it ended.
func TestSeamIsTheSameInAnyPieces(t *testing.T) {
	letters := rapid.StringOf(rapid.RuneFrom([]rune{'a', 'b', ' ', '\n', '.', 'あ', 'い', '、'}))
	rapid.Check(t, func(t *rapid.T) {
		base, more := letters.Draw(t, "base"), letters.Draw(t, "more")
		inWords := rapid.Bool().Draw(t, "in words")
		whole, anew := join(base, more, inWords, 1<<20)
		for _, n := range []int{1, 2, 5} {
			if got, again := join(base, more, inWords, n); got != whole || again != anew {
				t.Fatalf("by %d: %q (%v), at once %q (%v)", n, got, again, whole, anew)
			}
		}
		trimmed := strings.TrimSpace(more)
		if !strings.HasPrefix(whole, strings.TrimRight(base, " \n")) || !anew && trimmed != "" && !strings.HasSuffix(strings.TrimSpace(whole), lastRune(trimmed)) {
			t.Fatalf("%q and %q give %q", base, more, whole)
		}
	})
}

func lastRune(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}
