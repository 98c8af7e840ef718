package words

import (
	"encoding/json"
	"testing"

	"fyne.io/fyne/v2/lang"

	"bonbon/assets"
)

func TestUseSwitchesTheToolkitToo(t *testing.T) {
	t.Cleanup(func() { use(t, "en") })
	for _, tag := range []string{"ja", "en", "ja"} {
		use(t, tag)
		if Current() != tag {
			t.Errorf("Current is %q, want %q", Current(), tag)
		}
		for key, want := range toolkitTexts(t, tag) {
			if got := lang.X(key, key); got != want {
				t.Errorf("%s: the toolkit says %q for %q, want %q", tag, got, key, want)
			}
		}
	}
}

func TestUnknownTagIsEnglish(t *testing.T) {
	use(t, "xx")
	if Current() != "en" {
		t.Errorf("Current is %q, want en", Current())
	}
}

func TestEmptyTagIsTheSystems(t *testing.T) {
	t.Cleanup(func() { use(t, "en") })
	use(t, "")
	if Current() != System() {
		t.Errorf("Current is %q, want %q", Current(), System())
	}
}

func TestTextOf(t *testing.T) {
	texts, err := parseTexts([]byte(`{
		"plain": "Send",
		"named": "{{.Name}} is writing",
		"many": {"one": "{{.Count}} message", "other": "{{.Count}} messages"},
		"broken": "{{index .Name 99}}"
	}`))
	if err != nil {
		t.Fatal(err)
	}
	name := struct{ Name string }{"{{.Count}} <b>"} // data is never taken as a template
	for _, c := range []struct {
		tag, key string
		count    int
		data     any
		want     string
	}{
		{"en", "plain", 0, nil, "Send"},
		{"en", "named", 0, name, "{{.Count}} <b> is writing"},
		{"en", "many", 1, map[string]any{"Count": 1}, "1 message"},
		{"en", "many", 0, map[string]any{"Count": 0}, "0 messages"},
		{"en", "many", -1, map[string]any{"Count": "−1"}, "−1 messages"},
		{"ja", "many", 1, map[string]any{"Count": 1}, "1 messages"},
		{"en", "nothing.here", 0, nil, "nothing.here"},
		{"en", "broken", 0, name, "broken"},
	} {
		b := &book{tag: c.tag, texts: texts}
		if got := b.text(c.key, form(c.tag, c.count), c.data); got != c.want {
			t.Errorf("%s %s %d: got %q, want %q", c.tag, c.key, c.count, got, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, bad := range []string{`[]`, `{"a": 1}`, `{"a": {"one": "x"}}`, `{"a": "{{.X"}`, `{"a": {"other": 3}}`} {
		if texts, err := parseTexts([]byte(bad)); err == nil {
			t.Errorf("%s gives %v, want an error", bad, texts)
		}
	}
}

func use(t *testing.T, tag string) {
	t.Helper()
	if err := Use(tag); err != nil {
		t.Fatal(err)
	}
}

func toolkitTexts(t *testing.T, tag string) map[string]string {
	t.Helper()
	data, err := assets.Lang.ReadFile("lang/" + toolkitSubject + "." + tag + ".json")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}
