package llm

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"bonbon/persona"
)

// endpoints are the paths that people paste along with a base address.
var endpoints = []string{"/chat/completions", "/completions", "/responses", "/embeddings", "/models", "/messages", "/completion"}

// native are the paths of Ollama's own protocol. A server that has them has the common one beside it, at /v1.
var native = []string{"/api/chat", "/api/generate", "/api/tags", "/api/show", "/api/ps", "/api/version"}

// nativeHosts and nativePorts are those whose /api is a protocol of their own: Ollama's and KoboldCpp's.
var (
	nativeHosts = []string{"ollama.com"}
	nativePorts = []string{"11434", "5001"}
)

// NormalizeBaseURL turns what a user typed into the base address of a model server: "127.0.0.1:8080" becomes
// "http://127.0.0.1:8080/v1". Blanks around it, slashes at its end, a pasted endpoint and a fragment are dropped; the paths
// of Ollama's and KoboldCpp's own protocols become /v1; a bare host gets /v1, or what its preset has; a query is kept. Without a scheme, http is taken for this machine and private networks only, since a
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

// ChatURL returns the address that requests for a reply go to, for what a user typed as base address and as extra query. The
// values of secret parameters are shown as "…". Its error is that of NormalizeBaseURL.
func ChatURL(typed string, query persona.Query) (string, error) {
	base, err := NormalizeBaseURL(typed)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(base)
	if err != nil {
		return "", badURL("characters", nil)
	}
	u.Path += endpoints[0]
	var more persona.Query
	for _, p := range paramsOf(query) { // what cannot be read is complained about beside its own field
		shown := persona.Query("").With(persona.Param{Name: p.Name, Value: p.Value})
		if p.Secret {
			shown += "…"
		}
		more = persona.Query(joinQuery(string(more), string(shown)))
	}
	u.RawQuery = joinQuery(u.RawQuery, string(more))
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

// setPath reduces the path to the part before the endpoint, and leads to where the common protocol is.
func setPath(u *url.URL) {
	path, found := cutSuffixes(strings.TrimRight(u.Path, "/"), native)
	switch {
	case found:
		path += "/v1"
	case (path == "/api" || strings.HasPrefix(path, "/api/")) && (slices.Contains(nativePorts, u.Port()) || slices.Contains(nativeHosts, u.Hostname())):
		path = "/v1"
	default:
		path, _ = cutSuffixes(path, endpoints)
	}
	u.Path, u.RawPath = homePath(u.Host, path), ""
}

// cutSuffixes cuts the first of some paths that another one ends with.
func cutSuffixes(path string, ends []string) (string, bool) {
	for _, e := range ends {
		if n := len(path) - len(e); n >= 0 && strings.EqualFold(path[n:], e) {
			return strings.TrimRight(path[:n], "/"), true
		}
	}
	return path, false
}

// homePath completes the beginning of a preset's path to the whole of it; without a path any other host has /v1.
func homePath(host, path string) string {
	for _, p := range Presets() {
		if u, err := url.Parse(p.BaseURL); err == nil && strings.EqualFold(u.Host, host) && strings.HasPrefix(u.Path, path+"/") {
			return u.Path
		}
	}
	if path == "" {
		return "/v1"
	}
	return path
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
