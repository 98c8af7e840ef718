package persona

import "strings"

// KeyHere stands for the API key in the value of a header.
const KeyHere = "{key}"

// secretNames are parts of the names of headers and parameters that hold secrets.
var secretNames = []string{"key", "auth", "token", "secret", "password", "cookie"}

// LooksSecret reports whether what a header or a parameter holds belongs with the key, going by its name. A value that only says where
// the key goes is none.
func LooksSecret(name, value string) bool {
	if strings.Contains(value, KeyHere) {
		return false
	}
	name = strings.ToLower(name)
	for _, part := range secretNames {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}
