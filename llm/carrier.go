package llm

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// route tells apart what carries requests: turns over the same one share its open connections.
type route struct {
	connect     time.Duration
	proxy       string // with its password; it is never shown
	certificate string
}

// maxRoutes bounds the carriers that are kept, and so the idle connections.
const maxRoutes = 16

var carriers = struct {
	sync.Mutex
	of map[route]*carrier
}{of: map[route]*carrier{}}

// carrierFor returns the carrier of a connection.
func carrierFor(a access, certificate string, connect time.Duration) *carrier {
	r := route{connect: connect, certificate: certificate}
	if a.proxy != nil {
		r.proxy = a.proxy.String()
	}
	carriers.Lock()
	defer carriers.Unlock()
	if c := carriers.of[r]; c != nil {
		return c
	}
	if len(carriers.of) == maxRoutes {
		for old, c := range carriers.of {
			c.CloseIdleConnections()
			delete(carriers.of, old)
		}
	}
	c := newCarrier(a, connect)
	carriers.of[r] = c
	return c
}

// carrier is TCP with a connection's proxy and its trust. Its errors name the proxy if that failed.
type carrier struct {
	*http.Transport
	proxy func(*url.URL) (*url.URL, error)
	own   bool // the connection trusts a certificate of its own

	secure  []string    // the proxies of https, by host and port
	toProxy *tls.Config // how they are checked
	connect time.Duration
}

func newCarrier(a access, connect time.Duration) *carrier {
	system := httpproxy.FromEnvironment()
	c := &carrier{
		proxy: proxyFunc(a.proxy, system), own: a.trust != nil,
		secure: secureProxies(a.proxy, system), toProxy: a.trust.toProxy(), connect: connect,
	}
	c.Transport = &http.Transport{
		Proxy:                  func(r *http.Request) (*url.URL, error) { return c.proxy(r.URL) },
		OnProxyConnectResponse: tunnelled,
		DialContext:            (&net.Dialer{Timeout: connect, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:    connect,
		TLSClientConfig:        a.trust.config(),
		ForceAttemptHTTP2:      true,
		DisableCompression:     true, // a compressed stream is held back by its compressor
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        60 * time.Second,
		ExpectContinueTimeout:  time.Second,
	}
	if len(c.secure) > 0 {
		c.DialTLSContext = c.dialTLS // else a proxy would be checked like the server
	}
	return c
}

// secureProxies returns the proxies of https that may be on the way.
func secureProxies(own *url.URL, system *httpproxy.Config) (addresses []string) {
	candidates := []*url.URL{own}
	for _, typed := range []string{system.HTTPProxy, system.HTTPSProxy} {
		if u, err := url.Parse(typed); own == nil && err == nil {
			candidates = append(candidates, u)
		}
	}
	for _, u := range candidates {
		if u != nil && u.Scheme == "https" && u.Host != "" {
			addresses = append(addresses, net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "443")))
		}
	}
	return addresses
}

// dialTLS connects to a proxy of https, or where none is on the way to the server. Only the latter has to show what the
// connection trusts.
func (c *carrier) dialTLS(ctx context.Context, network, address string) (net.Conn, error) {
	raw, err := c.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, errors.Join(err, raw.Close())
	}
	config := c.TLSClientConfig.Clone()
	config.NextProtos = []string{"h2", "http/1.1"}
	if slices.Contains(c.secure, address) {
		config = c.toProxy.Clone()
	}
	config.ServerName = host
	ctx, cancel := context.WithTimeout(ctx, c.connect)
	defer cancel()
	secure := tls.Client(raw, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, errors.Join(err, raw.Close())
	}
	return secure, nil
}

// proxyFunc returns which proxy, if any, leads to an address: own if it is not nil, else the system's. This machine is
// never reached through one, nor is a host that NO_PROXY lists, by name, suffix, address or CIDR range.
func proxyFunc(own *url.URL, system *httpproxy.Config) func(*url.URL) (*url.URL, error) {
	config := *system
	if own != nil {
		config.HTTPProxy, config.HTTPSProxy = own.String(), own.String()
	}
	find := config.ProxyFunc()
	return func(to *url.URL) (*url.URL, error) {
		if isLoopback(to.Hostname()) {
			return nil, nil
		}
		return find(to)
	}
}

// proxyError is the failure of a proxy.
type proxyError struct {
	host   string
	status int // what the proxy answered; 0: nothing
	cause  error
}

func (e *proxyError) Error() string {
	if e.status != 0 {
		return fmt.Sprintf("llm: proxy %s answered %d", e.host, e.status)
	}
	return fmt.Sprintf("llm: proxy %s: %v", e.host, e.cause)
}

func (e *proxyError) Unwrap() error { return e.cause }

// tunnelled is called with a proxy's answer to the wish for a tunnel.
func tunnelled(_ context.Context, proxy *url.URL, _ *http.Request, res *http.Response) error {
	if res.StatusCode != http.StatusOK {
		return &proxyError{host: proxy.Host, status: res.StatusCode}
	}
	return nil
}

// RoundTrip implements http.RoundTripper.
func (c *carrier) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := c.Transport.RoundTrip(req)
	if err != nil {
		return nil, c.explain(req, err)
	}
	if res.StatusCode == http.StatusProxyAuthRequired {
		if proxy, err := c.proxy(req.URL); err == nil && proxy != nil {
			return nil, errors.Join(&proxyError{host: proxy.Host, status: res.StatusCode}, res.Body.Close())
		}
	}
	return res, nil
}

func (c *carrier) explain(req *http.Request, err error) error {
	var (
		op     *net.OpError
		verify *tls.CertificateVerificationError
	)
	switch {
	case errors.As(err, &op) && op.Op == "proxyconnect":
		if proxy, none := c.proxy(req.URL); none == nil && proxy != nil {
			return &proxyError{host: proxy.Host, cause: op.Err}
		}
	case c.own && errors.As(err, &verify):
		return &changedError{err}
	}
	return err
}
