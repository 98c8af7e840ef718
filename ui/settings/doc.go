// Package settings shows what can be set: the cutoff of a persona or of the app with its live preview, the app's settings,
// and the welcome of a first start. Values go in and changes come out through callbacks; whatever may be slow is a func
// that the caller passes and that runs through Go. It must not know the store, the network or the other panels.
// Everything here belongs to the UI goroutine.
package settings
