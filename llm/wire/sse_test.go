package wire

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func itoa(n int) string { return strconv.Itoa(n) }

func readEvents(src io.Reader) (events []string, err error) {
	r := reader{src: bufio.NewReaderSize(src, 16)}
	for {
		ev, err := r.next()
		if err != nil {
			return events, err
		}
		events = append(events, ev.name+"|"+string(ev.data))
	}
}

func TestReader(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"one", "data: a\n\n", "|a"},
		{"no space", "data:a\n\n", "|a"},
		{"one space only", "data:  a\n\n", "| a"},
		{"CR", "data: a\r\rdata: b\r\r", "|a,|b"},
		{"CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", "|a,|b"},
		{"mixed ends", "data: a\r\n\ndata: b\n\r\n", "|a,|b"},
		{"several lines", "data: a\ndata: b\n\n", "|a\nb"},
		{"empty data", "data:\n\ndata\n\n", "|,|"},
		{"name", "event: x\ndata: a\n\ndata: b\n\n", "x|a,|b"},
		{"name without data", "event: x\n\ndata: b\n\n", "|b"},
		{"name after data", "data: a\nevent: x\n\n", "x|a"},
		{"comments and others", ": c\nid: 1\nretry: 5\nunknown: z\nplain\ndata: a\n\n", "|a"},
		{"no blank line at the end", "data: a\n", "|a"},
		{"no newline at the end", "data: a", "|a"},
		{"objects without blank lines", "data: {}\ndata: {}\ndata: [DONE]\n\n", "|{},|{},|[DONE]"},
		{"an object over lines", "data: {\ndata: }\n\n", "|{\n}"},
		{"name after a whole object", "data: {}\nevent: x\ndata: a\n\n", "|{},x|a"},
		{"error field", "error: {}\n\n", "error|{}"},
		{"error field after a whole object", "data: {}\nerror: {}\n\ndata: b\n\n", "|{},error|{},|b"},
		{"bare object", "{\"a\":1}\n\n", "|{\"a\":1}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readEvents(strings.NewReader(tt.in))
			if err != io.EOF || strings.Join(got, ",") != tt.want {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

// TestReaderDoesNotWaitAfterCR: an event that ends in CR CR is there before the next byte comes.
func TestReaderDoesNotWaitAfterCR(t *testing.T) {
	in, out := io.Pipe()
	defer in.Close()
	go io.WriteString(out, "data: a\r\r") //nolint:errcheck // the test fails by itself
	r := reader{src: bufio.NewReader(in)}
	if ev, err := r.next(); err != nil || string(ev.data) != "a" {
		t.Errorf("got %q, %v", ev.data, err)
	}
}

// TestReaderIgnoresHowBytesArrive is the law that the network's pieces mean nothing.
func TestReaderIgnoresHowBytesArrive(t *testing.T) {
	token := rapid.SampledFrom([]string{
		"data:", "data: ", "event: ", "error: ", ": ", "{", "}", `{"a":1}`, "x", "é", "[DONE]", "\n", "\n\n", "\r", "\r\n", " ",
	})
	rapid.Check(t, func(t *rapid.T) {
		data := []byte(strings.Join(rapid.SliceOfN(token, 0, 60).Draw(t, "tokens"), ""))
		cuts := rapid.SliceOf(rapid.Byte()).Draw(t, "cuts")
		want, _ := readEvents(bytes.NewReader(data))
		got, err := readEvents(cut(data, cuts))
		if err != io.EOF || !slices.Equal(got, want) {
			t.Fatalf("in pieces %q (%v), at once %q", got, err, want)
		}
	})
}
