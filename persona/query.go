package persona

import (
	"errors"
	"net/url"
	"strings"
)

// Query are parameters that join the address of every request, "name=value", escaped as in an address and with "&" between
// two of them. A name without "=" stands for a secret one, whose value is kept with the key.
type Query string

// Param is one parameter of a Query, not escaped.
type Param struct {
	Name, Value string
	Secret      bool // Value is kept with the key; it is empty here
}

var errQuery = errors.New("persona: no query")

// Params reads the parameters in their order. A "?" or "&" in front is dropped, and so is what is empty.
func (q Query) Params() ([]Param, error) {
	typed := strings.TrimLeft(strings.TrimSpace(string(q)), "?&")
	if strings.ContainsAny(typed, "#;") {
		return nil, errQuery
	}
	var all []Param
	for part := range strings.SplitSeq(typed, "&") {
		name, value, open := strings.Cut(part, "=")
		if name == "" && value == "" {
			continue
		}
		var p Param
		var errs [2]error
		p.Name, errs[0] = url.QueryUnescape(name)
		p.Value, errs[1] = url.QueryUnescape(value)
		if p.Secret = !open; errs != [2]error{} || p.Name == "" {
			return nil, errQuery // the parser's error would repeat a key
		}
		all = append(all, p)
	}
	return all, nil
}

// With returns q with one more parameter.
func (q Query) With(p Param) Query {
	text := url.QueryEscape(p.Name)
	if !p.Secret {
		text += "=" + url.QueryEscape(p.Value)
	}
	if q != "" {
		q += "&"
	}
	return q + Query(text)
}

// Value returns the value of the first parameter with this name, "" if there is none or the query cannot be read.
func (q Query) Value(name string) string {
	params, err := q.Params()
	if err != nil {
		return ""
	}
	for _, p := range params {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// CutQuery takes the query out of an address as it was typed, since that may hold a key.
func CutQuery(typed string) (address string, q Query) {
	address, rest, found := strings.Cut(typed, "?")
	if !found {
		return typed, ""
	}
	query, _, _ := strings.Cut(rest, "#")
	return address, Query(query)
}
