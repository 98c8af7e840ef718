package tokens

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"bonbon/history/talk"
)

// Faults that users of other programs reported in public. Each test is named after its number in our list and holds the value
// that is right here.

// spoken makes a path of entries, counted, an hour apart in no particular encoding but the usual.
func spoken(entries ...talk.Entry) Slice {
	c := NewCounter()
	var path Slice
	for i, e := range entries {
		c.CountEntry(&e)
		path = append(path, talk.Header{
			ID: talk.EntryID(i + 1), Time: noon.UnixMilli(), Role: e.Role, Flags: e.Flags(), Encoding: e.Encoding,
			Tokens: e.Tokens, Bytes: e.Bytes(), Pictures: e.PictureTokens(),
		})
	}
	return path
}

// Trimming kept a result and dropped its call, or the reverse. Here they go together, at every limit.
func TestB001CallsAndResultsGoTogether(t *testing.T) {
	t.Parallel()
	note := fmt.Sprintf(`{"path": "notes.txt", "text": %q}`, strings.Repeat("x", 4000))
	path := spoken(
		talk.Entry{Role: talk.User, Text: "Save both notes."},
		talk.Entry{Role: talk.Assistant, Calls: []talk.ToolCall{{ID: "c1", Name: "save_note", Arguments: note}, {ID: "c2", Name: "save_note", Arguments: note}}},
		talk.Entry{Role: talk.Tool, CallID: "c1", Text: "ok 1"},
		talk.Entry{Role: talk.Tool, CallID: "c2", Text: "ok 2"},
		talk.Entry{Role: talk.Assistant, Text: "Both saved."},
		talk.Entry{Role: talk.User, Text: "Now what?!"},
	)
	for limit := 0; limit < 3000; limit += 10 {
		v, err := Plan(Input{Now: noon, Settings: Settings{Threshold: limit}, Fixed: Fixed{System: 4}}, path)
		switch got := places(v.Kept); {
		case err != nil && limit >= 300:
			t.Fatalf("limit %d: %v", limit, err)
		case err == nil && !slices.Equal(got, []int{5}) && !slices.Equal(got, seq(0, 6)):
			t.Fatalf("limit %d: kept %v", limit, got)
		}
	}
	v, err := Plan(Input{Now: noon, Settings: Settings{Threshold: 300}, Fixed: Fixed{System: 4}}, path)
	if err != nil || !slices.Equal(places(v.Kept), []int{5}) {
		t.Errorf("at the limit of the report: kept %v, %v", places(v.Kept), err)
	}
}

// The text of a special token made counters fail, and the talk with them. It is a text like any other.
func TestB002SpecialTokensAreText(t *testing.T) {
	t.Parallel()
	for _, text := range readTexts(t, "testdata/B002_texts.json") {
		for _, enc := range []talk.Encoding{talk.O200kBase, talk.Cl100kBase} {
			n, got := NewCounter().Count(enc, text)
			if got != enc || n <= 0 || n > len(text) {
				t.Errorf("%q: %d tokens by %v", text, n, got)
			}
			// As a special token it would be one; as text, each of its marks is some.
			if special, _ := NewCounter().Count(enc, "<|endoftext|>"); special < 3 {
				t.Errorf("%v counts a special token: %d", enc, special)
			}
		}
	}
}

func readTexts(t *testing.T, file string) (texts []string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &texts); err != nil || len(texts) == 0 {
		t.Fatalf("%d texts, %v", len(texts), err)
	}
	return texts
}

// Counting one long run froze programs. Above a size the answer is an estimate, which is never lower than the count would be;
// how long either takes is for the benchmarks.
func TestB003LongRuns(t *testing.T) {
	t.Parallel()
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	rnd := rand.New(rand.NewPCG(1, 2))
	base64 := make([]byte, 300_000)
	for i := range base64 {
		base64[i] = digits[rnd.IntN(len(digits))]
	}
	for name, text := range map[string]string{
		"letters": strings.Repeat("a", 200_000), "underscores": strings.Repeat("_", 50_000), "spaces": strings.Repeat(" ", 200_000),
		"newlines": strings.Repeat("\n", 200_000), "ideographs": strings.Repeat("猫", 100_000), "carets": strings.Repeat("^", 1_000_000),
		"base64": string(base64),
	} {
		exact, err := sharedO200k.count(text)
		if err != nil {
			t.Fatal(err)
		}
		n, enc := NewCounter().Count(talk.O200kBase, text)
		if estimated := len(text) > exactBytes; estimated != (enc == talk.Estimate) {
			t.Errorf("%s: %d bytes counted by %v", name, len(text), enc)
		}
		if n < exact || EstimateText(text) < exact {
			t.Errorf("%s: %d tokens, estimated %d, but there are %d", name, n, EstimateText(text), exact)
		}
	}
}

// facts are twenty short turns of a talk and a question about a photo of 1000 by 1000 pixels, whose file has 3 MB.
func facts(model string) []talk.Entry {
	var es []talk.Entry
	for n := 1; n <= 20; n++ {
		es = append(es,
			talk.Entry{Role: talk.User, Text: fmt.Sprintf("Fact %d: the code word is %03d.", n, n*37%1000)},
			talk.Entry{Role: talk.Assistant, Text: fmt.Sprintf("Noted %d.", n)})
	}
	photo := talk.Picture{Ref: "sha256:0", Type: "image/png", Width: 1000, Height: 1000, Tokens: PictureTokens(model, 1000, 1000)}
	return append(es, talk.Entry{Role: talk.User, Text: "What is in the photo?", Pictures: []talk.Picture{photo}})
}

// A photo was counted as its base64 text and threw the whole talk out of the prompt. It costs by its pixels: all turns stay.
func TestB005PhotoAfterShortTurns(t *testing.T) {
	t.Parallel()
	for _, model := range []string{"gpt-4o", "claude-sonnet-4", "llava"} {
		for _, steps := range []bool{false, true} {
			in := Input{Now: noon, Settings: Settings{Threshold: 8000, PhotoCutoff: 10, Steps: steps}, Fixed: Fixed{System: 4}, Model: model}
			path := spoken(facts(model)...)
			v, err := Plan(in, path)
			if err != nil || len(v.Kept) != 41 || v.Report.Pictures != 1 || v.Report.Prompt() > 2500 {
				t.Errorf("%s: %+v, %v", model, v.Report, err)
			}
			in.Uncounted = true // the table is missing
			if v, err = Plan(in, path); err != nil || len(v.Kept) > lastMessages || v.Report.Pictures != 1 {
				t.Errorf("%s, uncounted: %+v, %v", model, v.Report, err)
			}
		}
	}
}

// The reply's limit and the prompt were more than the window together, or the limit fell to nothing.
func TestB007ReplyLimit(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/B007_settings.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Context int    `json:"context"`
		Reply   int    `json:"max_reply"`
		Prompt  int    `json:"prompt_tokens"`
		Want    string `json:"want_reply_limit"`
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	want := []int{3975, 46, 0, 512} // 0: the request names none
	if len(cases) != len(want) {
		t.Fatalf("%d cases", len(cases))
	}
	for i, c := range cases {
		s := Settings{Threshold: MaxThreshold, ContextLength: c.Context, MaxOutput: c.Reply}
		if got := ReplyLimit(s, c.Prompt); got != want[i] {
			t.Errorf("window %d, reply %d, prompt %d: %d, want %d (%s)", c.Context, c.Reply, c.Prompt, got, want[i], c.Want)
		}
		b := NewBudget(s)
		if c.Context > 0 && (b.Limit <= 0 || b.Limit+b.Reserve > c.Context) || c.Context == 0 && b.Limit != MaxThreshold {
			t.Errorf("window %d, reply %d: %+v", c.Context, c.Reply, b)
		}
	}
}
