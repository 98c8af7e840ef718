package tokens

import (
	"cmp"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestFactorLearns(t *testing.T) {
	known := Factor{Mean: 1.2, Used: 1.2}
	tests := []struct {
		name               string
		f                  Factor
		estimate, counted  int
		wantMean, wantUsed float64
	}{
		{"first", Factor{}, 1000, 1300, 1.3, 1.3},
		{"first, small", Factor{}, 1000, 1010, 1.01, 1.01},
		{"first, less", Factor{}, 1000, 800, 0.8, 1},
		{"near", known, 1000, 1220, 1.204, 1.2},
		{"far", known, 1000, 1700, 1.3, 1.3},
		{"farther than believed", known, 1000, 90_000, 1.46, 1.46},
		{"cut off by the server", known, 10_000, 100, 1.08, 1.08},
		{"less, for long", Factor{Mean: 0.9, Used: 1}, 1000, 700, 0.86, 1},
		{"short prompt", known, 499, 1000, 1.2, 1.2},
		{"no usage", known, 1000, 0, 1.2, 1.2},
		{"nonsense", known, -1, -1, 1.2, 1.2},
	}
	for _, tt := range tests {
		got := tt.f.Learn(tt.estimate, tt.counted)
		if math.Abs(got.Mean-tt.wantMean) > 1e-9 || math.Abs(got.Used-tt.wantUsed) > 1e-9 {
			t.Errorf("%s: %+v, want %v and %v", tt.name, got, tt.wantMean, tt.wantUsed)
		}
	}
}

// A noise of 2 % around any value changes nothing that plans reckon with, however long it lasts.
func TestFactorIsCalm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		real := rapid.Float64Range(0.5, 3).Draw(t, "factor")
		noise := rapid.Float64Range(-0.02, 0.02)
		seen := func() int { return int(100_000 * real * (1 + noise.Draw(t, "noise"))) }
		first := Factor{}.Learn(100_000, seen())
		f := first
		for range 60 {
			if f = f.Learn(100_000, seen()); f.Used != first.Used {
				t.Fatalf("%+v after %+v", f, first)
			}
		}
	})
}

// A lasting change is followed to within 5 %, and the result is always sane.
func TestFactorFollows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f Factor
		for range rapid.IntRange(0, 5).Draw(t, "before") {
			f = f.Learn(rapid.IntRange(-5, 1_000_000).Draw(t, "estimate"), rapid.IntRange(-5, 1_000_000).Draw(t, "counted"))
		}
		real := rapid.Float64Range(1, 2.5).Draw(t, "factor")
		for range 60 {
			f = f.Learn(100_000, int(100_000*real))
		}
		if f.Used < 1 || f.Used > 2.5 || math.Abs(f.Used/real-1) > 0.051 {
			t.Fatalf("%+v for %v", f, real)
		}
	})
}

func TestOursAndTheirs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, MaxContextLength).Draw(t, "tokens")
		f := rapid.OneOf(rapid.Float64Range(0, 4), rapid.SampledFrom([]float64{0, 1, math.NaN(), math.Inf(1), -1})).Draw(t, "factor")
		if back := Theirs(Ours(n, f), f); back > n {
			t.Fatalf("%d of theirs hold %d", n, back)
		}
		if back := Ours(Theirs(n, f), f); back < n {
			t.Fatalf("%d of ours become %d", n, back)
		}
		if Ours(n, 1) != n || Theirs(n, 0) != n {
			t.Fatal("1 is not neutral")
		}
	})
}

// What a plan with a factor sends fits the user's ceiling and the window as the server counts, and its remedies work.
func TestPlanWithAFactor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path, in := drawPath(t), drawInput(t)
		in.Factor = rapid.Float64Range(0.5, 3).Draw(t, "factor")
		view, err := Plan(in, path)
		checkLaws(t, in, path, view)
		var cut *CutOffError
		if errors.As(err, &cut) {
			checkDiagnosis(t, in, path, cut.Diagnosis)
		}
		if most := NewBudget(in.Settings).Limit; len(view.Kept) > 0 && Theirs(view.Report.Prompt(), in.Factor) > most {
			t.Fatalf("%d tokens at a factor of %v, limit %d", view.Report.Prompt(), in.Factor, most)
		}
		if r := view.Report; err == nil && r.Rule != RuleServer && cmp.Or(r.Named, r.Limit) != NewBudget(in.Settings).Limit {
			t.Fatalf("the limit is named %d, but %d is set", cmp.Or(r.Named, r.Limit), NewBudget(in.Settings).Limit)
		}
	})
}
