package chat

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// talkOf draws a talk of any shape, with the headers that a store would keep of it.
func talkOf(t *rapid.T) (entries []talk.Entry, path tokens.Slice) {
	n := rapid.IntRange(1, 40).Draw(t, "entries")
	at := noon
	for i := n - 1; i >= 0; i-- {
		e := talk.Entry{
			ID: talk.EntryID(i + 1), Time: at, Effective: at, Encoding: talk.O200kBase,
			Role:   rapid.SampledFrom([]talk.Role{talk.User, talk.User, talk.Assistant, talk.Assistant, talk.Tool, talk.Tool}).Draw(t, "role"),
			Tokens: rapid.SampledFrom([]int{1, 20, 90, 101, 400, 900}).Draw(t, "tokens"),
			Text:   strings.Repeat("x", rapid.SampledFrom([]int{0, 1, 80, 80, 2000, 2001, 4000}).Draw(t, "bytes")),
		}
		if e.Role == talk.Assistant && rapid.Bool().Draw(t, "calls") {
			e.Calls = []talk.ToolCall{{ID: "c", Name: "look", Arguments: "{}"}}
		}
		if e.Role == talk.User {
			e.Pictures = rapid.SampledFrom([][]talk.Picture{nil, nil, {{Tokens: 85}}}).Draw(t, "pictures")
		}
		entries = append(entries, e)
		path = append(path, talk.Header{
			Pos: uint64(i), ID: e.ID, Time: at.UnixMilli(), Role: e.Role, Flags: e.Flags(), Encoding: e.Encoding, Tokens: e.Tokens,
			Bytes: e.Bytes(), Pictures: e.PictureTokens(),
		})
		at = at.Add(-time.Duration(rapid.SampledFrom([]int{0, 1, 60, 400}).Draw(t, "pause")) * time.Minute)
	}
	slices.Reverse(entries)
	slices.Reverse(path)
	return entries, path
}

func inputOf(t *rapid.T, path tokens.Slice) tokens.Input {
	in := tokens.Input{
		Now: noon, Greeting: true, Model: "m", Factor: rapid.SampledFrom([]float64{0, 1.4}).Draw(t, "factor"),
		Settings: tokens.Settings{
			Threshold:       rapid.SampledFrom([]int{0, 300, 900, 1500, 3000, 40_000}).Draw(t, "threshold"),
			PastHours:       rapid.SampledFrom([]int{0, 1, 12, 48}).Draw(t, "hours"),
			BeforeSummary:   rapid.Bool().Draw(t, "before summary"),
			SummaryReplaces: rapid.IntRange(0, 2).Draw(t, "summary replaces") == 0,
			PhotoCutoff:     rapid.SampledFrom([]int{0, 3}).Draw(t, "photos"),
			Steps:           rapid.Bool().Draw(t, "steps"),
			ElideToolOutput: rapid.Bool().Draw(t, "elide"),
		},
		Uncounted: rapid.IntRange(0, 5).Draw(t, "uncounted") == 0,
	}
	any := func(name string) talk.Header { return rapid.SampledFrom(path).Draw(t, name) }
	if rapid.Bool().Draw(t, "has summary") {
		until := any("summary until")
		in.SummaryUntil, in.Summary = until.ID, until.Effective().Add(time.Minute)
	}
	if rapid.Bool().Draw(t, "has anchor") {
		in.Anchor, _ = tokens.StartAt(path, any("anchor").ID, true)
		in.Anchor.Chosen = rapid.Bool().Draw(t, "chosen")
	}
	return in
}

// sendable returns which entries can be sent at all: results that follow no call and what is empty never are.
func sendable(path tokens.Slice) (out []uint64) {
	called := false
	for _, h := range path {
		switch {
		case h.Empty():
			continue
		case h.Role != talk.Tool:
			called = h.Flags&talk.HasCalls != 0
		case !called:
			continue
		}
		out = append(out, h.Pos)
	}
	return out
}

// Whatever the talk and the settings are, what the transcript shows as sent is what is sent, and what it marks as left out of a
// tool's output is what is.
func TestTheTranscriptShowsWhatIsSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries, path := talkOf(t)
		view, _ := tokens.Plan(inputOf(t, path), path) // what does not fit is shown too
		tr := &Transcript{cut: cutOf(view.Report, 12)}
		var sent, elided, wantSent, wantElided []uint64
		for _, pos := range sendable(path) {
			if !tr.cut.dims(int(pos)) {
				sent = append(sent, pos)
			}
			if tr.elided(int(pos), &entries[pos]) {
				elided = append(elided, pos)
			}
		}
		for i, h := range view.Kept {
			wantSent = append(wantSent, h.Pos)
			if slices.Contains(view.Elided, i) {
				wantElided = append(wantElided, h.Pos)
			}
		}
		if !slices.Equal(sent, wantSent) {
			t.Fatalf("shown as sent %v, sent are %v; %+v", sent, wantSent, view.Report)
		}
		if !slices.Equal(elided, wantElided) {
			t.Fatalf("marked %v, elided are %v; %+v", elided, wantElided, view.Report)
		}
		for i := 1; i <= len(path); i++ { // a line wherever sent and not sent meet, and nowhere else
			text, _ := tr.cut.sentenceAt(i)
			meets := i < len(path) && tr.cut.dims(i-1) != tr.cut.dims(i) || i == len(path) && tr.cut.dims(i-1)
			if meets && text == "" && tr.cut.above > 0 || text != "" && !meets {
				t.Fatalf("the line above %d is %q; %+v", i, text, view.Report)
			}
		}
	})
}

// What is kept whatever its age is not dimmed, and both ends of the gap are told.
func TestTheGapIsShown(t *testing.T) {
	for _, lang := range uitest.Langs {
		uitest.App(t, "light", lang)
		b := opened(t, chatter(6), fyne.NewSize(700, 1200), nil)
		gap := tokens.Report{First: 4, HeadFrom: 1, HeadTo: 3, Kept: 4, Total: 6, CutByAge: 1, CutByTrim: 1, Reason: tokens.ReasonBoth}
		b.SetCut(gap, 12)
		shown := seen(b)
		for _, key := range []string{"chat.cut.gap", "chat.cut.head"} {
			if !strings.Contains(shown, words.T(key)) {
				t.Errorf("%s: %s is not shown: %s", lang, key, shown)
			}
		}
		var dim []int
		for i := range 6 {
			if b.cut.dims(i) {
				dim = append(dim, i)
			}
		}
		if !slices.Equal(dim, []int{0, 3}) {
			t.Errorf("%v are dimmed", dim)
		}
		b.SetCut(tokens.Report{Kept: 6, Total: 6}, 12)
		if shown := seen(b); strings.Contains(shown, words.T("chat.cut.gap")) {
			t.Errorf("%s: still shown: %s", lang, shown)
		}
	}
}
