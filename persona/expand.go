package persona

import (
	"regexp"
	"strings"
)

// macro matches the names that prompts and greetings of all programs of this kind use for the two who talk.
var macro = regexp.MustCompile(`(?i)\{\{\s*(?:char|user)\s*\}\}|<(?:bot|user)>`)

// Expand returns text with {{char}} and <BOT> replaced by the persona's name and {{user}} and <USER> by the user's, in
// capitals or not. Names are put in as they are: what looks like a macro inside a name stays. An empty name leaves its
// macros out, so callers pass the word that stands for a user without a name.
func Expand(text, char, user string) string {
	return macro.ReplaceAllStringFunc(text, func(m string) string {
		if strings.Contains(strings.ToLower(m), "user") {
			return user
		}
		return char
	})
}
