// Package assets embeds the files that the program carries. It holds no logic.
package assets

import "embed"

// Lang holds lang/<tag>.json, the words of the window.
//
//go:embed lang/*.json
var Lang embed.FS
