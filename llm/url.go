package llm

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// endpoints are the paths that people paste along with a base address.
var endpoints = []string{"/chat/completions", "/completions", "/responses", "/embeddings", "/models"}

// NormalizeBaseURL turns what a user typed into the base address of a model server: "127.0.0.1:8080" becomes
// "http://127.0.0.1:8080/v1". Blanks around it, slashes at its end, a pasted endpoint and a fragment are dropped; a bare
// host gets /v1; a query is kept. Without a scheme, http is taken for this machine and private networks only, since a
// guess may not send a key in clear. What cannot be used is an *Error with CodeBadURL, whose Args hold a "reason"
// (empty, scheme, host, port, user, characters) and where possible a "suggestion".
func NormalizeBaseURL(typed string) (string, error) {
	s := strings.TrimSpace(typed)
	if s == "" {
		return "", badURL("empty", nil)
	}
	bare := !strings.Contains(s, "://")
	if bare {
		s = "http://" + strings.TrimLeft(s, "/")
	}
	u, err := url.Parse(s)
	if err != nil {
		return "", badURL("characters", nil) // the parser's error would repeat a password
	}
	u.Scheme = strings.ToLower(u.Scheme)
	if reason := unusable(u); reason != "" {
		return "", badURL(reason, nil)
	}
	u.Fragment, u.RawFragment = "", ""
	setPath(u)
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && ip.IsUnspecified() {
		u.Host = net.JoinHostPort("127.0.0.1", u.Port())
		u.Host = strings.TrimSuffix(u.Host, ":")
	}
	if u.User != nil {
		u.User = nil
		return "", badURL("user", u)
	}
	if bare && !isNear(u.Hostname()) {
		u.Scheme = "https"
		return "", badURL("scheme", u)
	}
	return u.String(), nil
}

// ChatURL returns the address that requests for a reply go to, for what a user typed as base address and as extra query.
// Its error is that of NormalizeBaseURL.
func ChatURL(typed, query string) (string, error) {
	base, err := NormalizeBaseURL(typed)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(base)
	if err != nil {
		return "", badURL("characters", nil)
	}
	more, fault := readQuery(query)
	if fault != nil {
		more = "" // it is complained about beside its own field
	}
	u.Path += endpoints[0]
	u.RawQuery = joinQuery(u.RawQuery, more)
	return u.String(), nil
}

// unusable names what makes an address useless, "" if nothing does.
func unusable(u *url.URL) string {
	if u.Scheme != "http" && u.Scheme != "https" {
		return "scheme"
	}
	if u.Hostname() == "" {
		return "host"
	}
	if !goodPort(u.Port()) {
		return "port"
	}
	return ""
}

// goodPort reports whether a port can be one, or is left out.
func goodPort(port string) bool {
	n, err := strconv.Atoi(port)
	return port == "" || err == nil && n >= 1 && n <= 65535
}

// setPath reduces the path to the part before the endpoint.
func setPath(u *url.URL) {
	path := strings.TrimRight(u.Path, "/")
	for _, e := range endpoints {
		if n := len(path) - len(e); n >= 0 && strings.EqualFold(path[n:], e) {
			path = strings.TrimRight(path[:n], "/")
			break
		}
	}
	if path == "" {
		path = "/v1"
	}
	u.Path, u.RawPath = path, ""
}

// isNear reports whether a host is this machine or one in a private network.
func isNear(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	}
	return isLoopback(host) || strings.HasSuffix(strings.ToLower(host), ".local")
}

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback()
	}
	host = strings.ToLower(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

func badURL(reason string, suggestion *url.URL) *Error {
	e := newError(CodeBadURL, nil).with("reason", reason)
	if suggestion != nil {
		e = e.with("suggestion", suggestion.String())
	}
	return e
}
