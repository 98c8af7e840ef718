package llm

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxWait is the longest wait that a server may ask for. More is taken for nonsense.
const maxWait = 24 * time.Hour

// retryAfter returns how long a response asks to wait: by retry-after-ms, else by Retry-After in seconds (fractions
// allowed), as an HTTP date, or as the Unix time that some servers send by mistake. 0 means that it does not say, says
// nonsense, names the past, or more than a day.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil {
		return sensible(ms / 1000)
	}
	said := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(said, 64); err == nil {
		if seconds > 1e9 {
			seconds -= float64(now.Unix())
		}
		return sensible(seconds)
	}
	if at, err := http.ParseTime(said); err == nil {
		return sensible(at.Sub(now).Seconds())
	}
	return 0
}

func sensible(seconds float64) time.Duration {
	if math.IsNaN(seconds) || seconds <= 0 || seconds > maxWait.Seconds() {
		return 0
	}
	return time.Duration(seconds * float64(time.Second)).Round(time.Millisecond)
}
