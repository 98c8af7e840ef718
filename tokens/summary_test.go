package tokens

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
)

func TestSummaryReplaces(t *testing.T) {
	t.Parallel()
	const path = "g u a u c t a u a u" // ten entries, turns begin at 0, 1, 3, 7, 9
	for _, tt := range []struct {
		name    string
		path    string
		until   talk.EntryID
		change  func(*Input)
		kept    []int
		covered int
		age     int
		trim    int
		reason  Reason
	}{
		{name: "no summary", path: path, kept: seq(0, 10)},
		{name: "covers whole turns", path: path, until: 3, kept: seq(3, 10), covered: 3, reason: ReasonSummary},
		{name: "ends with a user's words, whose answer it does not know", path: path, until: 4, kept: seq(3, 10), covered: 3, reason: ReasonSummary},
		{name: "ends between a call and its result", path: path, until: 5, kept: seq(3, 10), covered: 3, reason: ReasonSummary},
		{name: "ends at the end of a turn with calls", path: path, until: 7, kept: seq(7, 10), covered: 7, reason: ReasonSummary},
		{name: "what is empty does not open the turn again", path: "u a - u a u", until: 2, kept: seq(3, 6), covered: 3, reason: ReasonSummary},
		{name: "the newest message is sent though it is covered", path: path, until: 10, kept: []int{9}, covered: 9, reason: ReasonSummary},
		{name: "covers a path without a user", path: "g a", until: 2, covered: 2, reason: ReasonSummary},
		{name: "its newest entry is not on the path", path: path, until: 90, kept: seq(0, 10)},
		{name: "only the greeting", path: path, until: 1, kept: seq(1, 10), covered: 1, reason: ReasonSummary},
		{
			name: "off", path: path, until: 7, kept: seq(0, 10),
			change: func(in *Input) { in.Settings.SummaryReplaces = false },
		},
		{
			name: "wins over the other choice", path: path, until: 3, kept: seq(7, 10), covered: 3, age: 4, reason: ReasonSummaryAge,
			change: func(in *Input) {
				in.Settings.BeforeSummary, in.Settings.PastHours, in.Summary = true, 2, noon.Add(-time.Minute)
			},
		},
		{
			name: "older than the age cut", path: path, until: 7, kept: seq(7, 10), covered: 7, reason: ReasonSummary,
			change: func(in *Input) { in.Settings.PastHours = 5 },
		},
		{
			name: "the rest does not fit", path: path, until: 3, kept: seq(7, 10), covered: 3, trim: 4, reason: ReasonSummaryTokens,
			change: func(in *Input) { in.Settings = room(4); in.Settings.SummaryReplaces = true },
		},
		{
			name: "the rest of what is young enough does not fit", path: path, until: 3, kept: []int{9}, covered: 3, age: 4, trim: 2, reason: ReasonSummaryBoth,
			change: func(in *Input) {
				in.Settings = room(2)
				in.Settings.SummaryReplaces, in.Settings.PastHours = true, 2
			},
		},
	} {
		in := Input{Now: noon, Settings: room(50), Greeting: true, SummaryUntil: tt.until}
		in.Settings.SummaryReplaces = true
		if tt.change != nil {
			tt.change(&in)
		}
		v, err := Plan(in, script(tt.path))
		r := v.Report
		if err != nil || !slices.Equal(places(v.Kept), tt.kept) {
			t.Errorf("%s: kept %v, %v", tt.name, places(v.Kept), err)
		}
		if r.CutBySummary != tt.covered || r.CutByAge != tt.age || r.CutByTrim != tt.trim || r.Reason != tt.reason {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
}

// What the summary covers is found by key, however much it is.
func TestSummaryIsFoundByKey(t *testing.T) {
	t.Parallel()
	path := script(strings.Repeat("u a ", 50_000) + "u")
	in := Input{Now: noon, Settings: room(1000), Greeting: true, SummaryUntil: 99_980}
	in.Settings.SummaryReplaces = true
	counting := &counted{Slice: path}
	v, err := Plan(in, counting)
	if err != nil || len(v.Kept) != 21 {
		t.Fatalf("%d kept, %v", len(v.Kept), err)
	}
	if counting.read > len(v.Kept)+30 {
		t.Errorf("%d headers read to keep %d", counting.read, len(v.Kept))
	}
}

// A summary that is written later takes what it covers out of the prompt; the anchor stays where it was.
func TestSummaryAndAnchor(t *testing.T) {
	t.Parallel()
	path := script("u a u a u a u a u")
	in := stepped(7)
	in.Settings.SummaryReplaces = true
	in.Anchor = anchored(2, 7)
	for _, tt := range []struct {
		until talk.EntryID
		first int
	}{{0, 2}, {2, 2}, {6, 6}, {90, 2}} {
		in.SummaryUntil = tt.until
		v, err := Plan(in, path)
		if err != nil || v.Report.First != tt.first || v.Anchor != in.Anchor || v.Report.Moved {
			t.Errorf("until %d: first %d, anchor %+v, %v", tt.until, v.Report.First, v.Anchor, err)
		}
	}
}
