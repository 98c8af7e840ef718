package tokens

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"bonbon/history/talk"
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
	uncounted := func(in Input) Input {
		in.Uncounted = true
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
			name: "the age limit and the summary meet inside a turn",
			path: "u a u a u", in: before(hours(9, 1), 1), kept: seq(0, 5),
		},
		{
			name: "without counts the head goes too",
			path: "u a u a u a u", in: uncounted(before(hours(9, 1), 4)), kept: []int{0, 1, 6}, age: 4,
		},
		{
			name: "an empty message of the user begins no turn",
			path: "u a u - a u", huge: 4, in: before(hours(9, 2), 3), kept: []int{0, 1, 5}, age: 3,
		},
		{
			name: "a turn of the head that is too long",
			path: "u a u a u a u", huge: 1, in: before(hours(9, 1), 2), kept: []int{2, 3, 6}, age: 2, trim: 2,
		},
		{
			name: "an empty entry within a group that the summary parts",
			path: "u c - t t u a u", in: before(hours(9, 2), 3), kept: []int{0, 5, 6, 7}, age: 4,
		},
		{name: "a call without a result costs a stand-in: no room", path: "u c u", in: Input{Now: noon, Settings: Settings{Threshold: 539}}, kept: []int{2}, trim: 2},
		{name: "a call without a result costs a stand-in: room", path: "u c u", in: Input{Now: noon, Settings: Settings{Threshold: 540}}, kept: seq(0, 3)},
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
			if path[tt.huge-1].Bytes == 0 {
				path[tt.huge-1].Role = talk.User
			}
		}
		v, err := Plan(tt.in, path)
		if err != nil || !slices.Equal(places(v.Kept), tt.kept) || v.Report.CutByAge != tt.age || v.Report.CutByTrim != tt.trim {
			t.Errorf("%s: kept %v, by age %d, by tokens %d, %v", tt.name, places(v.Kept), v.Report.CutByAge, v.Report.CutByTrim, err)
		}
	}
}

// Hours beyond their range count as the longest.
func TestStepDownOfTooManyHours(t *testing.T) {
	t.Parallel()
	const step, hour = MaxPastHours / 8 * 3_600_000, 3_600_000
	if got := stepDown(step+hour, math.MaxInt); got != step {
		t.Errorf("stepped down to %d, want %d", got, step)
	}
}

// A result without a call that was read and dropped must not leave its place among those that may be elided to what is read next.
func TestElisionForgetsWhatIsDropped(t *testing.T) {
	t.Parallel()
	path := toolTalk("u c T a u a T u a u a u a u a u")
	path[5].Tokens = 496
	in := Input{Now: noon, Settings: room(20), Greeting: true}
	in.Settings.ElideToolOutput = true
	v, err := Plan(in, path)
	if err != nil || len(v.Kept) != 15 || !slices.Equal(v.Elided, []int{2}) {
		t.Errorf("kept %v, elided %v, %v", places(v.Kept), v.Elided, err)
	}
}

// A prompt that is exactly at its limit after elision is inside.
func TestElisionDownToTheLimit(t *testing.T) {
	t.Parallel()
	messages := []Message{{Role: talk.Tool, Size: 5000, Parts: 1}}
	rule := ElideRule{Long: longOutput, Placeholder: ElidedTokens}
	for over, fits := range map[int]bool{4900: true, 4901: false} {
		if e, err := Elide(1000+over, 1000, messages, rule); (err == nil) != fits || e.Saved != 4900 {
			t.Errorf("%d over: %+v, %v", over, e, err)
		}
	}
}

// A call whose newest result lies in the tail is not begun: its older result stays too.
func TestElisionDoesNotReachIntoTheTail(t *testing.T) {
	t.Parallel()
	messages := []Message{{Role: talk.Tool, Size: 5000, Parts: 1}, {Role: talk.Assistant, Size: 10, Parts: 1}}
	for range 2 {
		messages = append(messages, Message{Role: talk.Tool, Size: 5000, Parts: 1, Joined: true})
	}
	for range tailMessages - 1 {
		messages = append(messages, Message{Role: talk.User, Size: 10, Parts: 1})
	}
	rule := ElideRule{Tail: tailMessages, Long: longOutput, Placeholder: ElidedTokens}
	if e, err := Elide(15_080, 1000, messages, rule); !slices.Equal(e.Elided, []int{0}) || !errors.Is(err, ErrStillOver) {
		t.Errorf("elided %v, %v", e.Elided, err)
	}
}

// Fixed parts that fill the limit exactly are not over it, but leave room for no message.
func TestFixedPartsAtTheLimit(t *testing.T) {
	t.Parallel()
	for system, alone := range map[int]bool{100: false, 101: true} {
		_, err := Plan(Input{Now: noon, Settings: Settings{Threshold: 300}, Fixed: Fixed{System: system}}, script("u"))
		var cut *CutOffError
		if !errors.As(err, &cut) || cut.Diagnosis.FixedAlone != alone {
			t.Errorf("system prompt of %d: %v", system, err)
		}
	}
}
