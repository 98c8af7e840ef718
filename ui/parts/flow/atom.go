package flow

import (
	"unicode"
	"unicode/utf8"
)

// class says how an atom behaves at the edges of a line.
type class uint8

const (
	word     class = iota // letters that stay together
	blank                 // spaces: break after, no width at the end of a line
	newline               // ends the line
	ideo                  // one character of a script without spaces: break before and after
	opening               // 「（ …: no line ends with it
	closing               // 、。」 …: no line starts with it
	joint                 // ends with a hyphen: break after
	quoteIn               // “ ‘: like opening, but part of a western word
	quoteOut              // ” ’: like closing, but part of a western word
)

// atom is the shortest piece of text that layout handles.
type atom struct {
	size  int // bytes
	class class
}

// Characters that no line starts with and that no line ends with (JIS X 4051, without the small kana and the prolonged
// sound mark being optional: they too stay).
const (
	noStart = "、。，．・：；？！゛゜ヽヾゝゞ々ー）〕］｝〉》」』】〙〗〟｠‐゠–〜～‼⁇⁈⁉…‥ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ｡｣､･ｰﾞﾟ％‰℃"
	noEnd   = "（〔［｛〈《「『【〘〖〝｟｢￥＄￡＃"
)

var edges = func() map[rune]class {
	m := map[rune]class{}
	for _, r := range noStart {
		m[r] = closing
	}
	for _, r := range noEnd {
		m[r] = opening
	}
	m['“'], m['‘'], m['”'], m['’'] = quoteIn, quoteIn, quoteOut, quoteOut
	return m
}()

// nextAtom returns the first atom of s, which must not be empty.
func nextAtom(s string) atom {
	c := s[0]
	switch {
	case c == '\n':
		return atom{1, newline}
	case c == ' ' || c == '\t':
		n := 1
		for n < len(s) && (s[n] == ' ' || s[n] == '\t') && n < longestWord {
			n++
		}
		return atom{n, blank}
	case c < utf8.RuneSelf:
		return asciiWord(s)
	}
	r, n := utf8.DecodeRuneInString(s)
	if k := runeClass(r); k != word {
		return atom{n, k}
	}
	return otherWord(s, n)
}

// asciiWord takes ASCII up to a space, a line's end, a hyphen between letters or anything that is not ASCII and stands alone.
func asciiWord(s string) atom {
	n := 1
	for n < len(s) && s[n] > ' ' && s[n] < utf8.RuneSelf {
		if s[n-1] == '-' && n > 1 && isLetter(s[n]) && isLetter(s[n-2]) {
			return atom{n, joint}
		}
		n++
	}
	if n < len(s) && s[n] >= utf8.RuneSelf {
		if r, size := utf8.DecodeRuneInString(s[n:]); runeClass(r) == word {
			rest := otherWord(s[n:], size)
			return atom{n + rest.size, word}
		}
	}
	return atom{n, word}
}

// otherWord takes runes that are no ASCII space and belong to words, starting after the n bytes already read.
func otherWord(s string, n int) atom {
	for n < len(s) {
		c := s[n]
		if c <= ' ' {
			break
		}
		size := 1
		if c >= utf8.RuneSelf {
			r, w := utf8.DecodeRuneInString(s[n:])
			if runeClass(r) != word {
				break
			}
			size = w
		}
		n += size
	}
	return atom{n, word}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func runeClass(r rune) class {
	if r < 0x2000 {
		return word
	}
	if k, ok := edges[r]; ok {
		return k
	}
	switch {
	case r == '\u3000' || r == '\u200b' || r >= 0x2000 && r <= 0x200a && r != 0x2007:
		return blank
	case r >= 0x2e80 && r <= 0x33ff, r >= 0x3400 && r <= 0x9fff, r >= 0xf900 && r <= 0xfaff, r >= 0xff00 && r <= 0xffef,
		r >= 0x20000 && r <= 0x3ffff:
		return ideo
	case unicode.Is(unicode.Hangul, r):
		return word
	}
	return word
}
