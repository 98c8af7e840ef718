//go:build !(linux && cgo && x11)

package main

// onDisplayLost does nothing where no connection to a display can be lost without the toolkit's notice.
func onDisplayLost(func()) {}
