package tokens

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bonbon/history/talk"
)

// vectors are sizes and outcomes that were observed of the proxy whose rule Elide is.
type vectors struct {
	Constants struct{ Tail, Threshold, Placeholder int }
	Cases     []struct {
		Name           string
		Payload, Limit int
		Messages       []vectorMessage
		Outcome        string
		Elided         []int
		Target         *int
		Saved, After   int
	}
	Targets   []struct{ Payload, Limit, Target int }
	Stability struct {
		Limit, Size int
		PerTurn     []int `json:"elided_per_turn"`
		Minimal     []int `json:"minimal_fit_per_turn"`
	}
}

// vectorMessage is [role, bytes of text, text parts].
type vectorMessage Message

func (m *vectorMessage) UnmarshalJSON(data []byte) error {
	var role string
	m.Parts = 1
	if err := json.Unmarshal(data, &[]any{&role, &m.Size, &m.Parts}); err != nil {
		return err
	}
	if role == "system" {
		return nil
	}
	return m.Role.UnmarshalText([]byte(role))
}

func readVectors(t *testing.T) (v vectors, rule ElideRule) {
	t.Helper()
	data, err := os.ReadFile("testdata/elision.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Cases) != 26 || len(v.Targets) != 15 || len(v.Stability.PerTurn) != 60 {
		t.Fatalf("%d cases, %d targets, %d turns", len(v.Cases), len(v.Targets), len(v.Stability.PerTurn))
	}
	c := v.Constants
	return v, ElideRule{Assistant: true, Tail: c.Tail, Long: c.Threshold, Placeholder: c.Placeholder}
}

func TestElideVectors(t *testing.T) {
	t.Parallel()
	v, rule := readVectors(t)
	if rule.Tail != tailMessages || rule.Long != longOutput || rule.Placeholder != ElidedTokens {
		t.Errorf("the app's constants differ from %+v", rule)
	}
	for _, c := range v.Cases {
		messages := make([]Message, len(c.Messages))
		for i, m := range c.Messages {
			messages[i] = Message(m)
		}
		e, err := Elide(c.Payload, c.Limit, messages, rule)
		outcome := "trimmed"
		switch {
		case errors.Is(err, ErrStillOver):
			outcome = "error"
		case err != nil:
			t.Fatal(err)
		case e.Target == 0:
			outcome = "untouched"
		}
		target := 0
		if c.Target != nil {
			target = *c.Target
		}
		if outcome != c.Outcome || !slices.Equal(e.Elided, c.Elided) || e.Target != target || e.Saved != c.Saved || c.Payload-e.Saved != c.After {
			t.Errorf("%s: %s %+v, want %s %v, target %d, saved %d", c.Name, outcome, e, c.Outcome, c.Elided, target, c.Saved)
		}
	}
	for _, c := range v.Targets {
		if got := elisionTarget(c.Payload, c.Limit); got != c.Target {
			t.Errorf("target of %d with limit %d is %d, want %d", c.Payload, c.Limit, got, c.Target)
		}
	}
}

// A conversation of tool results grows by one a turn: what is elided stays the same for five turns at a time.
func TestElideStability(t *testing.T) {
	t.Parallel()
	v, rule := readVectors(t)
	var messages []Message
	for turn, want := range v.Stability.PerTurn {
		messages = append(messages, Message{Role: talk.Tool, Size: v.Stability.Size, Parts: 1})
		payload := v.Stability.Size*len(messages) + 100 // what is around the messages
		e, err := Elide(payload, v.Stability.Limit, messages, rule)
		if err != nil || len(e.Elided) != want {
			t.Errorf("turn %d: %d elided, want %d; %v", turn+1, len(e.Elided), want, err)
		}
		if least := v.Stability.Minimal[turn]; len(e.Elided) < least {
			t.Errorf("turn %d: %d elided, %d are needed to fit", turn+1, len(e.Elided), least)
		}
	}
}

// The target is what exact arithmetic says, for any numbers.
func TestElisionTargetDoesNotOverflow(t *testing.T) {
	t.Parallel()
	any := rapid.OneOf(rapid.IntRange(0, 2000), rapid.IntRange(0, math.MaxInt), rapid.IntRange(math.MaxInt-1000, math.MaxInt))
	rapid.Check(t, func(t *rapid.T) {
		payload, limit := any.Draw(t, "payload"), any.Draw(t, "limit")
		n := func(i int) *big.Int { return big.NewInt(int64(i)) }
		low := n(0).Div(n(0).Mul(n(limit), n(75)), n(100))
		step := n(0).Sub(n(limit), low)
		if step.Sign() <= 0 {
			step = n(1)
		}
		over := n(0).Sub(n(payload), low)
		want := n(0)
		if over.Sign() > 0 {
			steps := n(0).Div(n(0).Sub(n(0).Add(over, step), n(1)), step)
			want.Mul(steps, step)
		}
		if !want.IsInt64() || want.Cmp(n(math.MaxInt)) > 0 {
			want = n(math.MaxInt)
		}
		if got := elisionTarget(payload, limit); n(got).Cmp(want) != 0 {
			t.Fatalf("target %d, want %v", got, want)
		}
	})
}

// jsonMessage is a message as a request holds it.
type jsonMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
	Call    string `json:"tool_call_id,omitempty"`
}

// encoded returns the size of a request with these messages.
func encoded(messages []jsonMessage) int {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string]any{"model": "m", "messages": messages}); err != nil {
		panic(err)
	}
	return b.Len()
}

// Whatever the texts, a request that is encoded again after elision is no larger than Elide says, what stays is untouched, and
// groups are elided whole.
func TestElideRealRequests(t *testing.T) {
	t.Parallel()
	word := rapid.SampledFrom([]string{"<b>&", "\"\\", "\n\t", "plain ", "日本語", "😀", "\x01", "\u2028"})
	rapid.Check(t, func(t *rapid.T) {
		var messages []jsonMessage
		var seen []Message
		for i := range rapid.IntRange(0, 25).Draw(t, "messages") {
			role := rapid.SampledFrom([]talk.Role{talk.User, talk.Assistant, talk.Tool, talk.Tool}).Draw(t, "role")
			text := strings.Repeat(word.Draw(t, "word"), rapid.IntRange(0, 900).Draw(t, "words"))
			messages = append(messages, jsonMessage{Role: role.String(), Content: text, Call: strconv.Itoa(i)})
			seen = append(seen, Message{Role: role, Size: len(text), Parts: 1, Joined: role == talk.Tool && i > 0 && rapid.Bool().Draw(t, "joined")})
		}
		payload := encoded(messages)
		limit := rapid.IntRange(0, payload+100).Draw(t, "limit")
		rule := ElideRule{Tail: tailMessages, Long: longOutput, Placeholder: len(Placeholder("t"))}
		e, err := Elide(payload, limit, seen, rule)
		after := slices.Clone(messages)
		for _, i := range e.Elided {
			if seen[i].Role != talk.Tool || seen[i].Size <= longOutput || i >= len(seen)-tailMessages {
				t.Fatalf("message %d of %d was elided: %+v", i, len(seen), seen[i])
			}
			after[i].Content = Placeholder("t")
		}
		size := encoded(after)
		if size > payload-e.Saved || err == nil && size > limit || (err == nil) != (payload-e.Saved <= limit) {
			t.Fatalf("%d bytes after %d, limit %d: %+v, %v", size, payload, limit, e, err)
		}
		for i := 1; i < len(seen); i++ {
			_, ok := rule.gain(seen[i])
			_, before := rule.gain(seen[i-1])
			if seen[i].Joined && ok && before && slices.Contains(e.Elided, i) != slices.Contains(e.Elided, i-1) {
				t.Fatalf("the group of %d and %d was elided by half", i-1, i)
			}
		}
	})
}

func TestPlaceholder(t *testing.T) {
	t.Parallel()
	c := NewCounter()
	for _, name := range []string{"", "get_weather", "files.read-all", "天気", "a\"b\n<c>", strings.Repeat("xQ7", 100), strings.Repeat("0z_", 100)} {
		p := Placeholder(name)
		if p != Placeholder(name) || len(p) > 150 || strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '<' }) {
			t.Errorf("%q has the placeholder %q", name, p)
		}
		e := talk.Entry{Role: talk.Tool, Text: p, CallID: "call_9pw1lxkCnEl2nHk4aX8ZrT3q", Encoding: talk.O200kBase}
		if c.CountEntry(&e); e.Tokens > ElidedTokens {
			t.Errorf("the placeholder of %q counts %d tokens", name, e.Tokens)
		}
	}
	if p := Placeholder("get_weather"); !strings.Contains(p, "get_weather") {
		t.Errorf("%q does not name the tool", p)
	}
}

// toolTalk makes a path from words as script does; T is a result of 5 000 bytes and 1 000 tokens.
func toolTalk(words string) Slice {
	path := script(strings.ReplaceAll(words, "T", "t"))
	for i, word := range strings.Fields(words) {
		if word == "T" {
			path[i].Tokens, path[i].Bytes = 996, 5000
		}
	}
	return path
}

func TestPlanElides(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		path   string
		room   int // in messages of 100 tokens
		off    bool
		first  int
		elided []int // positions
	}{
		{name: "all fits", path: "u c T a u a u a u a u a u", room: 30},
		{name: "an old one goes before any message does", path: "u c T a u a u a u a u a u", room: 20, elided: []int{2}},
		{name: "not if it is turned off", path: "u c T a u a u a u a u a u", room: 20, off: true, first: 4},
		{name: "the last eight messages stay", path: "u c T a u a u a u a", room: 15, first: 4},
		{name: "a group that reaches into the last eight stays", path: "u c T T a u a u a u a", room: 25, first: 5},
		{name: "the last two turns stay", path: "u a u c T a a a a a a a a a a u", room: 20, first: 15},
		{name: "the oldest first, down to three quarters", path: strings.Repeat("u c T a ", 6) + "u a u a u a u a u", room: 86, elided: []int{2, 6, 10, 14, 18}},
		{name: "a call's results together", path: "u c T T a u c T T a u a u a u a u a u", room: 50, elided: []int{2, 3, 7, 8}},
		{name: "short ones stay", path: "u c t T a u a u a u a u a u", room: 20, elided: []int{3}},
		{name: "elided, and cut too", path: "u a u c T a u a u a u a u a u", room: 14, first: 2, elided: []int{4}},
	}
	for _, tt := range tests {
		in := Input{Now: noon, Settings: room(tt.room), Greeting: true}
		in.Settings.ElideToolOutput = !tt.off
		path := toolTalk(tt.path)
		v, err := Plan(in, path)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var elided []int
		for _, i := range v.Elided {
			elided = append(elided, int(v.Kept[i].Pos))
		}
		if v.Report.First != tt.first || !slices.Equal(elided, tt.elided) || v.Report.Elided != len(elided) || v.Report.Saved != len(elided)*896 {
			t.Errorf("%s: first %d, elided %v, %+v", tt.name, v.Report.First, elided, v.Report)
		}
	}
}

// checkElided checks what is true of the elision in every view.
func checkElided(t *rapid.T, v View) {
	saved, whole := 0, v.Report.Prompt()+v.Report.Saved
	userTurns := 0
	last := len(v.Kept)
	for i := len(v.Kept) - 1; i >= 0 && userTurns < tailTurns; i-- {
		if last = i; v.Kept[i].Role == talk.User {
			userTurns++
		}
	}
	for k, i := range v.Elided {
		h := v.Kept[i]
		if h.Role != talk.Tool || !LongOutput(h.Bytes, h.Tokens) || i >= last || i >= len(v.Kept)-tailMessages || k > 0 && i <= v.Elided[k-1] {
			t.Fatalf("entry %d of %d was elided: %+v", i, len(v.Kept), h)
		}
		for j := i + 1; j < len(v.Kept) && v.Kept[j].Role == talk.Tool; j++ {
			if LongOutput(v.Kept[j].Bytes, v.Kept[j].Tokens) && !slices.Contains(v.Elided, j) {
				t.Fatalf("results %d and %d of one call: one is elided", i, j)
			}
		}
		saved += sane(h.Tokens) - ElidedTokens
	}
	for i, h := range v.Kept {
		marked := h.Role == talk.Tool && LongOutput(h.Bytes, h.Tokens) && int(h.Pos) < v.Report.ElidedTo
		if marked != slices.Contains(v.Elided, i) {
			t.Fatalf("elided %v up to position %d: entry %d is marked: %v", v.Elided, v.Report.ElidedTo, i, marked)
		}
	}
	if v.Report.Elided != len(v.Elided) || v.Report.Saved != saved || len(v.Elided) > 0 && whole <= v.Report.Limit {
		t.Fatalf("%d elided, %d saved of %d: %+v", len(v.Elided), saved, whole, v.Report)
	}
}

// Elision of conversations whose tool outputs have 4 KB: "rule" says what goes, "plan" is a whole plan at 40 000 tokens.
func BenchmarkElide(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		messages, path := make([]Message, n), make(Slice, n)
		for i := range n {
			kind := entryAt(i, talk.User, 0, 20)
			switch i % 4 {
			case 1:
				kind = entryAt(i, talk.Assistant, talk.HasCalls, 20)
			case 2:
				kind = entryAt(i, talk.Tool, 0, 1000)
				kind.Bytes = 4096
			case 3:
				kind = entryAt(i, talk.Assistant, 0, 100)
			}
			path[i] = kind
			messages[i] = Message{Role: kind.Role, Size: kind.Bytes, Parts: 1, Joined: kind.Role == talk.Tool}
		}
		path[n-1].Role = talk.User
		b.Run(fmt.Sprint("rule/", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if e, err := Elide(n*1100, n*600, messages, ElideRule{Tail: tailMessages, Long: longOutput, Placeholder: 100}); err != nil || len(e.Elided) == 0 {
					b.Fatal(e, err)
				}
			}
		})
		b.Run(fmt.Sprint("plan/", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if v, err := Plan(Input{Now: noon, Settings: Settings{Threshold: n * 200, ElideToolOutput: true}}, path); err != nil || len(v.Elided) == 0 {
					b.Fatal(len(v.Elided), err)
				}
			}
		})
	}
}
