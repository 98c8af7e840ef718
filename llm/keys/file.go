package keys

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// file keeps keys as a JSON object, readable by its owner only. It is replaced whole, so that a crash leaves the old or
// the new one.
type file struct {
	mu   sync.Mutex
	path string
}

func (f *file) get(id string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	all, err := f.read()
	if err != nil {
		return "", err
	}
	key, ok := all[id]
	if !ok {
		return "", ErrNotFound
	}
	return key, nil
}

// set stores a key; an empty one removes it. A file that cannot be read is left as it is.
func (f *file) set(id, key string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	all, err := f.read()
	if err != nil {
		return err
	}
	if all[id] == key {
		return nil
	}
	if key == "" {
		delete(all, id)
	} else {
		all[id] = key
	}
	return f.write(all)
}

func (f *file) read() (map[string]string, error) {
	all := map[string]string{}
	b, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	if json.Unmarshal(b, &all) != nil { // its error could quote a piece of a key
		return nil, fmt.Errorf("%s is not a JSON object of strings", filepath.Base(f.path))
	}
	return all, nil
}

func (f *file) write(all map[string]string) (err error) {
	b, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(f.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".keys-*") // made with 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(tmp.Name()))
		}
	}()
	_, err = tmp.Write(append(b, '\n'))
	if err == nil {
		err = tmp.Sync()
	}
	if closed := tmp.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), f.path)
}
