package tokens

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bonbon/history/talk"
)

// The three systems that a plan is built of, each by itself. What one rule does in detail is in the test beside its file; here
// each system is run from end to end.

// s1 is ChocolateLMLite's cutoff: what is older than the hours goes, then the newest entries stay as far as they fit. ok is
// false if nothing is left.
func s1(path []talk.Header, now time.Time, s Settings, system int) (kept []talk.Header, ok bool) {
	newestFirst := slices.Clone(path)
	slices.Reverse(newestFirst)
	young, _ := TimeCutoff(newestFirst, now, s, time.Time{})
	kept = TrimTalk(system, slices.Values(young), s.Threshold)
	slices.Reverse(kept)
	return kept, len(kept) > 0
}

func TestS1TimeCutoffThenTrim(t *testing.T) {
	t.Parallel()
	// Ten entries of 100 tokens, one each hour, the last at noon; a system prompt of 300.
	path := script("u a u a u a u a u a")
	for i := range path {
		path[i].Tokens = 100
	}
	for _, tt := range []struct {
		name             string
		hours, threshold int
		kept             int // the newest so many
	}{
		{"all fits: 300 + 200 + 10 × 100", 0, 1500, 10},
		{"one token less", 0, 1499, 9},
		{"what is exactly so old stays", 5, 1500, 6},
		{"age first, then tokens", 5, 900, 4},
		{"tokens alone would keep more", 2, 1200, 3},
		{"a single entry", 0, 600, 1},
		{"everything is cut off", 0, 599, 0},
		{"the allowance of 200 alone", 0, 499, 0},
		{"no ceiling at all", 5, 0, 0},
	} {
		s := Settings{Threshold: tt.threshold, PastHours: tt.hours}
		kept, ok := s1(path, noon, s, 300)
		if !slices.Equal(kept, path[10-tt.kept:]) || ok != (tt.kept > 0) {
			t.Errorf("%s: kept %d, want %d", tt.name, len(kept), tt.kept)
		}
	}
}

// Plan has S1 inside: on a talk of which every entry is a turn, with S1's settings and no framing, both keep the same, and
// where nothing is left Plan says so with a typed error.
func TestS1InsidePlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "entries")
		path, bare := make(Slice, n), make(Slice, n)
		for i := range path {
			bare[i] = talk.Header{
				Pos: uint64(i), ID: talk.EntryID(i + 1), Role: talk.User, Bytes: 1, Tokens: rapid.IntRange(PerMessage, 500).Draw(t, "tokens"),
				Time: noon.Add(-time.Duration(n-1-i) * time.Hour).UnixMilli(),
			}
			path[i] = bare[i]
			path[i].Tokens -= PerMessage
		}
		s := Settings{Threshold: rapid.IntRange(0, 6000).Draw(t, "threshold"), PastHours: rapid.IntRange(0, n+1).Draw(t, "hours")}
		system := rapid.IntRange(0, 800).Draw(t, "system")
		want, ok := s1(bare, noon, s, system)
		v, err := Plan(Input{Now: noon, Settings: s, Fixed: Fixed{System: system}}, path)
		var cut *CutOffError
		if ok != (err == nil) || !ok && !errors.As(err, &cut) {
			t.Fatalf("S1 keeps %d, the plan's error is %v", len(want), err)
		}
		if !slices.Equal(places(v.Kept), places(want)) {
			t.Fatalf("S1 keeps %v, the plan %v", places(want), places(v.Kept))
		}
	})
}

// S2: 85 % of the model's window are for the prompt, what is sent is a valid conversation even if nothing was cut, and when
// counting fails the last 20 messages go.
func TestS2WindowValidityFallback(t *testing.T) {
	t.Parallel()
	// A window of 4 096 leaves 3 481 for the prompt: after 1 181 for the system and 200 for the rest, 21 messages of 100.
	in := Input{Now: noon, Settings: Settings{Threshold: MaxThreshold, ContextLength: 4096}, Fixed: Fixed{System: 1181}}
	for _, tt := range []struct {
		name   string
		path   string
		failed bool
		kept   []int
		window int
	}{
		{name: "a short talk goes whole", path: strings.Repeat("u a ", 10) + "u", kept: seq(0, 21)},
		{name: "one message more costs a turn", path: strings.Repeat("u a ", 11) + "u", kept: seq(2, 23)},
		{name: "a window of a token less", path: strings.Repeat("u a ", 10) + "u", window: 4095, kept: seq(2, 21)},
		{name: "a talk cannot begin with a reply", path: "a u a u", kept: seq(1, 4)},
		{name: "nor with a result, nor a call", path: "t t c t u a u", kept: seq(4, 7)},
		{name: "a result needs its call", path: "u a t u", kept: []int{0, 1, 3}},
		{name: "what is empty is not sent", path: "u - u", kept: []int{0, 2}},
		{name: "no counts: the last twenty", path: strings.Repeat("u a ", 30), failed: true, kept: seq(40, 60)},
		{name: "no counts: twenty or less, in whole turns", path: strings.Repeat("u a ", 30) + "u", failed: true, kept: seq(42, 61)},
	} {
		in := in
		in.Uncounted = tt.failed
		if tt.window > 0 {
			in.Settings.ContextLength = tt.window
		}
		v, err := Plan(in, script(tt.path))
		if err != nil || !slices.Equal(places(v.Kept), tt.kept) {
			t.Errorf("%s: kept %v, %v", tt.name, places(v.Kept), err)
		}
		if r := v.Report; r.Rule != RuleWindow || r.Reserve < (r.Window*15+99)/100 || r.Uncounted != tt.failed ||
			!tt.failed && r.Prompt()+r.Reserve > r.Window {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
}

// S3 on requests as they are encoded: a talk whose tool writes 4 KB each turn grows to the limit untouched, byte for byte, is
// brought to 75 % of it, grows there again with the same results elided, and is refused when nothing is left to elide.
func TestS3ByteBudget(t *testing.T) {
	t.Parallel()
	const limit = 100_000
	rule := ElideRule{Tail: tailMessages, Long: longOutput, Placeholder: len(Placeholder("files"))}
	var request []jsonMessage
	var seen []Message
	say := func(role talk.Role, text string) {
		m := jsonMessage{Role: role.String(), Content: text}
		if role == 0 {
			m.Role = "system"
		}
		request, seen = append(request, m), append(seen, Message{Role: role, Size: len(text), Parts: 1, Joined: role == talk.Tool})
	}
	say(0, strings.Repeat("Be kind. ", 300))
	var before []int
	changes, gone := 0, 0
	for turn := 1; gone == 0; turn++ {
		say(talk.User, fmt.Sprintf("question %d", turn))
		say(talk.Assistant, strings.Repeat("Let me look. ", 200)) // longer than an output need be, but no output
		say(talk.Tool, strings.Repeat("<a href=\"x\">&\n", 290))
		payload := encoded(request)
		e, err := Elide(payload, limit, seen, rule)
		sent := slices.Clone(request)
		for _, i := range e.Elided {
			if seen[i].Role != talk.Tool || i >= len(seen)-tailMessages {
				t.Fatalf("turn %d: message %d of %d was elided", turn, i, len(seen))
			}
			sent[i].Content = Placeholder("files")
		}
		after := encoded(sent)
		switch {
		case err != nil:
			gone = turn
			// Texts are measured before escaping, so that a result saves at least what is reckoned with.
			if !errors.Is(err, ErrStillOver) || payload-e.Saved <= limit || len(e.Elided) < len(seen)/3-3 {
				t.Fatalf("turn %d: refused with %d bytes, %d results elided: %v", turn, after, len(e.Elided), err)
			}
		case payload <= limit && (len(e.Elided) > 0 || after != payload):
			t.Fatalf("turn %d: %d bytes fit, yet %v were elided", turn, payload, e.Elided)
		case after > limit:
			t.Fatalf("turn %d: %d bytes were let through", turn, after)
		case e.Target > 0 && e.Saved >= e.Target && after > limit*mark/100:
			t.Fatalf("turn %d: %d bytes after a step, the low watermark is %d", turn, after, limit*mark/100)
		}
		if !slices.Equal(e.Elided, before) {
			changes++
		}
		before = e.Elided
	}
	if gone < 20 || changes > gone/2 {
		t.Errorf("%d turns with %d changes of what is elided", gone, changes)
	}
	if _, err := Elide(math.MaxInt, 0, nil, rule); !errors.Is(err, ErrStillOver) {
		t.Errorf("nothing to elide: %v", err)
	}
}
