package clip

import (
	"context"
	"fmt"
	"os"
	"os/exec"
)

// read lets AppleScript write the clipboard's picture as hex digits.
func read(ctx context.Context) ([]byte, error) {
	out, err := exec.CommandContext(ctx, "osascript", "-e", "get the clipboard as «class PNGf»").Output()
	if err != nil {
		return nil, ErrNone // it fails if there is no picture
	}
	return fromScript(string(out))
}

// write lets AppleScript read the picture from a file, the only way in.
func write(ctx context.Context, png []byte) error {
	f, err := os.CreateTemp("", "bonbon-*.png")
	if err != nil {
		return fmt.Errorf("clip: write a picture: %w", err)
	}
	defer os.Remove(f.Name()) //nolint:errcheck // a file in the system's own place for such
	if _, err := f.Write(png); err != nil {
		f.Close() //nolint:errcheck // the first error counts
		return fmt.Errorf("clip: write a picture: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("clip: write a picture: %w", err)
	}
	script := "on run argv\nset the clipboard to (read (POSIX file (item 1 of argv)) as «class PNGf»)\nend run"
	if err := exec.CommandContext(ctx, "osascript", "-e", script, f.Name()).Run(); err != nil {
		return fmt.Errorf("clip: fill the clipboard: %w", err)
	}
	return nil
}
