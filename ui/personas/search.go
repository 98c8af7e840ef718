package personas

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold makes texts that a person takes for the same equal: width (ｍｉｎｔ, ﾐﾝﾄ), case, and kana script (ミント, みんと).
func fold(s string) string {
	s = cases.Fold().String(norm.NFKC.String(s))
	return strings.Map(func(r rune) rune {
		if r >= 'ァ' && r <= 'ヶ' {
			return r - ('ァ' - 'ぁ')
		}
		return r
	}, s)
}

// matches tells whether every word of query is somewhere in text. Both are folded; an empty query matches everything.
func matches(text, query string) bool {
	for _, word := range strings.Fields(query) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func trimmed(s string) string { return strings.TrimSpace(s) }
