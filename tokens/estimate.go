package tokens

import "unicode/utf8"

// EstimateText returns a guess of the tokens of text that errs upward: for English, Japanese and code it is about 1.3 to 2
// times the count, and it is not lower than the count of either table for runs of one character, numbers and encoded bytes.
// It reads the text once, allocates nothing and never waits, so the window's goroutine may call it. Its limit: words that
// are no words ("xqzjkv") and rare ideographs can cost more than it says.
func EstimateText(text string) int {
	var e estimate
	for _, r := range text {
		e.add(r)
	}
	return e.tokens + e.tokens/64 // cuts inside long runs cost a token here and there
}

// estimate charges each character by what the tables make of its kind.
type estimate struct {
	tokens int
	last   rune // the character before
	run    int  // characters before this one that continue the same word, number or repetition
	mixed  bool // in letters and digits that are no words: base64, hexadecimal
	count  int  // characters since mixed began
}

func (e *estimate) add(r rune) {
	letter, digit := isLetter(r), isDigit(r)
	e.mixed = e.mixed && (letter || digit || r == '+' || r == '/') || letter && isDigit(e.last)
	if !e.mixed {
		e.count = 0
	}
	if !(letter && isLetter(e.last) || digit && isDigit(e.last) || r == e.last) {
		e.run = 0
	}
	if e.costs(r, letter, digit) {
		e.tokens++
	}
	e.run++
	e.count++
	e.last = r
}

// costs reports whether the ASCII character r begins another token. Those of other scripts are charged at once.
func (e *estimate) costs(r rune, letter, digit bool) bool {
	switch {
	case r >= utf8.RuneSelf:
		e.tokens += foreign(r, e.run > 0)
		return false
	case e.mixed:
		return e.count%4 != 3
	case letter:
		return e.letter(r)
	case digit:
		if e.last == ' ' { // a number does not take the space before it along
			e.tokens++
		}
		return e.run%3 == 0
	case r == ' ' && e.run == 0: // a word does
		return false
	case r == ' ' || r >= '\t' && r <= '\r':
		return e.run%8 == 0
	case r < ' ' || r == 0x7F:
		return true
	}
	return e.run%4 == 0
}

// letter charges one token for each four letters of a word, one for each two of a long word or of capitals, and one for a
// capital inside a word.
func (e *estimate) letter(r rune) bool {
	if isUpper(r) {
		return !isUpper(e.last) || e.run%2 == 0
	}
	return e.run%4 == 0 || e.run >= 12 && e.run%2 == 0
}

func isUpper(r rune) bool  { return 'A' <= r && r <= 'Z' }
func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
func isDigit(r rune) bool  { return '0' <= r && r <= '9' }

// foreign returns the tokens of a character outside of ASCII. repeated says that it follows itself, which words of the
// tables do not do.
func foreign(r rune, repeated bool) int {
	switch {
	case r >= 0x4E00 && r < 0xA000: // the common ideographs
		if repeated {
			return 3
		}
		return 2
	case r >= 0x0590 && r < 0x0600: // Hebrew
		return 2
	case r < 0x0700, // Latin with accents, Greek, Cyrillic, Arabic
		r >= 0x3000 && r < 0x3100, // kana and the punctuation beside it
		r == utf8.RuneError:
		return 1
	case r < 0x0E80, // scripts of India, Thai
		r >= 0x2000 && r < 0x2800,  // typographic signs, arrows, mathematics
		r >= 0xAC00 && r < 0xD7A4,  // hangul
		r >= 0xFF00 && r < 0x10000: // full-width forms
		return 2
	case r < 0x10000, r >= 0x1F000 && r < 0x20000: // other scripts, emoji
		return 3
	}
	return 4
}
