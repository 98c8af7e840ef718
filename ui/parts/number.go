package parts

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// What can be wrong with a typed number. Both are values for errors.Is; the sentence is the caller's.
var (
	ErrNotNumber = errors.New("parts: not a number")
	ErrRange     = errors.New("parts: number out of range")
)

// multipliers are the endings that a typed number may carry.
var multipliers = []struct {
	ending string
	times  float64
}{
	{"k", 1e3}, {"千", 1e3}, {"万", 1e4}, {"m", 1e6}, {"百万", 1e6},
}

// ParseNumber reads a whole number in 0 … top as people type it, in either language: full-width digits, groups parted by
// spaces, commas, dots, apostrophes or underscores, and one of the endings k, m, 千, 万. A decimal part is understood
// before an ending ("1.5k", "1,5k"). The error is ErrNotNumber or ErrRange.
func ParseNumber(s string, top int) (int, error) {
	s = strings.ToLower(strings.TrimSpace(norm.NFKC.String(s)))
	times := 1.0
	for i := len(multipliers) - 1; i >= 0; i-- {
		if rest, ok := strings.CutSuffix(s, multipliers[i].ending); ok {
			s, times = strings.TrimSpace(rest), multipliers[i].times
			break
		}
	}
	v, err := decimal(s, times > 1)
	if err != nil {
		return 0, err
	}
	v = math.Round(v * times)
	if v > float64(top) {
		return 0, ErrRange
	}
	return int(v), nil
}

// decimal reads digits with group marks. Only with fraction set may the last dot, or a comma not followed by exactly
// three digits, part off a fraction.
func decimal(s string, fraction bool) (float64, error) {
	whole, part := s, ""
	if i := strings.LastIndexAny(s, ".,"); fraction && i >= 0 && (s[i] == '.' || len(s)-i-1 != 3) {
		whole, part = s[:i], s[i+1:]
		if !onlyDigits(part) {
			return 0, ErrNotNumber
		}
	}
	groups := strings.FieldsFunc(whole, func(r rune) bool { return strings.ContainsRune(" ,._'’、", r) })
	if len(groups) == 0 || !onlyDigits(whole[:1]) {
		return 0, ErrNotNumber
	}
	for i, g := range groups {
		if !onlyDigits(g) || (i > 0 && len(g) != 3) {
			return 0, ErrNotNumber
		}
	}
	text := strings.Join(groups, "")
	if part != "" {
		text += "." + part
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, ErrNotNumber
	}
	return v, nil
}

func onlyDigits(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return s != ""
}
