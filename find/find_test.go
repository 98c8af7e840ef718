package find

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// naive is what Fold promises, the slow way.
func naive(s string) string {
	return strings.Map(plain, cases.Fold().String(norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD"))))
}

// pieces are what texts go wrong at: marks that combine, halves of width, several runes out of one, jamo, emoji, line breaks.
var pieces = []string{
	"a", "A", "The Lamp @[`{Zz", "long enough for eight at a time", "k", "Ｋ", "K", "㎏", "ß", "ẞ", "ﬁ", "İ", "ı", "σ", "ς", "é", "e\u0301", "e\u0301\u0302", "\u0301", "q\u0308", "Å", "Å",
	"か", "が", "か\u3099", "カ", "ガ", "ｶ", "ｶﾞ", "ﾊﾟ", "ﾟ", "ﾞ", "ヴ", "ゔ", "ヷ", "ー", "ｰ", "ヽ", "ゞ", "ㇰ", "㍿", "㌔", "ｌ", "１", "①",
	"漢", "字", "龍", "𠮟", "神", "한", "ᄒ", "ᅡ", "ᆫ", "각", "ᆨ", "😀", "👩\u200d🚀", "👍🏽", "🇯🇵", "𝐤", "𐐀", "𐐨", " ", "\u3000", "\u00a0", "\n", "\t",
	"\r\n", "\u2028", "\"", "\\", "/", "\ufeff", "\u0345", "ᾳ", "ŉ", "\u0344", "ำ", "ก", "่", "ة", "ﷺ", "ﬃ", "ö", "Ж", "ё", "е\u0308",
}

func text() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pieces), rapid.StringN(1, 1, -1)), 0, 12).Draw(t, "pieces")
		return strings.Join(parts, "")
	})
}

func TestFoldIsWhatItPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := text().Draw(t, "text")
		if got, want := Fold(s), naive(s); got != want {
			t.Fatalf("%+q folds to %+q, want %+q", s, got, want)
		}
	})
	for r := range rune(utf8.MaxRune) { // every rune alone, and after one that marks stand on
		if s := "か" + string(r); r%7 == 0 || r < 0x3400 || r >= 0xF900 && r < 0x10000 {
			if got, want := Fold(s), naive(s); got != want {
				t.Fatalf("%+q folds to %+q, want %+q", s, got, want)
			}
		}
	}
	if got := Fold("a\xffb"); got != "a\uFFFDb" {
		t.Errorf("a bad byte folds to %+q", got)
	}
}

func TestSameToAReader(t *testing.T) {
	for _, c := range []struct {
		text, typed string
		want        string // what is found; "" is nothing
	}{
		{"The Lamp burns", "lamp", "Lamp"},
		{"ＭＩＮＴ tea", "mint", "ＭＩＮＴ"},
		{"ﾐﾝﾄの葉", "みんと", "ﾐﾝﾄ"},
		{"ガス灯", "ｶﾞｽ", "ガス"},
		{"ｶﾞｽ灯", "がす灯", "ｶﾞｽ灯"},
		{"か\u3099す", "が", "か\u3099"},
		{"がす", "か", ""},
		{"café", "cafe", ""},
		{"cafe\u0301", "café", "cafe\u0301"},
		{"weighs 5㎏", "5kg", "5㎏"},
		{"Straße", "STRASSE", "Straße"},
		{"one\ntwo", "one two", "one\ntwo"},
		{"全角　空白", "全角 空白", "全角　空白"},
		{"🙂 hello", "🙂", "🙂"},
		{"lamp", "  lamp ", "lamp"},
		{"lamp", " ", ""},
		{"", "x", ""},
	} {
		spans := New(c.typed).Spans(c.text, 10)
		got := ""
		if len(spans) > 0 {
			got = c.text[spans[0].From:spans[0].To]
		}
		if got != c.want || len(spans) > 1 {
			t.Errorf("%q in %q: %q in %d places, want %q", c.typed, c.text, got, len(spans), c.want)
		}
	}
}

func TestSpansAreWhereTheTextHasIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, typed := text().Draw(t, "text"), text().Draw(t, "typed")
		if rapid.Bool().Draw(t, "part") && s != "" {
			runes := []rune(s)
			from := rapid.IntRange(0, len(runes)-1).Draw(t, "from")
			typed = string(runes[from:rapid.IntRange(from+1, len(runes)).Draw(t, "to")])
		}
		q := New(typed)
		want := strings.Contains(naive(s), strings.Trim(naive(strings.TrimSpace(typed)), " ")) && !q.Empty()
		if got := q.In([]byte(Fold(s))); got != want {
			t.Fatalf("%+q in %+q: %v", typed, s, got)
		}
		spans := q.Spans(s, 1000)
		if (len(spans) > 0) != want {
			t.Fatalf("%+q in %+q: %v", typed, s, spans)
		}
		last := 0
		for _, p := range spans {
			if p.From < last || p.To <= p.From || p.To > len(s) {
				t.Fatalf("%+q in %+q: %v", typed, s, spans)
			}
			last = p.To
		}
		if most := len(q.Spans(s, 1)); most != min(len(spans), 1) {
			t.Fatalf("%d places where one was asked for", most)
		}
	})
}

func TestQueryIsBounded(t *testing.T) {
	q := New(strings.Repeat("あ", 1000))
	if n := len(q.needle); n > Longest || n%3 != 0 {
		t.Errorf("%d bytes are searched for", n)
	}
	if q := New(strings.Repeat("\u00a0", 3)); !q.Empty() {
		t.Errorf("blanks are searched for: %+q", q.needle)
	}
}

func BenchmarkAppend(b *testing.B) {
	for name, s := range map[string]string{
		"english":  "The lamp on the quay was still burning when they came back from the harbour. ",
		"japanese": "港から戻ってきたとき、桟橋のランプはまだ灯っていた。「ただいま」とミントは言った。",
		"russian":  "Когда они вернулись из гавани, фонарь на причале ещё горел. ",
		"thai":     "เมื่อพวกเขากลับมาจากท่าเรือ ตะเกียงยังคงส่องสว่างอยู่ ",
	} {
		b.Run(name, func(b *testing.B) {
			in := []byte(strings.Repeat(s, 100))
			out := Append(nil, in)
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				out = Append(out[:0], in)
			}
		})
	}
}
