//go:build linux && cgo && x11

package main

/*
#cgo LDFLAGS: -lX11
#include <X11/Xlib.h>

extern int displayLost(Display *);

static void watchDisplay(void) { XSetIOErrorHandler(displayLost); }
*/
import "C"

import "sync/atomic"

var onLost atomic.Pointer[func()]

// onDisplayLost calls lost when the X server is gone, as at the end of a session. Without it the library ends the process on the spot,
// whatever is still to be stored. lost must end the process.
func onDisplayLost(lost func()) {
	onLost.Store(&lost)
	C.watchDisplay()
}

//export displayLost
func displayLost(*C.Display) C.int {
	if lost := onLost.Load(); lost != nil {
		(*lost)()
	}
	return 0
}
