package ui

import "testing"

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
