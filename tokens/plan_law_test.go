package tokens

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bonbon/history/talk"
)

var noon = time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)

// drawPath draws a path of any shape, sound or not, whose times end at noon.
func drawPath(t *rapid.T) Slice {
	n := rapid.IntRange(0, 60).Draw(t, "entries")
	path := make(Slice, n)
	at := noon.UnixMilli()
	for i := n - 1; i >= 0; i-- {
		h := talk.Header{
			Pos: uint64(i), ID: talk.EntryID(i + 1), Time: at,
			Role:     rapid.SampledFrom([]talk.Role{talk.User, talk.User, talk.Assistant, talk.Assistant, talk.Tool}).Draw(t, "role"),
			Encoding: rapid.SampledFrom([]talk.Encoding{talk.O200kBase, talk.O200kBase, talk.Cl100kBase}).Draw(t, "encoding"),
			Tokens:   rapid.OneOf(rapid.IntRange(0, 60), rapid.IntRange(0, 3000), rapid.Just(math.MaxInt), rapid.Just(-5)).Draw(t, "tokens"),
			Bytes:    rapid.SampledFrom([]int{0, 1, 80, 80, 80, 2000, 2001, 9000}).Draw(t, "bytes"),
		}
		if h.Role == talk.User {
			h.Pictures = rapid.SampledFrom([]int{0, 0, 0, 1, 85, 500, math.MaxInt}).Draw(t, "pictures")
		}
		if h.Role == talk.Assistant {
			h.Flags = rapid.SampledFrom([]talk.Flags{0, 0, talk.HasCalls, talk.HasCalls, talk.Greeting}).Draw(t, "flags")
		}
		path[i] = h
		at -= rapid.SampledFrom([]int64{0, 0, 1, 60_000, 3_600_000, 7_200_000}).Draw(t, "pause")
	}
	return path
}

func drawInput(t *rapid.T) Input {
	in := Input{
		Now:      noon,
		Greeting: rapid.Bool().Draw(t, "greeting"),
		Settings: Settings{
			Threshold:       rapid.OneOf(rapid.IntRange(0, 3000), rapid.SampledFrom([]int{0, 40_000, math.MaxInt})).Draw(t, "threshold"),
			PastHours:       rapid.OneOf(rapid.Just(0), rapid.IntRange(1, 30), rapid.Just(math.MaxInt)).Draw(t, "hours"),
			BeforeSummary:   rapid.Bool().Draw(t, "before summary"),
			SummaryReplaces: rapid.IntRange(0, 2).Draw(t, "summary replaces") == 0,
			PhotoCutoff:     rapid.SampledFrom([]int{0, 1, 5, 10}).Draw(t, "photos"),
			Steps:           rapid.Bool().Draw(t, "steps"),
			ElideToolOutput: rapid.Bool().Draw(t, "elide"),
			ContextLength:   rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 4096)).Draw(t, "window"),
			MaxOutput:       rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 5000)).Draw(t, "reply"),
		},
		Fixed:    Fixed{System: rapid.IntRange(0, 300).Draw(t, "system"), Summary: rapid.IntRange(0, 50).Draw(t, "summary")},
		Overhead: rapid.IntRange(0, 400).Draw(t, "overhead"),
		Model:    "m",
	}
	if rapid.Bool().Draw(t, "has anchor") {
		pos := rapid.IntRange(0, 60).Draw(t, "anchor")
		in.Anchor = talk.Anchor{
			ID: talk.EntryID(pos + 1), Pos: uint64(pos), Ceiling: rapid.IntRange(0, 3000).Draw(t, "anchor's ceiling"),
			Model:  rapid.SampledFrom([]string{"m", "m", "m", "other"}).Draw(t, "anchor's model"),
			Chosen: rapid.IntRange(0, 3).Draw(t, "chosen") == 0,
		}
		if rapid.Bool().Draw(t, "frozen") {
			in.Anchor.Factor, in.Anchor.Ratio = rapid.Float64Range(1, 2.5).Draw(t, "frozen factor"), 4
			in.Anchor.Pictures = rapid.Uint64Range(0, 70).Draw(t, "frozen photos")
		}
		in.More = rapid.IntRange(0, 4).Draw(t, "more") == 0
	}
	if rapid.Bool().Draw(t, "has factor") {
		in.Factor = rapid.Float64Range(0.5, 3).Draw(t, "factor")
	}
	if rapid.Bool().Draw(t, "has summary") {
		in.SummaryUntil = talk.EntryID(rapid.IntRange(0, 62).Draw(t, "summary until"))
		in.Summary = noon.Add(-time.Duration(rapid.IntRange(0, 100*3_600).Draw(t, "summary age")) * time.Second)
	}
	return in
}

func TestPlanEqualsNaive(t *testing.T) { rapid.Check(t, planEqualsNaive) }

func FuzzPlan(f *testing.F) { f.Fuzz(rapid.MakeFuzz(planEqualsNaive)) }

func planEqualsNaive(t *rapid.T) {
	path, in := drawPath(t), drawInput(t)
	before := slices.Clone(path)
	view, err := Plan(in, path)
	want, fits := naive(in, path)
	var cut *CutOffError
	switch {
	case err == nil && !fits:
		t.Fatalf("the newest user entry is not in the view and there is no error")
	case err != nil && fits:
		t.Fatalf("unexpected error: %v", err)
	case err != nil && !errors.As(err, &cut):
		t.Fatalf("error of another type: %v", err)
	case err == nil && !slices.Equal(view.Kept, want):
		t.Fatalf("kept %v\nwant %v", places(view.Kept), places(want))
	}
	if !slices.Equal(path, before) {
		t.Fatal("the path was changed")
	}
	checkLaws(t, in, path, view)
	if cut != nil {
		checkDiagnosis(t, in, path, cut.Diagnosis)
	}
	again, _ := Plan(in, path)
	if !slices.Equal(again.Kept, view.Kept) || again.Report != view.Report {
		t.Fatal("the same input gave another view")
	}
}

// checkLaws checks what is true of every view.
func checkLaws(t *rapid.T, in Input, path Slice, v View) {
	r := v.Report
	if len(v.Kept) > 0 {
		if first := v.Kept[0]; !begins(in, first) {
			t.Fatalf("the view begins with %v", first)
		}
		if r.Prompt() > r.Limit {
			t.Fatalf("prompt of %d tokens, limit %d", r.Prompt(), r.Limit)
		}
		if r.Oldest != v.Kept[0].Time {
			t.Fatalf("oldest %d, want %d", r.Oldest, v.Kept[0].Time)
		}
	}
	sum, pictures, left := 0, 0, 0
	for i, h := range v.Kept {
		sum += sane(h.Tokens) + PerMessage
		switch {
		case h.Role == talk.User && h.Pictures > 0 && h.Pos >= v.Photos:
			sum += sane(h.Pictures)
			pictures++
		case h.Role == talk.User && h.Pictures > 0:
			left++
			if h.Bytes <= 0 {
				sum += NoPicture
			}
		}
		if calls(h) && (i+1 == len(v.Kept) || v.Kept[i+1].Role != talk.Tool) {
			sum += NoResult
		}
		if hollow(h) || i > 0 && h.Pos <= v.Kept[i-1].Pos {
			t.Fatalf("entry %d of the view is %+v", i, h)
		}
		next := int(h.Pos) + 1
		for next < len(path) && hollow(path[next]) {
			next++
		}
		if (calls(h) || h.Role == talk.Tool) && next < len(path) && path[next].Role == talk.Tool &&
			(i+1 == len(v.Kept) || int(v.Kept[i+1].Pos) != next) {
			t.Fatalf("the result at %d was parted from its call", next)
		}
		if h.Role == talk.Tool && (i == 0 || v.Kept[i-1].Role != talk.Tool && !calls(v.Kept[i-1])) {
			t.Fatalf("the result at %d lost its call", h.Pos)
		}
	}
	checkElided(t, v)
	checkCounts(t, in, path, v, sum, pictures, left)
}

// checkCounts checks that the report fits the view, of so many tokens and messages with and without their pictures.
func checkCounts(t *rapid.T, in Input, path Slice, v View, sum, pictures, left int) {
	r := v.Report
	if r.History+r.Saved != sum || r.Kept != len(v.Kept) || r.Total != len(path) {
		t.Fatalf("report %+v of %d entries with %d tokens", r, len(v.Kept), sum)
	}
	if r.Pictures != pictures || r.PicturesLeft != left || r.TotalTokens != path.Tokens() {
		t.Fatalf("%d with pictures, %d without, %d tokens: %+v", pictures, left, path.Tokens(), r)
	}
	if r.CutByAge < 0 || r.CutByTrim < 0 || r.CutBySummary < 0 || r.Kept+r.CutByAge+r.CutByTrim+r.CutBySummary > r.Total {
		t.Fatalf("counts do not add up: %+v", r)
	}
	if in.Settings.PastHours == 0 && r.CutByAge != 0 {
		t.Fatalf("%d cut by age without a time cutoff", r.CutByAge)
	}
	if cut := r.CutByAge+r.CutByTrim+r.CutBySummary > 0; cut != (r.Reason != "") {
		t.Fatalf("reason %q: %+v", r.Reason, r)
	}
	if r.Reason == ReasonChosen && (!in.Anchor.Chosen || r.First < int(in.Anchor.Pos)) {
		t.Fatalf("chosen: %+v", r)
	}
	for pos := r.First; pos < r.Total; pos++ { // from First on, only what cannot be sent is missing
		if path[pos].Role == talk.User && !hollow(path[pos]) && !slices.Contains(places(v.Kept), pos) {
			t.Fatalf("first is %d but the entry at %d is not sent", r.First, pos)
		}
	}
}

// checkDiagnosis checks that what the diagnosis promises is true.
func checkDiagnosis(t *rapid.T, in Input, path Slice, d Diagnosis) {
	if d.Over <= 0 || d.Needed != d.Limit+d.Over {
		t.Fatalf("over by %d: %+v", d.Over, d)
	}
	if d.Threshold > 0 {
		in.Settings.Threshold = d.Threshold
		if _, err := Plan(in, path); err != nil {
			t.Fatalf("with the threshold that is said to do: %v", err)
		}
	}
	for i, r := range d.Remedies {
		if r.Gain <= 0 || r.Enough != (r.Gain >= d.Over) {
			t.Fatalf("remedy %+v of %+v", r, d)
		}
		if i > 0 && r.Enough && !d.Remedies[i-1].Enough {
			t.Fatalf("remedies out of order: %+v", d.Remedies)
		}
	}
}

func places(hs []talk.Header) []int {
	var out []int
	for _, h := range hs {
		out = append(out, int(h.Pos))
	}
	return out
}
