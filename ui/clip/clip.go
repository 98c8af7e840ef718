// Package clip moves pictures through the system's clipboard, which the toolkit knows as text only.
//
//   - Linux and BSD: by X11's selections, without any tool; under Wayland through XWayland, as all of the window.
//   - macOS: by osascript, which is part of the system.
//   - Windows: by PowerShell, which is part of the system.
package clip

import (
	"context"
	"errors"
	"time"
)

// ErrNone says that the clipboard holds no picture, or that nobody can be asked for one.
var ErrNone = errors.New("clip: no picture in the clipboard")

// Limits of a picture in the clipboard: how large it may be, in bytes, and how long its owner may take.
const (
	maxBytes = 64 << 20
	patience = 5 * time.Second
)

// Picture returns the picture that the clipboard holds as the bytes of a file, PNG wherever its owner has that. It waits for the
// program that owns the clipboard, so it is for worker goroutines. The error is ErrNone, perhaps with a cause.
func Picture(ctx context.Context) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	data, err := read(ctx)
	switch {
	case err != nil && !errors.Is(err, ErrNone):
		return nil, errors.Join(ErrNone, err)
	case err != nil:
		return nil, err
	case len(data) == 0 || len(data) > maxBytes:
		return nil, ErrNone
	}
	return data, nil
}

// SetPicture puts a PNG picture into the clipboard. Under X11 it is there until something else is, or the program ends. It is for
// worker goroutines.
func SetPicture(ctx context.Context, png []byte) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return write(ctx, png)
}
