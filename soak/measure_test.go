package soak

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"bonbon/history"
)

// usage is what the process uses. A megabyte is 1 << 20 bytes.
type usage struct {
	memory     int // resident, MB, just after a start of the store
	anonymous  int // resident before that, without the file that is mapped, MB; what the model takes grows in it
	goroutines int
	files      int // open
	size, free int // of the database, and what of it holds nothing, MB
}

func (u usage) String() string {
	return fmt.Sprintf("%d MB resident, %d MB anonymous before; %d goroutines, %d files, %d MB stored, %d of them free",
		u.memory, u.anonymous, u.goroutines, u.files, u.size, u.free)
}

// memory returns a line of the process's status in MB, after a collection of garbage.
func memory(t *testing.T, name string) (mb int) {
	t.Helper()
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	must(t, err)
	_, after, _ := strings.Cut(string(status), name)
	_, err = fmt.Sscan(after, &mb)
	must(t, err)
	return mb / 1024
}

func measure(t *testing.T, store *history.Store) (u usage) {
	t.Helper()
	u.anonymous = memory(t, "RssAnon:")
	open, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	held, err := store.Usage()
	must(t, err)
	u.files, u.goroutines, u.size, u.free = len(open), runtime.NumGoroutine(), int(held.File>>20), int(held.Free>>20)
	return u
}

// within tells the test where more is used than when the program was warm.
func (u usage) within(t *testing.T, warm usage) {
	t.Helper()
	if 10*u.memory > 13*warm.memory {
		t.Errorf("%d MB resident, %d when warm", u.memory, warm.memory)
	}
	if content := u.size - u.free; u.size > 2*content {
		t.Errorf("a file of %d MB for %d MB of content", u.size, content)
	}
	if u.goroutines > warm.goroutines || u.files > warm.files {
		t.Errorf("%d goroutines and %d files, %d and %d when warm", u.goroutines, u.files, warm.goroutines, warm.files)
	}
}
