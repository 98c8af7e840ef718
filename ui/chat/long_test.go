package chat

import (
	"slices"
	"strings"
	"testing"

	"bonbon/history/talk"
	"bonbon/ui/chat/md"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
	"bonbon/ui/uitest"
)

// runsOf returns what a layout shows of the words, in order, and how high it is.
func runsOf(b *bubble) (runs []flow.Run, height float32) {
	for _, p := range b.parts {
		for _, r := range p.Sheet.Runs {
			if r.To > 0 {
				r.Y += p.Y
				r.From, r.To = 0, 0
				runs = append(runs, r)
			}
		}
	}
	return runs, b.h
}

// A long message is folded: little of it is laid out at first, a press shows more, in the end all is there, and copying never
// depends on it.
func TestLongMessagesAreFolded(t *testing.T) {
	uitest.App(t, "light", "en")
	for name, text := range map[string]string{
		"paragraph": strings.Repeat("The ships will see us. ", 20_000), "unbroken": strings.Repeat("猫", 100_000), "lines": strings.Repeat("line\n", 40_000),
		"code": "```go\n" + strings.Repeat("lamp.Flash()\n", 20_000) + "```\n", "table": "| a | b |\n|--|--|\n" + strings.Repeat("| oil | wick |\n", 9000),
	} {
		for _, role := range []talk.Role{talk.User, talk.Assistant} {
			s := selectIn(t, of(said(1, role, noon, text), said(2, talk.User, noon, "Long!")))
			s.ScrollTo(0)
			m := s.pages.get(0)
			words := md.Text(m.blocks, 0, len(text))
			laid := func() (n int) {
				for _, p := range m.lay.parts {
					n += p.Sheet.Text
				}
				return n
			}
			if n := laid(); n > mostFolded+1000 || n == 0 {
				t.Errorf("%s: %d bytes are laid out at first", name, n)
			}
			for presses := 0; laid() < len(words)-len(m.blocks)*2; presses++ {
				before := laid()
				s.bench.pressMore(t)
				if laid() <= before || presses > 20 {
					t.Fatalf("%s: %d of %d bytes after %d presses", name, laid(), len(words), presses)
				}
			}
			s.selectEntry(0)
			if got := s.text(); got != words {
				t.Errorf("%s: copied %d bytes of %d", name, len(got), len(words))
			}
			if got := s.source(); got != text {
				t.Errorf("%s: the source has %d bytes of %d", name, len(got), len(text))
			}
		}
	}
}

// pressMore presses "show more" of the first entry.
func (b *bench) pressMore(t *testing.T) {
	t.Helper()
	for _, p := range b.row(t, 0).parts {
		for _, z := range p.Sheet.Zones {
			if z.Name == zoneMore {
				b.Transcript.press(b.row(t, 0), z)
				return
			}
		}
	}
	t.Fatal("there is no more")
}

// A long paragraph that grows looks, piece by piece, as it does when it is laid out at once; and so it does without pieces.
func TestPiecesAreSeamless(t *testing.T) {
	uitest.App(t, "light", "en")
	for _, seed := range []string{
		"The ships will see us. ", "灯台の窓を「みがく」。", "x", "one and two and three, four and five\n", "well-known **bold** *soft* `code` words ", "猫", "a  b   c ",
		"「はい」、そうです！？ yes ", strings.Repeat("x", 90) + " y ", "> quoted words ", "- an item of a list ",
	} {
		text := strings.Repeat(seed, 2*chunk/len(seed)+2)
		if seed[0] == '>' || seed[0] == '-' {
			text = seed[:2] + strings.Repeat(seed[2:], 2*chunk/len(seed)+2)
		}
		grown := read(said(1, talk.Assistant, noon, ""))
		grown.entry.State = talk.Writing
		for n := 0; n < len(text); n += 1 + len(text)/9 {
			grown.entry.Text, grown.changed = strings.ToValidUTF8(text[:n], ""), true
			grown.read()
			grown.layout(400)
		}
		grown.entry.Text, grown.changed = text, true
		grown.read()
		got, height := runsOf(grown.layout(400))
		whole := read(said(1, talk.Assistant, noon, text))
		want, wantHeight := runsOf(whole.layout(400))
		if len(whole.lay.parts) < 2 {
			t.Fatalf("%q: %d bytes are one piece", seed, len(text))
		}
		if height != wantHeight || !slices.Equal(got, want) {
			t.Errorf("%q: grown %d runs in %v, whole %d in %v", seed, len(got), height, len(want), wantHeight)
		}
		s := &flow.Sheet{}
		b := &whole.blocks[0]
		at := frames(s, b, 0, plainInk)
		s.Add(b.Spans, at, 0, 400-2*bubblePadX-at, textSize(), plainInk)
		if plain := ceil(s.Height) + 2*bubblePadY; plain != wantHeight {
			t.Errorf("%q: in pieces %v high, in one %v", seed, wantHeight, plain)
		}
	}
}

// Colours come from a worker, and nothing moves when they come.
func TestColoursMoveNothing(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, of(said(1, talk.User, noon, "Hi")), wide, nil)
	reply := said(2, talk.Assistant, noon, "")
	reply.State = talk.Writing
	b.Append(reply)
	inks := func() (n int) {
		for _, p := range b.row(t, 1).parts {
			for _, r := range p.Sheet.Runs {
				if r.Ink == look.CodeKeyword || r.Ink == look.CodeNumber {
					n++
				}
			}
		}
		return n
	}
	b.Stream("So:\n\n```go\nfor range 12 {", "")
	if len(b.w.jobs) != 0 || inks() != 0 {
		t.Error("code is coloured while its end is not there")
	}
	b.Stream("So:\n\n```go\nfor range 12 {\n}\n```\n\nThat\nis", "")
	b.Stream("So:\n\n```go\nfor range 12 {\n}\n```\n\nThat\nis all", "")
	height := b.row(t, 1).Size().Height
	if len(b.w.jobs) != 1 || inks() != 0 {
		t.Fatalf("%d workers are asked, %d runs have colours", len(b.w.jobs), inks())
	}
	b.settle()
	if inks() < 2 || b.row(t, 1).Size().Height != height {
		t.Errorf("%d runs have colours, the row is %v high and was %v", inks(), b.row(t, 1).Size().Height, height)
	}
	b.Stream("So:\n\n```go\nfor range 12 {\n}\n```\n\nThat\nis all.", "")
	if inks() < 2 || len(b.w.jobs) != 0 {
		t.Error("the colours are lost or asked for again")
	}
}
