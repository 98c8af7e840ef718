package tokens

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bonbon/history/talk"
)

func TestPlanUncounted(t *testing.T) {
	t.Parallel()
	anchor := talk.Anchor{ID: 7, Pos: 6}
	for _, tt := range []struct {
		name       string
		path       Slice
		hours      int
		kept       []int
		age, trim  int
		noGreeting bool
	}{
		{name: "empty", path: script("")},
		{name: "all of a short talk", path: script("g u a u"), kept: seq(0, 4)},
		{name: "twenty messages", path: script(strings.Repeat("u a ", 20)), kept: seq(20, 40), trim: 20},
		{name: "a cut falls on a turn", path: script(strings.Repeat("u c t a ", 6) + "u"), kept: seq(8, 25), trim: 8},
		{name: "the newest turn is longer", path: script("u a u c" + strings.Repeat(" t", 30)), kept: seq(2, 34), trim: 2},
		{name: "the time cutoff holds", path: script(strings.Repeat("u a ", 20)), hours: 4, kept: seq(36, 40), age: 36},
	} {
		for i := range tt.path {
			tt.path[i].Tokens = math.MaxInt // whatever the counts say
		}
		in := Input{Now: noon, Greeting: true, Uncounted: true, Anchor: anchor, Settings: Settings{PastHours: tt.hours, Steps: tt.hours == 0}}
		v, err := Plan(in, tt.path)
		if err != nil || !slices.Equal(places(v.Kept), tt.kept) || !v.Report.Uncounted || v.Anchor != anchor || v.Elided != nil {
			t.Errorf("%s: kept %v, anchor %+v, %v", tt.name, places(v.Kept), v.Anchor, err)
		}
		if v.Report.CutByAge != tt.age || v.Report.CutByTrim != tt.trim || v.Report.Kept != len(tt.kept) {
			t.Errorf("%s: %+v", tt.name, v.Report)
		}
	}
}

// Whatever the path, the fallback keeps the newest user entry, whole groups and no more than 20 messages beyond one turn.
func TestUncountedLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path, in := drawPath(t), drawInput(t)
		in.Uncounted = true
		v, err := Plan(in, path)
		if err != nil {
			t.Fatal(err)
		}
		newest, asked := newestUser(path)
		if asked && !slices.ContainsFunc(v.Kept, func(h talk.Header) bool { return h.Pos == newest.Pos }) {
			t.Fatalf("the newest user entry at %d is not in %v", newest.Pos, places(v.Kept))
		}
		if len(v.Kept) > lastMessages && asked {
			for _, h := range v.Kept[1:] {
				if begins(in, h) && h.Pos <= newest.Pos {
					t.Fatalf("%d messages and more than the turn that must be sent: %v", len(v.Kept), places(v.Kept))
				}
			}
		}
		if len(v.Kept) > 0 && !begins(in, v.Kept[0]) {
			t.Fatalf("the view begins with %+v", v.Kept[0])
		}
	})
}

// Without counts, bytes and the learned ratio say what old output of tools takes.
func TestUncountedElision(t *testing.T) {
	t.Parallel()
	path := script("u c t t a u a u c t a u a u")
	for _, i := range []int{2, 3, 9} {
		path[i].Bytes = 40_000 // 10 000 tokens at four bytes each
	}
	for i := range path {
		path[i].Tokens = 0 // nobody counted
	}
	for _, tt := range []struct {
		name   string
		limit  int
		ratio  Ratio
		off    bool
		elided []int
	}{
		{name: "all fits", limit: 40_000},
		{name: "old output goes, a call's results together", limit: 29_000, elided: []int{2, 3}},
		{name: "what is new stays, whatever it has", limit: 5_000, elided: []int{2, 3}},
		{name: "eight bytes for a token", limit: 29_000, ratio: 8},
		{name: "two bytes for a token", limit: 40_000, ratio: 2, elided: []int{2, 3}},
		{name: "off", limit: 29_000, off: true},
	} {
		in := Input{
			Now: noon, Greeting: true, Uncounted: true, Ratio: tt.ratio,
			Settings: Settings{Threshold: tt.limit, ElideToolOutput: !tt.off},
		}
		v, err := Plan(in, path)
		if err != nil || len(v.Kept) != len(path) || !slices.Equal(v.Elided, tt.elided) || v.Report.Elided != len(tt.elided) {
			t.Errorf("%s: elided %v, %+v, %v", tt.name, v.Elided, v.Report, err)
		}
		if v.Report.Encoding != talk.Estimate.String() || v.Report.History <= 0 {
			t.Errorf("%s: %+v", tt.name, v.Report)
		}
	}
}

func TestCounterErr(t *testing.T) {
	t.Parallel()
	c := &Counter{o200k: &table{name: talk.O200kBase}, cl100k: &table{name: talk.Encoding(99)}}
	if err := c.Err(talk.Cl100kBase); err != nil {
		t.Errorf("before loading: %v", err)
	}
	text := strings.Repeat("word ", 100)
	if n, enc := c.Count(talk.Cl100kBase, text); n != EstimateText(text) || enc != talk.Estimate {
		t.Errorf("counted %d by %v", n, enc)
	}
	if err := c.Err(talk.Cl100kBase); !errors.Is(err, errNoTable) {
		t.Errorf("err = %v", err)
	}
	if err := errors.Join(c.Err(talk.O200kBase), c.Err(talk.Estimate), NewCounter().Err(talk.Cl100kBase)); err != nil {
		t.Errorf("the other table: %v", err)
	}
}
