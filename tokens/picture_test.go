package tokens

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bonbon/history/talk"
)

// The values are the makers' own examples where they give some, else follow from their rule.
func TestPictureTokens(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		model         string
		width, height int
		want          int
	}{
		{"gpt-4o", 1024, 1024, 765},
		{"openai/gpt-4.1", 2048, 4096, 1105},
		{"gpt-4o", 512, 512, 255},
		{"gpt-4o", 1, 1, 255},
		{"gpt-5", 1024, 1024, 630},
		{"gpt-5-mini", 1024, 1024, 1659},
		{"gpt-4.1-mini-2025-04-14", 1800, 2400, 2489},
		{"o4-mini", 320, 320, 172},
		{"o3", 1024, 1024, 675},
		{"gpt-4o-mini", 1024, 1024, 25_501},
		{"claude-sonnet-4", 1000, 1000, 1334},
		{"anthropic/claude-3.5-sonnet", 8000, 8000, 1600},
		{"claude-sonnet-4", 200, 200, 54},
		{"gemini-2.5-flash", 384, 384, 258},
		{"models/gemini-2.0-flash", 1000, 1000, 1032},
		{"Qwen2.5-VL-7B-Instruct", 280, 280, 100},
		{"qwen3-vl:8b", 320, 320, 100},
		{"qwen3:8b", 320, 320, UnknownPicture},
		{"llava", 1000, 1000, UnknownPicture},
		{"", 1000, 1000, UnknownPicture},
		{"gpt-4o", 0, 1000, UnknownPicture},
		{"gpt-4o", 1000, -1, UnknownPicture},
	} {
		if got := PictureTokens(tt.model, tt.width, tt.height); got != tt.want {
			t.Errorf("%s, %d x %d: %d tokens, want %d", tt.model, tt.width, tt.height, got, tt.want)
		}
	}
}

// Whatever a file says of its size, a picture costs something, and a bounded amount.
func TestPictureTokensAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		model := rapid.SampledFrom([]string{"gpt-4o", "gpt-4o-mini", "gpt-5-nano", "claude-x", "gemini-x", "qwen-vl", "qwen3-vl", "x"}).Draw(t, "model")
		side := rapid.OneOf(rapid.IntRange(-1, 5000), rapid.Just(math.MaxInt), rapid.Just(math.MinInt))
		w, h := side.Draw(t, "width"), side.Draw(t, "height")
		if n := PictureTokens(model, w, h); n < 1 || n > 60_000 {
			t.Fatalf("%s, %d x %d: %d tokens", model, w, h, n)
		}
	})
}

// album is a script in which the users' messages at these places have a picture of 500 tokens.
func album(words string, at ...int) Slice {
	path := script(words)
	for _, i := range at {
		path[i].Pictures = 500
	}
	return path
}

func TestPhotos(t *testing.T) {
	t.Parallel()
	exact := func(n, photos int) Input {
		in := Input{Now: noon, Settings: room(n), Greeting: true, Model: "m"}
		in.Settings.PhotoCutoff = photos
		return in
	}
	steps := func(n, photos int) Input {
		in := exact(n, photos)
		in.Settings.Steps = true
		return in
	}
	held := func(in Input, pos int, photos uint64) Input {
		in.Anchor = anchored(pos, (in.Settings.Threshold-Overhead)/100)
		in.Anchor.Pictures = photos
		return in
	}
	bare := album("u a u a u", 0, 4)
	bare[0].Tokens, bare[0].Bytes = 0, 0
	for _, tt := range []struct {
		name       string
		path       Slice
		in         Input
		first      int
		photos     uint64
		with, left int
		history    int
		anchor     int // position; -1: none
		moved      bool
	}{
		{name: "all", path: album("u a u a u", 0, 2, 4), in: exact(90, 0), with: 3, history: 2000, anchor: -1},
		{name: "the newest three messages", path: album("u a u a u", 0, 2, 4), in: exact(90, 3), photos: 2, with: 2, left: 1, history: 1500, anchor: -1},
		{name: "the newest user message", path: album("u a u c t t t a", 0, 2), in: exact(90, 1), photos: 2, with: 1, left: 1, history: 1300, anchor: -1},
		{name: "a note stands for the picture", path: bare, in: exact(90, 1), photos: 4, with: 1, left: 1, history: 4 + NoPicture + 400 + 500, anchor: -1},
		{name: "left out for age, they make room", path: album("u a u a u", 0, 2, 4), in: exact(10, 1), photos: 4, with: 1, left: 2, history: 1000, anchor: -1},
		{name: "steps: all as long as all fits", path: album("u a u a u", 0, 2, 4), in: steps(20, 1), with: 3, history: 2000, anchor: -1},
		{
			name: "steps: they go before the messages do", path: album("u a u a u", 0, 2, 4), in: steps(14, 1),
			photos: 4, with: 1, left: 2, history: 1000, anchor: 0, moved: true,
		},
		{
			name: "steps: and then messages, down to three quarters", path: album("u a u a u", 0, 2, 4), in: steps(12, 1),
			first: 2, photos: 4, with: 1, left: 1, history: 800, anchor: 2, moved: true,
		},
		{
			name: "steps: what was left out stays so", path: album("u a u a u", 0, 2, 4), in: held(steps(20, 1), 0, 2),
			photos: 2, with: 2, left: 1, history: 1500, anchor: 0,
		},
		{
			name: "steps: the next jump leaves out more", path: album("u a u a u", 0, 2, 4), in: held(steps(14, 1), 0, 2),
			photos: 4, with: 1, left: 2, history: 1000, anchor: 0, moved: true,
		},
		{
			name: "steps: a path that was cut short", path: album("u a u a u", 0, 2, 4), in: held(steps(20, 1), 0, 77),
			photos: 4, with: 1, left: 2, history: 1000, anchor: 0, moved: true,
		},
		{name: "steps: a raised ceiling brings them back", path: album("u a u a u", 0, 2, 4), in: raised(held(steps(10, 1), 0, 4)), with: 3, history: 2000, anchor: -1, moved: true},
		{name: "only a user's", path: album("u a u", 1), in: exact(90, 0), history: 300, anchor: -1},
	} {
		v, err := Plan(tt.in, tt.path)
		r := v.Report
		if err != nil || r.First != tt.first || v.Photos != tt.photos || r.Pictures != tt.with || r.PicturesLeft != tt.left || r.History != tt.history {
			t.Errorf("%s: photos from %d, %+v, %v", tt.name, v.Photos, r, err)
		}
		a := v.Anchor
		if has := a != (talk.Anchor{}); has != (tt.anchor >= 0) || has && (int(a.Pos) != tt.anchor || a.Pictures != tt.photos) || r.Moved != tt.moved {
			t.Errorf("%s: anchor %+v, moved %v", tt.name, a, r.Moved)
		}
	}
}

func raised(in Input) Input {
	in.Settings.Threshold *= 2
	return in
}

func TestPicturesInTheDiagnosis(t *testing.T) {
	t.Parallel()
	path := album("u a u a", 0, 2)
	_, err := Plan(Input{Now: noon, Settings: room(4), ToolCount: 2, LargestTool: Tool{"search", 40}, Fixed: Fixed{Tools: 60, Post: 30}}, path)
	cut, ok := err.(*CutOffError)
	if !ok {
		t.Fatalf("error %v", err)
	}
	d := cut.Diagnosis
	if d.Message != 100 || d.Pictures != 500 || d.FollowUp != 100 || d.Needed != 990 || d.Largest != PartPictures || d.ToolCount != 2 || d.LargestTool.Name != "search" {
		t.Errorf("%+v", d)
	}
	if !slices.Contains(d.Remedies, Remedy{PartPictures, 500, true}) || !slices.Contains(d.Remedies, Remedy{PartPost, 30, false}) {
		t.Errorf("remedies %+v", d.Remedies)
	}
}
