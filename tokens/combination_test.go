package tokens

import (
	"fmt"
	"slices"
	"testing"

	"bonbon/history/talk"
)

// system says what is sent of a path; ok is false if it sends nothing.
type system struct {
	name string
	trim func(path Slice) (sent []talk.Header, ok bool)
}

// systems returns the three by themselves and, as the last, the combination, for a server whose prompt may have limit tokens
// of its window. What is elided is sent with the tokens of the placeholder and without bytes.
func systems(window, limit int) []system {
	typed := func(threshold int) func(Slice) ([]talk.Header, bool) {
		return func(path Slice) ([]talk.Header, bool) {
			return s1(path, noon, Settings{Threshold: threshold}, mixSystem)
		}
	}
	in := Input{
		Now: noon, Fixed: Fixed{System: mixSystem}, Model: "m",
		Settings: Settings{Threshold: MaxThreshold, ContextLength: window, Steps: true, ElideToolOutput: true},
	}
	return []system{
		// The user has found out what the server takes, and typed that in; or less, to be on the safe side.
		{"S1", typed(limit)},
		{"S1, 1 000 lower", typed(limit - 1000)},
		// The newest messages that fit, framing included, from the first that is a user's.
		{"S2", func(path Slice) ([]talk.Header, bool) {
			used, from := mixSystem+PerMessage+PerReply, len(path)
			for from > 0 && used+framed(path[from-1]) <= limit {
				from--
				used += framed(path[from])
			}
			for from < len(path) && path[from].Role != talk.User {
				from++
			}
			return slices.Clone(path[from:]), from < len(path)
		}},
		// The whole talk, with tool output and long replies elided, in bytes: 4 for a token, which is exactly right here.
		{"S3", func(path Slice) ([]talk.Header, bool) {
			payload := 4 * (mixSystem + PerMessage + PerReply)
			messages := make([]Message, len(path))
			for i, h := range path {
				payload += 4 * framed(h)
				messages[i] = Message{Role: h.Role, Size: h.Bytes, Parts: 1}
			}
			e, err := Elide(payload, 4*limit, messages, ElideRule{Assistant: true, Tail: tailMessages, Long: longOutput, Placeholder: 4 * ElidedTokens})
			return elided(slices.Clone(path), e.Elided), err == nil
		}},
		{"all three", func(path Slice) ([]talk.Header, bool) {
			v, err := Plan(in, path)
			in.Anchor = v.Anchor
			return elided(v.Kept, v.Elided), err == nil
		}},
	}
}

// elided puts placeholders into what is sent.
func elided(sent []talk.Header, which []int) []talk.Header {
	for _, i := range which {
		sent[i].Tokens, sent[i].Bytes = ElidedTokens, 0
	}
	return sent
}

// outcome is what became of one turn. A turn without a reply has neither prompt nor messages.
type outcome struct {
	over, invalid, failed bool
	prompt, anew, kept    int // tokens of the prompt, those that the server had to compute, messages of the talk
}

// converse has the conversation of mix with a server that refuses what is over the limit and results without a call, and keeps
// what it computed for the last prompt that it took.
func (s system) converse(limit, turns int) []outcome {
	m := newMix()
	var cached []talk.Header
	var all []outcome
	for range turns {
		m.ask()
		sent, ok := s.trim(m.path)
		o := outcome{prompt: mixSystem + PerMessage + PerReply}
		for _, h := range sent {
			o.prompt += framed(h)
		}
		o.over, o.invalid = ok && o.prompt > limit, ok && orphaned(sent)
		if o.failed = !ok || o.over || o.invalid; o.failed {
			o.prompt = 0
		} else {
			o.anew, o.kept = o.prompt, len(sent)
			if cached != nil {
				o.anew -= mixSystem + PerMessage
			}
			for i := 0; i < len(sent) && i < len(cached) && sent[i] == cached[i]; i++ {
				o.anew -= framed(sent[i])
			}
			cached = sent
		}
		all = append(all, o)
		m.answer() // the talk goes on, with a server that takes more or by hand
	}
	return all
}

// orphaned reports whether a result has no call or a call no result.
func orphaned(sent []talk.Header) bool {
	for i, h := range sent {
		if h.Role == talk.Tool && (i == 0 || !calls(sent[i-1]) && sent[i-1].Role != talk.Tool) ||
			calls(h) && (i+1 == len(sent) || sent[i+1].Role != talk.Tool) {
			return true
		}
	}
	return false
}

// tally sums up turns.
type tally struct {
	failed, over, invalid int
	anew                  float64 // percent of the prompt tokens
	kept                  float64 // messages, in the mean
}

// sum sums up the turns that pass.
func sum(all []outcome, pass func(turn int) bool) (s tally) {
	one := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	prompt, anew, kept, n := 0, 0, 0, 0
	for turn, o := range all {
		if pass(turn) {
			s.failed, s.over, s.invalid = s.failed+one(o.failed), s.over+one(o.over), s.invalid+one(o.invalid)
			prompt, anew, kept, n = prompt+o.prompt, anew+o.anew, kept+o.kept, n+1
		}
	}
	s.anew, s.kept = 100*float64(anew)/float64(max(prompt, 1)), float64(kept)/float64(max(n, 1))
	return s
}

// TestCombinationBeatsEach has the same 500 turns with S1, S2, S3 and all three together. Together they are at least as good in
// every measure and better in some: turns that end in an error, requests over the limit, invalid requests, the share of
// prompt tokens that is computed anew, and the messages that the model sees. A system that fails computes nothing in that
// turn, so the share is compared over the turns in which the other one got a reply. With -v it prints the table of
// docs/CONTEXT.md.
func TestCombinationBeatsEach(t *testing.T) {
	t.Parallel()
	const turns = 500
	every := func(int) bool { return true }
	table := "| window | system | errors | over the limit | orphans | read anew | all three then | messages seen |\n"
	for _, window := range []int{20_000, 40_000, 80_000} {
		limit := NewBudget(Settings{Threshold: MaxThreshold, ContextLength: window}).Limit
		all := systems(window, limit)
		last := len(all) - 1
		combined := all[last].converse(limit, turns)
		together := sum(combined, every)
		for _, s := range all[:last] {
			outcomes := s.converse(limit, turns)
			single, same := sum(outcomes, every), sum(combined, func(turn int) bool { return !outcomes[turn].failed })
			table += row(window, s.name, single, same)
			rival := together
			rival.anew = same.anew
			if rival.failed > single.failed || rival.over > single.over || rival.invalid > single.invalid || rival.anew > single.anew || rival.kept < single.kept {
				t.Errorf("window of %d: %s is better somewhere: %+v, together %+v", window, s.name, single, rival)
			}
			if rival == single {
				t.Errorf("window of %d: %s is as good in everything: %+v", window, s.name, single)
			}
		}
		table += row(window, all[last].name, together, together)
	}
	t.Logf("%d turns:\n%s", turns, table)
}

func row(window int, name string, s, same tally) string {
	return fmt.Sprintf("| %d | %s | %d | %d | %d | %.1f %% | %.1f %% | %.1f |\n", window, name, s.failed, s.over, s.invalid, s.anew, same.anew, s.kept)
}
