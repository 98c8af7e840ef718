package chat

import (
	"strings"
	"testing"

	"bonbon/find"
	"bonbon/history/talk"
	"bonbon/ui/uitest"
)

// thinking is a talk with thoughts, a tool's output and replies.
func thinking() *fakeTalk {
	thought := said(2, talk.Assistant, noon, "The lamp burns.\n\nIt is oil.")
	thought.Reasoning = "First I look for the harbour.\nThen I light it."
	result := said(4, talk.Tool, noon, "wind: west\nfog: none")
	return of(said(1, talk.User, noon, "Is it lit?"), thought, said(3, talk.User, noon, "And the weather?"), result, said(5, talk.Assistant, noon, "Clear."))
}

// What a search finds in folded thoughts or a folded output is unfolded, marked and in view; a hit in the text unfolds nothing.
func TestRevealOpensWhatIsFolded(t *testing.T) {
	uitest.App(t, "light", "en")
	for _, c := range []struct {
		word string
		at   int
		open bool
	}{{"harbour", 1, true}, {"lamp", 1, false}, {"fog", 3, true}, {"clear", 4, false}} {
		b := opened(t, thinking(), wide, nil)
		b.SetFound(find.New(c.word), c.at)
		b.Reveal()
		b.settle()
		r := b.row(t, c.at)
		if r.msg.open != c.open || len(r.marks) != 1 {
			t.Errorf("%s: open %v, %d places are marked", c.word, r.msg.open, len(r.marks))
			continue
		}
		if y := r.Position().Y + r.marks[0].top; y < 0 || y > b.list.Size().Height {
			t.Errorf("%s: the place lies at %v", c.word, y)
		}
	}
}

// A place far down in a long output is laid out.
func TestRevealInALongOutput(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, of(said(1, talk.Tool, noon, strings.Repeat("a line of nothing\n", 4000)+"here is the fog\n")), wide, nil)
	b.SetFound(find.New("fog"), 0)
	b.Reveal()
	b.settle()
	if r := b.row(t, 0); len(r.marks) != 1 {
		t.Errorf("%d places are marked", len(r.marks))
	}
}

// Thoughts and outputs that are open are selected and copied as the text is, alone and together with it.
func TestSelectInThoughtsAndOutputs(t *testing.T) {
	uitest.App(t, "light", "en")
	s := selectIn(t, thinking())
	s.press(t, 1, named(zoneThoughts))
	s.press(t, 3, named(zoneTool))
	s.ScrollTo(0)
	s.settle()
	in := func(entry, block int, piece string) place {
		t.Helper()
		p := place{entry: entry, block: block}
		if p.at = strings.Index(s.wordsAt(p), piece); p.at < 0 {
			t.Fatalf("block %d of %d has no %q", block, entry, piece)
		}
		return p
	}
	drag := func(from, to place) { s.mouse(t, 1, 0, s.seen(t, from), s.seen(t, to)) }
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"in the thoughts", func() { drag(in(1, thoughtsBlock, "look"), in(1, thoughtsBlock, " the harbour")) }, "look for"},
		{"a word of them", func() { s.mouse(t, 2, 0, s.seen(t, in(1, thoughtsBlock, "arbour"))) }, "harbour"},
		{"into the text", func() { drag(in(1, thoughtsBlock, "light"), in(1, 0, " burns")) }, "light it.\n\nThe lamp"},
		{"from before them", func() { drag(in(0, 0, "lit"), in(1, thoughtsBlock, " I look")) }, "lit?\n\nFirst"},
		{"in the output", func() { drag(in(3, 0, "west"), in(3, 0, ": none")) }, "west\nfog"},
		{"through the output", func() { drag(in(2, 0, "weather"), in(4, 0, ".")) }, "weather?\n\nwind: west\nfog: none\n\nClear"},
		{"by keys into the thoughts", func() {
			s.begin(in(1, 0, "he lamp"), byCharacter)
			s.shiftKey("Left", "Left", "Left")
		}, ".\n\nT"},
	} {
		c.do()
		if got := s.text(); got != c.want {
			t.Errorf("%s: copied %q, want %q", c.name, got, c.want)
		}
		s.clearSelection()
	}
	drag(in(1, thoughtsBlock, "look"), in(1, 0, " burns"))
	s.press(t, 1, named(zoneThoughts)) // what is folded is not copied
	if got := s.text(); got != "The lamp" {
		t.Errorf("with folded thoughts %q is copied", got)
	}
}
