package tokens

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestNewBudget(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		s    Settings
		want Budget
	}{
		{"window unknown", Settings{Threshold: 40_000, MaxOutput: 512}, Budget{Limit: 40_000, Rule: RuleCeiling}},
		{"ceiling below the window", Settings{Threshold: 40_000, ContextLength: 128_000}, Budget{40_000, RuleCeiling, 128_000, 19_200}},
		{"window below the ceiling", Settings{Threshold: 40_000, ContextLength: 8192}, Budget{6963, RuleWindow, 8192, 1229}},
		{"both the same", Settings{Threshold: 6963, ContextLength: 8192}, Budget{6963, RuleCeiling, 8192, 1229}},
		{"long replies", Settings{Threshold: 40_000, ContextLength: 8192, MaxOutput: 4096}, Budget{4096, RuleWindow, 8192, 4096}},
		{"reply as long as the window", Settings{Threshold: 40_000, ContextLength: 4096, MaxOutput: 4096}, Budget{615, RuleWindow, 4096, 3481}},
		{"threshold 0", Settings{ContextLength: 4096}, Budget{0, RuleCeiling, 4096, 615}},
		{"window of 1", Settings{Threshold: 9, ContextLength: 1}, Budget{1, RuleWindow, 1, 0}},
		{"out of range", Settings{Threshold: math.MaxInt, ContextLength: -1, MaxOutput: math.MaxInt}, Budget{Limit: MaxThreshold, Rule: RuleCeiling}},
	}
	for _, tt := range tests {
		if got := NewBudget(tt.s); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestReplyLimit(t *testing.T) {
	t.Parallel()
	tests := []struct{ window, reply, prompt, want int }{
		{4096, 4096, 121, 3975},
		{4096, 1024, 4050, 46},
		{4096, 1024, 9000, 1},
		{2048, 0, 100, 0},
		{0, 512, 100, 512},
		{8192, 512, 100, 512},
		{8192, -5, math.MaxInt, 0},
	}
	for _, tt := range tests {
		if got := ReplyLimit(Settings{ContextLength: tt.window, MaxOutput: tt.reply}, tt.prompt); got != tt.want {
			t.Errorf("%+v: %d", tt, got)
		}
	}
}

func TestBudgetLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Settings{
			Threshold: rapid.IntRange(0, MaxThreshold).Draw(t, "threshold"), ContextLength: rapid.IntRange(0, 20_000).Draw(t, "window"),
			MaxOutput: rapid.IntRange(0, 40_000).Draw(t, "reply"),
		}
		b := NewBudget(s)
		if b.Limit > s.Threshold || b.Limit < min(s.Threshold, 1) {
			t.Fatalf("limit of %+v", b)
		}
		if s.ContextLength > 0 && b.Limit+b.Reserve > s.ContextLength {
			t.Fatalf("prompt and reply exceed the window: %+v", b)
		}
		if reply := ReplyLimit(s, b.Limit); (reply == 0) != (s.MaxOutput == 0) || reply > s.MaxOutput {
			t.Fatalf("reply limit %d", reply)
		}
	})
}
