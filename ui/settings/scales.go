package settings

import (
	"strings"

	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// thresholds and hours are the stops of the sliders: round numbers that grow by a third to a half, so that the scale is
// as good as logarithmic.
var (
	thresholds = parts.Scale{Stops: []int{
		1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000, 12_000, 16_000, 20_000, 24_000, 32_000, 40_000, 50_000,
		64_000, 80_000, 100_000, 128_000, 160_000, 200_000, 256_000,
	}}
	hours = parts.Scale{Stops: []int{1, 2, 3, 6, 12, 24, 2 * 24, 3 * 24, 5 * 24, 7 * 24, 10 * 24, 14 * 24, 21 * 24, 30 * 24}, Off: true}
)

func number(n int) string { return words.Number(n) }

func parseThreshold(s string) (int, error) { return parts.ParseNumber(s, tokens.MaxThreshold) }

func parseHours(s string) (int, error) { return parts.ParseHours(s, tokens.MaxPastHours) }

// optional makes a parser take an empty text as 0, and its writer give 0 as an empty text.
func optional(top int) (parse func(string) (int, error), format func(int) string) {
	parse = func(s string) (int, error) {
		if strings.TrimSpace(s) == "" {
			return 0, nil
		}
		return parts.ParseNumber(s, top)
	}
	format = func(n int) string {
		if n == 0 {
			return ""
		}
		return number(n)
	}
	return parse, format
}
