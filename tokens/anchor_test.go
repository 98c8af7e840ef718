package tokens

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bonbon/history/talk"
)

// stepped returns an input that cuts a script in steps, with room for n messages.
func stepped(n int) Input {
	in := Input{Now: noon, Settings: room(n), Greeting: true, Model: "m", Factor: 1, Ratio: 4}
	in.Settings.Steps = true
	return in
}

// anchored returns the anchor that a plan with room for n messages sets at a position of a script.
func anchored(pos, n int) talk.Anchor {
	return talk.Anchor{ID: talk.EntryID(pos + 1), Pos: uint64(pos), Ceiling: room(n).Threshold, Model: "m", Factor: 1, Ratio: 4}
}

func TestPlanInSteps(t *testing.T) {
	t.Parallel()
	const path = "u a u a u a u a u a u" // 11 messages of 100 tokens
	branch := script(path)
	branch[4].ID, branch[5].ID = 90, 91
	aged := stepped(8)
	aged.Settings.PastHours = 4
	tests := []struct {
		name   string
		path   Slice
		in     Input
		stored talk.Anchor
		first  int // position of the first entry that is sent
		anchor talk.Anchor
		moved  bool
		reason Reason
	}{
		{name: "all fits", path: script(path), in: stepped(11)},
		{
			name: "the first jump leaves a quarter of the room free", path: script(path), in: stepped(8),
			first: 6, anchor: anchored(6, 8), moved: true, reason: ReasonTokens,
		},
		{
			name: "the anchor stays while the rest fits", path: script(path), in: stepped(8), stored: anchored(4, 8),
			first: 4, anchor: anchored(4, 8), reason: ReasonTokens,
		},
		{
			name: "it jumps when the rest does not fit", path: script(path), in: stepped(6), stored: anchored(4, 6),
			first: 8, anchor: anchored(8, 6), moved: true, reason: ReasonTokens,
		},
		{
			name: "a little more room moves nothing", path: script(path), in: stepped(9), stored: anchored(6, 8),
			first: 6, anchor: anchored(6, 8), reason: ReasonTokens,
		},
		{
			name: "a ceiling raised by a quarter", path: script(path), in: stepped(11), stored: anchored(6, 8),
			first: 0, moved: true,
		},
		{
			name: "it does not move ahead when it may move back", path: script(path), in: stepped(10), stored: anchored(2, 7),
			first: 2, anchor: anchored(2, 10), reason: ReasonTokens,
		},
		{
			name: "another model", path: script(path), in: stepped(9), stored: talk.Anchor{ID: 9, Pos: 8, Ceiling: 1100, Model: "other"},
			first: 6, anchor: anchored(6, 9), moved: true, reason: ReasonTokens,
		},
		{
			name: "the user asks", path: script(path), in: more(stepped(9)), stored: anchored(6, 9),
			first: 2, anchor: anchored(2, 9), moved: true, reason: ReasonTokens,
		},
		{
			name: "another branch", path: branch, in: stepped(8), stored: anchored(4, 8),
			first: 6, anchor: anchored(6, 8), moved: true, reason: ReasonTokens,
		},
		{
			name: "an anchor past the end", path: script(path), in: stepped(8), stored: anchored(30, 8),
			first: 6, anchor: anchored(6, 8), moved: true, reason: ReasonTokens,
		},
		{
			name: "an anchor that has become empty", path: script("u a - a u a u"), in: stepped(8), stored: anchored(2, 8),
			first: 4, anchor: anchored(2, 8), reason: ReasonTokens,
		},
		{
			name: "the newest turn takes more than the quota", path: script("u a u a a a a"), in: stepped(6),
			first: 2, anchor: anchored(2, 6), moved: true, reason: ReasonTokens,
		},
		{
			name: "age cuts more than the anchor", path: script(path), in: aged, stored: anchored(2, 8),
			first: 6, anchor: anchored(2, 8), reason: ReasonAge,
		},
		{
			name: "the anchor cuts more than age", path: script(path), in: aged, stored: anchored(8, 8),
			first: 8, anchor: anchored(8, 8), reason: ReasonBoth,
		},
		{
			name: "exact cuts leave the anchor alone", path: script(path), in: Input{Settings: room(7), Greeting: true}, stored: anchored(8, 8),
			first: 4, anchor: anchored(8, 8), reason: ReasonTokens,
		},
	}
	for _, tt := range tests {
		in := tt.in
		in.Now, in.Anchor = noon, tt.stored
		v, err := Plan(in, tt.path)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		r := v.Report
		if r.First != tt.first || v.Anchor != tt.anchor || r.Moved != tt.moved || r.Reason != tt.reason {
			t.Errorf("%s: first %d, anchor %+v, moved %v, reason %q", tt.name, r.First, v.Anchor, r.Moved, r.Reason)
		}
	}
}

func more(in Input) Input {
	in.More = true
	return in
}

func TestPlanInStepsWithProtectedHead(t *testing.T) {
	t.Parallel()
	in := stepped(12)
	in.Settings.PastHours, in.Settings.BeforeSummary = 4, true
	in.Summary = noon.Add(-8 * time.Hour)
	path := script("u a u a u a u a u a u a u") // the head is 0 … 3, the gap 4 … 7
	for _, tt := range []struct {
		anchor, first, trim int
		kept                []int
	}{
		{2, 8, 2, []int{2, 3, 8, 9, 10, 11, 12}},
		{4, 8, 4, []int{8, 9, 10, 11, 12}},
		{6, 8, 4, []int{8, 9, 10, 11, 12}},
		{10, 10, 6, []int{10, 11, 12}},
	} {
		in.Anchor = anchored(tt.anchor, 12)
		v, err := Plan(in, path)
		if err != nil {
			t.Fatal(err)
		}
		r := v.Report
		if !slices.Equal(places(v.Kept), tt.kept) || r.First != tt.first || r.CutByTrim != tt.trim || r.CutByAge != 4 || v.Anchor != in.Anchor {
			t.Errorf("anchor %d: kept %v, %+v", tt.anchor, places(v.Kept), r)
		}
	}
}

func TestStepDown(t *testing.T) {
	t.Parallel()
	const quarter, hour = 15 * 60_000, 3_600_000
	for _, tt := range []struct {
		edge  int64
		hours int
		want  int64
	}{
		{quarter - 1, 1, 0},
		{quarter, 1, quarter},
		{3*hour - 1, 24, 0},
		{3 * hour, 24, 3 * hour},
		{-1, 1, -quarter},
		{-quarter, 1, -quarter},
		{MaxPastHours / 8 * hour, 1 << 40, MaxPastHours / 8 * hour},
	} {
		if got := stepDown(tt.edge, tt.hours); got != tt.want {
			t.Errorf("stepDown(%d, %d) = %d, want %d", tt.edge, tt.hours, got, tt.want)
		}
	}
}

// A plan in steps reads what lies behind the anchor and no more.
func TestPlanInStepsStopsAtTheAnchor(t *testing.T) {
	t.Parallel()
	path := script(strings.Repeat("u a ", 2000) + "u")
	in := stepped(1000)
	in.Anchor = anchored(3980, 1000)
	counting := &counted{Slice: path}
	v, err := Plan(in, counting)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Kept) != 21 || counting.read > len(v.Kept)+4 {
		t.Errorf("%d headers read to keep %d", counting.read, len(v.Kept))
	}
}

// A talk grows, turn by turn, and settings stay: the laws of cutting in steps.
func TestStepLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := Input{
			Now: noon, Model: "m", Greeting: true, Fixed: Fixed{System: rapid.IntRange(0, 100).Draw(t, "system")},
			Settings: Settings{
				Threshold: rapid.IntRange(1500, 8000).Draw(t, "threshold"), Steps: true, ElideToolOutput: rapid.Bool().Draw(t, "elide"),
				PhotoCutoff: rapid.SampledFrom([]int{0, 1, 4, 10}).Draw(t, "photos"), SummaryReplaces: rapid.Bool().Draw(t, "summary replaces"),
			},
			SummaryUntil: talk.EntryID(rapid.IntRange(0, 30).Draw(t, "summary until")),
		}
		factor := rapid.Float64Range(1, 2).Draw(t, "factor")
		var path Slice
		var before View
		for range rapid.IntRange(1, 60).Draw(t, "turns") {
			path = append(path, drawTurn(t, len(path))...)
			in.Anchor = before.Anchor
			if rapid.IntRange(0, 15).Draw(t, "start from here") == 0 {
				in.Anchor, _ = StartAt(path, talk.EntryID(rapid.IntRange(int(before.Anchor.Pos)+1, len(path)).Draw(t, "start")), true)
				before = View{Anchor: in.Anchor}
			}
			in.Factor = factor * rapid.Float64Range(0.98, 1.02).Draw(t, "noise")
			v, err := Plan(in, path)
			if err != nil {
				t.Fatalf("nothing is sent: %v", err)
			}
			checkLaws(t, in, path, v)
			again, _ := Plan(in, path)
			if !slices.Equal(again.Kept, v.Kept) || again.Report != v.Report || again.Anchor != v.Anchor {
				t.Fatal("the same input gave another view")
			}
			switch {
			case v.Anchor.Pos < before.Anchor.Pos:
				t.Fatalf("the anchor moved back from %d to %d", before.Anchor.Pos, v.Anchor.Pos)
			case v.Anchor.Chosen != before.Anchor.Chosen && !v.Report.Moved:
				t.Fatalf("what the user chose is forgotten: %+v after %+v", v.Anchor, before.Anchor)
			case v.Report.CutBySummary != before.Report.CutBySummary: // another beginning, for another reason
			case before.Anchor.Factor > 0 && v.Report.Moved != (v.Anchor != before.Anchor):
				t.Fatalf("moved %v from %+v to %+v", v.Report.Moved, before.Anchor, v.Anchor)
			case !v.Report.Moved && !slices.Equal(v.Kept[:len(before.Kept)], before.Kept):
				t.Fatalf("the prompt does not go on where it was: %v after %v", places(v.Kept), places(before.Kept))
			}
			room := v.Report.Limit - v.Report.Fixed.Total() - v.Report.Overhead
			if before.Anchor.Factor > 0 && v.Report.CutBySummary == before.Report.CutBySummary && !v.Report.Moved && (!goesOn(v.Elided, before.Elided) || v.Photos != before.Photos && before.Kept != nil) {
				t.Fatalf("%v were elided, then %v", before.Elided, v.Elided)
			}
			if v.Report.Moved && before.Kept != nil && !in.Settings.ElideToolOutput && v.Report.History*100 > room*quota && v.Report.First < len(path)-1 && turns(v.Kept) > 1 {
				t.Fatalf("%d of %d tokens filled after a jump", v.Report.History, room)
			}
			noisy := in
			noisy.Anchor, noisy.Factor = v.Anchor, factor*rapid.Float64Range(0.98, 1.02).Draw(t, "more noise")
			if w, _ := Plan(noisy, path); v.Anchor.Factor > 0 && (w.Anchor != v.Anchor || !slices.Equal(w.Kept, v.Kept)) {
				t.Fatalf("a noise moved the anchor from %+v to %+v", v.Anchor, w.Anchor)
			}
			before = v
			path = append(path, drawReply(t, len(path))...)
		}
	})
}

// goesOn reports whether everything that was elided before still is.
func goesOn(now, before []int) bool {
	for _, i := range before {
		if !slices.Contains(now, i) {
			return false
		}
	}
	return true
}

func turns(kept []talk.Header) (n int) {
	for _, h := range kept {
		if h.Role == talk.User {
			n++
		}
	}
	return n
}

// drawTurn draws what a user says, of at most 104 tokens with its framing.
func drawTurn(t *rapid.T, pos int) Slice {
	h := entryAt(pos, talk.User, 0, rapid.IntRange(0, 100).Draw(t, "user's tokens"))
	h.Pictures = rapid.SampledFrom([]int{0, 0, 0, 85, 300}).Draw(t, "pictures")
	return Slice{h}
}

// drawReply draws a reply, perhaps with calls and results before it, of at most 300 tokens.
func drawReply(t *rapid.T, pos int) (s Slice) {
	if rapid.IntRange(0, 3).Draw(t, "calls a tool") == 0 {
		s = append(s, entryAt(pos, talk.Assistant, talk.HasCalls, 10))
		for range rapid.IntRange(1, 3).Draw(t, "results") {
			h := entryAt(pos+len(s), talk.Tool, 0, rapid.IntRange(0, 50).Draw(t, "result's tokens"))
			if rapid.Bool().Draw(t, "long result") {
				h.Tokens, h.Bytes = h.Tokens*20, 4000
			}
			s = append(s, h)
		}
	}
	return append(s, entryAt(pos+len(s), talk.Assistant, 0, rapid.IntRange(0, 80).Draw(t, "reply's tokens")))
}

func entryAt(pos int, role talk.Role, flags talk.Flags, tokens int) talk.Header {
	return talk.Header{
		Pos: uint64(pos), ID: talk.EntryID(pos + 1), Time: noon.UnixMilli(), Role: role, Flags: flags, Tokens: tokens, Bytes: 4,
		Encoding: talk.O200kBase,
	}
}
