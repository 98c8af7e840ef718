package llm

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// TestTextsAreLoggedOnlyWhenAskedFor: at the lowest level the log holds no word of a talk, neither from a turn that goes
// well nor from one that fails; when it is asked for, both sides of every exchange, and never a secret.
func TestTextsAreLoggedOnlyWhenAskedFor(t *testing.T) {
	const said, answered, refused = "pineapple upside down", "with cherries", "no marzipan today"
	for _, asked := range []bool{false, true} {
		s := llmtest.Serve(t, llmtest.Script{llmtest.Good(answered + " sk-echoed-key"), llmtest.Wrong(400, "", refused)})
		var out bytes.Buffer
		d := NewDriver(Options{
			Counter: counter, Texts: asked,
			Logger: slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug - 8})),
		})
		req := request(said)
		req.Key = Secret{Key: "sk-echoed-key", Query: "token=hush-hush"}.Pack()
		req.Connection = persona.Connection{ID: "c", BaseURL: s.URL, Query: "token"}
		log := newLog()
		if _, err := play(t, d, log, req); err != nil {
			t.Fatal(err)
		}
		if _, err := play(t, d, log, req); codeOf(err) != CodeBadRequest {
			t.Fatal(err)
		}
		written := out.String()
		for _, text := range []string{said, answered, refused} {
			if strings.Contains(written, text) != asked {
				t.Errorf("asked for: %v, and %q is in the log: %v", asked, text, !asked)
			}
		}
		for _, secret := range []string{"sk-echoed", "hush-hush"} {
			if strings.Contains(written, secret) {
				t.Errorf("the log holds %q", secret)
			}
		}
	}
}
