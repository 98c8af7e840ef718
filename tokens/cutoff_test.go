package tokens

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bonbon/history/talk"
)

// said returns a header of an entry said so long before noon.
func said(role talk.Role, ago time.Duration) talk.Header {
	return talk.Header{Role: role, Time: noon.Add(-ago).UnixMilli(), Tokens: 10, Bytes: 40}
}

func TestTimeCutoff(t *testing.T) {
	t.Parallel()
	const h, ms = time.Hour, time.Millisecond
	user, reply := talk.User, talk.Assistant
	summaryAt := noon.Add(-5 * h)
	path := []talk.Header{ // newest first
		said(user, 0), said(reply, 1*h), said(user, 2*h), said(reply, 2*h+ms), said(user, 5*h), said(reply, 5*h+ms), said(user, 9*h),
	}
	old := []talk.Header{said(reply, 8*h), said(user, 9*h), said(reply, 9*h), said(user, 10*h)}
	tests := []struct {
		name    string
		path    []talk.Header
		s       Settings
		summary time.Time
		want    []int // indexes of path
	}{
		{"hours 0", path, Settings{}, noon, []int{0, 1, 2, 3, 4, 5, 6}},
		{"hours below 0", path, Settings{PastHours: -3}, noon, []int{0, 1, 2, 3, 4, 5, 6}},
		{"equal time stays", path, Settings{PastHours: 2}, time.Time{}, []int{0, 1, 2}},
		{"one millisecond older is cut", path, Settings{PastHours: 5}, time.Time{}, []int{0, 1, 2, 3, 4}},
		{"a summary alone does nothing", path, Settings{PastHours: 2}, summaryAt, []int{0, 1, 2}},
		{"before the summary stays", path, Settings{PastHours: 2, BeforeSummary: true}, summaryAt, []int{0, 1, 2, 5, 6}},
		{"no summary: the switch does nothing", path, Settings{PastHours: 2, BeforeSummary: true}, time.Time{}, []int{0, 1, 2}},
		{"all are from before the summary", path, Settings{PastHours: 1, BeforeSummary: true}, noon.Add(h), []int{0, 1, 2, 3, 4, 5, 6}},
		{"a summary before everything", path, Settings{PastHours: 1, BeforeSummary: true}, noon.Add(-100 * h), []int{0, 1}},
		{"the newest user entry stays", old, Settings{PastHours: 1}, time.Time{}, []int{0, 1}},
		{"more hours than time has", path, Settings{PastHours: math.MaxInt}, time.Time{}, []int{0, 1, 2, 3, 4, 5, 6}},
		{"no user entry", []talk.Header{said(reply, 0), said(talk.Tool, 2*h)}, Settings{PastHours: 1}, time.Time{}, []int{0}},
		{"empty", nil, Settings{PastHours: 1}, time.Time{}, nil},
	}
	for _, tt := range tests {
		before := slices.Clone(tt.path)
		kept, archived := TimeCutoff(tt.path, noon, tt.s, tt.summary)
		var want []talk.Header
		for _, i := range tt.want {
			want = append(want, tt.path[i])
		}
		if !slices.Equal(kept, want) || archived != len(tt.path)-len(want) {
			t.Errorf("%s: kept %v, archived %d, want %v", tt.name, kept, archived, want)
		}
		if !slices.Equal(tt.path, before) {
			t.Errorf("%s: the path was changed", tt.name)
		}
	}
	zero := []talk.Header{{Role: talk.User, Time: 3_600_000}, {Role: talk.Assistant, Time: 0}}
	if kept, n := TimeCutoff(zero, time.UnixMilli(3_600_001), Settings{PastHours: 1}, time.Time{}); len(kept) != 1 || n != 1 {
		t.Errorf("time 0: kept %v, archived %d", kept, n)
	}
}

// What Plan finds by key is what TimeCutoff finds by walking.
func TestCutByAgeEqualsTimeCutoff(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path, in := drawPath(t), drawInput(t)
		in.Settings.Steps = false // TimeCutoff cuts exactly
		for i := range path {
			path[i].Bytes = 1
			if path[i].Role == talk.Tool { // calls and results are kept whole by Plan alone
				path[i].Role = talk.Assistant
			}
		}
		newest, ok := newestUser(path)
		if !ok {
			newest.Pos = uint64(len(path))
		}
		age := cutByAge(path, in, int(newest.Pos))
		got := append(slices.Collect(stretch(path, age.tail)), slices.Collect(stretch(path, age.head))...)
		want, archived := TimeCutoff(slices.Collect(path.Before(len(path))), in.Now, in.Settings, in.Summary)
		if !slices.Equal(got, want) || archived != age.tail.from-age.head.to {
			t.Fatalf("by key %v, by walking %v", places(got), places(want))
		}
	})
}
