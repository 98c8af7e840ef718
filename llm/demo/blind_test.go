package demo

import (
	"encoding/json"
	"strings"
	"testing"
)

// The demo says plainly that it cannot see, in the language of the talk, and only to a message that brings pictures.
func TestPicturesReachNobody(t *testing.T) {
	for _, c := range []struct {
		said string
		n    int
		want string
	}{
		{"What is this?", 1, "cannot see pictures"}, {"What are these?", 3, "3 pictures"}, {"これは何？", 1, "見ることができません"}, {"これは何？", 2, "2 枚"},
	} {
		got := reply(inbox{messages: []message{{"user", c.said}}, pictures: c.n})
		if !strings.Contains(got, c.want) {
			t.Errorf("%q with %d: %q", c.said, c.n, got)
		}
	}
	var read content
	if err := json.Unmarshal([]byte(`[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"data:,"}},{"type":"text","text":"b"}]`), &read); err != nil ||
		read != (content{"a\nb", 1}) {
		t.Errorf("read %+v, %v", read, err)
	}
}
