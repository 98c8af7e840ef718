package words

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"

	"bonbon/assets"
)

// toolkitSubject is the subject whose texts go to the toolkit and are none of our keys.
const toolkitSubject = "fyne"

// book is one language, ready for use.
type book struct {
	tag     string
	texts   map[string]forms // English stands in where the language has no text of its own
	toolkit []byte           // the toolkit's texts as JSON
}

// forms are the plural forms of one text; a text without plural has only "other".
type forms map[string]text

// text is one wording. One without fields needs no template: most have none, and making templates takes longer than all the
// rest.
type text struct {
	plain    string
	template *template.Template // nil: plain is all
}

func newText(key, wording string) (t text, err error) {
	if !strings.Contains(wording, "{{") {
		return text{plain: wording}, nil
	}
	t.template, err = template.New(key).Parse(wording)
	return t, err
}

// english is the book of the fallback language.
var english = sync.OnceValues(func() (*book, error) {
	b := &book{tag: fallback, texts: map[string]forms{}}
	return b, b.read(fallback)
})

func load(tag string) (*book, error) {
	en, err := english()
	if err != nil || tag == fallback || !slices.Contains(Tags, tag) {
		return en, err
	}
	b := &book{tag: tag, texts: maps.Clone(en.texts), toolkit: en.toolkit}
	return b, b.read(tag)
}

func (b *book) read(tag string) error {
	return fs.WalkDir(assets.Lang, "lang", func(file string, d fs.DirEntry, err error) error {
		subject, mine := strings.CutSuffix(path.Base(file), "."+tag+".json")
		if err != nil || d.IsDir() || !mine {
			return err
		}
		data, err := fs.ReadFile(assets.Lang, file)
		if err != nil {
			return fmt.Errorf("words: %w", err)
		}
		if subject == toolkitSubject {
			b.toolkit = data
			return nil
		}
		texts, err := parseTexts(data)
		if err != nil {
			return fmt.Errorf("words: %s: %w", file, err)
		}
		for key, text := range texts {
			b.texts[key] = text
		}
		return nil
	})
}

func parseTexts(data []byte) (map[string]forms, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	texts := make(map[string]forms, len(raw))
	for key, value := range raw {
		plain := map[string]string{}
		if value[0] == '{' {
			if err := json.Unmarshal(value, &plain); err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
		} else {
			var s string
			if err := json.Unmarshal(value, &s); err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			plain[other] = s
		}
		if _, ok := plain[other]; !ok {
			return nil, fmt.Errorf("%s: has no form %q", key, other)
		}
		texts[key] = forms{}
		for name, wording := range plain {
			t, err := newText(key, wording)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			texts[key][name] = t
		}
	}
	return texts, nil
}

func (b *book) text(key, form string, data any) string {
	f, ok := b.texts[key]
	if !ok {
		return key
	}
	t, ok := f[form]
	if !ok {
		t = f[other]
	}
	if t.template == nil {
		return t.plain
	}
	var out strings.Builder
	if err := t.template.Execute(&out, data); err != nil {
		return key
	}
	return out.String()
}
