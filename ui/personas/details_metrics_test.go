package personas

import (
	"slices"
	"testing"

	"bonbon/history/talk"
	"bonbon/ui/uitest"
)

func TestMetricFacts(t *testing.T) {
	m := talk.Metrics{
		Replies: 12, Trimmed: 5, Fallbacks: 1, Elided: 7, Moves: 2, Messages: 3000, Kept: 900, Before: 500_000, After: 90_000,
		Last:    talk.Cut{Messages: 310, Kept: 80, Before: 52_000, After: 31_200},
		Counted: 10, Prompt: 80_000, Cached: 60_400, Completion: 2_000,
	}
	tests := []struct {
		lang string
		m    talk.Metrics
		want []string
	}{
		{"en", m, []string{"12", "5", "900 of 3\u00a0000", "90\u00a0000 of 500\u00a0000", "80 of 310", "31\u00a0200 of 52\u00a0000", "7", "2", "1", "80\u00a0000", "60\u00a0400 (76 %)", "2\u00a0000"}},
		{"ja", talk.Metrics{Replies: 1, Counted: 1}, []string{"1", "0", "0 / 0", "0 / 0", "0 / 0", "0 / 0", "0", "0", "0", "0", "0", "0"}},
		{"ja", talk.Metrics{Replies: 1}, []string{"1", "0", "0 / 0", "0 / 0", "0 / 0", "0 / 0", "0", "0", "0"}},
	}
	for _, tt := range tests {
		uitest.App(t, "light", tt.lang)
		var got []string
		for _, f := range metricFacts(tt.m) {
			got = append(got, f.value)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.lang, got, tt.want)
		}
	}
}
