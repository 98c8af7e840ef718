package wire

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzStream plays any bytes, arriving in any pieces: the canonical stream holds whole events of valid JSON, and ends in
// [DONE] or in an error but never in both.
func FuzzStream(f *testing.F) {
	for _, seed := range []string{
		"data: " + textA + "\n\n" + stop + done,
		"\xef\xbb\xbfdata: {\n\ndata: }\r\r: x\r\n",
		`[{"error":{"message":"x"}}]`,
		`data: {"choices":[{"delta":{"tool_calls":[{"index":-1,"function":{"arguments":{"a":[1]}}}]}}]}` + "\n\n",
		`data: {"choices":[{"delta":{"content":"` + "\xf0\x9f" + `\ud83e"}}],"usage":{"prompt_tokens":1e400}}` + "\n\n" + stop,
		`{"choices":[{"message":{"content":[{"thinking":[[[[["x"]]]]]}]}}]}`,
		"data: " + `{"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"\ud83e\udd89 é"},"finish_reason":null}],"usage":null}` + "\n\n" + stop,
		"<html>", "error: {", "\xef\xbb", "event: error\n\n", `data: {"a":NaN,"b":"` + "\x01" + `"}`,
	} {
		f.Add([]byte(seed), []byte{0})
		f.Add([]byte(seed), []byte{2, 6, 0})
	}
	f.Fuzz(func(t *testing.T, body, cuts []byte) {
		out, err := ask(t, answer(200, cut(body, cuts)))
		if !utf8.ValidString(out) {
			t.Fatalf("not UTF-8: %q", out)
		}
		if strings.HasSuffix(out, done) == (err != nil) {
			t.Fatalf("ends with %v after %q", err, out)
		}
		for event := range strings.SplitSeq(strings.TrimSuffix(out, done), "\n\n") {
			data, ok := strings.CutPrefix(event, "data: ")
			if event != "" && (!ok || !json.Valid([]byte(data))) {
				t.Fatalf("not an event: %q", event)
			}
		}
		whole, err2 := ask(t, answer(200, io.MultiReader(cut(body, nil))))
		if whole != out || describe(err) != describe(err2) {
			t.Fatalf("in pieces %q %v, at once %q %v", out, err, whole, err2)
		}
	})
}
