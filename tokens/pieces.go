package tokens

import (
	"iter"
	"unicode"
)

// A tokenizer first breaks a text where words, numbers, signs and white space meet, then works on each part in a time that
// grows with the square of the part's length. No part may therefore grow without limit.
const (
	longestRun   = 512      // runes of a run, of white space or of anything else, that are encoded together
	longestPiece = 32 << 10 // bytes after which a piece ends at the next start of a word, to bound memory
)

// pieces cuts text into pieces that are encoded one by one. A piece ends where a space follows something else, which is a
// place where the tokenizer breaks anyway, and inside a run of more than longestRun runes, where the cut may cost a token
// more than there would be. The pieces together are the text.
func pieces(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, run, inSpace := 0, 0, false
		for i, r := range text {
			space := unicode.IsSpace(r)
			word := space != inSpace && r == ' '
			if space != inSpace {
				run, inSpace = 0, space
			}
			if run == longestRun || word && i-start >= longestPiece {
				if !yield(text[start:i]) {
					return
				}
				start, run = i, 0
			}
			run++
		}
		if start < len(text) {
			yield(text[start:])
		}
	}
}
