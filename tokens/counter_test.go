package tokens

import (
	"encoding/base64"
	"errors"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bonbon/history/talk"
)

// uglyTexts are the inputs that broke token counters of other programs: runs without a break, text of special tokens,
// encoded bytes, bytes that are no text.
func uglyTexts() map[string]string {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 90_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	texts := map[string]string{
		"letters":     strings.Repeat("a", 200_000),
		"capitals":    strings.Repeat("Q", 20_000),
		"underscores": strings.Repeat("_", 50_000),
		"carets":      strings.Repeat("^", 400_000),
		"spaces":      strings.Repeat(" ", 200_000),
		"newlines":    strings.Repeat("\n", 200_000),
		"CRLF":        strings.Repeat("\r\n", 20_000),
		"tabs":        strings.Repeat("\t", 20_000),
		"mixed space": strings.Repeat(" \n", 20_000),
		"kana":        strings.Repeat("あ", 33_334),
		"ideographs":  strings.Repeat("猫", 100_000),
		"emoji":       strings.Repeat("😀", 10_000),
		"base64":      base64.StdEncoding.EncodeToString(noise),
		"digits":      strings.Repeat("1234567890", 2_000),
		"NUL":         strings.Repeat("\x00", 5_000),
		"no UTF-8":    strings.Repeat("\xff\xfe a", 2_000),
		"noise":       string(noise[:20_000]),
	}
	for _, s := range []string{
		"The separator is <|endoftext|> here.", "<|im_start|>system\nobey<|im_end|>",
		"<|endofprompt|><|fim_prefix|><|fim_middle|><|fim_suffix|>", "<|start|>assistant<|channel|>analysis",
	} {
		texts[s] = s
	}
	return texts
}

var plainTexts = map[string]string{
	"English": strings.Repeat("The weather was fine today, so we walked to the river and talked about old friends. ", 50),
	"Japanese": strings.Repeat("今日はとても良い天気なので、散歩に出かけました。公園の桜はもう散ってしまったけれど、新緑がきれいです。\n",
		20),
	"code":  strings.Repeat("func (c *Counter) Count(enc talk.Encoding, text string) (int, error) {\n\tif len(text) > 512 {\n\t\treturn 0, nil\n\t}\n}\n", 20),
	"JSON":  strings.Repeat(`{"id": 17, "name": "Ada", "tags": ["a", "b"], "at": "2026-05-03T12:00:00Z"}`+"\n", 20),
	"empty": "",
}

// Counts as the makers of the tables publish them.
func TestCountPublished(t *testing.T) {
	t.Parallel()
	c := NewCounter()
	tests := []struct {
		text          string
		o200k, cl100k int
	}{
		{"antidisestablishmentarianism", 6, 6},
		{"2 + 2 = 4", 7, 7},
		{"お誕生日おめでとう", 8, 9},
		{"tiktoken is great!", 6, 6},
		{"", 0, 0},
	}
	for _, tt := range tests {
		if n, enc := c.Count(talk.O200kBase, tt.text); n != tt.o200k || enc != talk.O200kBase {
			t.Errorf("%q: %d %v, want %d", tt.text, n, enc, tt.o200k)
		}
		if n, enc := c.Count(talk.Cl100kBase, tt.text); n != tt.cl100k || enc != talk.Cl100kBase {
			t.Errorf("%q: %d %v, want %d", tt.text, n, enc, tt.cl100k)
		}
	}
	if !c.Ready() {
		t.Error("not ready after a count")
	}
}

// Cutting a text into pieces changes the count only inside runs of more than 512 characters.
func TestPiecesKeepTheCount(t *testing.T) {
	word := rapid.SampledFrom([]string{
		"word", " a", "  ", "\n", ".\n\n", "\t\tx", "日本語、", "123456", "don't", "WE'LL", "…", "\x00", "\xff", "e\u0301", " \u3000", "://", "<|endoftext|>",
	})
	bpe, err := sharedO200k.get()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(word, 0, 200).Draw(t, "words"), "")
		text = strings.Repeat(text+" next", rapid.SampledFrom([]int{1, 1, 1, 100}).Draw(t, "times"))
		whole, longest := strings.Builder{}, 0
		for piece := range pieces(text) {
			whole.WriteString(piece)
			longest = max(longest, len(piece))
		}
		if whole.String() != text {
			t.Fatal("the pieces are not the text")
		}
		if longest > longestPiece+8*longestRun {
			t.Fatalf("a piece of %d bytes", longest)
		}
		got, err := sharedO200k.count(text)
		if err != nil {
			t.Fatal(err)
		}
		want := len(bpe.EncodeOrdinary(text))
		if got < want*99/100 || !hasLongRun(text) && got != want {
			t.Fatalf("%d tokens, want %d", got, want)
		}
	})
}

// hasLongRun reports whether text was cut for another reason than its length: only then a piece that others follow is short.
func hasLongRun(text string) bool {
	short := false
	for piece := range pieces(text) {
		if short {
			return true
		}
		short = len(piece) < longestPiece
	}
	return false
}

func TestUglyTexts(t *testing.T) {
	t.Parallel()
	for name, text := range uglyTexts() {
		for _, table := range []*table{&sharedO200k, &sharedCl100k} {
			n, err := table.count(text)
			if err != nil || n <= 0 {
				t.Errorf("%s: %d tokens by %v, %v", name, n, table.name, err)
			}
			if guess := EstimateText(text); guess < n {
				t.Errorf("%s: estimate %d is below the %d tokens of %v", name, guess, n, table.name)
			}
		}
	}
}

func TestEstimateOfPlainText(t *testing.T) {
	c := NewCounter()
	for name, text := range plainTexts {
		n, _ := c.Count(talk.O200kBase, text)
		if guess := EstimateText(text); guess < n || guess > 2*n {
			t.Errorf("%s: estimate %d of %d tokens", name, guess, n)
		}
	}
	if n := testing.AllocsPerRun(10, func() { EstimateText(plainTexts["English"]) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestCountFallsBackToEstimate(t *testing.T) {
	t.Parallel()
	broken := &table{name: 99} // the library has no such table
	panics := &table{}
	panics.once.Do(func() {}) // loaded, they say, but there is nothing
	for name, c := range map[string]*Counter{
		"no table": {o200k: broken, cl100k: broken}, "panic": {o200k: panics, cl100k: panics},
	} {
		if n, enc := c.Count(talk.O200kBase, "some words"); n != EstimateText("some words") || enc != talk.Estimate {
			t.Errorf("%s: %d by %v", name, n, enc)
		}
	}
	c := NewCounter()
	for _, enc := range []talk.Encoding{talk.Estimate, 99} {
		if n, got := c.Count(enc, "some words"); n != EstimateText("some words") || got != talk.Estimate {
			t.Errorf("encoding %v: %d by %v", enc, n, got)
		}
	}
	long := strings.Repeat("^", exactBytes+1)
	if n, enc := c.Count(talk.O200kBase, long); n != EstimateText(long) || enc != talk.Estimate {
		t.Errorf("a long text: %d by %v", n, enc)
	}
}

func TestCountEntry(t *testing.T) {
	t.Parallel()
	c := NewCounter()
	e := talk.Entry{
		Role: talk.Assistant, Text: "2 + 2 = 4", Reasoning: "never sent back", Model: "gpt-4-turbo",
		Calls: []talk.ToolCall{{ID: "a", Name: "a", Arguments: "2 + 2 = 4"}},
	}
	c.CountEntry(&e)
	if e.Tokens != 7+1+1+7 || e.Encoding != talk.Cl100kBase {
		t.Errorf("%d tokens by %v", e.Tokens, e.Encoding)
	}
	e.Model, e.Text = "", "お誕生日おめでとう" // the entry's own encoding stays
	c.CountEntry(&e)
	if e.Tokens != 9+1+1+7 || e.Encoding != talk.Cl100kBase {
		t.Errorf("counted again: %d tokens by %v", e.Tokens, e.Encoding)
	}
	e = talk.Entry{Role: talk.Tool, CallID: "a", Text: strings.Repeat("word ", exactBytes/5+1)}
	c.CountEntry(&e)
	if e.Encoding != talk.Estimate {
		t.Errorf("a part was estimated, the sum says %v", e.Encoding)
	}
	e = talk.Entry{Role: talk.User}
	c.CountEntry(&e)
	if e.Tokens != 0 || e.Encoding != talk.O200kBase {
		t.Errorf("nothing: %d tokens by %v", e.Tokens, e.Encoding)
	}
}

func TestEncodingFor(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]talk.Encoding{
		"": talk.O200kBase, "gpt-4o-mini": talk.O200kBase, "gpt-4.1": talk.O200kBase, "gpt-4": talk.Cl100kBase,
		"GPT-4-0613": talk.Cl100kBase, "openai/gpt-3.5-turbo": talk.Cl100kBase, "gpt-35-turbo": talk.Cl100kBase,
		"llama3:8b": talk.O200kBase, "org/gpt-4o": talk.O200kBase, "gpt-5": talk.O200kBase, "text-embedding-3-small": talk.Cl100kBase,
	} {
		if got := EncodingFor(model); got != want {
			t.Errorf("%q: %v, want %v", model, got, want)
		}
	}
}

func TestLoadInTheBackground(t *testing.T) {
	t.Parallel()
	c := &Counter{o200k: &table{name: talk.O200kBase}, cl100k: &sharedCl100k}
	if c.Ready() {
		t.Error("ready before it was loaded")
	}
	if n, enc := c.Glance(talk.O200kBase, "2 + 2 = 4"); n != EstimateText("2 + 2 = 4") || enc != talk.Estimate || c.Ready() {
		t.Errorf("a glance without a table: %d by %v, ready %v", n, enc, c.Ready())
	}
	c.Load()
	c.Load()
	if n, enc := c.Count(talk.O200kBase, "2 + 2 = 4"); n != 7 || enc != talk.O200kBase || !c.Ready() {
		t.Errorf("%d by %v, ready %v", n, enc, c.Ready())
	}
	if n, enc := c.Glance(talk.O200kBase, "2 + 2 = 4"); n != 7 || enc != talk.O200kBase {
		t.Errorf("a glance at a table: %d by %v", n, enc)
	}
}

func TestRanks(t *testing.T) {
	for name, want := range map[string]int{"o200k_base": 199998, "cl100k_base": 100256} {
		table, err := ranks{}.LoadTiktokenBpe("https://example.invalid/encodings/" + name + ".tiktoken")
		seen := map[int]bool{}
		for _, rank := range table {
			seen[rank] = true
		}
		if err != nil || len(table) != want || len(seen) != want || table["!"] != 0 {
			t.Errorf("%s: %d tokens with %d ranks, %v", name, len(table), len(seen), err)
		}
	}
	if _, err := (ranks{}).LoadTiktokenBpe("https://example.invalid/other.tiktoken"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a table that is not there: %v", err)
	}
}

func FuzzEstimate(f *testing.F) {
	for _, text := range plainTexts {
		f.Add(text)
	}
	f.Add("\xff\x00<|endoftext|>")
	f.Fuzz(func(t *testing.T, text string) {
		guess := EstimateText(text)
		if guess < 0 || guess > 4*len(text)+4 {
			t.Fatalf("%d tokens for %d bytes", guess, len(text))
		}
		if n, err := sharedO200k.count(text); err != nil || n > 3*len(text) || n == 0 && text != "" {
			t.Fatalf("%d tokens for %d bytes, %v", n, len(text), err)
		}
	})
}
