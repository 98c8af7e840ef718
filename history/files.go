package history

import (
	"crypto/rand"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// WriteFile writes a file as a whole: write fills a file beside it, which is synced and then takes the name. After an error the old
// file, if there was one, is as it was, and no half file is left. The mode is 0600.
func WriteFile(path string, write func(io.Writer) error) error {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return folderError(filepath.Dir(path), err)
	}
	defer root.Close() //nolint:errcheck // a folder handle; nothing is buffered
	return classify(filepath.Base(path), writeNew(root, filepath.Base(path), write))
}

// writeNew writes a file under another name, syncs it and gives it its name: it is there whole or not at all.
func writeNew(root *os.Root, name string, write func(io.Writer) error) (err error) {
	temp := ".new-" + rand.Text()
	f, err := root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()         // #nosec G104 -- the first error counts
			root.Remove(temp) // #nosec G104 -- the first error counts
		}
	}()
	if err = write(f); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	if err = root.Rename(temp, name); err != nil {
		return err
	}
	return syncFolder(root.Name())
}

// maxFileName is the longest name that SafeName gives, in bytes; file systems allow 255, and an extension and a number are still
// to come.
const maxFileName = 120

// SafeName turns a name that a user gave into one that may be proposed for a file on every system: no path, no device name, nothing
// hidden, nothing that is drawn otherwise than it is. It is never empty. Different names may give the same file name.
func SafeName(name string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("<>:\"/\\|?*%$~\ufffd", r), r == utf8.RuneError:
			return '_'
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r): // control characters, direction marks, private characters
			return -1
		}
		return r
	}, clean(name))
	for len(safe) > maxFileName {
		_, n := utf8.DecodeLastRuneInString(safe)
		safe = safe[:len(safe)-n]
	}
	safe = strings.TrimLeft(strings.Trim(safe, " ."), "-. ")
	if stem, _, _ := strings.Cut(safe, "."); safe == "" || isDevice(strings.TrimSpace(stem)) {
		safe = "_" + safe
	}
	return safe
}

// isDevice reports whether Windows takes a name for a device, whatever its extension.
func isDevice(stem string) bool {
	stem = strings.ToUpper(stem)
	switch stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(stem) == 4 && (strings.HasPrefix(stem, "COM") || strings.HasPrefix(stem, "LPT")) && stem[3] >= '0' && stem[3] <= '9'
}
