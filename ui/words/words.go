// Package words holds every word of the window in every language. Keys are dotted (chat.send); the texts are in
// assets/lang. User and model text is only ever data, never a key.
package words

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"sync"

	"fyne.io/fyne/v2/lang"

	"bonbon/assets"
)

// Tags are the languages, in the order that a menu shows them.
var Tags = []string{"en", "ja"}

var (
	mu      sync.RWMutex
	current = "en"
)

// Use makes tag ("en", "ja") the language of everything built from now on; "" takes the system's. Fyne picks its texts by the
// system's locale alone, so the language is registered under that locale's name. An unknown tag is taken as English.
func Use(tag string) error {
	if tag == "" {
		tag = System()
	}
	data, err := fs.ReadFile(assets.Lang, "lang/"+tag+".json")
	if err != nil {
		tag = "en"
		if data, err = fs.ReadFile(assets.Lang, "lang/en.json"); err != nil {
			return fmt.Errorf("words: %w", err)
		}
	}
	if !json.Valid(data) {
		return fmt.Errorf("words: %s.json is not valid JSON", tag)
	}
	if err := lang.AddTranslationsForLocale(data, lang.SystemLocale()); err != nil {
		return fmt.Errorf("words: %w", err)
	}
	mu.Lock()
	current = tag
	mu.Unlock()
	return nil
}

// System returns the tag that fits the system's locale: "ja" for Japanese, else "en".
func System() string {
	if l := lang.SystemLocale().LanguageString(); len(l) >= 2 && l[:2] == "ja" {
		return "ja"
	}
	return "en"
}

// Current returns the tag in use.
func Current() string {
	mu.RLock()
	defer mu.RUnlock()
	return current
}

// T returns the text of a key. data, if given, is a map or struct whose fields the text names as {{.Field}}.
func T(key string, data ...any) string { return lang.LocalizeKey(key, key, data...) }

// N returns the text of a key with plural forms (JSON object with "one" and "other") for count, which the text names as
// {{.Count}} when data holds it.
func N(key string, count int, data ...any) string {
	return lang.LocalizePluralKey(key, key, count, data...)
}
