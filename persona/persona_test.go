package persona

import (
	"math"
	"testing"

	"bonbon/tokens"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	defaults := tokens.Settings{Threshold: 40_000, PastHours: 24, ContextLength: 8192, MaxOutput: 512}
	tests := map[string]struct {
		own  Cutoff
		want tokens.Settings
	}{
		"nothing own": {Cutoff{}, defaults},
		"all own": {
			Cutoff{new(1000), new(48), new(true), nil, new(true), new(true), new(3), new(4096), new(100)},
			tokens.Settings{Threshold: 1000, PastHours: 48, BeforeSummary: true, Steps: true, ElideToolOutput: true, PhotoCutoff: 3, ContextLength: 4096, MaxOutput: 100},
		},
		"zero is a value": {
			Cutoff{Threshold: new(0), PastHours: new(0), ContextLength: new(0), MaxOutput: new(0)},
			tokens.Settings{},
		},
		"the summary stands for entries": {
			Cutoff{BeforeSummary: new(true), SummaryReplaces: new(true)},
			tokens.Settings{Threshold: 40_000, PastHours: 24, SummaryReplaces: true, ContextLength: 8192, MaxOutput: 512},
		},
		"too low": {
			Cutoff{PhotoCutoff: new(-3), Threshold: new(-1), PastHours: new(math.MinInt), ContextLength: new(-7), MaxOutput: new(-1)},
			tokens.Settings{},
		},
		"too high": {
			Cutoff{PhotoCutoff: new(math.MaxInt), Threshold: new(math.MaxInt), PastHours: new(math.MaxInt), ContextLength: new(math.MaxInt), MaxOutput: new(math.MaxInt)},
			tokens.Settings{
				Threshold: tokens.MaxThreshold, PastHours: tokens.MaxPastHours,
				PhotoCutoff: tokens.MaxPhotoCutoff, ContextLength: tokens.MaxContextLength, MaxOutput: tokens.MaxMaxOutput,
			},
		},
	}
	for name, tt := range tests {
		if got := Resolve(defaults, tt.own); got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
	replaced := defaults
	replaced.SummaryReplaces = true
	if got := Resolve(replaced, Cutoff{BeforeSummary: new(true)}); !got.BeforeSummary || got.SummaryReplaces {
		t.Errorf("a persona's own choice against the app's: %+v", got)
	}
	on := defaults
	on.BeforeSummary = true
	if got := Resolve(on, Cutoff{BeforeSummary: new(false)}); got.BeforeSummary {
		t.Error("a persona cannot switch the default off")
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	s := Settings{Connections: []Connection{{ID: DemoConnection}, {ID: "a"}, {ID: "b"}}, Connection: "a"}
	for id, want := range map[string]string{"b": "b", "": "a", "gone": "a"} {
		if got := s.Find(id).ID; got != want {
			t.Errorf("Find(%q) = %q, want %q", id, got, want)
		}
	}
	s.Connection = "gone too"
	if got := s.Find("gone").ID; got != DemoConnection {
		t.Errorf("without a default: %q", got)
	}
	if got := (Settings{}).Find("x").ID; got != DemoConnection {
		t.Errorf("without any: %q", got)
	}
}

func TestExpand(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"", ""},
		{"I am {{char}}, you are {{user}}.", "I am Ada, you are Kai."},
		{"{{CHAR}} {{User}} {{ char }}", "Ada Kai Ada"},
		{"<BOT> meets <user>; <Bot>", "Ada meets Kai; Ada"},
		{"{{time}} {char} {{chars}} <b>", "{{time}} {char} {{chars}} <b>"},
		{"{{{char}}}", "{Ada}"},
		{"{{char}}さんと{{user}}さん", "AdaさんとKaiさん"},
	}
	for _, tt := range tests {
		if got := Expand(tt.text, "Ada", "Kai"); got != tt.want {
			t.Errorf("Expand(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
	if got := Expand("{{char}} and {{user}}", "{{user}}", "$1{{char}}"); got != "{{user}} and $1{{char}}" {
		t.Errorf("names are expanded again: %q", got)
	}
	for text, want := range map[string]string{
		"Hello, {{user}}!":         "Hello, friend!",
		"こんにちは、{{user}}。":          "こんにちは、あなた。",
		"{{user}}さん、{{char}}さんです。": "あなた、Adaさんです。",
	} {
		if got := Expand(text, "Ada", ""); got != want {
			t.Errorf("without a name, Expand(%q) = %q, want %q", text, got, want)
		}
	}
}
