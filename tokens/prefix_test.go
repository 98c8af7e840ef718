package tokens

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"bonbon/history/talk"
)

// mix is the conversation that simulations have, the same every time. The system prompt has 1 500 tokens; the user says 10 to
// 150 tokens, the persona answers with 80 to 500; in every fifth turn the persona first calls a tool (40 tokens), whose result
// has 400 to 2 000, about 1.6 to 8 KB.
type mix struct {
	random *rand.Rand
	path   Slice
	turns  int
}

const mixSystem = 1500

func newMix() *mix { return &mix{random: rand.New(rand.NewPCG(1, 2))} }

// ask adds what the user says next.
func (m *mix) ask() { m.add(talk.User, 0, 10, 150) }

// answer adds what the persona does then.
func (m *mix) answer() {
	if m.turns++; m.turns%5 == 0 {
		m.add(talk.Assistant, talk.HasCalls, 40, 40)
		m.add(talk.Tool, 0, 400, 2000)
	}
	m.add(talk.Assistant, 0, 80, 500)
}

func (m *mix) add(role talk.Role, flags talk.Flags, least, most int) {
	h := entryAt(len(m.path), role, flags, least+m.random.IntN(most-least+1))
	h.Bytes = 4 * h.Tokens
	m.path = append(m.path, h)
}

// reuse has a conversation of so many turns and returns the share of all prompt tokens that a server must compute anew
// because the prompt does not begin like the one before, and how often the beginning changed. What is new in a prompt counts
// as computed anew too.
func reuse(tb testing.TB, s Settings, turns int) (share float64, moves int) {
	tb.Helper()
	in := Input{Now: noon, Settings: s, Greeting: true, Model: "m", Fixed: Fixed{System: mixSystem}}
	m := newMix()
	var last []talk.Header
	all, anew := 0, 0
	for range turns {
		m.ask()
		v, err := Plan(in, m.path)
		if err != nil {
			tb.Fatal(err)
		}
		in.Anchor = v.Anchor
		same, cost := 0, in.Fixed.System
		for _, i := range v.Elided {
			v.Kept[i].Tokens, v.Kept[i].Bytes = ElidedTokens, 0
		}
		for same < len(last) && same < len(v.Kept) && last[same] == v.Kept[same] {
			cost += framed(last[same])
			same++
		}
		if same < len(last) {
			moves++
		}
		prompt := in.Fixed.System + v.Report.History
		all, anew = all+prompt, anew+prompt-cost
		last = v.Kept
		m.answer()
	}
	return float64(anew) / float64(all), moves
}

// In steps at most a quarter of the tokens is computed anew at 16 000, and 8 % at 64 000.
func TestPrefixReuse(t *testing.T) {
	t.Parallel()
	for _, elide := range []bool{false, true} {
		for _, tt := range []struct {
			threshold int
			most      float64
		}{{16_000, 0.25}, {32_000, 0.16}, {64_000, 0.08}} {
			exact, _ := reuse(t, Settings{Threshold: tt.threshold, ElideToolOutput: elide}, 500)
			share, moves := reuse(t, Settings{Threshold: tt.threshold, Steps: true, ElideToolOutput: elide}, 500)
			if share > tt.most || share*2 > exact || moves == 0 {
				t.Errorf("at %d, elision %v: %.1f %% anew with %d changes, exactly %.1f %%", tt.threshold, elide, 100*share, moves, 100*exact)
			}
		}
	}
}

// The share of prompt tokens that are computed anew over 500 turns; see mix.
func BenchmarkPrefixReuse(b *testing.B) {
	for _, threshold := range []int{16_000, 32_000, 64_000} {
		for name, s := range map[string]Settings{
			"exact": {}, "exact-elide": {ElideToolOutput: true}, "steps": {Steps: true}, "steps-elide": {Steps: true, ElideToolOutput: true},
		} {
			s.Threshold = threshold
			b.Run(name+"/"+strconv.Itoa(threshold), func(b *testing.B) {
				var share float64
				var moves int
				for b.Loop() {
					share, moves = reuse(b, s, 500)
				}
				b.ReportMetric(100*share, "%anew")
				b.ReportMetric(float64(moves), "changes")
			})
		}
	}
}
