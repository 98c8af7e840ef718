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
	count  int  // characters of the unbroken row of letters and digits
}

func (e *estimate) add(r rune) {
	letter, digit := isLetter(r), isDigit(r)
	switch {
	case letter && isDigit(e.last):
		e.mixed = true
	case !letter && !digit && r != '+' && r != '/':
		e.mixed, e.count = false, 0
	}
	if r != e.last && !(letter && isLetter(e.last)) && !(digit && isDigit(e.last)) {
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

// scripts gives the tokens of a character outside of ASCII, by the first character that no longer belongs to the stretch.
var scripts = []struct {
	before rune
	tokens int
}{
	{0x0590, 1}, // Latin with accents, Greek, Cyrillic
	{0x0600, 2}, // Hebrew
	{0x0700, 1}, // Arabic
	{0x0E80, 2}, // scripts of India, Thai
	{0x2000, 3},
	{0x2800, 2}, // typographic signs, arrows, mathematics
	{0x3000, 3},
	{0x3100, 1}, // kana and the punctuation beside it
	{0x4E00, 3},
	{0xA000, 2}, // the common ideographs
	{0xAC00, 3},
	{0xD7A4, 2}, // hangul
	{0xFF00, 3},
	{utf8.RuneError, 2}, // full-width forms
	{0xFFFE, 1},         // the replacement character
	{0x1F000, 4},
	{0x20000, 3}, // emoji
}

// foreign returns the tokens of a character outside of ASCII. repeated says that it follows itself, which ideographs in the
// words of the tables do not do.
func foreign(r rune, repeated bool) int {
	for _, s := range scripts {
		if r < s.before {
			if repeated && r >= 0x3100 && r != utf8.RuneError {
				return max(s.tokens, 3)
			}
			return s.tokens
		}
	}
	return 4
}
