// Package words holds every word of the window in every language. Keys are dotted (chat.send); the texts are the files
// assets/lang/<subject>.<tag>.json, all of which are read: a new file needs no registration. The subject "fyne" holds the
// toolkit's own texts (Cut, Paste, Cancel …), so that those follow the chosen language too.
//
// The toolkit's own translation picks language and plural form by the system's locale alone, which is wrong for a language
// chosen at run time (a Japanese system would never see an English "1 message"), so the lookup is ours. T and N may be called
// from any goroutine; Use belongs to the one of the window. User and model text is only ever data, never a key.
package words

import (
	"fmt"
	"strings"
	"sync/atomic"

	"fyne.io/fyne/v2/lang"
)

// Tags are the languages, in the order that a menu shows them.
var Tags = []string{"en", "ja"}

// fallback is the language of a text that another language lacks.
const fallback = "en"

var current atomic.Pointer[book]

func init() {
	b, err := load(fallback)
	if err != nil {
		panic(err) // the files are embedded: only a broken build comes here, and the tests see it first
	}
	current.Store(b)
}

// Use makes tag ("en", "ja") the language of everything built from now on; "" takes the system's, an unknown tag English.
func Use(tag string) error {
	if tag == "" {
		tag = System()
	}
	b, err := load(tag)
	if err != nil {
		return err
	}
	// The toolkit looks its texts up under the system's locale, so the chosen language is registered by that name.
	if err := lang.AddTranslationsForLocale(b.toolkit, lang.SystemLocale()); err != nil {
		return fmt.Errorf("words: the toolkit's texts in %q: %w", b.tag, err)
	}
	current.Store(b)
	return nil
}

// System returns the tag that fits the system's locale, English if none does.
func System() string {
	system := lang.SystemLocale().LanguageString()
	for _, tag := range Tags {
		if system == tag || strings.HasPrefix(system, tag+"-") {
			return tag
		}
	}
	return fallback
}

// Current returns the tag in use.
func Current() string { return current.Load().tag }

// Name returns what a language calls itself, for a menu: "English", "日本語". An unknown tag is its own name.
func Name(tag string) string {
	switch tag {
	case "en":
		return "English"
	case "ja":
		return "日本語"
	}
	return tag
}

// T returns the text of a key. data, if given, is a map or struct whose fields the text names as {{.Field}}. A key that no
// language has is its own text, so that a gap shows instead of hiding.
func T(key string, data ...any) string {
	return current.Load().text(key, other, first(data))
}

// N returns the text of a key with plural forms (a JSON object with "one" and "other") for count. Without data the text may name
// the number as {{.Count}}.
func N(key string, count int, data ...any) string {
	d := first(data)
	if d == nil {
		d = map[string]any{"Count": count}
	}
	b := current.Load()
	return b.text(key, form(b.tag, count), d)
}

// Has tells whether key has a text, for keys made at run time from an error's code.
func Has(key string) bool { return current.Load().texts[key] != nil }

func first(data []any) any {
	if len(data) == 0 {
		return nil
	}
	return data[0]
}

// The plural forms that our languages have, named as in CLDR's plural rules.
const (
	one   = "one"
	other = "other"
)

func form(tag string, count int) string {
	if tag == "en" && count == 1 {
		return one
	}
	return other
}
