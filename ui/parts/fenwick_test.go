package parts

import (
	"testing"

	"pgregory.net/rapid"
)

// naive is the obvious form of Heights.
type naive []float64

func (n naive) top(i int) (sum float64) {
	for _, h := range n[:i] {
		sum += h
	}
	return sum
}

func (n naive) find(y float64) (int, float64) {
	top := 0.0
	for i, h := range n {
		if y < top+h || i == len(n)-1 {
			return i, top
		}
		top += h
	}
	return 0, 0
}

func TestHeightsAgainstNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		guess := float64(rapid.IntRange(1, 90).Draw(t, "guess"))
		n := rapid.IntRange(1, 70).Draw(t, "n")
		got, want := NewHeights(n, guess), make(naive, n)
		for i := range want {
			want[i] = guess
		}
		t.Repeat(map[string]func(*rapid.T){
			"set": func(t *rapid.T) {
				i := rapid.IntRange(0, len(want)-1).Draw(t, "i")
				want[i] = float64(rapid.IntRange(1, 500).Draw(t, "h"))
				got.Set(i, want[i])
			},
			"append": func(*rapid.T) {
				got.Append()
				want = append(want, guess)
			},
			"truncate": func(t *rapid.T) {
				n := rapid.IntRange(1, len(want)).Draw(t, "to")
				got.Truncate(n)
				want = want[:n]
			},
			"reset": func(t *rapid.T) {
				guess = float64(rapid.IntRange(1, 90).Draw(t, "guess"))
				want = make(naive, rapid.IntRange(1, 90).Draw(t, "n"))
				for i := range want {
					want[i] = guess
				}
				got.Reset(len(want), guess)
			},
			"": func(t *rapid.T) {
				if got.Len() != len(want) || got.Total() != want.top(len(want)) {
					t.Fatalf("len %d total %v, want %d %v", got.Len(), got.Total(), len(want), want.top(len(want)))
				}
				for i, h := range want {
					if got.Of(i) != h || got.Top(i) != want.top(i) {
						t.Fatalf("row %d: height %v top %v, want %v %v", i, got.Of(i), got.Top(i), h, want.top(i))
					}
				}
				y := float64(rapid.IntRange(-10, int(got.Total())+10).Draw(t, "y"))
				row, top := got.Find(y)
				if wantRow, wantTop := want.find(y); row != wantRow || top != wantTop {
					t.Fatalf("Find(%v) = %d, %v, want %d, %v", y, row, top, wantRow, wantTop)
				}
			},
		})
	})
}
