package persona

import (
	"regexp"
	"strings"
	"unicode"
)

// macro matches the names that prompts and greetings of all programs of this kind use for the two who talk, with the
// title that Japanese text puts after a name.
var macro = regexp.MustCompile(`(?i)(?:\{\{\s*(?:char|user)\s*\}\}|<(?:bot|user)>)(?:さん|ちゃん|くん|君|様)?`)

// Expand returns text with {{char}} and <BOT> replaced by the persona's name and {{user}} and <USER> by the user's, in
// capitals or not. Names are put in as they are: what looks like a macro inside a name stays. A user without a name is
// "friend", in Japanese text あなた, which takes no title.
func Expand(text, char, user string) string {
	return macro.ReplaceAllStringFunc(text, func(m string) string {
		title := m[strings.LastIndexAny(m, "}>")+1:]
		switch {
		case !strings.Contains(strings.ToLower(m), "user"):
			return char + title
		case user != "":
			return user + title
		case strings.ContainsFunc(text, isKana):
			return "あなた"
		}
		return "friend" + title
	})
}

func isKana(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }
