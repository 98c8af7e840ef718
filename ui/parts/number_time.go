package parts

import (
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"bonbon/ui/words"
)

// Hours of the longer units.
const (
	day  = 24
	week = 7 * day
)

// FormatHours writes a span of hours in the current language: "12 hours", "3 days", "3 days 12 hours". 0 is the word for "no limit".
func FormatHours(h int) string {
	days, hours := h/day, h%day
	switch {
	case h <= 0:
		return words.T("panels.hours.off")
	case days == 0 || h < 2*day && hours != 0:
		return words.N("panels.hours.h", h, count(h))
	case hours == 0:
		return words.N("panels.hours.d", days, count(days))
	}
	return words.N("panels.hours.d", days, count(days)) + words.T("panels.hours.join") +
		words.N("panels.hours.h", hours, count(hours))
}

func count(n int) map[string]any {
	return map[string]any{"Count": n, "Number": words.Number(n)}
}

// hourUnits are the units that a typed span may have.
var hourUnits = []struct {
	name  string
	hours int
}{
	{"hours", 1}, {"hour", 1}, {"hrs", 1}, {"hr", 1}, {"h", 1}, {"時間", 1}, {"時", 1},
	{"days", day}, {"day", day}, {"d", day}, {"日間", day}, {"日", day},
	{"weeks", week}, {"week", week}, {"w", week}, {"週間", week}, {"週", week},
	{"months", 30 * day}, {"month", 30 * day}, {"か月", 30 * day}, {"ヶ月", 30 * day}, {"カ月", 30 * day}, {"ヵ月", 30 * day}, {"月", 30 * day},
	{"years", 365 * day}, {"year", 365 * day}, {"y", 365 * day}, {"年", 365 * day},
}

// noLimit are the ways to type "off".
var noLimit = []string{"", "off", "none", "no", "no limit", "unlimited", "なし", "無し", "オフ", "無制限", "制限なし", "ずっと"}

// ParseHours reads a span as people type it, in either language: "12", "12 h", "3 days", "3 days 12 hours", "2週間", "off".
// It gives hours in 0 … top; 0 is "no limit". The error is ErrNotNumber or ErrRange.
func ParseHours(s string, top int) (int, error) {
	s = strings.ToLower(strings.TrimSpace(norm.NFKC.String(s)))
	for _, w := range noLimit {
		if s == w {
			return 0, nil
		}
	}
	total := 0
	for s != "" {
		head, tail := splitSpan(s)
		number, unit := cutUnit(head)
		n, err := ParseNumber(number, top)
		if err != nil {
			return 0, err
		}
		total += n * unit
		if total > top {
			return 0, ErrRange
		}
		s = tail
	}
	return total, nil
}

// cutUnit parts a number from the longest unit that it ends in; without one it is hours.
func cutUnit(s string) (number string, hours int) {
	number, hours = s, 1
	for _, u := range hourUnits {
		if rest, ok := strings.CutSuffix(s, u.name); ok && len(rest) < len(number) {
			number, hours = rest, u.hours
		}
	}
	return number, hours
}

// splitSpan parts "3 days 12 hours" after the first unit: where a digit follows a letter.
func splitSpan(s string) (head, tail string) {
	letters := false
	for i, r := range s {
		switch {
		case r >= '0' && r <= '9':
			if letters {
				return strings.TrimSpace(s[:i]), s[i:]
			}
		case strings.ContainsRune(" ,._'、", r):
		default:
			letters = true
		}
	}
	return s, ""
}

// FormatDay writes the day of t for a sentence: "today", "yesterday", "3 May", "3 May 2024" (another year than now's).
func FormatDay(t, now time.Time) string {
	t = t.In(now.Location())
	switch daysBefore(t, now) {
	case 0:
		return words.T("panels.day.today")
	case 1:
		return words.T("panels.day.yesterday")
	}
	key := "panels.day.date"
	if t.Year() != now.Year() {
		key = "panels.day.dateYear"
	}
	return words.T(key, dayData(t))
}

// FormatWhen writes t as shortly as a list has room for: "21:04" today, then the weekday within a week, then the date.
func FormatWhen(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	switch n := daysBefore(t, now); {
	case n == 0:
		return t.Format("15:04")
	case n == 1:
		return words.T("panels.day.yesterdayShort")
	case n > 1 && n < 7:
		return weekday(t)
	}
	if t.Year() != now.Year() {
		return words.T("panels.day.shortYear", dayData(t))
	}
	return words.T("panels.day.short", dayData(t))
}

// daysBefore counts the midnights from t to now; negative when t lies ahead.
func daysBefore(t, now time.Time) int {
	noon := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, time.UTC) }
	return int(noon(now).Sub(noon(t)) / (24 * time.Hour))
}

func weekday(t time.Time) string {
	return words.T("panels.weekday." + strings.ToLower(t.Weekday().String()[:3]))
}

func dayData(t time.Time) map[string]any {
	return map[string]any{
		"Day": t.Day(), "Year": t.Year(),
		"Name": words.T("panels.month." + strings.ToLower(t.Month().String()[:3])),
	}
}
