package clip

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// fromScript reads data as AppleScript writes it: «data PNGf89504E47…».
func fromScript(out string) ([]byte, error) {
	_, digits, ok := strings.Cut(out, "PNGf")
	digits, _, closed := strings.Cut(digits, "»")
	data, err := hex.DecodeString(digits)
	if !ok || !closed || err != nil {
		return nil, ErrNone
	}
	return data, nil
}

// fromShell reads data as PowerShell writes it here: base64, nothing if there is no picture.
func fromShell(out string) ([]byte, error) {
	data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(out))
	if err != nil || len(data) == 0 {
		return nil, ErrNone
	}
	return data, nil
}
