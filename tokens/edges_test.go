package tokens

import (
	"math"
	"slices"
	"testing"
	"time"
)

// Places where a plan could easily go wrong and chance seldom leads.
func TestPlanEdges(t *testing.T) {
	t.Parallel()
	const huge = 100_000
	hours := func(n, hours int) Input { // with a protected head before the summary
		in := Input{Now: noon, Greeting: true, Settings: room(n)}
		in.Settings.PastHours, in.Settings.BeforeSummary = hours, true
		return in
	}
	before := func(in Input, hours int) Input {
		in.Summary = noon.Add(-time.Duration(hours) * time.Hour)
		return in
	}
	other := stepped(6)
	other.Anchor = anchored(2, 6)
	other.Anchor.Model = "other"
	damaged := stepped(9)
	damaged.Anchor = anchored(6, 9)
	damaged.Anchor.Ceiling = math.MaxInt
	late := stepped(9)
	late.Anchor = anchored(3, 9)
	server := Input{Now: noon, Settings: room(2), ServerLimit: 5000}

	for _, tt := range []struct {
		name      string
		path      string
		huge      int // position of an entry that fits nowhere; 0: none
		in        Input
		kept      []int
		age, trim int
	}{
		{
			name: "the rest of a turn that is too long and begins before the age limit does not hide the head",
			path: "u a u a u", huge: 3, in: before(hours(9, 1), 2), kept: []int{0, 1, 4}, age: 2,
		},
		{
			name: "a turn of the head that is too long",
			path: "u a u a u a u", huge: 1, in: before(hours(9, 1), 2), kept: []int{2, 3, 6}, age: 2, trim: 2,
		},
		{name: "a server that takes more raises no ceiling", path: "u a u", in: server, kept: []int{2}, trim: 2},
		{name: "an anchor after the newest user entry does not count", path: "u a u a", in: late, kept: seq(0, 4)},
		{name: "an anchor with a ceiling that cannot be stays", path: "u a u a u a u a u a u", in: damaged, kept: seq(6, 11), trim: 6},
		{
			name: "another model, and the rest does not fit: a jump leaves a quarter free",
			path: "u a u a u a u a u a u", in: other, kept: seq(8, 11), trim: 8,
		},
	} {
		path := script(tt.path)
		if tt.huge > 0 {
			path[tt.huge].Tokens = huge
		}
		v, err := Plan(tt.in, path)
		if err != nil || !slices.Equal(places(v.Kept), tt.kept) || v.Report.CutByAge != tt.age || v.Report.CutByTrim != tt.trim {
			t.Errorf("%s: kept %v, by age %d, by tokens %d, %v", tt.name, places(v.Kept), v.Report.CutByAge, v.Report.CutByTrim, err)
		}
	}
}
