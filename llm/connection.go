package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"bonbon/persona"
)

// Fields of a connection, as the Args of CodeBadConnection name them.
const (
	FieldKey         = "key" // only NewClient knows it
	FieldHeaders     = "headers"
	FieldQuery       = "query"
	FieldBody        = "body"
	FieldProxy       = "proxy"
	FieldCertificate = "certificate"
)

// access is a connection's own way to its server, read and checked.
type access struct {
	header http.Header
	query  string
	body   map[string]json.RawMessage
	proxy  *url.URL // nil: the system's
	trust  *trust   // nil: the system's
}

// CheckConnection returns everything that is wrong with what follows Model in a connection, at most one *Error with
// CodeBadConnection for each field. The address is NormalizeBaseURL's matter.
func CheckConnection(c persona.Connection) []*Error {
	a, faults := readAccess(c, Secret{})
	if name := keyIn(a.body); name != "" {
		faults = append(faults, badField(FieldBody, "secret").with("what", name))
	}
	return faults
}

// keyNames are what members that hold a key are called, without what separates their words. Unlike those of headers they are whole
// names: requests have many members with "key" or "token" in their names that are no secrets.
var keyNames = []string{"key", "apikey", "xapikey", "authorization", "token", "accesstoken", "password", "secret"}

// keyIn returns the name of a member, at any depth, that holds a key in the open: it would be stored with the connection. What is
// stored already is sent as ever.
func keyIn(members map[string]json.RawMessage) string {
	names := slices.Sorted(maps.Keys(members))
	for _, name := range names {
		var text string
		bare := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))
		if slices.Contains(keyNames, bare) && json.Unmarshal(members[name], &text) == nil && text != "" {
			return name
		}
		var inner map[string]json.RawMessage
		if json.Unmarshal(members[name], &inner) == nil {
			if found := keyIn(inner); found != "" {
				return found
			}
		}
	}
	return ""
}

func readAccess(c persona.Connection, s Secret) (access, []*Error) {
	var (
		a      access
		faults []*Error
	)
	note := func(e *Error) {
		if e != nil {
			faults = append(faults, e)
		}
	}
	if !httpguts.ValidHeaderFieldValue(s.Key) {
		note(badField(FieldKey, "value"))
	}
	var e *Error
	a.header, e = readHeaders(c.Headers, s)
	note(e)
	a.query, e = readQuery(c.Query, s.Query)
	note(e)
	a.body, e = readBody(c.Body)
	note(e)
	a.proxy, e = readProxy(c.Proxy, s.Proxy)
	note(e)
	a.trust, e = readTrust(c.Certificate)
	note(e)
	return a, faults
}

// ours are the headers that frame a request, belong to one hop, or decide how an answer is read: a connection may not
// set them.
var ours = []string{
	"Accept", "Accept-Encoding", "Connection", "Content-Encoding", "Content-Length", "Content-Type", "Expect", "Host",
	"Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection", proxyLine, queryLine, "Te", "Trailer",
	"Transfer-Encoding", "Upgrade",
}

// withKey puts the key into a value; without a key there is none.
func withKey(value, key string) string {
	if key == "" {
		return ""
	}
	return strings.ReplaceAll(value, persona.KeyHere, key)
}

// readHeaders checks extra headers. Those without a value take it from the secret ones; without one there they are not
// sent.
func readHeaders(open persona.Headers, s Secret) (http.Header, *Error) {
	h := http.Header{}
	for name, value := range open.All() {
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			return nil, badField(FieldHeaders, "name").with("what", short(name))
		case slices.Contains(ours, textproto.CanonicalMIMEHeaderKey(name)):
			return nil, badField(FieldHeaders, "ours").with("what", short(name))
		}
		if value == "" {
			value = s.Headers.Value(name)
		}
		if strings.Contains(value, persona.KeyHere) {
			value = withKey(value, s.Key)
		}
		if !httpguts.ValidHeaderFieldValue(value) {
			return nil, badField(FieldHeaders, "value").with("what", short(name))
		}
		if value != "" {
			h.Add(name, value)
		}
	}
	return h, nil
}

// readQuery checks extra parameters and writes them as they are sent. Secret ones take their value from the secret.
func readQuery(open, secret persona.Query) (string, *Error) {
	params, err := open.Params()
	if err != nil {
		return "", badField(FieldQuery, "query")
	}
	var sent persona.Query
	for _, p := range params {
		if p.Secret {
			p.Value, p.Secret = secret.Value(p.Name), false
		}
		sent = sent.With(p)
	}
	return string(sent), nil
}

// reserved are the members of a request that only the program writes.
var reserved = []string{"messages", fieldModel, "stream"}

// readBody checks extra members of a request. Where the JSON breaks, the error tells line and column, from 1 and in
// characters.
func readBody(typed string) (map[string]json.RawMessage, *Error) {
	if strings.TrimSpace(typed) == "" {
		return nil, nil
	}
	var members map[string]json.RawMessage
	d := json.NewDecoder(strings.NewReader(typed))
	err := d.Decode(&members)
	if err == nil && members != nil {
		if rest := strings.TrimLeft(typed[d.InputOffset():], " \t\r\n"); rest != "" {
			return nil, badField(FieldBody, "more").at(typed, len(typed)-len(rest))
		}
	}
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, badField(FieldBody, "json").at(typed, int(syntax.Offset)-1)
	case err != nil && !json.Valid(bytes.TrimSpace([]byte(typed))):
		return nil, badField(FieldBody, "json").at(typed, len(typed))
	case err != nil || members == nil:
		return nil, badField(FieldBody, "object")
	}
	for _, name := range reserved {
		if _, ok := members[name]; ok {
			return nil, badField(FieldBody, "ours").with("what", name)
		}
	}
	return members, nil
}

// proxySchemes are the kinds of proxies that can be used.
var proxySchemes = []string{"http", "https", "socks5", "socks5h"}

// readProxy checks a proxy's address; one without a scheme is taken for http.
func readProxy(typed, password string) (*url.URL, *Error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return nil, nil
	}
	if !strings.Contains(typed, "://") {
		typed = "http://" + typed
	}
	u, err := url.Parse(typed)
	if err != nil {
		return nil, badField(FieldProxy, "characters") // the parser's error would repeat a password
	}
	u.Scheme = strings.ToLower(u.Scheme)
	switch bare := (u.Path == "" || u.Path == "/") && u.RawQuery == "" && u.Fragment == ""; {
	case !slices.Contains(proxySchemes, u.Scheme):
		return nil, badField(FieldProxy, "scheme")
	case u.Hostname() == "":
		return nil, badField(FieldProxy, "host")
	case !goodPort(u.Port()):
		return nil, badField(FieldProxy, "port")
	case !bare:
		return nil, badField(FieldProxy, "path")
	}
	u.Path = ""
	if u.User != nil && password != "" {
		u.User = url.UserPassword(u.User.Username(), password)
	}
	return u, nil
}

func badField(field, reason string) *Error {
	return newError(CodeBadConnection, nil).with("field", field).with("reason", reason)
}

// at tells where in a text the fault is, for the byte at offset.
func (e *Error) at(text string, offset int) *Error {
	before := text[:min(max(offset, 0), len(text))]
	line := strings.Count(before, "\n")
	column := len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
	return e.with("line", line+1).with("column", column+1)
}
