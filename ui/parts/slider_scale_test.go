package parts

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawScale makes any valid scale.
func drawScale(t *rapid.T) Scale {
	stops := rapid.SliceOfNDistinct(rapid.IntRange(1, 3_000_000), 2, 30, rapid.ID).Draw(t, "stops")
	slices.Sort(stops)
	return Scale{Stops: stops, Off: rapid.Bool().Draw(t, "off")}
}

func TestScaleStopsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScale(t)
		values := s.Stops
		if s.Off {
			values = append(slices.Clone(values), 0)
		}
		for _, v := range values {
			if got := s.Value(s.Pos(v)); got != v {
				t.Fatalf("stop %d came back as %d", v, got)
			}
		}
		pos := rapid.Float64Range(-1, 2).Draw(t, "pos")
		if v := s.Value(pos); !slices.Contains(values, v) {
			t.Fatalf("position %g gives %d, which is no stop", pos, v)
		}
	})
}

func TestScalePosRises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScale(t)
		a := rapid.IntRange(1, 4_000_000).Draw(t, "a")
		b := rapid.IntRange(a, 4_000_000).Draw(t, "b")
		pa, pb := s.Pos(a), s.Pos(b)
		if pa > pb || pa < 0 || pb > 1 {
			t.Fatalf("Pos(%d)=%g, Pos(%d)=%g", a, pa, b, pb)
		}
		if s.Off && s.Pos(0) != 1 {
			t.Fatal("no limit is not at the right end")
		}
	})
}

func TestScaleStep(t *testing.T) {
	s := Scale{Stops: []int{1, 2, 4, 8}, Off: true}
	for _, c := range []struct{ from, by, want int }{
		{1, 1, 2}, {2, -1, 1}, {1, -1, 1}, {8, 1, 0}, {0, 1, 0}, {0, -1, 8}, {3, 1, 4}, {3, -1, 2}, {5, 2, 0}, {8, -3, 1}, {100, 1, 0}, {100, -1, 4},
	} {
		if got := s.Step(c.from, c.by); got != c.want {
			t.Errorf("Step(%d, %d) = %d, want %d", c.from, c.by, got, c.want)
		}
	}
}
