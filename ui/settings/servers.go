package settings

import (
	"context"

	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// Secret is what opens a server. It is kept apart from the settings, and an empty part leaves what is stored.
type Secret struct {
	Key     string
	Headers persona.Headers // values of secret headers
	Query   persona.Query   // values of secret parameters
	Proxy   string          // the password of the proxy
}

// Step is one thing that a test of a connection found out, in the user's words.
type Step struct {
	OK          bool
	Text        string
	Certificate *Certificate // shown by the server and not accepted; nil if that is not the matter
}

// Certificate is what a server showed, in the user's words, and how persona.Connection.Certificate names it.
type Certificate struct {
	Text        string
	Fingerprint string
}

// Found is a model server on this computer.
type Found struct {
	Name     string
	BaseURL  string
	Models   []string
	NeedsKey bool
}

// Preset is a service whose address need not be typed. KeyURL is the page where its users get a key.
type Preset struct {
	Name     string
	BaseURL  string
	NeedsKey bool
	KeyURL   string
	Headers  persona.Headers
}

// KeyState is what is known of the key of a connection.
type KeyState struct {
	Stored   bool
	Variable string // the environment variable that takes its place, empty if none is set
}

// Servers is what the program can do with model servers.
type Servers struct {
	// Final returns the address that requests for a reply go to, for a base URL and an extra query, or an error that
	// Explain can put into words. It must not block.
	Final func(baseURL string, query persona.Query) (string, error)
	// Check returns what is wrong with what follows the model in a connection, in words, by the JSON name of the field. It
	// must not block.
	Check func(persona.Connection) map[string]string
	// Test tries a connection until ctx ends and returns its models. What the secret leaves open is taken from what is
	// stored. It runs on a worker; report is to be called on the window's goroutine, and before the end.
	Test func(ctx context.Context, c persona.Connection, s Secret, report func(Step)) []parts.Suggestion
	// Find looks for model servers on this computer. It runs on a worker.
	Find func() []Found
	// Go runs what must run on a worker. Required with Test, Find and KeyState.
	Go Go
	// Explain puts an error into words.
	Explain func(error) string
	// Keyring tells whether keys are kept in the system's keyring; else they are in a private file. It must not block.
	// Nil: a file.
	Keyring func() bool
	// KeyState looks for a connection's key. It runs on a worker.
	KeyState func(persona.Connection) KeyState
	// Presets are offered for a new connection.
	Presets []Preset
	// Open shows a page in the browser.
	Open func(address string)
}

func (s Servers) final(baseURL string, query persona.Query) (string, string) {
	if s.Final == nil {
		return baseURL, ""
	}
	address, err := s.Final(baseURL, query)
	switch {
	case err == nil:
		return address, ""
	case s.Explain != nil:
		return "", s.Explain(err)
	}
	return "", words.T("panels.server.badURL")
}

func (s Servers) check(c persona.Connection) map[string]string {
	if s.Check == nil {
		return nil
	}
	return s.Check(c)
}

// connectionName returns what a connection is called.
func connectionName(c persona.Connection) string {
	switch {
	case c.Name != "":
		return c.Name
	case c.ID == persona.DemoConnection:
		return words.T("panels.server.demo")
	}
	return c.BaseURL
}
