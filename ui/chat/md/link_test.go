package md

import (
	"strings"
	"testing"
)

func TestSafeURL(t *testing.T) {
	for text, want := range map[string]string{
		"https://example.invalid/ok":             "https://example.invalid/ok",
		"HTTP://example.invalid/ok":              "http://example.invalid/ok",
		"mailto:nobody@example.invalid":          "mailto:nobody@example.invalid",
		" https://example.invalid/space":         "https://example.invalid/space",
		"https://xn--exmple-cua.invalid/":        "https://xn--exmple-cua.invalid/",
		"http://127.0.0.1:8099/p.png?leak=a&n=1": "http://127.0.0.1:8099/p.png?leak=a&n=1",
		"file:///etc/passwd":                     "",
		"FILE:///etc/passwd":                     "",
		"JaVaScRiPt:alert(1)":                    "",
		"java\tscript:alert(1)":                  "",
		"data:text/html,<b>x</b>":                "",
		"vbscript:x":                             "",
		"smb://127.0.0.1/share":                  "",
		`\\127.0.0.1\share`:                      "",
		"//127.0.0.1/share":                      "",
		"ms-msdt:/id":                            "",
		"tel:000":                                "",
		"/bin/sh":                                "",
		"C:/Windows/System32/calc.exe":           "",
		"./run.sh":                               "",
		"https://example.invalid@127.0.0.1/":     "",
		"https://example.invalid/%0d%0aX":        "",
		"http:///nohost":                         "",
		"https:example.invalid":                  "",
		"%6aavascript:alert(1)":                  "",
		"mailto:":                                "",
		"mailto:a@b.c?subject=x%0aBcc:d@e.f":     "",
		"https://" + strings.Repeat("a", maxURL): "",
		"":                                       "",
	} {
		u, ok := SafeURL(text)
		got := ""
		if ok {
			got = u.String()
		}
		if got != want {
			t.Errorf("SafeURL(%q) = %q, want %q", text, got, want)
		}
	}
}

// A link that may not be opened, and every picture, shows its address.
func TestAddressesAreVisible(t *testing.T) {
	for text, want := range map[string]string{
		"[3](file:///etc/passwd)":                       "[3](file:///etc/passwd)",
		"<javascript:alert(1)>":                         "<javascript:alert(1)>",
		"![e](file:///etc/passwd)":                      "![e](file:///etc/passwd)",
		"![h](../../etc/hostname)":                      "![h](../../etc/hostname)",
		"![b][r]\n\n[r]: /x":                            "![b][r]\n[r]: /x",
		"![a](http://127.0.0.1/p.png?n=1)":              "a http://127.0.0.1/p.png?n=1",
		"[![c](http://a.invalid/p)](https://b.invalid)": "c <https://b.invalid> http://a.invalid/p https://b.invalid",
		"[https://bank.invalid](https://evil.invalid/)": "https://bank.invalid <https://evil.invalid/>  (evil.invalid)",
		"[bank.invalid](https://bank.invalid/)":         "bank.invalid <https://bank.invalid/>",
		"[](https://a.invalid/)":                        "https://a.invalid/",
		"see https://a.invalid/b。それ":                    "see https://a.invalid/b。それ",
		"nobody@example.invalid":                        "nobody@example.invalid <mailto:nobody@example.invalid>",
	} {
		got := strings.TrimSpace(shown(Parse(text)))
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%q shows %q, want %q", text, got, want)
		}
	}
}

func TestOnlySafeAddressesLead(t *testing.T) {
	n := 0
	for name, text := range inputs(t) {
		for _, b := range Parse(text) {
			for _, s := range b.Spans {
				if s.Link == "" {
					continue
				}
				n++
				if _, ok := SafeURL(s.Link); !ok {
					t.Errorf("%s: %q leads to %q", name, s.Text, s.Link)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no links at all")
	}
}
