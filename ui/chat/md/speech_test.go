package md

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bonbon/ui/parts/flow"
)

func saidIn(text string) string {
	var out []string
	open := false
	for _, s := range Parse(text)[0].Spans {
		is := s.Style&flow.Spoken != 0
		switch {
		case is && open:
			out[len(out)-1] += s.Text
		case is:
			out = append(out, s.Text)
		}
		open = is
	}
	return strings.Join(out, "|")
}

func TestSpeech(t *testing.T) {
	for text, want := range map[string]string{
		`"Come in," she said.`:               `"Come in,"`,
		`He said, "Come in."`:                `"Come in."`,
		`*smiles* "You came"`:                `"You came"`,
		`*smiles* "I *really* hoped so." ok`: `"I really hoped so."`,
		`She called it a "lamp" once.`:       ``,
		`The "lamp." is a term`:              ``,
		`“Yes!” “No!”`:                       `“Yes!”|“No!”`,
		`「おはよう。」と言った。`:                       `「おはよう。」`,
		"*笑う*\n「来たんだね」":                      `「来たんだね」`,
		`灯台の「ランプ」という言葉`:                      ``,
		`「『うん』って言ったよ」`:                       `「『うん』って言ったよ」`,
		"\"An open\nquote.\"":                ``,
		"`\"code.\"`":                        ``,
		`"`:                                  ``,
		`""`:                                 ``,
	} {
		if got := saidIn(text); got != want {
			t.Errorf("%q: %q is speech, want %q", text, got, want)
		}
	}
}

// Styling speech neither loses nor moves a byte, and costs one pass however the marks stand.
func TestSpeechKeepsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spans := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) flow.Span {
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{`"`, "“", "”", "「", "」", "『", "』", "a", "。", ".", " ", "\n"}), 1, 8).Draw(t, "text"), "")
			return flow.Span{Text: text, Style: flow.Style(rapid.IntRange(0, 31).Draw(t, "style"))}
		}), 0, 6).Draw(t, "spans")
		if got, want := wordsOfSpans(speech(spans)), wordsOfSpans(spans); got != want {
			t.Fatalf("%q became %q", want, got)
		}
	})
	Parse(strings.Repeat("。「", 150_000))
}

func TestText(t *testing.T) {
	source := "# Lamp\n\nA **bright** one\nburns.\n\n1. oil\n   - thin\n2. wick\n\n> deep\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n---\n\n```go\nx := 1\n```\n"
	blocks := Parse(source)
	last := blocks[len(blocks)-1]
	want := "Lamp\n\nA bright one\nburns.\n\n1. oil\n  • thin\n2. wick\n\ndeep\n\na\tb\n1\t2\n\n---\n\nx := 1"
	if got := Text(blocks, 0, len(last.Words())); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Text(blocks[1:3], 2, 2); got != "bright one\nburns.\n\n1. oi" {
		t.Errorf("a part reads %q", got)
	}
	if got := Text(blocks[1:2], 2, 8); got != "bright" {
		t.Errorf("a word reads %q", got)
	}
	if got := Text(blocks[1:2], 90, 3); got != "" {
		t.Errorf("nothing reads %q", got)
	}
}

// A block knows its source: all blocks together cover it, and a part of it reads the same alone.
func TestBlocksKnowTheirSource(t *testing.T) {
	for name, text := range inputs(t) {
		if len(text) > 20_000 {
			continue
		}
		blocks := Parse(text)
		at := 0
		for i, b := range blocks {
			if b.From < 0 || b.To > len(text) || b.From > b.To || b.From < at {
				t.Fatalf("%s: block %d is of %d … %d after %d", name, i, b.From, b.To, at)
			}
			at = b.From
		}
		if len(blocks) > 0 && strings.TrimSpace(text[:blocks[0].From]+text[blocks[len(blocks)-1].To:]) != "" {
			t.Errorf("%s: %q is of no block", name, text[blocks[len(blocks)-1].To:])
		}
	}
}
