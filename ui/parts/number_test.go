package parts

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"bonbon/ui/words"
)

func TestParseNumber(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int
		err  error
	}{
		{"40000", 40000, nil},
		{" 40 000 ", 40000, nil},
		{"40\u00a0000", 40000, nil},
		{"40\u202f000", 40000, nil},
		{"40,000", 40000, nil},
		{"40.000", 40000, nil},
		{"40'000", 40000, nil},
		{"40_000", 40000, nil},
		{"４０，０００", 40000, nil},
		{"40k", 40000, nil},
		{"40 K", 40000, nil},
		{"４０ｋ", 40000, nil},
		{"1.5k", 1500, nil},
		{"1,5k", 1500, nil},
		{"1,500k", 1_500_000, nil},
		{"2M", 2_000_000, nil},
		{"4万", 40000, nil},
		{"1.5万", 15000, nil},
		{"8千", 8000, nil},
		{"1百万", 1_000_000, nil},
		{"0", 0, nil},
		{"007", 7, nil},
		{"2000000", 2_000_000, nil},
		{"2000001", 0, ErrRange},
		{"3M", 0, ErrRange},
		{"99999999999999999999999", 0, ErrRange},
		{"", 0, ErrNotNumber},
		{"k", 0, ErrNotNumber},
		{"-1", 0, ErrNotNumber},
		{"1.5", 0, ErrNotNumber},
		{"1e3", 0, ErrNotNumber},
		{"12 34", 0, ErrNotNumber},
		{",5", 0, ErrNotNumber},
		{"5.k", 0, ErrNotNumber},
		{"forty", 0, ErrNotNumber},
		{"∞", 0, ErrNotNumber},
		{"NaN", 0, ErrNotNumber},
	} {
		got, err := ParseNumber(c.in, 2_000_000)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("ParseNumber(%q) = %d, %v; want %d, %v", c.in, got, err, c.want, c.err)
		}
	}
}

func TestNumberRoundTrip(t *testing.T) {
	t.Cleanup(func() { _ = words.Use("en") })
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 1<<40).Draw(t, "n")
		if err := words.Use(rapid.SampledFrom(words.Tags).Draw(t, "tag")); err != nil {
			t.Fatal(err)
		}
		got, err := ParseNumber(words.Number(n), 1<<40)
		if err != nil || got != n {
			t.Fatalf("%d -> %q -> %d, %v", n, words.Number(n), got, err)
		}
	})
}

func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"40k", "４０，０００", "1.5万", "12 34", ",", "."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, err := ParseNumber(s, 2_000_000); n < 0 || n > 2_000_000 || err != nil && n != 0 {
			t.Fatalf("ParseNumber(%q) = %d, %v", s, n, err)
		}
		if n, err := ParseHours(s, 87_600); n < 0 || n > 87_600 || err != nil && n != 0 {
			t.Fatalf("ParseHours(%q) = %d, %v", s, n, err)
		}
	})
}
