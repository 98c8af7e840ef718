package edit

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"bonbon/ui/parts/flow"
)

// model is an editor as one would write it without a thought for speed: a string, a caret and the other end of the selection.
type model struct {
	text        string
	caret, mark int
}

func (m *model) put(s string) {
	from, to := min(m.caret, m.mark), max(m.caret, m.mark)
	m.text = m.text[:from] + s + m.text[to:]
	m.caret, m.mark = from+len(s), from+len(s)
}

// byteOf is where a place is in the whole text.
func byteOf(t *Text, p Place) int {
	n := p.At
	for i := range p.Para {
		n += len(t.Para(i)) + 1
	}
	return n
}

var bits = []string{"a", "word ", "two words", "\n", "\n\n", "日", "灯台の", "。", "é", "e\u0301", "👩‍🚀", "👍🏽", "🇯🇵🇫🇷", " ", "\t", "don’t", "-", "各", "", "x\ny\nz"}

func textGen() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(bits), 0, 8).Draw(t, "bits"), "")
	})
}

// Whatever is done, the text is the model's; the caret stands between characters; undoing all gives the start, doing all again the end.
func TestTextIsAsTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := New()
		mirror := ""
		text.OnChange = func(c Change) { mirror = mirrored(t, text, mirror, c) }
		start := textGen().Draw(t, "start")
		text.Set(start)
		m := &model{text: start}
		sane := func() {
			if text.String() != m.text || text.Len() != len(m.text) || mirror != m.text {
				t.Fatalf("the text is %q of %d bytes, told as %q, want %q", text, text.Len(), mirror, m.text)
			}
			if at, mark := byteOf(text, text.caret), byteOf(text, text.mark); at != m.caret || mark != m.mark {
				t.Fatalf("in %q the caret is at %d and the selection from %d, want %d and %d", m.text, at, mark, m.caret, m.mark)
			}
			if got, want := text.PickedText(), m.text[min(m.caret, m.mark):max(m.caret, m.mark)]; got != want {
				t.Fatalf("selected is %q, want %q", got, want)
			}
			if text.At(m.caret) != text.caret {
				t.Fatalf("byte %d is at %v, the caret at %v", m.caret, text.At(m.caret), text.caret)
			}
		}
		act := func() {
			switch rapid.IntRange(0, 8).Draw(t, "act") {
			case 0, 1:
				s := rapid.SampledFrom(bits).Draw(t, "typed")
				text.Type(s)
				m.put(s)
			case 2:
				s := textGen().Draw(t, "inserted")
				text.Insert(s)
				m.put(s)
			case 3, 4:
				target := rapid.SampledFrom(moves).Draw(t, "erase").by(text)(text.Caret())
				if m.caret == m.mark {
					m.mark = byteOf(text, target)
				}
				text.Erase(target)
				m.put("")
			default:
				extend := rapid.Bool().Draw(t, "extend")
				text.Move(rapid.SampledFrom(moves).Draw(t, "move").by(text)(text.Caret()), extend)
				if m.caret = byteOf(text, text.caret); !extend {
					m.mark = m.caret
				}
			}
			sane()
		}
		for range rapid.IntRange(0, 30).Draw(t, "acts") {
			act()
		}
		end := m.text
		for text.Undo() {
			if p := text.Caret(); p.At > len(text.Para(p.Para)) || !utf8.RuneStart((text.Para(p.Para) + "x")[p.At]) {
				t.Fatalf("undone, the caret is at %v of %q", p, text)
			}
		}
		if text.String() != start || mirror != start {
			t.Fatalf("everything undone is %q, told as %q, want %q", text, mirror, start)
		}
		for more := true; more; {
			more = text.Redo()
		}
		if text.String() != end || mirror != end {
			t.Fatalf("everything done again is %q, want %q", text, end)
		}
	})
}

// mirrored applies what a change tells to the text as it was before.
func mirrored(t *rapid.T, text *Text, before string, c Change) string {
	was := strings.Split(before, "\n")
	now := append([]string{}, was[:c.Para]...)
	for i := range c.Come {
		now = append(now, text.Para(c.Para+i))
	}
	if c.At > 0 && now[c.Para][:c.At] != was[c.Para][:c.At] {
		t.Fatalf("the first %d bytes of paragraph %d are said to be as before", c.At, c.Para)
	}
	return strings.Join(append(now, was[c.Para+c.Gone:]...), "\n")
}

// move is a way to another place.
type move struct {
	name string
	by   func(*Text) func(Place) Place
}

var moves = []move{
	{"next", func(t *Text) func(Place) Place { return t.Next }},
	{"previous", func(t *Text) func(Place) Place { return t.Previous }},
	{"next word", func(t *Text) func(Place) Place { return t.NextWord }},
	{"previous word", func(t *Text) func(Place) Place { return t.PreviousWord }},
	{"start", func(t *Text) func(Place) Place { return func(Place) Place { return t.Start() } }},
	{"end", func(t *Text) func(Place) Place { return func(Place) Place { return t.End() } }},
}

// Going on and back passes the same places, all characters between them; and every way leads on until the end.
func TestMovesPassEveryCharacter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := New()
		text.Set(textGen().Draw(t, "text"))
		var on []Place
		for p := text.Start(); ; p = text.Next(p) {
			on = append(on, p)
			if p == text.End() {
				break
			}
		}
		for i, p := len(on)-1, text.End(); i >= 0; i, p = i-1, text.Previous(p) {
			if p != on[i] {
				t.Fatalf("%q: back at %v, there at %v", text, p, on[i])
			}
		}
		for _, m := range moves[2:4] {
			forward := m.name == "next word"
			for _, p := range on {
				switch q := m.by(text)(p); {
				case forward && q.Compare(p) <= 0 && p != text.End(), !forward && q.Compare(p) >= 0 && p != text.Start():
					t.Fatalf("%q: %s of %v is %v", text, m.name, p, q)
				}
			}
		}
	})
}

func TestWordsAreTheStepsOfCtrl(t *testing.T) {
	for _, c := range []struct{ text, on, back string }{ // | where the caret stops
		{"one two  three", "one |two  |three|", "|one |two  |three"},
		{"灯台の窓を、みがく。", "灯台|の|窓|を|、|みがく|。|", "|灯台|の|窓|を|、|みがく|。"},
		{"don’t (go)", "don’t |(|go|)|", "|don’t |(|go|)"},
		{"a\nb", "a|\n|b|", "|a|\n|b"},
		{"  x ", "  |x |", "|  |x "},
	} {
		text := New()
		text.Set(c.text)
		on := map[int]bool{}
		for p := text.Start(); p != text.End(); {
			p = text.NextWord(p)
			on[byteOf(text, p)] = true
		}
		back := map[int]bool{}
		for p := text.End(); p != text.Start(); {
			p = text.PreviousWord(p)
			back[byteOf(text, p)] = true
		}
		if got := marked(c.text, on); got != c.on {
			t.Errorf("on: %q, want %q", got, c.on)
		}
		if got := marked(c.text, back); got != c.back {
			t.Errorf("back: %q, want %q", got, c.back)
		}
	}
}

func marked(s string, stops map[int]bool) string {
	var b strings.Builder
	for i := range len(s) + 1 {
		if stops[i] {
			b.WriteByte('|')
		}
		if i < len(s) {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// What was typed is undone by words, what came at once at once.
func TestUndoGoesByWords(t *testing.T) {
	text := New()
	keys := func(s string) {
		for _, r := range s {
			text.Type(string(r))
		}
	}
	var seen []string
	undo := func() {
		for text.Undo() {
			seen = append(seen, text.String())
		}
	}
	keys("one two 灯台は、遠い。でも見える")
	undo()
	if got, want := strings.Join(seen, "|"), "one two 灯台は、遠い。|one two 灯台は、|one two |one |"; got != want {
		t.Errorf("undone to %q, want %q", got, want)
	}
	seen = nil
	keys("abc")
	text.Move(text.Start(), false)
	keys("x")
	text.Insert("pasted text of words")
	keys("y")
	undo()
	if got, want := strings.Join(seen, "|"), "xpasted text of wordsabc|xabc|abc|"; got != want {
		t.Errorf("undone to %q, want %q", got, want)
	}
	seen = nil
	keys("abcdef")
	for range 4 {
		text.Erase(text.Previous(text.Caret()))
	}
	undo()
	if got, want := strings.Join(seen, "|"), "abcdef|"; got != want {
		t.Errorf("undone to %q, want %q", got, want)
	}
}

func TestUndoIsBounded(t *testing.T) {
	text := New()
	long := strings.Repeat("x", mostUndo/3)
	for range 10 {
		text.Insert(long)
		text.Pick(text.Start(), text.End())
	}
	if text.done.cost > mostUndo {
		t.Errorf("%d bytes are kept", text.done.cost)
	}
	text.Insert(strings.Repeat("y", 2*mostUndo))
	if !text.Undo() || text.String() != long {
		t.Errorf("the last step cannot be undone: %d bytes", text.Len())
	}
}

func TestFlagsAndJoinedLettersAreOneCharacter(t *testing.T) {
	for _, c := range []string{"🇯🇵", "👩‍👩‍👧", "👍🏽", "e\u0301", "が\u3099", "ᄒ\u1161ᆫ", "1️⃣"} {
		s := "a" + c + "🇫🇷" + c + "b"
		if got := flow.Next(s, 1); got != 1+len(c) && !strings.HasPrefix(c, "🇯") {
			t.Errorf("%q: %d bytes, want %d", c, got-1, len(c))
		}
		if got := flow.Previous(s, len(s)-1); got != len(s)-1-len(c) {
			t.Errorf("%q: back %d bytes, want %d", c, len(s)-1-got, len(c))
		}
	}
}
