package md

import (
	"net/url"
	"strings"
	"unicode"
)

// maxURL is the longest address that can be pressed, in bytes.
const maxURL = 8 << 10

// SafeURL parses an address out of untrusted text and says whether it may be opened at all: http and https with a host and
// without a user part (which poses as a host), and mailto. Control characters, plain or encoded, and backslashes are
// refused. Open the returned form, never the text.
func SafeURL(text string) (*url.URL, bool) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxURL || strings.ContainsRune(text, '\\') || hasControl(text) {
		return nil, false
	}
	u, err := url.Parse(text)
	if err != nil || hasControl(u.Path) || hasControl(u.Opaque) {
		return nil, false
	}
	switch u.Scheme {
	case "http", "https":
		return u, u.Hostname() != "" && u.User == nil && u.Opaque == ""
	case "mailto":
		return u, u.Opaque != "" && !hasControl(unescaped(u.Opaque)) && !hasControl(unescaped(u.RawQuery))
	}
	return nil, false
}

func unescaped(s string) string {
	if out, err := url.PathUnescape(s); err == nil {
		return out
	}
	return "\x00" // an encoding that does not hold is refused
}

func hasControl(s string) bool { return strings.ContainsFunc(s, unicode.IsControl) }

// posesAs says whether a link's words look like an address of another host than the one it leads to.
func posesAs(words string, to *url.URL) bool {
	words = strings.TrimSpace(words)
	if words == "" || strings.ContainsAny(words, " \n") || !strings.Contains(words, ".") {
		return false
	}
	if !strings.Contains(words, "://") {
		words = "http://" + words
	}
	u, err := url.Parse(words)
	return err != nil || !strings.EqualFold(u.Hostname(), to.Hostname())
}
