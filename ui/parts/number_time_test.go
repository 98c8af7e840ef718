package parts

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bonbon/ui/words"
)

func use(t *testing.T, tag string) {
	t.Helper()
	if err := words.Use(tag); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := words.Use("en"); err != nil {
			t.Fatal(err)
		}
	})
}

func TestParseHours(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int
		err  error
	}{
		{"12", 12, nil},
		{"12h", 12, nil},
		{" 12 Hours ", 12, nil},
		{"1 hour", 1, nil},
		{"１２時間", 12, nil},
		{"3d", 72, nil},
		{"3 days", 72, nil},
		{"3日", 72, nil},
		{"3日間", 72, nil},
		{"3日12時間", 84, nil},
		{"3 days 12 hours", 84, nil},
		{"2 weeks", 336, nil},
		{"2週間", 336, nil},
		{"1か月", 720, nil},
		{"1ヶ月", 720, nil},
		{"1 month", 720, nil},
		{"1年", 8760, nil},
		{"1,000 h", 1000, nil},
		{"10 years", 87_600, nil},
		{"0", 0, nil},
		{"off", 0, nil},
		{"No limit", 0, nil},
		{"", 0, nil},
		{"なし", 0, nil},
		{"制限なし", 0, nil},
		{"87601", 0, ErrRange},
		{"11年", 0, ErrRange},
		{"10 years 1 hour", 0, ErrRange},
		{"a day", 0, ErrNotNumber},
		{"-3", 0, ErrNotNumber},
		{"3 fortnights", 0, ErrNotNumber},
		{"days", 0, ErrNotNumber},
	} {
		got, err := ParseHours(c.in, 87_600)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("ParseHours(%q) = %d, %v; want %d, %v", c.in, got, err, c.want, c.err)
		}
	}
}

func TestHoursRoundTrip(t *testing.T) {
	for _, tag := range words.Tags {
		use(t, tag)
		rapid.Check(t, func(t *rapid.T) {
			h := rapid.IntRange(0, 87_600).Draw(t, "hours")
			got, err := ParseHours(FormatHours(h), 87_600)
			if err != nil || got != h {
				t.Fatalf("%s: %d -> %q -> %d, %v", tag, h, FormatHours(h), got, err)
			}
		})
	}
}

func TestFormatHours(t *testing.T) {
	for _, c := range []struct {
		h      int
		en, ja string
	}{
		{0, "No limit", "制限なし"}, {1, "1 hour", "1時間"}, {12, "12 hours", "12時間"}, {24, "1 day", "1日"}, {36, "36 hours", "36時間"},
		{72, "3 days", "3日"}, {84, "3 days 12 hours", "3日12時間"}, {720, "30 days", "30日"}, {49, "2 days 1 hour", "2日1時間"},
	} {
		use(t, "en")
		en := FormatHours(c.h)
		use(t, "ja")
		if ja := FormatHours(c.h); en != c.en || ja != c.ja {
			t.Errorf("FormatHours(%d) = %q, %q; want %q, %q", c.h, en, ja, c.en, c.ja)
		}
	}
}

func TestDays(t *testing.T) {
	zone := time.FixedZone("east", 9*3600)
	now := time.Date(2026, time.May, 7, 0, 30, 0, 0, zone) // a Thursday
	for _, c := range []struct {
		at            time.Time
		dayEN, whenEN string
		dayJA, whenJA string
	}{
		{now.Add(-20 * time.Minute), "today", "00:10", "今日", "00:10"},
		{now.Add(-40 * time.Minute), "yesterday", "Yesterday", "昨日", "昨日"},
		{now.Add(-40 * time.Minute).UTC(), "yesterday", "Yesterday", "昨日", "昨日"},
		{now.AddDate(0, 0, -6), "1 May", "Fri", "5月1日", "金曜"},
		{now.AddDate(0, 0, -7), "30 Apr", "30 Apr", "4月30日", "4月30日"},
		{now.AddDate(-1, 0, 0), "7 May 2025", "May 2025", "2025年5月7日", "2025年5月"},
		{now.AddDate(0, 0, 2), "9 May", "9 May", "5月9日", "5月9日"},
	} {
		use(t, "en")
		if day, when := FormatDay(c.at, now), FormatWhen(c.at, now); day != c.dayEN || when != c.whenEN {
			t.Errorf("%v: %q, %q; want %q, %q", c.at, day, when, c.dayEN, c.whenEN)
		}
		use(t, "ja")
		if day, when := FormatDay(c.at, now), FormatWhen(c.at, now); day != c.dayJA || when != c.whenJA {
			t.Errorf("%v: %q, %q; want %q, %q", c.at, day, when, c.dayJA, c.whenJA)
		}
	}
	if got := FormatWhen(time.Time{}, now); got != "" {
		t.Errorf("no time gives %q", got)
	}
}
