package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"bonbon/history/talk"
	"bonbon/llm/keys"
)

func (e *exam) program() {
	e.say(OK, "program", "Version", e.Version, "Go", runtime.Version(), "OS", runtime.GOOS, "Arch", runtime.GOARCH)
}

// session says what kind of display and input method there are. The values of these variables are names of programs and displays.
func (e *exam) session() {
	if runtime.GOOS != "linux" {
		return
	}
	kind, display := "x11", e.Env("DISPLAY")
	if way := e.Env("WAYLAND_DISPLAY"); way != "" {
		kind = "wayland"
		if display == "" {
			display = way
		}
	}
	if display == "" {
		e.say(Note, "session.none")
	} else {
		e.say(OK, "session", "Kind", kind, "Display", display, "Graphics", graphics())
	}
	method := e.Env("XMODIFIERS")
	if method == "" {
		e.say(Note, "input.none")
		return
	}
	e.say(OK, "input", "Method", method)
}

// graphics names the drivers of the graphics cards, "" if none is known.
func graphics() string {
	cards, err := filepath.Glob("/sys/class/drm/card[0-9]/device/uevent")
	if err != nil {
		return ""
	}
	var names []string
	for _, card := range cards {
		data, err := os.ReadFile(card) // #nosec G304 -- a name that the kernel gave
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(data)) {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), "DRIVER="); ok {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, ", ")
}

// known is a text whose count every table must find.
const (
	known       = "hello world"
	knownTokens = 2
)

func (e *exam) tables() {
	n, enc := e.Counter.Count(talk.O200kBase, known)
	if n != knownTokens || enc != talk.O200kBase {
		e.say(Trouble, "tables.bad")
		return
	}
	e.say(OK, "tables")
}

func (e *exam) keys() {
	if e.Place() == keys.Keyring {
		e.say(OK, "keys.keyring")
		return
	}
	info, err := os.Stat(filepath.Join(e.Dir, "keys.json"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.say(Note, "keys.none")
	case err != nil:
		e.say(Trouble, "keys.unread")
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		e.say(Trouble, "keys.open", "Mode", info.Mode().Perm().String())
	default:
		e.say(Note, "keys.file")
	}
}

// logs looks at the folder of logs, and for the trace of a crash.
func (e *exam) logs() {
	dir := filepath.Join(e.Dir, "log")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		e.say(Note, "logs.none")
		return
	}
	if err != nil {
		e.say(Note, "logs.unread")
		return
	}
	var size int64
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			continue
		}
		size += info.Size()
		if strings.HasPrefix(entry.Name(), "crash") && info.Size() > 0 {
			e.say(Note, "logs.crash", "File", filepath.Join(dir, entry.Name()), "Day", info.ModTime().Format("2006-01-02"))
		}
	}
	e.say(OK, "logs", "Folder", dir, "Bytes", size)
}
