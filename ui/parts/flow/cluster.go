package flow

import (
	"unicode"
	"unicode/utf8"
)

// Next returns the end of the character of text that begins at byte at, as people see characters: marks and joined emoji belong to
// what they follow, the two letters of a flag and the parts of a Hangul syllable stay together. It follows Unicode's extended
// grapheme clusters (UAX #29), without the rules for scripts of which no line is laid out anyway.
func Next(text string, at int) int {
	for at < len(text) {
		_, n := utf8.DecodeRuneInString(text[at:])
		if at += n; at == len(text) || parts(text, at) {
			break
		}
	}
	return at
}

// Previous returns the start of the character of text that ends at byte at.
func Previous(text string, at int) int {
	for at > 0 {
		_, n := utf8.DecodeLastRuneInString(text[:at])
		if at -= n; at == 0 || parts(text, at) {
			break
		}
	}
	return at
}

// parts says whether two characters meet at a byte inside of text.
func parts(text string, at int) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	if r < 0x300 {
		return true
	}
	before, n := utf8.DecodeLastRuneInString(text[:at])
	switch {
	case before == '\n', before == '\t':
		return true
	case joins(r), before == '\u200d' && r >= 0x203c:
		return false
	case flagLetter(r) && flagLetter(before):
		letters := 1 // in a row before this one: an even number of them makes whole flags
		for at -= n; at > 0; letters++ {
			r, n := utf8.DecodeLastRuneInString(text[:at])
			if !flagLetter(r) {
				break
			}
			at -= n
		}
		return letters%2 == 0
	}
	return !syllable(before, r)
}

// joins says whether a rune is no character of its own.
func joins(r rune) bool {
	return r >= 0x300 && (unicode.In(r, unicode.Mn, unicode.Me) || r == '\u200d' || r >= 0xfe00 && r <= 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff ||
		r == '\u3099' || r == '\u309a')
}

func flagLetter(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// syllable says whether two Hangul letters belong to one syllable.
func syllable(a, b rune) bool {
	const (
		leading  = 0x1100 // to vowels
		vowels   = 0x1160 // to trailing
		trailing = 0x11a8
		end      = 0x1200
		block    = 0xac00 // composed syllables, of which every 28th has no trailing letter
		blockEnd = 0xd7a4
	)
	in := func(r, from, to rune) bool { return r >= from && r < to }
	switch {
	case in(a, leading, vowels):
		return in(b, leading, trailing) || in(b, block, blockEnd)
	case in(a, vowels, trailing), in(a, block, blockEnd) && (a-block)%28 == 0:
		return in(b, vowels, end)
	case in(a, trailing, end), in(a, block, blockEnd):
		return in(b, trailing, end)
	}
	return false
}
