package clip

import (
	"bytes"
	"errors"
	"testing"
)

func TestWhatScriptsWrite(t *testing.T) {
	for _, c := range []struct {
		read func(string) ([]byte, error)
		out  string
		want string
	}{
		{fromScript, "«data PNGf89504E47»\n", "\x89PNG"},
		{fromScript, "«data PNGf8950", ""}, {fromScript, "«data PNGfzz»", ""}, {fromScript, "hello", ""}, {fromScript, "", ""},
		{fromShell, "iVBORw==\r\n", "\x89PNG"}, {fromShell, "", ""}, {fromShell, "no picture", ""},
	} {
		got, err := c.read(c.out)
		if !bytes.Equal(got, []byte(c.want)) || errors.Is(err, ErrNone) != (c.want == "") {
			t.Errorf("%q gives %q, %v", c.out, got, err)
		}
	}
}
