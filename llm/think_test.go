package llm

import (
	"log/slog"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bonbon/llm/llmtest"
)

// splitAll feeds the pieces and returns all text and thinking, and whether some was moved.
func splitAll(s *splitter, pieces ...string) (text, reasoning string, moved bool) {
	take := func(c Chunk) {
		if c.Thought {
			reasoning, text, moved = reasoning+text, "", true
		}
		text += c.Text
		reasoning += c.Reasoning
	}
	for _, p := range pieces {
		take(s.add(p))
	}
	take(s.end())
	return text, reasoning, moved
}

func TestSplitter(t *testing.T) {
	tests := []struct {
		name      string
		pieces    []string
		text      string
		reasoning string
	}{
		{"no marks", []string{"Hel", "lo"}, "Hello", ""},
		{"blank beginning is kept", []string{"\n ", "Hello"}, "\n Hello", ""},
		{"only blanks", []string{" ", "\n"}, " \n", ""},
		{"whole", []string{"<think>a</think>b"}, "b", "a"},
		{"lines", []string{"<think>\na\n\nb\n</think>\n\nc\n"}, "c\n", "a\n\nb\n"},
		{"split marks", []string{"<", "th", "ink", ">a</th", "ink>", "\n", "\n", "b"}, "b", "a"},
		{"line breaks in pieces", []string{"<think>", "\n", "a", "\n", "\n", "b", "</think>", "c"}, "c", "a\n\nb"},
		{"empty block", []string{"<think>\n\n</think>\n\nHi"}, "Hi", ""},
		{"two blocks", []string{"<think>a</think>\n<think>b</think>\nc"}, "c", "ab"},
		{"other marks", []string{"[THINK]a[/THINK]b"}, "b", "a"},
		{"longer mark", []string{"<think", "ing>a</think>b</thinking>c"}, "c", "a</think>b"},
		{"never closed", []string{"<think>a"}, "", "a"},
		{"never closed, held", []string{"<think>a</thi"}, "", "a</thi"},
		{"held at the end", []string{"a</thi"}, "a</thi", ""},
		{"begins like a mark", []string{"<th", "e> end"}, "<the> end", ""},
		{"ends like a mark", []string{"<th"}, "<th", ""},
		{"opening missing", []string{"count ", "more</think>\n\nFour."}, "Four.", "count more"},
		{"opening missing, split", []string{"count </", "think>Four."}, "Four.", "count "},
		{"opening missing, empty", []string{"</think>\n\nFour."}, "Four.", ""},
		{"lone mark only once", []string{"a</think>b</think>c"}, "b</think>c", "a"},
		{"quoted mark", []string{"Use `</think>` to close.", " And `", "</think>`."}, "Use `</think>` to close. And `</think>`.", ""},
		{"later block is text", []string{"Look: <think>a"}, "Look: <think>a", ""},
		{"blanks without end", []string{strings.Repeat("\n", maxBlank), "\n", "<think>a"}, strings.Repeat("\n", maxBlank+1) + "<think>a", ""},
		{"blanks without end after a block", []string{"<think>a</think>", strings.Repeat("\n", 2*maxBlank), "b"}, "b", "a"},
		{"after a block all is text", []string{"<think>a</think>b <think>c</think>"}, "b <think>c</think>", "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, reasoning, _ := splitAll(&splitter{}, tt.pieces...)
			if text != tt.text || reasoning != tt.reasoning {
				t.Errorf("text %q, reasoning %q; want %q, %q", text, reasoning, tt.text, tt.reasoning)
			}
		})
	}
}

func TestSplitterTrustsAnOwnField(t *testing.T) {
	text, reasoning, moved := splitAll(&splitter{thoughtElsewhere: true}, "a</think>b")
	if text != "a</think>b" || reasoning != "" || moved {
		t.Errorf("text %q, reasoning %q", text, reasoning)
	}
}

func TestKeptTags(t *testing.T) {
	s := newSplitter(true)
	text, reasoning, moved := splitAll(&s, "<thi", "nk>a</th", "ink>b </think> c</th")
	if text != "<think>a</think>b </think> c</th" || reasoning != "" || moved {
		t.Errorf("text %q, reasoning %q", text, reasoning)
	}
	log, req := newLog(), request("Hello")
	req.Persona.Sampling.KeepTags = true
	server := llmtest.Serve(t, llmtest.Script{llmtest.Good("<think>a</think>", "b")})
	req.Connection.BaseURL = server.URL
	if _, err := play(t, NewDriver(Options{Counter: counter, Logger: slog.New(slog.DiscardHandler)}), log, req); err != nil {
		t.Fatal(err)
	}
	same(t, "stored", log.stored(), []string{`user "Hello" `, `assistant "<think>a</think>b" `})
}

// TestSplitterIsNotSlow: it would take minutes if what is held back grew without end and were searched for each piece.
func TestSplitterIsNotSlow(t *testing.T) {
	for name, piece := range map[string]string{"blanks": "\n", "beginnings": "<", "words": "a</th"} {
		const n = 500_000
		var s splitter
		size := 0
		for range n {
			size += len(s.add(piece).Text)
		}
		if size += len(s.end().Text); size != n*len(piece) {
			t.Errorf("%s: %d bytes of %d", name, size, n*len(piece))
		}
	}
}

// TestSplitterIgnoresPieces is the law that the pieces of a stream mean nothing, and that no character but blanks and
// marks is lost.
func TestSplitterIgnoresPieces(t *testing.T) {
	token := rapid.SampledFrom([]string{"<think>", "</think>", "[THINK]", "[/THINK]", "<", "think", ">", "/", "`", "\n", " ", "a", "語"})
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(token, 0, 20).Draw(t, "tokens")
		all := strings.Join(parts, "")
		text, reasoning, _ := splitAll(&splitter{}, all)
		pieceText, pieceReasoning, _ := splitAll(&splitter{}, strings.Split(all, "")...)
		if text != pieceText || reasoning != pieceReasoning {
			t.Fatalf("%q: at once %q %q, in pieces %q %q", all, text, reasoning, pieceText, pieceReasoning)
		}
		if strings.Count(all, "a") != strings.Count(text+reasoning, "a") || strings.Count(all, "語") != strings.Count(text+reasoning, "語") {
			t.Fatalf("%q lost words: %q %q", all, text, reasoning)
		}
	})
}
