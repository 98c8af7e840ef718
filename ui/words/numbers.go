package words

import (
	"strconv"
	"strings"
)

// Number writes n with its digits in groups of three as the current language does: "31 200" (with a no-break space) in English,
// "31,200" in Japanese.
func Number(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "−", digits[1:]
	}
	between := "\u00a0"
	if Current() == "ja" {
		between = ","
	}
	var out strings.Builder
	out.WriteString(sign)
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out.WriteString(between)
		}
		out.WriteRune(d)
	}
	return out.String()
}

// Bytes writes a size: "640 B", "12 kB", "1.0 MB". One MB is a million bytes.
func Bytes(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n) + "\u00a0B"
	case n < 999_500:
		return strconv.Itoa((n+500)/1000) + "\u00a0kB"
	case n < 999_950_000:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + "\u00a0MB"
	}
	return strconv.FormatFloat(float64(n)/1e9, 'f', 1, 64) + "\u00a0GB"
}
