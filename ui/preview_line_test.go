package ui

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAMessageOfPicturesHasAPreview(t *testing.T) {
	for _, c := range []struct {
		text     string
		pictures int
		want     string
	}{{"", 0, ""}, {"", 1, "Picture"}, {" \n", 3, "3 pictures"}, {"*sea*", 2, "sea"}} {
		setup{}.open(t)
		if got := previewLine(c.text, c.pictures); got != c.want {
			t.Errorf("%q with %d pictures shows %q, want %q", c.text, c.pictures, got, c.want)
		}
	}
}

func TestABeginningIsWholeCharacters(t *testing.T) {
	if got := beginning(strings.Repeat("海", mostPreview)); !utf8.ValidString(got) || len(got) > mostPreview || len(got) < mostPreview-3 {
		t.Errorf("%d bytes are left", len(got))
	}
	if got := beginning("海"); got != "海" {
		t.Errorf("a short text becomes %q", got)
	}
}
