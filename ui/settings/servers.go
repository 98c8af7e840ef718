package settings

import (
	"bonbon/persona"
	"bonbon/ui/words"
)

// Step is one thing that a test of a connection found out, in the user's words.
type Step struct {
	OK   bool
	Text string
}

// Tested is the outcome of a test: what was found, step by step, and the models that the server has.
type Tested struct {
	Steps  []Step
	Models []string
}

// Found is a model server on this computer.
type Found struct {
	Name    string
	BaseURL string
	Models  []string
}

// Servers is what the program can do with model servers.
type Servers struct {
	// Final returns the address that requests for a base URL go to, or an error that Explain can put into words. It must
	// not block.
	Final func(baseURL string) (string, error)
	// Test tries a connection. An empty key means the stored one, if any. It runs on a worker.
	Test func(c persona.Connection, key string) Tested
	// Find looks for model servers on this computer. It runs on a worker.
	Find func() []Found
	// Go runs what must run on a worker. Required with Test and Find.
	Go Go
	// Explain puts an error into words.
	Explain func(error) string
	// Keyring tells whether keys are kept in the system's keyring; else they are in a private file. It must not block.
	// Nil: a file.
	Keyring func() bool
}

func (s Servers) final(baseURL string) (string, string) {
	if s.Final == nil {
		return baseURL, ""
	}
	address, err := s.Final(baseURL)
	switch {
	case err == nil:
		return address, ""
	case s.Explain != nil:
		return "", s.Explain(err)
	}
	return "", words.T("panels.server.badURL")
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
