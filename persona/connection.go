package persona

import (
	"iter"
	"net/url"
	"strings"
)

// Connection is one model server and how it is reached. It holds no secret: the key, the values of secret headers and
// parameters, and the password of a proxy live in the keyring under the connection's id. Everything after Model is optional. It is kept
// as it was typed and checked where it is used (llm.CheckConnection). Values can be compared with ==.
type Connection struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	BaseURL string `json:"base_url"` // empty for the demo: its address is known only at run time
	Model   string `json:"model,omitempty"`

	Headers     Headers `json:"headers,omitempty"`     // sent with every request
	Query       Query   `json:"query,omitempty"`       // added to every request's address
	Body        string  `json:"body,omitempty"`        // a JSON object whose members are added to requests for a reply
	Proxy       string  `json:"proxy,omitempty"`       // empty: the system's; never used to this machine
	Certificate string  `json:"certificate,omitempty"` // trusted beside the system's: PEM, or the leaf's "sha256:…"
	Limits      Limits  `json:"limits,omitzero"`
}

// Limits are how long a server may take, in seconds; 0 leaves it to the program. There is no limit on the whole of a
// reply.
type Limits struct {
	Connect   int `json:"connect,omitempty"`    // to be reached, and as much again for the encryption
	FirstByte int `json:"first_byte,omitempty"` // from the request to the first byte of the answer
	Silence   int `json:"silence,omitempty"`    // between two bytes of an answer
}

// MaxLimit is the largest value of each of Limits: a day.
const MaxLimit = 24 * 60 * 60

// Headers are extra header lines of a request, "Name: value", one on a line. A name without a value stands for a secret
// header, whose value is kept with the key; "{key}" in a value stands for the key itself.
type Headers string

// All yields the names and values in their order, without the blanks around them.
func (h Headers) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for line := range strings.Lines(string(h)) {
			name, value, _ := strings.Cut(line, ":")
			if name = strings.TrimSpace(name); name == "" && strings.TrimSpace(value) == "" {
				continue
			}
			if !yield(name, strings.TrimSpace(value)) {
				return
			}
		}
	}
}

// With returns h with one more line. Line breaks in the name or the value become blanks.
func (h Headers) With(name, value string) Headers {
	line := strings.TrimSpace(oneLine.Replace(name) + ": " + oneLine.Replace(value))
	if h != "" {
		h += "\n"
	}
	return h + Headers(line)
}

var oneLine = strings.NewReplacer("\r", " ", "\n", " ")

// Value returns the value of the first line with this name, in any case of its letters, "" if there is none.
func (h Headers) Value(name string) string {
	for n, v := range h.All() {
		if strings.EqualFold(n, name) {
			return v
		}
	}
	return ""
}

// SplitProxy takes the password out of a proxy's address as it was typed, since that may not be stored with it.
func SplitProxy(typed string) (proxy, password string) {
	typed = strings.TrimSpace(typed)
	whole := typed
	if !strings.Contains(typed, "://") && typed != "" {
		whole = "http://" + typed
	}
	u, err := url.Parse(whole)
	if err != nil || u.User == nil {
		return typed, ""
	}
	password, _ = u.User.Password()
	u.User = url.User(u.User.Username())
	return u.String(), password
}
