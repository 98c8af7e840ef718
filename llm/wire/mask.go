package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// mask is what stands in for a secret.
const mask = "••••"

// Masker returns a function that hides secrets in a text: in plain, escaped for a URL, JSON or HTML, and within base64 of any
// text around them. Secrets of fewer than four bytes are not hidden: they would blot out ordinary words.
func Masker(secrets ...string) func(string) string {
	var forms []string
	for _, s := range secrets {
		if s = strings.TrimSpace(s); len(s) < 4 {
			continue
		}
		forms = append(append(append(forms, s), escaped(s)...), inBase64(s)...)
	}
	if len(forms) == 0 {
		return func(s string) string { return s }
	}
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) }) // the longest that fits is hidden
	forms = slices.Compact(forms)
	pairs := make([]string, 0, 2*len(forms))
	for _, form := range forms {
		pairs = append(pairs, form, mask)
	}
	return strings.NewReplacer(pairs...).Replace
}

// hexEscape finds the escapes of a URL, which some write with small letters.
var hexEscape = regexp.MustCompile(`%[0-9A-F]{2}`)

// escaped returns s as it stands in a URL, in JSON and in HTML. Writers of JSON differ in what they escape beyond what they must.
func escaped(s string) []string {
	forms := []string{html.EscapeString(s), strings.NewReplacer("&#34;", "&quot;", "&#39;", "&apos;").Replace(html.EscapeString(s))}
	for _, form := range []string{url.QueryEscape(s), url.PathEscape(s)} {
		forms = append(forms, form, hexEscape.ReplaceAllStringFunc(form, strings.ToLower))
	}
	var plain bytes.Buffer
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	if err := encode(e, &plain, s); err != nil {
		return forms
	}
	quoted := plain.String()
	quoted = quoted[1 : len(quoted)-1]
	careful := strings.NewReplacer("&", `\u0026`, "<", `\u003c`, ">", `\u003e`, "=", `\u003d`, "+", `\u002b`, "'", `\u0027`)
	for _, form := range []string{quoted, strings.NewReplacer("&", `\u0026`, "<", `\u003c`, ">", `\u003e`).Replace(quoted), careful.Replace(quoted)} {
		forms = append(forms, form, strings.ReplaceAll(form, "/", `\/`))
	}
	return forms
}

// inBase64 returns the digits that base64 has for s wherever it stands in a longer text: those that depend on its
// neighbours are left out. Short secrets have too few that are their own.
func inBase64(s string) []string {
	if len(s) < 8 {
		return nil
	}
	var forms []string
	for _, coding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		forms = append(forms, coding.EncodeToString([]byte(s)))
		for before := range 3 {
			text := coding.EncodeToString([]byte(strings.Repeat("\x00", before) + s))
			first, last := (before*8+5)/6, (before+len(s))*8/6
			forms = append(forms, text[first:last])
		}
	}
	return forms
}
