package wire

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMasker(t *testing.T) {
	if got := Masker("abc", " ", "")("abc is short"); got != "abc is short" {
		t.Errorf("a short secret blots out words: %q", got)
	}
	if got := Masker(" sk-a/b+c ", "sk-a")("use sk-a/b+c or sk-a"); got != "use •••• or ••••" {
		t.Errorf("hidden as %q", got)
	}
}

// TestMaskerHidesEveryForm: whatever stands around a secret, neither it nor its codings are seen afterwards.
func TestMaskerHidesEveryForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`[!-~]{12,60}`).Draw(t, "secret")
		around := rapid.StringMatching(`[ -~]{0,7}`)
		text := around.Draw(t, "before") + secret + around.Draw(t, "after")
		hide := Masker("something else", secret)
		inJSON, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, coded := range []string{
			string(inJSON), strings.ReplaceAll(string(inJSON), "/", `\/`), html.EscapeString(text), hexEscape.ReplaceAllStringFunc(url.QueryEscape(text), strings.ToLower),
			text, url.QueryEscape(text), url.PathEscape(text),
			base64.StdEncoding.EncodeToString([]byte(text)), base64.RawURLEncoding.EncodeToString([]byte(text)),
		} {
			if got := hide("said: " + coded + "."); !strings.Contains(got, mask) || strings.Contains(got, secret) {
				t.Fatalf("%q is shown as %q", coded, got)
			}
		}
	})
}
