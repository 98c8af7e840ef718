package llm

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	seamTail    = 4 << 10 // bytes at the end of a reply that its continuation may say again
	leastSame   = 8       // bytes that make a repetition; fewer are taken for chance
	leastSameEA = 4       // runes, where every sign is nearly a word
	leastAnew   = 24      // bytes at the beginning that make a reply which begins from anew
)

// seam joins the continuation of a reply to what there is of it. Servers say the last words again, or all of it, and they
// leave out or repeat the white space between. It holds the continuation back while that may still be a repetition.
type seam struct {
	base    string // what there is, without the white space at its end
	gap     string // that white space
	inWords bool   // the model was asked in words to go on: words may have to be parted
	held    string
	done    bool
}

// newSeam returns a seam at the end of text.
func newSeam(text string, inWords bool) *seam {
	base := strings.TrimRightFunc(text, unicode.IsSpace)
	return &seam{base: base, gap: text[len(base):], inWords: inWords}
}

// add takes in more of the continuation and returns what of it is to be put behind base. anew reports that the model did not
// go on but began again; then nothing is returned, and end gives the whole of what it said.
func (s *seam) add(text string) (out string, anew bool) {
	if s.done {
		return text, false
	}
	s.held += text
	h := strings.TrimLeftFunc(s.held, unicode.IsSpace)
	if h == "" || strings.HasPrefix(s.base, h) || strings.Contains(s.tail(), h) {
		return "", false
	}
	return s.decide(h)
}

// end returns what is still held when nothing more comes.
func (s *seam) end() (out string, anew bool) {
	h := strings.TrimLeftFunc(s.held, unicode.IsSpace)
	if s.done || h == "" {
		return "", false
	}
	return s.decide(h)
}

// whole returns all that is held, for a reply that is taken as another one.
func (s *seam) whole() string {
	s.done = true
	return strings.TrimLeftFunc(s.held, unicode.IsSpace)
}

// again forgets what is held, before the same is asked once more.
func (s *seam) again() { s.held = "" }

func (s *seam) tail() string { return s.base[max(len(s.base)-seamTail, 0):] }

// decide parts the repetition from what is new. h is what is held, without the white space before it.
func (s *seam) decide(h string) (out string, anew bool) {
	k := s.overlap(h)
	if k == 0 && commonPrefix(s.base, h) >= leastAnew {
		return "", true
	}
	fresh := s.held
	if k > 0 {
		fresh = h[k:]
	}
	text := strings.TrimLeftFunc(fresh, unicode.IsSpace)
	lead := fresh[:len(fresh)-len(text)]
	if text == "" {
		return "", false // what follows the repetition is still to come
	}
	s.done = true
	if k > 0 && lead == "" && s.gap == "" {
		return text, false
	}
	return s.space(lead, text) + text, false
}

// space returns the white space between base and the new text: the stronger of what the reply ended with and what the
// continuation begins with. One that was asked for in words comes without any, and gets a space where words would touch.
func (s *seam) space(lead, text string) string {
	switch {
	case lead == "" && s.gap == "":
		if s.inWords && touching(s.base, text) {
			return " "
		}
		return ""
	case lead == "" || strings.Count(s.gap, "\n") > strings.Count(lead, "\n"):
		if lead == " " || strings.Contains(lead, "\n") {
			return s.gap
		}
		return s.gap + lead // an indentation
	}
	return lead
}

// overlap returns how many bytes of h say again how base ends.
func (s *seam) overlap(h string) int {
	for k := min(len(h), len(s.base)); k > 0; k-- {
		if (k == len(h) || utf8.RuneStart(h[k])) && strings.HasSuffix(s.base, h[:k]) && s.enough(h[:k]) {
			return k
		}
	}
	if w := lastWord(s.base); s.inWords && s.gap == "" && utf8.RuneCountInString(w) >= 2 && strings.HasPrefix(h, w) {
		if r, _ := utf8.DecodeRuneInString(h[len(w):]); len(h) > len(w) && spelled(r) {
			return len(w) // the reply broke off within a word, which the model writes whole
		}
	}
	return 0
}

// enough reports whether a text that base ends with is too long to be there again by chance.
func (s *seam) enough(text string) bool {
	if len(text) == len(s.base) {
		return true
	}
	first, _ := utf8.DecodeRuneInString(text)
	before, _ := utf8.DecodeLastRuneInString(s.base[:len(s.base)-len(text)])
	if isEastAsian(text) {
		return utf8.RuneCountInString(text) >= leastSameEA
	}
	return len(text) >= leastSame && !(spelled(first) && spelled(before))
}

// commonPrefix returns how many bytes a and b have in common at their beginning.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// touching reports whether two texts would run into one word, or a sentence into the end of another.
func touching(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	if a == "" || eastAsian(last) || eastAsian(first) {
		return false
	}
	ends := spelled(last) || strings.ContainsRune(".,;:!?…)]}”’\"'*", last)
	begins := spelled(first) || strings.ContainsRune("([{“‘*", first)
	return ends && begins
}

// lastWord returns the letters at the end of a text.
func lastWord(s string) string {
	rest := strings.TrimRightFunc(s, spelled)
	return s[len(rest):]
}

// spelled reports whether a rune belongs to a word of a script that puts spaces between words.
func spelled(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !eastAsian(r)
}

func isEastAsian(s string) bool { return strings.IndexFunc(s, eastAsian) >= 0 }

// eastAsian reports whether a rune is of a script without spaces, or its punctuation.
func eastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer) ||
		r >= 0x3000 && r <= 0x30ff || r >= 0xff00 && r <= 0xffef
}
