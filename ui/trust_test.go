package ui

import (
	"io"
	"log"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// behindTLS serves what s serves, with a certificate that nobody has signed.
func behindTLS(t *testing.T, s *llmtest.Server) string {
	t.Helper()
	to, err := url.Parse(strings.TrimSuffix(s.URL, "/v1"))
	must(t, err)
	secure := httptest.NewUnstartedServer(httputil.NewSingleHostReverseProxy(to))
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	return secure.URL + "/v1"
}

// A turn that ends at a certificate shows it; trusted, the message goes out by itself. Nothing was sent before.
func TestCertificateIsTrustedFromTheTalk(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("Come in")})
	d := with(t, persona.Connection{Name: "Shelf", BaseURL: behindTLS(t, s), Model: "test-model"})
	d.ask("Hello?")
	n := d.transcript.Notice()
	if n == nil || n.Title != words.T("error.llm.tls.title") || len(n.Actions) != 1 || n.Actions[0].Label != words.T("action.certificate") {
		t.Fatalf("the notice is %+v", n)
	}
	if len(s.Requests()) != 0 {
		t.Fatal("something was sent before trust")
	}
	n.Actions[0].Do()
	d.sees("Shelf", "sha256:")
	d.press("certificate.trust")
	d.settle()
	d.sees("Come in")
	trusted := d.settings.Find("server").Certificate
	stored, err := d.Store.Settings()
	must(t, err)
	if stored.Find("server").Certificate != trusted || !strings.HasPrefix(trusted, "sha256:") {
		t.Errorf("stored is %+v", stored.Find("server"))
	}
	if c := d.settings.Find("server"); d.trust(persona.Connection{ID: c.ID, BaseURL: "https://elsewhere/v1"}, "sha256:00") {
		t.Error("a certificate is trusted for an address that it was not shown at")
	}

	d.settings.Connections[1].Certificate = strings.Repeat("0", 64)
	d.ask("And now?")
	n = d.transcript.Notice()
	if n == nil || n.Title != words.T("error.llm.tls_changed.title") || len(n.Actions) != 1 {
		t.Fatalf("the notice is %+v", n)
	}
	n.Actions[0].Do()
	d.press("panels.cancel")
	if got := d.settings.Find("server").Certificate; got != strings.Repeat("0", 64) {
		t.Errorf("trusted without a word: %q", got)
	}
}

// The test of a connection shows the certificate too, and goes on when it is trusted.
func TestCertificateInTheTestOfAConnection(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("Come in")})
	d := with(t, persona.Connection{Name: "Shelf", BaseURL: behindTLS(t, s), Model: "test-model"})
	d.showSettingsPage(settings.PageConnections)
	d.press("panels.app.change")
	d.press("panels.server.test")
	d.settle()
	d.sees(words.T("error.llm.tls.title"), "sha256:")
	d.press("certificate.trust")
	d.settle()
	d.sees("Come in", words.N("test.models", 1))
	d.misses(words.T("panels.server.testing"))
	d.press("panels.save")
	d.settle()
	if got := d.settings.Find("server").Certificate; !strings.HasPrefix(got, "sha256:") {
		t.Errorf("kept %q", got)
	}
}

// What is wrong with a connection is said where it is typed, and in a turn.
func TestFaultsOfAConnectionAreInWords(t *testing.T) {
	d := with(t, persona.Connection{})
	problems := checkConnection(persona.Connection{Headers: "Host: x", Query: "%", Body: "{\n1", Proxy: "ftp://p", Certificate: "x"})
	if len(problems) != 5 || !strings.Contains(problems["body"], "2") {
		t.Errorf("problems %v", problems)
	}
	for field, text := range problems {
		if text == "" || strings.Contains(text, "fault.") || strings.Contains(text, "no value") {
			t.Errorf("%s: %q", field, text)
		}
	}
	d.settings.Connections = append(d.settings.Connections, persona.Connection{ID: "x", BaseURL: "http://127.0.0.1:1/v1", Body: "[]"})
	d.settings.Connection = "x"
	d.ask("Hello?")
	if n := d.transcript.Notice(); n == nil || n.Title != words.T("error.llm.bad_connection.title") || !strings.Contains(n.Text, words.T("fault.body.object")) {
		t.Errorf("the notice is %+v", n)
	}
	for typed, key := range map[string]string{"http://user:hush@h/v1": "fault.url.user", "http://h:99999/v1": "fault.url.port"} {
		_, err := d.servers().Final(typed, "")
		if got := d.sentence(err); !strings.Contains(got, words.T(key)) || strings.Contains(got, "hush") {
			t.Errorf("%s: %q", typed, got)
		}
	}
}
