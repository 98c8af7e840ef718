package ui

import "testing"

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"":                                  "",
		"Nothing special, 3 < 4.":           "Nothing special, 3 < 4.",
		"*turns from the window* There you": "turns from the window There you",
		"It is **quiet** work, `x` too":     "It is quiet work, x too",
		"# A title\n\nand\ta text":          "A title and a text",
		"- one **two**":                     "• one two",
		"broken off in the **mid…":          "broken off in the **mid…",
		"`x` at the start":                  "x at the start",
		"[here](https://example.org/a)":     "here",
		"snake_case and 5 * 3 * 2":          "snake_case and 5 * 3 * 2",
		"ただ**やさしく**降っています。":                 "ただやさしく降っています。",
		"```go\nfunc main()":                "go func main()",
	} {
		if got := oneLine(in); got != want {
			t.Errorf("oneLine(%q) = %q, want %q", in, got, want)
		}
	}
}
