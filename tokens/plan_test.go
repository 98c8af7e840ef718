package tokens

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
)

// script makes a path from words, oldest first: u user, a assistant, c assistant with calls, t tool result, g greeting, each
// of 96 tokens (100 with its framing) and one hour after the one before; the last is at noon. "-" is an entry without
// content.
func script(words string) Slice {
	var path Slice
	kinds := strings.Fields(words)
	for i, word := range kinds {
		h := talk.Header{
			Pos: uint64(i), ID: talk.EntryID(i + 1), Time: noon.Add(-time.Duration(len(kinds)-1-i) * time.Hour).UnixMilli(),
			Tokens: 96, Bytes: 400, Encoding: talk.O200kBase,
		}
		switch word {
		case "u":
			h.Role = talk.User
		case "a":
			h.Role = talk.Assistant
		case "g":
			h.Role, h.Flags = talk.Assistant, talk.Greeting
		case "c":
			h.Role, h.Flags = talk.Assistant, talk.HasCalls
		case "t":
			h.Role = talk.Tool
		case "-":
			h.Role, h.Tokens, h.Bytes = talk.Assistant, 0, 0
		}
		path = append(path, h)
	}
	return path
}

// room is a threshold that leaves space for n messages of a script.
func room(n int) Settings { return Settings{Threshold: Overhead + 100*n} }

func TestPlan(t *testing.T) {
	t.Parallel()
	aged := func(n, hours int, before bool) Settings {
		return Settings{Threshold: Overhead + 100*n, PastHours: hours, BeforeSummary: before}
	}
	at := func(hours int) time.Time { return noon.Add(-time.Duration(hours) * time.Hour) }
	tests := []struct {
		name       string
		path       string
		in         Input
		kept       []int
		first      int
		age, trim  int
		reason     Reason
		noGreeting bool
	}{
		{name: "empty", path: "", in: Input{Settings: room(9)}},
		{name: "all", path: "u a u a u", in: Input{Settings: room(5)}, kept: []int{0, 1, 2, 3, 4}},
		{name: "one too many", path: "u a u a u", in: Input{Settings: room(4)}, kept: []int{2, 3, 4}, first: 2, trim: 2, reason: ReasonTokens},
		{name: "one token too many", path: "u a u", in: Input{Settings: Settings{Threshold: 499}}, kept: []int{2}, first: 2, trim: 2, reason: ReasonTokens},
		{name: "a cut falls on a turn", path: "u a u a u", in: Input{Settings: room(2)}, kept: []int{4}, first: 4, trim: 4, reason: ReasonTokens},
		{name: "the greeting leads", path: "g u a u", in: Input{Settings: room(9)}, kept: []int{0, 1, 2, 3}},
		{name: "the greeting does not fit", path: "g u a u", in: Input{Settings: room(3)}, kept: []int{1, 2, 3}, first: 1, trim: 1, reason: ReasonTokens},
		{name: "no leading greeting", path: "g u a u", in: Input{Settings: room(9)}, noGreeting: true, kept: []int{1, 2, 3}, first: 1},
		{name: "what the persona said first is a greeting", path: "a u", in: Input{Settings: room(9)}, kept: []int{0, 1}},
		{name: "only a greeting", path: "g", in: Input{Settings: room(9)}, kept: []int{0}},
		{name: "only a greeting, no room", path: "g", in: Input{Settings: room(0)}, first: 1, trim: 1, reason: ReasonTokens},
		{name: "empty entries are passed over", path: "- u - a - u -", in: Input{Settings: room(3)}, kept: []int{1, 3, 5}, first: 1},
		{name: "only results", path: "t t t", in: Input{Settings: room(9)}, first: 3},
		{name: "results without a call", path: "u t a t t u", in: Input{Settings: room(3)}, kept: []int{0, 2, 5}},
		{name: "a call keeps its results", path: "u c t t a u", in: Input{Settings: room(5)}, kept: []int{5}, first: 5, trim: 5, reason: ReasonTokens},
		{name: "a live exchange", path: "u a u c t t", in: Input{Settings: room(5)}, kept: []int{2, 3, 4, 5}, first: 2, trim: 2, reason: ReasonTokens},
		{name: "20 parallel results", path: "u a u c" + strings.Repeat(" t", 20), in: Input{Settings: room(22)}, kept: seq(2, 24), first: 2, trim: 2, reason: ReasonTokens},
		{name: "by age", path: "u a u a u a u", in: Input{Settings: aged(9, 2, false)}, kept: []int{4, 5, 6}, first: 4, age: 4, reason: ReasonAge},
		{name: "by age, in a turn", path: "u a u a u a u", in: Input{Settings: aged(9, 3, false)}, kept: []int{4, 5, 6}, first: 4, age: 4, reason: ReasonAge},
		{name: "by age and tokens", path: "u a u a u a u", in: Input{Settings: aged(2, 2, false)}, kept: []int{6}, first: 6, age: 4, trim: 2, reason: ReasonBoth},
		{
			name: "before the summary", path: "u a u a u a u", in: Input{Settings: aged(9, 2, true), Summary: at(4)},
			kept: []int{0, 1, 4, 5, 6}, first: 4, age: 2, reason: ReasonAge,
		},
		{
			name: "before the summary, a turn fits", path: "u a u a u a u a u", in: Input{Settings: aged(5, 2, true), Summary: at(4)},
			kept: []int{2, 3, 6, 7, 8}, first: 6, age: 2, trim: 2, reason: ReasonBoth,
		},
		{
			name: "before the summary, nothing fits", path: "u a u a u a u", in: Input{Settings: aged(4, 2, true), Summary: at(4)},
			kept: []int{4, 5, 6}, first: 4, age: 2, trim: 2, reason: ReasonBoth,
		},
		{
			name: "the switch without a summary", path: "u a u a u", in: Input{Settings: aged(9, 2, true)},
			kept: []int{2, 3, 4}, first: 2, age: 2, reason: ReasonAge,
		},
		{
			name: "no gap, no cut", path: "u a u a u", in: Input{Settings: aged(9, 2, true), Summary: at(1)},
			kept: []int{0, 1, 2, 3, 4},
		},
		{
			name: "the summary lies inside a call", path: "u c t a u a u", in: Input{Settings: aged(9, 2, true), Summary: at(4)},
			kept: []int{0, 4, 5, 6}, first: 4, age: 3, reason: ReasonAge,
		},
		{
			name: "the summary lies before an empty result", path: "u c t - t u a u", in: Input{Settings: aged(9, 2, true), Summary: at(4)},
			kept: []int{0, 5, 6, 7}, first: 5, age: 4, reason: ReasonAge,
		},
		{
			name: "the newest user entry is old", path: "u a u a a a a a", in: Input{Settings: aged(9, 1, false)},
			kept: seq(2, 8), first: 2, age: 2, reason: ReasonAge,
		},
		{
			name: "everything is old", path: "u a u", in: Input{Settings: aged(9, 1, false), Now: noon.Add(1000 * time.Hour)},
			kept: []int{2}, first: 2, age: 2, reason: ReasonAge,
		},
		{
			name: "a server's limit", path: "u a u", in: Input{Settings: room(9), ServerLimit: 300},
			kept: []int{2}, first: 2, trim: 2, reason: ReasonTokens,
		},
		{
			name: "measured overhead", path: "u a u", in: Input{Settings: Settings{Threshold: 1000}, Overhead: 694},
			kept: []int{2}, first: 2, trim: 2, reason: ReasonTokens,
		},
		{
			name: "measured overhead, just fits", path: "u a u", in: Input{Settings: Settings{Threshold: 1000}, Overhead: 693},
			kept: []int{0, 1, 2},
		},
		{
			name: "largest threshold", path: "u a u", in: Input{Settings: Settings{Threshold: math.MaxInt}},
			kept: []int{0, 1, 2},
		},
	}
	for _, tt := range tests {
		in := tt.in
		in.Greeting = !tt.noGreeting
		if in.Now.IsZero() {
			in.Now = noon
		}
		path := script(tt.path)
		v, err := Plan(in, path)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := places(v.Kept); !slices.Equal(got, tt.kept) {
			t.Errorf("%s: kept %v, want %v", tt.name, got, tt.kept)
		}
		r := v.Report
		if r.First != tt.first || r.CutByAge != tt.age || r.CutByTrim != tt.trim || r.Reason != tt.reason {
			t.Errorf("%s: first %d, by age %d, by tokens %d, reason %q", tt.name, r.First, r.CutByAge, r.CutByTrim, r.Reason)
		}
		if r.Total != len(path) || r.Kept != len(v.Kept) || r.History != 100*len(v.Kept) {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
}

// seq returns from … to-1.
func seq(from, to int) []int {
	var out []int
	for i := from; i < to; i++ {
		out = append(out, i)
	}
	return out
}

func TestReport(t *testing.T) {
	t.Parallel()
	path := script("u a u a u")
	path[3].Encoding = talk.Cl100kBase
	in := Input{
		Now: noon, Settings: Settings{Threshold: 5000, ContextLength: 1000, MaxOutput: 10},
		Fixed: Fixed{System: 50, Memory: 20, Summary: 30, Tools: 10},
	}
	v, err := Plan(in, path)
	if err != nil {
		t.Fatal(err)
	}
	want := Report{
		Limit: 850, Rule: RuleWindow, Window: 1000, Reserve: 150, Overhead: 200, Fixed: in.Fixed, History: 500, Total: 5, Kept: 5,
		TotalTokens: 500, Oldest: path[0].Time, Encoding: "mixed", Factor: 1, Ratio: 4,
	}
	if v.Report != want || v.Report.Prompt() != 810 {
		t.Errorf("report %+v, prompt %d", v.Report, v.Report.Prompt())
	}
	if v, err = Plan(in, path[4:]); err != nil || v.Report.Encoding != "o200k_base" {
		t.Errorf("encoding %q, %v", v.Report.Encoding, err)
	}
}

func TestPlanCutOff(t *testing.T) {
	t.Parallel()
	big := script("u a u")
	big[2].Tokens = 2_700_000 // a message of 10 MB
	parallel := script("u c" + strings.Repeat(" t", 20))
	tests := []struct {
		name string
		path Slice
		in   Input
		want Diagnosis
	}{
		{
			"threshold 0", script("u"), Input{},
			Diagnosis{
				Limit: 0, Rule: RuleCeiling, Overhead: 200, Message: 100, Needed: 300, Over: 300, Largest: PartMessage,
				LargestTokens: 96, Threshold: 1000, FixedAlone: true, LowCeiling: true,
				Remedies: []Remedy{{PartCeiling, MaxThreshold, true}, {PartMessage, 96, false}},
			},
		},
		{
			"threshold smaller than the system prompt", script("u a u"),
			Input{Settings: Settings{Threshold: 2000}, Fixed: Fixed{System: 40_000, Summary: 500}},
			Diagnosis{
				Limit: 2000, Rule: RuleCeiling, Overhead: 200, Fixed: Fixed{System: 40_000, Summary: 500}, Message: 100, Needed: 40_800,
				Over: 38_800, Largest: PartSystem, LargestTokens: 40_000, Threshold: 41_000, FixedAlone: true, LowCeiling: true,
				Remedies: []Remedy{
					{PartCeiling, MaxThreshold - 2000, true}, {PartSystem, 40_000, true}, {PartSummary, 500, false}, {PartMessage, 96, false},
				},
			},
		},
		{
			"10 MB", big, Input{Settings: Settings{Threshold: 40_000}},
			Diagnosis{
				Limit: 40_000, Rule: RuleCeiling, Overhead: 200, Message: 2_700_004, Needed: 2_700_204, Over: 2_660_204,
				Largest: PartMessage, LargestTokens: 2_700_000,
				Remedies: []Remedy{{PartMessage, 2_700_000, true}, {PartCeiling, MaxThreshold - 40_000, false}},
			},
		},
		{
			"20 parallel results", parallel, Input{Settings: Settings{Threshold: 40_000, ContextLength: 2500, MaxOutput: 1500}},
			Diagnosis{
				Limit: 1000, Rule: RuleWindow, Window: 2500, Reserve: 1500, Overhead: 200, Message: 100, FollowUp: 2100, Needed: 2400,
				Over: 1400, Largest: PartFollowUp, LargestTokens: 2100,
				Remedies: []Remedy{{PartWindow, 39_000, true}, {PartFollowUp, 2100, true}, {PartReply, 1125, false}, {PartMessage, 96, false}},
			},
		},
		{
			"a ceiling that the window lies above", script("u"),
			Input{Settings: Settings{Threshold: 250, ContextLength: 300}},
			Diagnosis{
				Limit: 250, Rule: RuleCeiling, Window: 300, Reserve: 45, Overhead: 200, Message: 100, Needed: 300, Over: 50,
				Largest: PartMessage, LargestTokens: 96, LowCeiling: true,
				Remedies: []Remedy{{PartMessage, 96, true}, {PartCeiling, 5, false}},
			},
		},
		{
			"room for a message that says nothing", script("u"),
			Input{Settings: Settings{Threshold: 204}},
			Diagnosis{
				Limit: 204, Rule: RuleCeiling, Overhead: 200, Message: 100, Needed: 300, Over: 96, Threshold: 1000,
				Largest: PartMessage, LargestTokens: 96, LowCeiling: true,
				Remedies: []Remedy{{PartCeiling, MaxThreshold - 204, true}, {PartMessage, 96, false}},
			},
		},
		{
			"a server's limit", script("u"), Input{Settings: Settings{Threshold: 40_000}, ServerLimit: 100, Overhead: 300},
			Diagnosis{
				Limit: 100, Rule: RuleServer, Overhead: 307, Message: 100, Needed: 407, Over: 307, Largest: PartMessage, LargestTokens: 96,
				FixedAlone: true, Remedies: []Remedy{{PartWindow, 39_900, true}, {PartMessage, 96, false}},
			},
		},
	}
	for _, tt := range tests {
		tt.in.Now = noon
		v, err := Plan(tt.in, tt.path)
		var cut *CutOffError
		if !errors.As(err, &cut) {
			t.Errorf("%s: error %v", tt.name, err)
			continue
		}
		if got, want := fmt.Sprintf("%+v", cut.Diagnosis), fmt.Sprintf("%+v", tt.want); got != want {
			t.Errorf("%s:\n     %s\nwant %s", tt.name, got, want)
		}
		if len(v.Kept) != 0 || v.Report.Limit != cut.Diagnosis.Limit || v.Report.CutByTrim != len(tt.path) {
			t.Errorf("%s: view %+v", tt.name, v)
		}
		if cut.Code() != "tokens.cut_off" || !strings.Contains(cut.Error(), fmt.Sprint(cut.Diagnosis.Needed)) ||
			cut.Args()["Over"] != cut.Diagnosis.Over {
			t.Errorf("%s: %v, %v", tt.name, cut, cut.Args())
		}
	}
}

func TestRoundUp(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{
		1: 1000, 1000: 1000, 1001: 2000, 40_800: 41_000, 100_000: 100_000, 100_001: 110_000, 1_234_567: 1_300_000, 1_999_999: MaxThreshold,
	} {
		if got := roundUp(n); got != want {
			t.Errorf("roundUp(%d) = %d, want %d", n, got, want)
		}
	}
}

// The walk reads what is kept and one turn more, whatever the length of the path and wherever the cut by age lies.
func TestPlanReadsWhatItKeeps(t *testing.T) {
	t.Parallel()
	path := script(strings.Repeat("u a ", 2000) + "u")
	for _, in := range []Input{
		{Now: noon, Settings: room(50)},
		{Now: noon, Settings: Settings{Threshold: 40_000, PastHours: 48}},
		{Now: noon, Settings: Settings{Threshold: Overhead + 100*70, PastHours: 48, BeforeSummary: true}, Summary: noon.Add(-3000 * time.Hour)},
	} {
		counting := &counted{Slice: path}
		v, err := Plan(in, counting)
		if err != nil {
			t.Fatal(err)
		}
		if counting.read > len(v.Kept)+10 {
			t.Errorf("%d headers read to keep %d", counting.read, len(v.Kept))
		}
	}
}

func TestGrowthKeepsThePrefix(t *testing.T) {
	t.Parallel()
	path := script(strings.Repeat("u a ", 20) + "u")
	var before []talk.Header
	for n := 1; n <= len(path); n++ {
		v, err := Plan(Input{Now: noon, Settings: room(100)}, path[:n])
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Kept) != n || !slices.Equal(v.Kept[:n-1], before) {
			t.Fatalf("the view of %d entries does not continue the one before", n)
		}
		before = v.Kept
	}
}
