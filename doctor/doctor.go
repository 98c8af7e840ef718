// Package doctor looks at everything that the program stands on and says what is well and what is not, as somebody who helps would ask. It
// changes nothing, works while the program runs and when its data is broken, and what it says holds no key and no text of a talk. It has no
// words: a finding is a code with values.
package doctor

import (
	"context"
	"errors"
	"os"
	"time"

	"bonbon/persona"
	"bonbon/tokens"
)

// Grade says how a finding is.
type Grade int

// The grades, from good to bad.
const (
	OK      Grade = iota
	Note          // nothing is broken, and worth knowing
	Trouble       // something has to be done
)

// Finding is one line of a report. Args are the values that its words name: names of folders and files of the program, numbers, codes of
// errors.
type Finding struct {
	Code  string // "folder.missing"
	Grade Grade
	Args  map[string]any
}

// Report is all findings, in the order of looking.
type Report []Finding

// Well reports whether there is no trouble.
func (r Report) Well() bool {
	for _, f := range r {
		if f.Grade == Trouble {
			return false
		}
	}
	return true
}

// Options say what is looked at.
type Options struct {
	Dir     string // the data folder
	Version string // of the program
	Counter *tokens.Counter
	Place   func() string                           // where keys are kept: keys.Keys.Place
	Key     func(id string, names ...string) string // the key of a connection, for Connect
	Env     func(string) string                     // nil: os.Getenv
	// Connect asks each connection's server for its models, which takes at most ConnectTime each. Nothing is sent to them otherwise.
	Connect bool
}

// ConnectTime is how long a server may take to answer.
const ConnectTime = 5 * time.Second

// Examine looks at everything. It may take seconds; ctx ends the waiting for servers.
func Examine(ctx context.Context, opt Options) Report {
	if opt.Env == nil {
		opt.Env = os.Getenv
	}
	e := &exam{Options: opt}
	e.program()
	e.session()
	e.folder()
	e.database()
	e.backups()
	e.keys()
	e.tables()
	e.connections(ctx)
	e.logs()
	return e.found
}

// exam is an examination under way.
type exam struct {
	Options
	found    Report
	settings *persona.Settings // as the database holds them; nil: they cannot be read
}

// say adds a finding. args are names and values in turn.
func (e *exam) say(g Grade, code string, args ...any) {
	f := Finding{Code: code, Grade: g, Args: map[string]any{}}
	for i := 0; i+1 < len(args); i += 2 {
		f.Args[args[i].(string)] = args[i+1]
	}
	e.found = append(e.found, f)
}

// code returns the stable code of an error, never its text, which may quote what it is about.
func code(err error) string {
	var coded interface {
		error
		Code() string
	}
	if errors.As(err, &coded) {
		return coded.Code()
	}
	return "unknown"
}
