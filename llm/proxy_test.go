package llm

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/http/httpproxy"

	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// relay is a real proxy: it opens tunnels and passes on plain requests, each to one server whatever their host is called,
// and only for who names itself rightly.
type relay struct {
	*httptest.Server
	to string // host and port

	mu    sync.Mutex
	asked []string // method and host of each request
	raw   bytes.Buffer
}

const relayUser = "me:pass-word"

func serveRelay(t *testing.T, to string) *relay {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	p := &relay{to: u.Host}
	onward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL.Scheme, r.Out.URL.Host = "http", p.to }}
	p.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.asked = append(p.asked, r.Method+" "+r.Host)
		p.mu.Unlock()
		switch {
		case r.Header.Get("Proxy-Authorization") != "Basic "+base64.StdEncoding.EncodeToString([]byte(relayUser)):
			w.WriteHeader(http.StatusProxyAuthRequired)
		case r.Method == http.MethodConnect:
			p.tunnel(w)
		default:
			onward.ServeHTTP(w, r)
		}
	}))
	p.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(p.Close)
	return p
}

// tunnel copies both ways and keeps what the client sent.
func (p *relay) tunnel(w http.ResponseWriter) {
	server, err := net.Dial("tcp", p.to)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer server.Close()
	client, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer client.Close()
	if _, err := io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(io.MultiWriter(server, p), client) // it ends when one of them is closed
		server.Close()
	}()
	_, _ = io.Copy(client, server)
}

// Write keeps what went through the tunnel.
func (p *relay) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.raw.Write(b)
}

func (p *relay) seen() (asked, raw string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.asked, ", "), p.raw.String()
}

// as returns the proxy's address with a user and, if it is not empty, another scheme.
func (p *relay) as(user, scheme string) string {
	u, _ := url.Parse(p.URL)
	u.User = url.User(user)
	if scheme != "" {
		u.Scheme = scheme
	}
	return u.String()
}

// TestThroughARealProxy: replies and models come through a plain proxy and through a tunnel, which sees nothing but the
// host; its password is a secret.
func TestThroughARealProxy(t *testing.T) {
	plain := llmtest.Serve(t, nil)
	secure := serveTLS(t, func(c *x509.Certificate) { c.DNSNames = []string{"far.invalid"} })
	for name, tt := range map[string]struct{ base, to, asked, certificate string }{
		"plain":  {"http://far.invalid/v1", plain.URL, "GET far.invalid", ""},
		"tunnel": {"https://far.invalid/v1", secure.URL, "CONNECT far.invalid:443", secure.pem},
	} {
		t.Run(name, func(t *testing.T) {
			p := serveRelay(t, tt.to)
			p.Start()
			c, err := NewClient(persona.Connection{BaseURL: tt.base, Proxy: p.as("me", ""), Certificate: tt.certificate},
				Secret{Key: "sk-key", Proxy: "pass-word"}.Pack(), ClientOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if models, err := c.Models(t.Context()); err != nil || len(models) != 1 {
				t.Errorf("%v, %v", models, err)
			}
			asked, raw := p.seen()
			if asked != tt.asked || strings.Contains(raw, "sk-key") || strings.Contains(raw, "pass-word") {
				t.Errorf("asked %q, through it went %q", asked, raw)
			}
			if tt.certificate == "" {
				if h := listen(t.Context(), c, hi); h.err != nil || h.text != "Hello" {
					t.Errorf("%q, %v", h.text, h.err)
				}
			}
			_, err = far(t, tt.base, p.as("me", ""), "wrong-word").Models(t.Context())
			if codeOf(err) != CodeProxy || err.(*Error).Status != 407 || strings.Contains(causes(err), "wrong-word") {
				t.Errorf("with a wrong password: %v", causes(err))
			}
		})
	}
}

// TestTheServersCertificateIsComparedBehindASecureProxy: the fingerprint is the server's. The proxy is checked like
// anybody else, and what it shows is never offered for trust.
func TestTheServersCertificateIsComparedBehindASecureProxy(t *testing.T) {
	server, other := serveTLS(t, nil), serveTLS(t, nil)
	proxyKeys := serveTLS(t, nil)
	p := serveRelay(t, server.URL)
	p.TLS = proxyKeys.TLS.Clone()
	p.StartTLS()
	proxyRoots := x509.NewCertPool()
	proxyRoots.AddCert(proxyKeys.Certificate())
	reach := func(certificate string, roots *x509.CertPool) error {
		c := persona.Connection{BaseURL: "https://far.invalid/v1", Proxy: p.as("me", ""), Certificate: certificate}
		a, faults := readAccess(c, Secret{Proxy: "pass-word"})
		if len(faults) > 0 {
			t.Fatal(faults[0])
		}
		carrier := newCarrier(a, defaultConnect)
		carrier.toProxy.RootCAs = roots
		defer carrier.CloseIdleConnections()
		client, err := NewClient(c, "sk-key", ClientOptions{Transport: carrier})
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Models(t.Context())
		return err
	}
	if err := reach(fingerprint(server.Certificate()), proxyRoots); err != nil {
		t.Errorf("the server's own: %v", err)
	}
	for name, pin := range map[string]string{"the proxy's": fingerprint(proxyKeys.Certificate()), "another": fingerprint(other.Certificate())} {
		before := server.requests.Load()
		err := reach(pin, proxyRoots)
		if codeOf(err) != CodeTLSChanged || server.requests.Load() != before {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if shown := err.(*Error).Certificate; shown == nil || shown.Fingerprint != fingerprint(server.Certificate()) {
			t.Errorf("%s: shown %+v", name, shown)
		}
	}
	for _, pin := range []string{"", fingerprint(server.Certificate()), fingerprint(proxyKeys.Certificate())} {
		err := reach(pin, nil)
		if codeOf(err) != CodeProxy || err.(*Error).Certificate != nil {
			t.Errorf("a proxy that nobody knows, with %q: %v", pin, err)
		}
	}
}

// TestTrustHoldsWhereNoSecureProxyIsOnTheWay: with a proxy of https that is left aside the server is checked as ever.
func TestTrustHoldsWhereNoSecureProxyIsOnTheWay(t *testing.T) {
	server := serveTLS(t, nil)
	for pin, want := range map[string]string{fingerprint(server.Certificate()): "", "sha256:" + strings.Repeat("0", 64): CodeTLSChanged, "": CodeTLS} {
		c, err := NewClient(persona.Connection{BaseURL: server.URL, Proxy: "https://proxy.invalid", Certificate: pin}, "", ClientOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = c.Models(t.Context()); codeOf(err) != want {
			t.Errorf("%q: %v", pin, err)
		}
	}
}

func TestSecureProxies(t *testing.T) {
	system := &httpproxy.Config{HTTPProxy: "http://a:1", HTTPSProxy: "https://b"}
	own, _ := url.Parse("https://c:3")
	if got := secureProxies(nil, system); len(got) != 1 || got[0] != "b:443" {
		t.Errorf("the system's: %q", got)
	}
	if got := secureProxies(own, system); len(got) != 1 || got[0] != "c:3" {
		t.Errorf("the connection's own: %q", got)
	}
}

// TestSecureProxyThatIsSilent: a handshake with it is given up after the time for connecting.
func TestSecureProxyThatIsSilent(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := &carrier{toProxy: &tls.Config{}, connect: time.Nanosecond, Transport: &http.Transport{DialContext: new(net.Dialer).DialContext, TLSClientConfig: &tls.Config{}}}
	if _, err := c.dialTLS(t.Context(), "tcp", l.Addr().String()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ended with %v", err)
	}
}
