package wire

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
)

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCompressedAnswers(t *testing.T) {
	good := "data: " + textA + "\n\n" + stop + done
	whole := zipped(t, good)
	tests := []struct {
		name     string
		status   int
		encoding string
		body     []byte
		want     string // of the error
		text     bool
	}{
		{"gzip", 200, "gzip", whole, "good", true},
		{"another name", 200, " X-GZIP", whole, "good", true},
		{"cut off", 200, "gzip", whole[:11], "cut off: ", false},
		{"not compressed after all", 200, "gzip", []byte(good), "cut off: ", false},
		{"empty", 200, "gzip", nil, "cut off: ", false},
		{"identity", 200, "identity", []byte(good), "good", true},
		{"a failure", 401, "gzip", zipped(t, `{"error":"wrong key"}`), "server: 401 wrong key", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := ask(t, answer(tt.status, bytes.NewReader(tt.body), "Content-Encoding", tt.encoding))
			if describe(err) != tt.want || tt.text && !strings.Contains(out, outA) {
				t.Errorf("%q, %v", out, err)
			}
		})
	}
}

// TestCompressedAnswersAreBounded: what counts is what comes out.
func TestCompressedAnswersAreBounded(t *testing.T) {
	bomb := zipped(t, "data: "+textA+"\n\n"+strings.Repeat(": x\n\n", 1<<20))
	tr := answer(200, bytes.NewReader(bomb), "Content-Encoding", "gzip")
	tr.MaxBytes = 1 << 20
	if int64(len(bomb)) > tr.MaxBytes/10 {
		t.Fatalf("the bomb has %d bytes", len(bomb))
	}
	if out, err := ask(t, tr); !errors.Is(err, ErrTooLarge) || !strings.Contains(out, outA) {
		t.Errorf("%d bytes, %v", len(out), err)
	}
}
