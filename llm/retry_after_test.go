package llm

import (
	"net/http"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		header, value string
		want          time.Duration
	}{
		{"Retry-After", "3", 3 * time.Second},
		{"Retry-After", " 0.5 ", 500 * time.Millisecond},
		{"Retry-After", "86400", 24 * time.Hour},
		{"Retry-After", "86401", 0},
		{"Retry-After", now.Add(time.Minute).Format(http.TimeFormat), time.Minute},
		{"Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT", 0},
		{"Retry-After", "Wed, 21 Oct 2099 07:28:00 GMT", 0},
		{"Retry-After", "1777809630", 30 * time.Second}, // the Unix time of now + 30 s
		{"Retry-After", "99999999999999999999", 0},
		{"Retry-After", "-5", 0},
		{"Retry-After", "0", 0},
		{"Retry-After", "NaN", 0},
		{"Retry-After", "Inf", 0},
		{"Retry-After", "soon", 0},
		{"Retry-After", "", 0},
		{"Retry-After-Ms", "1500", 1500 * time.Millisecond},
		{"Retry-After-Ms", "-1", 0},
	}
	for _, tt := range tests {
		if got := retryAfter(http.Header{tt.header: {tt.value}}, now); got != tt.want {
			t.Errorf("%s: %q gives %v, want %v", tt.header, tt.value, got, tt.want)
		}
	}
	if got := retryAfter(nil, now); got != 0 {
		t.Errorf("no header gives %v", got)
	}
}
