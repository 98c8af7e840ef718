package llm

import (
	"encoding/base64"
	"net/url"
	"strings"

	"bonbon/persona"
)

// Apart returns a connection without the secrets that stand in the open in it, and these: in the query, also in that of the address,
// and in headers those whose names look like it; what opens the address or the proxy. Both together reach the server as the connection
// did. A connection that holds none, as every one should, is returned as it is; what cannot be read is left.
func Apart(c persona.Connection) (persona.Connection, Secret) {
	var s Secret
	whole := c
	c.BaseURL, s.Headers = withoutUser(c.BaseURL)
	if s.Headers != "" {
		c.Headers = c.Headers.With("Authorization", "")
	}
	address, typed := persona.CutQuery(c.BaseURL)
	if params, err := typed.Params(); err == nil && len(params) > 0 {
		c.BaseURL = address
		for _, p := range params {
			c.Query = c.Query.With(p)
		}
	}
	c.Query, s.Query = partQuery(c.Query)
	var kept, secret persona.Headers
	for name, value := range c.Headers.All() {
		if value != "" && persona.LooksSecret(name, value) {
			secret, value = secret.With(name, value), ""
		}
		kept = kept.With(name, value)
	}
	s.Headers = Secret{Headers: secret}.Over(Secret{Headers: s.Headers}).Headers
	if secret != "" {
		c.Headers = kept
	}
	if proxy, password := persona.SplitProxy(c.Proxy); password != "" {
		c.Proxy, s.Proxy = proxy, password
	}
	if s == (Secret{}) {
		return whole, s
	}
	return c, s
}

// partQuery returns a query without the values that look secret, and those.
func partQuery(q persona.Query) (open, secret persona.Query) {
	for _, p := range paramsOf(q) {
		if p.Value != "" && persona.LooksSecret(p.Name, "") {
			secret = secret.With(persona.Param{Name: p.Name, Value: p.Value})
			p = persona.Param{Name: p.Name, Secret: true}
		}
		open = open.With(p)
	}
	if secret == "" {
		return q, ""
	}
	return open, secret
}

// withoutUser takes a name with a password out of an address, and returns the header that says the same.
func withoutUser(typed string) (address string, h persona.Headers) {
	bare := !strings.Contains(typed, "://")
	whole := typed
	if bare {
		whole = "http://" + typed
	}
	u, err := url.Parse(strings.TrimSpace(whole))
	if err != nil || u.User == nil {
		return typed, ""
	}
	password, has := u.User.Password()
	if !has {
		return typed, ""
	}
	h = h.With("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password)))
	u.User = nil
	if address = u.String(); bare {
		address = strings.TrimPrefix(address, "http://")
	}
	return address, h
}
