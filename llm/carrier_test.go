package llm

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http/httpproxy"

	"bonbon/llm/llmtest"
	"bonbon/persona"
)

func TestProxyFunc(t *testing.T) {
	own, _ := url.Parse("http://own:3128")
	system := httpproxy.Config{HTTPProxy: "http://sys:1", HTTPSProxy: "http://sys:1", NoProxy: "192.168.0.0/16,.lan,nas.example:8080,fd00::/8"}
	tests := []struct {
		to    string
		wayIn bool // through a proxy
	}{
		{"http://localhost:8080/v1", false}, {"http://LOCALHOST/v1", false}, {"http://a.localhost", false},
		{"http://127.0.0.1:8080", false}, {"http://127.1.2.3", false}, {"https://[::1]:8080/v1", false},
		{"http://192.168.7.5:1234/v1", false}, {"https://box.lan/v1", false}, {"http://nas.example:8080", false}, {"http://[fd12::5]:80/", false},
		{"http://nas.example:9090", true}, {"http://lan", true}, {"http://10.0.0.5", true}, {"https://api.example.com/v1", true},
		{"http://localhost.example.com", true},
	}
	for _, tt := range tests {
		to, err := url.Parse(tt.to)
		if err != nil {
			t.Fatal(err)
		}
		for _, use := range []*url.URL{nil, own} {
			want := ""
			if tt.wayIn {
				want = "sys:1"
				if use != nil {
					want = "own:3128"
				}
			}
			got, host := (*url.URL)(nil), ""
			if got, err = proxyFunc(use, &system)(to); got != nil {
				host = got.Host
			}
			if err != nil || host != want {
				t.Errorf("%s with own proxy %v goes through %q, %v; want %q", tt.to, use, host, err, want)
			}
		}
	}
}

// far makes a client for a host that is not this machine, so that its requests go through a proxy.
func far(t *testing.T, base, proxy, password string) *Client {
	t.Helper()
	c, err := NewClient(persona.Connection{BaseURL: base, Proxy: proxy}, Secret{Key: "sk-key", Proxy: password}.Pack(), ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestProxyCarriesRequests(t *testing.T) {
	var asked, credentials atomic.Value
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.URL.String())
		credentials.Store(r.Header.Get("Proxy-Authorization"))
		if _, err := w.Write([]byte(`{"data":[{"id":"a"}]}`)); err != nil {
			t.Error(err)
		}
	}))
	defer proxy.Close()
	c := far(t, "http://far.invalid/v1", strings.Replace(proxy.URL, "http://", "http://me@", 1), "pass")
	models, err := c.Models(t.Context())
	if err != nil || len(models) != 1 || asked.Load() != "http://far.invalid/v1/models" || credentials.Load() != "Basic bWU6cGFzcw==" {
		t.Errorf("%v, %v; the proxy was asked for %v by %v", models, err, asked.Load(), credentials.Load())
	}
}

func TestProxyFailureNamesTheProxy(t *testing.T) {
	dead := httptest.NewServer(nil)
	dead.Close()
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) }))
	defer refusing.Close()
	for name, tt := range map[string]struct {
		base, proxy string
		status      int
	}{
		"dead":        {"http://far.invalid/v1", dead.URL, 0},
		"dead tunnel": {"https://far.invalid/v1", dead.URL, 0},
		"dead SOCKS":  {"http://far.invalid/v1", strings.Replace(dead.URL, "http", "socks5", 1), 0},
		"no leave":    {"http://far.invalid/v1", refusing.URL, 407},
		"no tunnel":   {"https://far.invalid/v1", refusing.URL, 407},
		"with a user": {"http://far.invalid/v1", strings.Replace(dead.URL, "//", "//me@", 1), 0},
	} {
		t.Run(name, func(t *testing.T) {
			h := listen(t.Context(), far(t, tt.base, tt.proxy, "hush-hush-hush"), hi)
			at, _ := url.Parse(tt.proxy)
			if codeOf(h.err) != CodeProxy {
				t.Fatal(h.err)
			}
			e := h.err.(*Error)
			if e.Args()["proxy"] != at.Host || e.Status != tt.status || strings.Contains(causes(e), "hush") {
				t.Errorf("%v %v: %s", e.Args(), e.Status, causes(e))
			}
		})
	}
}

// TestOwnProxyNeverReachesLoopback: a proxy that does not exist is no hindrance on the way to this machine.
func TestOwnProxyNeverReachesLoopback(t *testing.T) {
	s := llmtest.Serve(t, nil)
	if h := listen(t.Context(), far(t, s.URL, "http://127.0.0.1:9", ""), hi); h.err != nil {
		t.Error(h.err)
	}
	if ip := net.ParseIP("127.0.0.1"); !isLoopback(ip.String()) || isLoopback("10.0.0.1") {
		t.Error("another machine is taken for this one")
	}
}

func TestCarriersAreSharedAndBounded(t *testing.T) {
	a := access{}
	one := carrierFor(a, "", defaultConnect)
	if carrierFor(a, "", defaultConnect) != one {
		t.Error("two carriers for one route")
	}
	for i := range 3 * maxRoutes {
		carrierFor(a, "", defaultConnect+time.Duration(i+1))
	}
	carriers.Lock()
	defer carriers.Unlock()
	if len(carriers.of) > maxRoutes {
		t.Errorf("%d carriers are kept", len(carriers.of))
	}
}
