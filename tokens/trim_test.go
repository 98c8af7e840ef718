package tokens

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bonbon/history/talk"
)

func sized(tokens ...int) []talk.Header {
	var hs []talk.Header
	for i, n := range tokens {
		hs = append(hs, talk.Header{ID: talk.EntryID(i + 1), Tokens: n})
	}
	return hs
}

func TestTrimTalk(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		system    int
		tokens    []int // newest first
		threshold int
		want      int
	}{
		{"all fit", 100, []int{10, 20, 30}, 1000, 3},
		{"exactly full is still in", 100, []int{10, 20, 30}, 100 + 200 + 60, 3},
		{"one too many", 100, []int{10, 20, 30}, 100 + 200 + 59, 2},
		{"the newest alone", 0, []int{10, 20}, 210, 1},
		{"not even the newest", 0, []int{10, 20}, 209, 0},
		{"the first that does not fit ends it", 0, []int{10, 500, 10}, 400, 1},
		{"entries without tokens fit a full prompt", 0, []int{0, 0, 1}, 200, 2},
		{"threshold below the system prompt", 500, []int{0, 1}, 400, 0},
		{"threshold below system prompt and allowance", 500, []int{0, 1}, 699, 0},
		{"threshold 0", 0, []int{0, 0}, 0, 0},
		{"negative threshold", 0, []int{0}, math.MinInt, 0},
		{"largest threshold", 0, []int{1, 1 << 20, 3}, math.MaxInt, 3},
		{"a count that cannot be", 0, []int{5, math.MaxInt, 5}, math.MaxInt, 1},
		{"a count below zero", 0, []int{5, -100, 5}, 210, 3},
		{"empty", 10, nil, 1000, 0},
	}
	for _, tt := range tests {
		hs := sized(tt.tokens...)
		if got := TrimTalk(tt.system, slices.Values(hs), tt.threshold); !slices.Equal(got, hs[:tt.want]) {
			t.Errorf("%s: kept %d entries, want %d", tt.name, len(got), tt.want)
		}
	}
}

func TestTrimTalkLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hs := sized(rapid.SliceOfN(rapid.IntRange(0, 500), 0, 60).Draw(t, "tokens")...)
		system, threshold := rapid.IntRange(0, 1000).Draw(t, "system"), rapid.IntRange(0, 9000).Draw(t, "threshold")
		read := 0
		got := TrimTalk(system, func(yield func(talk.Header) bool) {
			for _, h := range hs {
				if read++; !yield(h) {
					return
				}
			}
		}, threshold)
		used := system + Overhead
		for _, h := range got {
			used += h.Tokens
		}
		if len(got) > 0 && used > threshold {
			t.Fatalf("%d tokens over a threshold of %d", used, threshold)
		}
		if !slices.Equal(got, hs[:len(got)]) {
			t.Fatal("not the newest entries")
		}
		if len(got) < len(hs) && used+hs[len(got)].Tokens <= threshold {
			t.Fatalf("entry %d would fit", len(got))
		}
		if read > len(got)+1 {
			t.Fatalf("%d entries read to keep %d", read, len(got))
		}
		if more := TrimTalk(system, slices.Values(hs), threshold+1); len(more) < len(got) {
			t.Fatal("a higher threshold keeps less")
		}
	})
}
