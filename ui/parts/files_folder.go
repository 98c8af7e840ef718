package parts

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// file is one name in a folder.
type file struct {
	name string
	dir  bool
}

// mostFiles is how many names of a folder are shown.
const mostFiles = 20_000

// listFolder returns what is in a folder, folders first, in the order of names whatever their case. It may block.
func listFolder(dir string) ([]file, error) {
	d, err := os.Open(dir) // #nosec G304 -- the user looks for a file, and only names are read
	if err != nil {
		return nil, err
	}
	defer d.Close() //nolint:errcheck // a folder handle; nothing is buffered
	names, err := d.ReadDir(mostFiles)
	if len(names) == 0 && !errors.Is(err, io.EOF) { // what ends at once is an empty folder
		return nil, err
	}
	all := make([]file, 0, len(names))
	for _, n := range names {
		isDir := n.IsDir()
		if n.Type()&fs.ModeSymlink != 0 {
			if info, err := os.Stat(filepath.Join(dir, n.Name())); err == nil {
				isDir = info.IsDir()
			}
		}
		all = append(all, file{n.Name(), isDir})
	}
	slices.SortFunc(all, func(a, b file) int {
		if a.dir != b.dir {
			if a.dir {
				return -1
			}
			return 1
		}
		if c := strings.Compare(folded(a.name), folded(b.name)); c != 0 {
			return c
		}
		return strings.Compare(a.name, b.name)
	})
	return all, nil
}

// homeFolder is the user's, else where the program was started.
func homeFolder() string {
	for _, find := range []func() (string, error){os.UserHomeDir, os.Getwd} {
		if dir, err := find(); err == nil {
			return dir
		}
	}
	return string(filepath.Separator)
}

// placesOf are the folders that can be reached at once: this one, those that it lies in, the home folder, the drives, and more.
func placesOf(dir string, more []string) []Option {
	var all []Option
	add := func(path string) {
		if path != "" && !slices.ContainsFunc(all, func(o Option) bool { return o.ID == path }) {
			all = append(all, Option{ID: path, Label: path})
		}
	}
	for at := dir; ; at = filepath.Dir(at) {
		add(at)
		if at == filepath.Dir(at) {
			break
		}
	}
	for _, path := range more {
		add(path)
	}
	add(homeFolder())
	if runtime.GOOS == "windows" {
		for letter := 'A'; letter <= 'Z'; letter++ {
			if drive := string(letter) + `:\`; reachable(drive) {
				add(drive)
			}
		}
	}
	return all
}

func reachable(dir string) bool {
	_, err := os.Stat(dir)
	return err == nil
}
