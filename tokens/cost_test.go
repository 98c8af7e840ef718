package tokens

import (
	"errors"
	"iter"
	"math/bits"
	"testing"
	"time"

	"bonbon/history/talk"
)

// tape is a talk of any length that takes no memory: user and persona in turn, ten minutes apart, the newest entry the user's
// and said at noon, each of 100 tokens with its framing. It counts what is read of it.
type tape struct {
	n     int
	reads int // headers
	asked int // calls of Before and Since
}

func (t *tape) at(pos int) talk.Header {
	ago := t.n - 1 - pos
	return talk.Header{
		Pos: uint64(pos), ID: talk.EntryID(pos + 1), Role: talk.User + talk.Role(ago%2), Tokens: 96, Bytes: 400, Encoding: talk.O200kBase,
		Time: noon.Add(-time.Duration(ago) * 10 * time.Minute).UnixMilli(),
	}
}

func (t *tape) Len() int { return t.n }

func (t *tape) Tokens() int { return 100 * t.n }

func (t *tape) Before(pos int) iter.Seq[talk.Header] {
	t.asked++
	return func(yield func(talk.Header) bool) {
		for pos--; pos >= 0; pos-- {
			if t.reads++; !yield(t.at(pos)) {
				return
			}
		}
	}
}

func (t *tape) Since(at int64) int {
	t.asked++
	const step = 600_000
	ago := (noon.UnixMilli() - at) / step
	if at > noon.UnixMilli() {
		ago = -1
	}
	return max(t.n-1-int(ago), 0)
}

// Whatever the length of a talk and whatever the rules, a plan reads what it keeps and a few headers more, and looks up a few
// keys: a talk of a million entries costs what one of a thousand costs. A jump looks at all that fits to keep three quarters of it.
func TestCostFollowsWhatIsKept(t *testing.T) {
	t.Parallel()
	ago := func(entries int) time.Time { return noon.Add(-time.Duration(entries) * 10 * time.Minute) }
	fromStart := func(n, entries int) time.Time { return ago(n - 1 - entries) }
	for _, tt := range []struct {
		name  string
		kept  int
		setup func(in *Input, n int)
	}{
		{"tokens alone", 397, func(*Input, int) {}},
		{"elision too", 397, func(in *Input, _ int) { in.Settings.ElideToolOutput = true }},
		{"in steps", 297, func(in *Input, _ int) { in.Settings.Steps = true }},
		{"an anchor", 201, func(in *Input, n int) { in.anchorAt(n, 200) }},
		{"an anchor that may move back", 397, func(in *Input, n int) { in.anchorAt(n, 200); in.More = true }},
		{"an anchor that must move", 297, func(in *Input, n int) { in.anchorAt(n, 700) }},
		{"an anchor of another branch", 297, func(in *Input, n int) { in.anchorAt(n, 200); in.Anchor.ID++ }},
		{"hours", 145, func(in *Input, _ int) { in.Settings.PastHours = 24 }},
		{"hours and an anchor", 101, func(in *Input, n int) { in.Settings.PastHours = 24; in.anchorAt(n, 100) }},
		{"a summary long ago", 246, func(in *Input, n int) { in.protect(fromStart(n, 101)) }},
		{"a summary of late", 397, func(in *Input, _ int) { in.protect(ago(200)) }},
		{"a summary before everything", 145, func(in *Input, n int) { in.protect(ago(n + 5)) }},
		{"a summary and an anchor", 145, func(in *Input, n int) { in.protect(fromStart(n, 101)); in.anchorAt(n, 300) }},
		{"a summary that replaces", 101, func(in *Input, n int) { in.replace(n, 100) }},
		{"a summary that replaces what does not fit anyway", 397, func(in *Input, n int) { in.replace(n, 600) }},
		{"a chosen start", 201, func(in *Input, n int) { in.anchorAt(n, 200); in.Settings.Steps, in.Anchor.Chosen = false, true }},
		{"no counts", 19, func(in *Input, _ int) { in.Uncounted = true }},
		{"no room", 0, func(in *Input, _ int) { in.Settings.Threshold = 250 }},
	} {
		var last *tape
		for _, n := range []int{1_001, 100_001, 1_000_001} {
			in := Input{Now: noon, Settings: Settings{Threshold: 40_000}, Greeting: true, Model: "m"}
			tt.setup(&in, n)
			h := &tape{n: n}
			v, err := Plan(in, h)
			var cut *CutOffError
			if err != nil && !errors.As(err, &cut) || (err != nil) != (tt.kept == 0) {
				t.Fatalf("%s: %v", tt.name, err)
			}
			if len(v.Kept) != tt.kept {
				t.Errorf("%s: %d of %d kept, want %d", tt.name, len(v.Kept), n, tt.kept)
			}
			// A search by key halves the path with each header.
			keys, searched := 10, bits.Len(uint(n))
			if in.SummaryUntil == 0 {
				searched = 0
			}
			if h.reads > len(v.Kept)*100/quota+keys+searched || h.asked > keys+searched {
				t.Errorf("%s: %d headers and %d keys read of %d to keep %d", tt.name, h.reads, h.asked, n, len(v.Kept))
			}
			if last != nil && (h.reads-last.reads > searched/2 || h.asked-last.asked > searched/2) {
				t.Errorf("%s: %d headers and %d keys read of %d, but %d and %d of %d", tt.name, h.reads, h.asked, n, last.reads, last.asked, last.n)
			}
			last = h
		}
	}
}

// anchorAt sets an anchor so many entries before the newest of a tape.
func (in *Input) anchorAt(n, ago int) {
	pos := n - 1 - ago
	in.Settings.Steps = true
	in.Anchor = talk.Anchor{ID: talk.EntryID(pos + 1), Pos: uint64(pos), Ceiling: in.Settings.Threshold, Model: in.Model}
}

// replace lets a summary stand for all that is older than so many entries before the newest of a tape.
func (in *Input) replace(n, ago int) {
	in.Settings.SummaryReplaces, in.SummaryUntil = true, talk.EntryID(n-1-ago)
}

// protect keeps what is a day old and what a summary precedes.
func (in *Input) protect(summary time.Time) {
	in.Settings.PastHours, in.Settings.BeforeSummary, in.Summary = 24, true, summary
}
