package llm

import (
	"strings"

	"bonbon/llm/wire"
	"bonbon/persona"
)

// Secret is what opens a server and is kept in the keyring: never in the database, an export, a log or an error.
type Secret struct {
	Key     string          // the API key
	Headers persona.Headers // the values of those extra headers that are secret
	Query   persona.Query   // the values of those extra parameters that are secret
	Proxy   string          // the password of the connection's proxy
}

// The names of the lines of a packed secret that hold a proxy's password and secret parameters. No header may be called so.
const (
	proxyLine = "Proxy-Password"
	queryLine = "Query-Parameters"
)

// UnpackSecret reads what Pack wrote. A plain API key is a packed secret.
func UnpackSecret(packed string) Secret {
	key, rest, _ := strings.Cut(packed, "\n")
	s := Secret{Key: strings.TrimSpace(key)}
	for name, value := range persona.Headers(rest).All() {
		switch name {
		case proxyLine:
			s.Proxy = value
		case queryLine:
			s.Query = persona.Query(value)
		default:
			s.Headers = s.Headers.With(name, value)
		}
	}
	return s
}

// Pack returns the secret as one text: the key, then one line for each header. It is empty if the secret is.
func (s Secret) Pack() string {
	lines := s.Headers
	if s.Query != "" {
		lines = lines.With(queryLine, string(s.Query))
	}
	if s.Proxy != "" {
		lines = lines.With(proxyLine, s.Proxy)
	}
	key := strings.TrimSpace(strings.NewReplacer("\r", "", "\n", "").Replace(s.Key))
	if lines == "" {
		return key
	}
	return key + "\n" + string(lines)
}

// Over returns s with what it leaves open taken from what was stored before.
func (s Secret) Over(stored Secret) Secret {
	if s.Key == "" {
		s.Key = stored.Key
	}
	if s.Proxy == "" {
		s.Proxy = stored.Proxy
	}
	for name, value := range stored.Headers.All() {
		if s.Headers.Value(name) == "" {
			s.Headers = s.Headers.With(name, value)
		}
	}
	for _, p := range paramsOf(stored.Query) {
		if s.Query.Value(p.Name) == "" {
			s.Query = s.Query.With(p)
		}
	}
	return s
}

// paramsOf returns the parameters of a stored query; one that cannot be read has none.
func paramsOf(q persona.Query) []persona.Param {
	all, err := q.Params()
	if err != nil {
		return nil
	}
	return all
}

// For returns the part of s that a connection has a use for: headers and
// parameters that it names, and a password only with a proxy.
func (s Secret) For(c persona.Connection) Secret {
	used := Secret{Key: s.Key}
	for name, value := range c.Headers.All() {
		if secret := s.Headers.Value(name); value == "" && secret != "" {
			used.Headers = used.Headers.With(name, secret)
		}
	}
	for _, p := range paramsOf(c.Query) {
		if secret := s.Query.Value(p.Name); p.Secret && secret != "" {
			used.Query = used.Query.With(persona.Param{Name: p.Name, Value: secret})
		}
	}
	if c.Proxy != "" {
		used.Proxy = s.Proxy
	}
	return used
}

// Mask returns a function that hides the secrets in a text, as wire.Masker does.
func Mask(secrets ...Secret) func(string) string {
	var all []string
	for _, s := range secrets {
		all = append(all, s.values()...)
	}
	return wire.Masker(all...)
}

// values returns everything in s that must not be seen.
func (s Secret) values() []string {
	all := []string{s.Key, s.Proxy}
	for _, value := range s.Headers.All() {
		all = append(all, value)
		if _, credentials, ok := strings.Cut(value, " "); ok { // "Bearer …"
			all = append(all, credentials)
		}
	}
	for _, p := range paramsOf(s.Query) {
		all = append(all, p.Value)
	}
	return all
}
