package ui

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/logs"
	"bonbon/persona"
	"bonbon/ui/settings"
)

// Marked secrets of every kind. Their signs are such that escaping changes them.
const (
	markedKey    = "sk-marked/7f+Qz=Kd93~wXy&4410"
	markedHeader = "hush-marked/93+Lm=%20qP?88"
	markedQuery  = "mum-marked/51+Vt=%25rB#&62"
	markedProxy  = "psst-marked/38+Gh=%3Fa:D@17"
)

var marked = []string{markedKey, markedHeader, markedQuery, markedProxy}

// forms are all the ways in which a secret may stand in what was written.
func forms(secret string) []string {
	all := []string{secret, url.QueryEscape(secret), url.PathEscape(secret), strings.ReplaceAll(secret, "/", `\/`), html.EscapeString(secret)}
	all = append(all, strings.NewReplacer("&", `\u0026`, "=", `\u003d`, "+", `\u002b`).Replace(secret))
	for before := range 3 { // base64 depends on how many bytes stand before
		for _, coding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
			text := coding.EncodeToString([]byte(strings.Repeat("x", before) + secret))
			all = append(all, text[4:len(text)-4])
		}
	}
	return all
}

// parrot is a server that fails in another way with every request, and says in each of them what it was sent.
type parrot struct {
	*httptest.Server
	n     atomic.Int32
	heard [4]atomic.Bool // which of the marked secrets reached it
}

func newParrot(t *testing.T) *parrot {
	p := &parrot{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		proxied := &http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}
		_, password, _ := proxied.BasicAuth()
		said := []string{}
		for i, s := range []string{
			strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), r.Header.Get("X-Api-Key"), r.URL.Query().Get("token"), password,
		} {
			if s == marked[i] {
				p.heard[i].Store(true)
			}
			said = append(said, s, url.QueryEscape(s), url.PathEscape(s), base64.StdEncoding.EncodeToString([]byte(s)),
				base64.URLEncoding.EncodeToString([]byte("Bearer "+s+" and more")))
		}
		p.answer(w, strings.Join(said, " , "))
	}))
	t.Cleanup(p.Close)
	return p
}

// ways is how many ways of answering a parrot has; in one of them all is well.
const ways = 16

func (p *parrot) answer(w http.ResponseWriter, said string) {
	h := w.Header()
	h.Set("X-Echo", said)
	reply := func(status int, kind, body string) {
		h.Set("Content-Type", kind)
		w.WriteHeader(status)
		fmt.Fprint(w, body) //nolint:errcheck // the client may be gone
	}
	const js, stream = "application/json", "text/event-stream"
	wrong := fmt.Sprintf(`{"error":{"message":%q,"code":%q,"type":%q,"param":%q}}`, said, said, said, said)
	switch p.n.Add(1) % ways {
	case 0:
		reply(401, js, wrong)
	case 1:
		reply(400, js, wrong)
	case 2:
		reply(403, "text/html", "<html>"+said)
	case 3:
		reply(500, "text/plain", strings.Repeat("word ", 57)+said)
	case 4:
		reply(502, "text/plain", strings.Repeat("word ", 397)+said)
	case 5:
		reply(200, "text/html", "<html>"+said)
	case 6:
		reply(200, stream, "data: {\"choices\":[{\"delta\":{\"content\":\"Half a\"}}]}\n\ndata: "+wrong+"\n\n")
	case 7:
		reply(200, stream, "event: error\ndata: "+wrong+"\n\n")
	case 8:
		reply(200, stream, "what is this: "+said+"\n\n")
	case 9:
		h.Set("Retry-After", "1")
		reply(429, js, fmt.Sprintf(`{"detail":%q}`, said))
	case 10:
		h.Set("Location", "http://elsewhere.invalid/v1/chat/completions?said="+url.QueryEscape(said))
		reply(307, js, wrong)
	case 12:
		reply(400, js, strings.ReplaceAll(wrong, "/", `\/`))
	case 13:
		reply(500, js, strings.NewReplacer("&", `\u0026`, "=", `\u003d`, "+", `\u002b`).Replace(wrong))
	case 14:
		reply(502, "text/html", "<html>"+html.EscapeString(said))
	case 15:
		reply(200, stream, fmt.Sprintf("data: {\"model\":%q,\"id\":%q,\"choices\":[{\"delta\":{\"content\":\"All is well.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", said, said))
	case 11:
		reply(200, js, fmt.Sprintf(`{"data":[{"id":%q},{"id":"test-model"}]}`, said))
	}
}

// TestSecretsAreWrittenNowhere: a key, a secret header, a secret of the query and a proxy's password that server and proxy
// repeat in every way are in no file but the keys' own, in no log line of any level, even where texts are asked for, in no
// export, on no screen and in no argument of the process.
func TestSecretsAreWrittenNowhere(t *testing.T) {
	p := newParrot(t)
	dead := httptest.NewServer(nil)
	dead.Close()
	c := persona.Connection{
		Name: "Parrot", BaseURL: p.URL + "/v1", Model: "test-model", Headers: "X-Api-Key:", Query: "tag=a&token", Body: `{"top_k":1}`,
	}
	d := with(t, c)
	var shouted bytes.Buffer
	kept := &logs.File{}
	must(t, kept.Open(filepath.Join(d.Store.Dir(), "log")))
	must(t, logs.CatchCrash(filepath.Join(d.Store.Dir(), "log")))
	everything := &slog.HandlerOptions{Level: slog.LevelDebug - 8, AddSource: true}
	d.Log = slog.New(logs.Tee(slog.NewTextHandler(&shouted, everything), slog.NewJSONHandler(kept, everything)))
	d.Driver = llm.NewDriver(llm.Options{
		Counter: counter, Logger: d.Log, Texts: true, DemoURL: d.DemoURL,
		Wait: func(context.Context, time.Duration) error { return nil },
	})
	secret := settings.Secret{
		Key: markedKey, Headers: persona.Headers("").With("X-Api-Key", markedHeader),
		Query: persona.Query("").With(persona.Param{Name: "token", Value: markedQuery}), Proxy: markedProxy,
	}
	must(t, d.saveKey("server", secret))

	var seen strings.Builder
	look := func() { seen.WriteString(d.shows() + "\n" + d.toast.Text() + "\n" + d.win.Title() + "\n") }
	server := &d.settings.Connections[1]
	proxied := *server
	proxied.BaseURL, proxied.Proxy = "http://far.invalid/v1", strings.Replace(p.URL, "//", "//me@", 1)
	for _, way := range []persona.Connection{*server, proxied} {
		*server = way
		for i := range 2 * ways {
			d.ask(fmt.Sprintf("Question %d", i))
			look()
			d.tryAgain()
			d.settle()
			look()
		}
		d.probeAll(way, &seen, look)
	}
	for _, change := range []func(*persona.Connection){
		func(c *persona.Connection) { c.BaseURL = dead.URL },
		func(c *persona.Connection) { c.BaseURL = "http://far.invalid/v1"; c.Proxy = dead.URL },
		func(c *persona.Connection) { c.Proxy = "http://me:" + url.PathEscape(markedProxy) + "@" },
		func(c *persona.Connection) { c.BaseURL = p.URL + "/v1?token=" + url.QueryEscape(markedQuery) },
		func(c *persona.Connection) { c.BaseURL = dead.URL + "/v1?token=" + url.QueryEscape(markedQuery) },
		func(c *persona.Connection) { c.BaseURL = strings.Replace(p.URL, "http", "https", 1) },
		func(c *persona.Connection) { c.BaseURL = "http://user:" + url.PathEscape(markedKey) + "@h/v1" },
		func(c *persona.Connection) { c.Body = "{" },
	} {
		broken := *server
		change(&broken)
		d.test(t.Context(), broken, settings.Secret{}, func(s settings.Step) { seen.WriteString(s.Text + "\n") })
		d.settle()
	}
	d.showSettingsPage(settings.PageConnections)
	d.settle()
	look()
	d.press("panels.app.change")
	d.settle()
	look()
	d.escape()
	answers := d.lookAtExchanges(look)
	for i := range p.heard {
		if !p.heard[i].Load() {
			t.Fatalf("%q never reached the server", marked[i])
		}
	}

	var export bytes.Buffer
	must(t, d.Store.ExportAll(&export))
	must(t, d.Store.ExportTalk(&export, d.open.talk))
	must(t, d.Store.ExportPersona(&export, d.open.persona.ID))
	must(t, kept.Close())
	written := map[string]string{
		"the log": shouted.String(), "an export": export.String(), "the window": seen.String(), "the arguments": strings.Join(os.Args, " "),
		"the answers as received": answers, // the store has them compressed
	}
	must(t, filepath.WalkDir(d.Store.Dir(), func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && e.Name() != "keys.json" {
			data, err := os.ReadFile(path)
			written[e.Name()] = string(data)
			return err
		}
		return err
	}))
	for _, name := range []string{"bonbon.db", logs.Name, "the log", "an export", "the window", "the answers as received"} {
		if len(written[name]) < 500 {
			t.Errorf("%s holds only %d bytes: the test looks at the wrong place", name, len(written[name]))
		}
	}
	for name, text := range written {
		for _, s := range marked {
			for _, form := range forms(s) {
				if i := strings.Index(text, form); i >= 0 {
					t.Errorf("%s holds %q: …%q", name, form, text[max(i-80, 0):min(i+80, len(text))])
					break
				}
			}
		}
	}
	stored, err := d.Keys.Stored("server")
	if err != nil || settings.Secret(llm.UnpackSecret(stored)) != secret {
		t.Errorf("the key is not where it belongs: %v", err)
	}
	if !strings.Contains(export.String(), "All is well.") {
		t.Error("no reply went well")
	}
	if e := d.path(d.open.talk); len(e) == 0 || !strings.Contains(strings.Join(e, " "), string(talk.CutOff)) && !strings.Contains(strings.Join(e, " "), string(talk.Failed)) {
		t.Errorf("no reply broke off: %q", e)
	}
}

// probeAll tests a connection, asks for its models and its context length, and looks at what is shown.
func (d *desk) probeAll(c persona.Connection, seen *strings.Builder, look func()) {
	for range 2 * ways {
		d.test(d.t.Context(), c, settings.Secret{}, func(s settings.Step) { seen.WriteString(s.Text + "\n") })
		d.settle()
		d.lessons.asked = map[lesson]asking{}
		d.askWindow()
		if _, err := d.models(c); err != nil {
			seen.WriteString(d.sentence(err) + err.Error() + "\n")
			d.complain(err)
			look()
		}
		d.settle()
	}
}

// lookAtExchanges looks at what was sent for each reply of the open talk and what came back, and returns the latter as it is
// stored.
func (d *desk) lookAtExchanges(look func()) (answers string) {
	log := d.Store.Talk(d.open.talk)
	n, err := log.Len()
	must(d.t, err)
	entries, err := log.Page(0, n)
	must(d.t, err)
	for _, e := range entries {
		if e.Role != talk.Assistant || e.Sent == nil {
			continue
		}
		d.showSent(e.ID)
		d.settle()
		look()
		d.escape()
		takes, err := log.Answers(e.ID)
		if err != nil && !errors.Is(err, history.ErrNotFound) {
			d.t.Fatal(err)
		}
		for _, k := range takes {
			answers += fmt.Sprintln(k.Status, k.Header, string(k.Body))
		}
	}
	return answers
}

// TestCrashNamesNoSecret runs a program that panics in the midst of a request that holds all secrets, and looks through the
// trace of it.
func TestCrashNamesNoSecret(t *testing.T) {
	const where = "BONBON_TEST_CRASH"
	if dir := os.Getenv(where); dir != "" {
		crashWithSecrets(t, dir)
	}
	dir := t.TempDir()
	crash := exec.Command(os.Args[0], "-test.run=^TestCrashNamesNoSecret$")
	crash.Env = append(os.Environ(), where+"="+dir)
	out, err := crash.CombinedOutput()
	if err == nil {
		t.Fatalf("it did not crash: %s", out)
	}
	trace, err := os.ReadFile(filepath.Join(dir, "crash.txt"))
	must(t, err)
	if !bytes.Contains(trace, []byte("goroutine")) || !bytes.Contains(trace, []byte("llm.(*Client)")) {
		t.Fatalf("the trace is %s", trace)
	}
	for _, secret := range marked {
		for _, form := range forms(secret) {
			if bytes.Contains(trace, []byte(form)) || bytes.Contains(out, []byte(form)) {
				t.Errorf("the trace holds %q", form)
			}
		}
	}
}

type breaking struct{}

func (breaking) RoundTrip(*http.Request) (*http.Response, error) { panic("a fault of ours") }

func crashWithSecrets(t *testing.T, dir string) {
	must(t, logs.CatchCrash(dir))
	secret := llm.Secret{
		Key: markedKey, Headers: persona.Headers("").With("X-Api-Key", markedHeader),
		Query: persona.Query("").With(persona.Param{Name: "token", Value: markedQuery}), Proxy: markedProxy,
	}
	client, err := llm.NewClient(persona.Connection{BaseURL: "http://h/v1", Headers: "X-Api-Key:", Query: "token", Proxy: "http://me@p"},
		secret.Pack(), llm.ClientOptions{Transport: breaking{}})
	must(t, err)
	go client.Models(context.Background()) //nolint:errcheck // it never returns
	select {}
}
