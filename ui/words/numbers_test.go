package words

import "testing"

func TestNumber(t *testing.T) {
	t.Cleanup(func() { use(t, "en") })
	for _, c := range []struct {
		n      int
		en, ja string
	}{
		{0, "0", "0"}, {999, "999", "999"}, {1000, "1\u00a0000", "1,000"}, {31200, "31\u00a0200", "31,200"},
		{1234567, "1\u00a0234\u00a0567", "1,234,567"}, {-1234, "−1\u00a0234", "−1,234"},
	} {
		use(t, "en")
		if got := Number(c.n); got != c.en {
			t.Errorf("en %d: %q, want %q", c.n, got, c.en)
		}
		use(t, "ja")
		if got := Number(c.n); got != c.ja {
			t.Errorf("ja %d: %q, want %q", c.n, got, c.ja)
		}
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int]string{
		0: "0\u00a0B", 999: "999\u00a0B", 1000: "1\u00a0kB", 20_000: "20\u00a0kB", 999_499: "999\u00a0kB", 999_500: "1.0\u00a0MB", 1_000_000: "1.0\u00a0MB", 12_340_000: "12.3\u00a0MB", 999_949_999: "999.9\u00a0MB", 999_950_000: "1.0\u00a0GB", 49_392_100_000: "49.4\u00a0GB",
	} {
		if got := Bytes(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
