package soak

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// usage is what the process uses.
type usage struct {
	memory     int // resident, MB; of the file that is mapped, only what the process has looked at
	anonymous  int // of that, what is not a mapped file, MB
	goroutines int
	files      int // open
	size       int // of the database, MB
}

func (u usage) String() string {
	return fmt.Sprintf("%d MB resident, %d of them anonymous; %d goroutines, %d files, %d MB stored", u.memory, u.anonymous, u.goroutines, u.files, u.size)
}

func measure(t *testing.T, dir string) (u usage) {
	t.Helper()
	runtime.GC()
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	must(t, err)
	for line := range strings.Lines(string(status)) {
		for name, to := range map[string]*int{"VmRSS:": &u.memory, "RssAnon:": &u.anonymous} {
			if rest, ok := strings.CutPrefix(line, name); ok {
				_, err := fmt.Sscan(rest, to)
				must(t, err)
				*to /= 1024
			}
		}
	}
	open, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	info, err := os.Stat(filepath.Join(dir, "bonbon.db"))
	must(t, err)
	u.files, u.goroutines, u.size = len(open), runtime.NumGoroutine(), int(info.Size()>>20)
	return u
}

// within tells the test where more is used than when the program was warm.
func (u usage) within(t *testing.T, warm usage) {
	t.Helper()
	if 10*u.memory > 13*warm.memory {
		t.Errorf("%d MB resident, %d when warm", u.memory, warm.memory)
	}
	if u.goroutines > warm.goroutines || u.files > warm.files {
		t.Errorf("%d goroutines and %d files, %d and %d when warm", u.goroutines, u.files, warm.goroutines, warm.files)
	}
}
