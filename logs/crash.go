package logs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
)

// CatchCrash makes the runtime write the trace of a crash to crash.txt in a folder. The trace of an earlier one is kept as
// crash.1.txt. A trace names functions and numbers, and no texts but the panic's own.
func CatchCrash(dir string) error {
	path := filepath.Join(dir, "crash.txt")
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		if err := os.Rename(path, filepath.Join(dir, "crash.1.txt")); err != nil {
			return fmt.Errorf("logs: %w", err)
		}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("logs: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // #nosec G304 -- a fixed name in the data folder
	if err != nil {
		return fmt.Errorf("logs: %w", err)
	}
	return errors.Join(debug.SetCrashOutput(file, debug.CrashOptions{}), file.Close()) // the runtime has a copy of its own
}
