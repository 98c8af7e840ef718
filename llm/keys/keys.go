// Package keys keeps the API keys of connections: in the system's keyring, else in a file that only the user can read.
// A key leaves it only through Get; no error and no log line holds one. It must not know what the keys open.
package keys

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/zalando/go-keyring"
)

// The places of Keys.Place.
const (
	Keyring = "keyring"
	File    = "file"
)

// Error is what can go wrong with keys. It never holds a key.
type Error struct {
	code  string
	cause error
}

// The codes of Error.
const (
	CodeNotFound = "keys.not_found" // no key is stored for the id
	CodeKeyring  = "keys.keyring"   // the keyring refused or did not answer in time
	CodeFile     = "keys.file"      // the file cannot be read or written
)

// ErrNotFound is returned by Get for an id without a key.
var ErrNotFound error = &Error{code: CodeNotFound}

// Code returns the stable name of what went wrong.
func (e *Error) Code() string { return e.code }

// Error returns the code and the cause.
func (e *Error) Error() string {
	if e.cause == nil {
		return e.code
	}
	return e.code + ": " + e.cause.Error()
}

// Unwrap returns the cause, nil if there is none.
func (e *Error) Unwrap() error { return e.cause }

const (
	service = "bonbon"        // under which the keyring lists our keys
	probe   = "bonbon-probe"  // an id that never has a key
	limit   = 2 * time.Second // for one answer of the keyring: without a D-Bus it may never come
)

// Keys is a place for keys. Its methods may be called from any goroutine; they may wait up to 2 s for the keyring.
type Keys struct {
	file file
	ring func() bool // whether the keyring works; asked once
	wait time.Duration
}

// Open returns the keys of the data folder dir. It touches neither the keyring nor the folder yet.
func Open(dir string) *Keys {
	k := &Keys{file: file{path: filepath.Join(dir, "keys.json")}, wait: limit}
	k.ring = sync.OnceValue(k.works)
	return k
}

// Place returns where Set stores keys on this system: Keyring or File.
func (k *Keys) Place() string {
	if k.ring() {
		return Keyring
	}
	return File
}

// Get returns the key of a connection. An environment variable of Env, by the id or one of the names, goes before the
// first line of what is stored: what follows it is no key but belongs to it, and stays. No key at all is ErrNotFound.
func (k *Keys) Get(id string, names ...string) (string, error) {
	stored, err := k.Stored(id)
	_, key := Override(append(names, id)...)
	if key == "" {
		return stored, err
	}
	if _, rest, more := strings.Cut(stored, "\n"); more {
		key += "\n" + rest
	}
	return key, nil // a keyring that fails is no hindrance to a key from elsewhere
}

// Stored returns what is stored for a connection, whatever the environment says; what a file holds from a time without
// keyring is found too. Nothing is ErrNotFound.
func (k *Keys) Stored(id string) (string, error) {
	if k.ring() {
		key, err := bounded(k.wait, func() (string, error) { return keyring.Get(service, id) })
		if !errors.Is(err, keyring.ErrNotFound) {
			return key, wrap(CodeKeyring, err)
		}
	}
	key, err := k.file.get(id)
	return key, wrap(CodeFile, err)
}

// Override returns the environment variable that takes the place of a stored key, and its value. It is the first of the
// names' that is set; both are empty if none is.
func Override(names ...string) (variable, key string) {
	for _, name := range names {
		variable := Env(name)
		if strings.Trim(variable[len(envHead):], "_") == "" {
			continue // nothing of the name is left
		}
		if key := os.Getenv(variable); key != "" {
			return variable, key
		}
	}
	return "", ""
}

// Set stores the key of a connection in the place of Place, and nowhere else. An empty key deletes.
func (k *Keys) Set(id, key string) error {
	if key == "" {
		return k.Delete(id)
	}
	if !k.ring() {
		return wrap(CodeFile, k.file.set(id, key))
	}
	_, err := bounded(k.wait, func() (struct{}, error) { return struct{}{}, keyring.Set(service, id, key) })
	if err != nil {
		return wrap(CodeKeyring, err)
	}
	return wrap(CodeFile, k.file.set(id, ""))
}

// Delete forgets the key of a connection, wherever it is stored. An id without a key is no error.
func (k *Keys) Delete(id string) error {
	var ringErr error
	if k.ring() {
		_, ringErr = bounded(k.wait, func() (struct{}, error) { return struct{}{}, keyring.Delete(service, id) })
		if errors.Is(ringErr, keyring.ErrNotFound) {
			ringErr = nil
		}
	}
	return errors.Join(wrap(CodeKeyring, ringErr), wrap(CodeFile, k.file.set(id, "")))
}

const envHead = "BONBON_API_KEY_"

// Env returns the name of the environment variable that overrides the key of a connection: BONBON_API_KEY_ and its name
// or id in capitals, with "_" for everything but ASCII letters and digits.
func Env(name string) string {
	return envHead + strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, name)
}

// works asks the keyring for a key that is not there: only a keyring that works can say so.
func (k *Keys) works() bool {
	_, err := bounded(k.wait, func() (string, error) { return keyring.Get(service, probe) })
	return err == nil || errors.Is(err, keyring.ErrNotFound)
}

var errTimeout = errors.New("no answer in time")

// bounded runs f for at most d. An f that never returns leaves its goroutine behind: the library offers no way to end it.
func bounded[T any](d time.Duration, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case r := <-done:
		return r.value, r.err
	case <-t.C:
		var zero T
		return zero, errTimeout
	}
}

func wrap(code string, err error) error {
	if err == nil || errors.Is(err, ErrNotFound) {
		return err
	}
	return &Error{code, err}
}
