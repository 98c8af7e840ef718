// Package e2e drives the real program: the built binary, in a window on a virtual display, by keys and clicks, and reads
// its store afterwards. BONBON_BINARY names the binary (built here if unset); BONBON_PICTURES, if set, is the folder that
// receives a picture of each scene.
package e2e
