package personas

import "strings"

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
