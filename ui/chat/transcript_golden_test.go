package chat

import (
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/uitest"
)

// The transcript of the drawing: cut line, day, role-play, code.
func TestGoldenTranscript(t *testing.T) {
	size := fyne.NewSize(692, 640)
	for _, c := range [][2]string{{"light", "en"}, {"dark", "ja"}} {
		uitest.AssertGolden(t, "transcript", func() fyne.CanvasObject {
			return show(drawing()...)(size, func(tr *Transcript) {
				tr.SetCut(tokens.Report{First: 2, Kept: 4, Total: 6, CutByAge: 1528, Reason: tokens.ReasonAge}, 12)
			})
		}, size, c[0], c[1])
	}
}

// What the summary's time protects is sent whatever its age: the gap has a line at both ends.
func TestGoldenGap(t *testing.T) {
	size := fyne.NewSize(560, 560)
	var entries []talk.Entry
	for i, text := range []string{"Do you keep a boat?", "Two, and one of them floats.", "And the other?", "It is a shed now.", "What is in it?"} {
		role := talk.User
		if i%2 == 1 {
			role = talk.Assistant
		}
		entries = append(entries, said(i+1, role, noon, text))
	}
	for _, c := range [][2]string{{"light", "en"}, {"dark", "ja"}} {
		uitest.AssertGolden(t, "gap", func() fyne.CanvasObject {
			return show(entries...)(size, func(tr *Transcript) {
				tr.SetCut(tokens.Report{First: 4, HeadFrom: 1, HeadTo: 3, Kept: 3, Total: 5, CutByAge: 1, CutByTrim: 1, Reason: tokens.ReasonBoth}, 12)
			})
		}, size, c[0], c[1])
	}
}

// Every kind of block in a narrow window.
func TestGoldenMarkdown(t *testing.T) {
	size := fyne.NewSize(420, 960)
	for _, c := range [][2]string{{"light", "ja"}, {"dark", "en"}} {
		uitest.AssertGolden(t, "markdown", func() fyne.CanvasObject {
			return show(said(1, talk.Assistant, noon, sampler))(size, nil)
		}, size, c[0], c[1])
	}
}

// A reply that called tools nobody offers, with what it was told.
func TestGoldenCalls(t *testing.T) {
	size := fyne.NewSize(560, 420)
	asked := said(2, talk.Assistant, noon, "I look that up.")
	asked.Calls = []talk.ToolCall{{ID: "1", Name: "clock", Arguments: "{}"}, {ID: "2", Name: "search_the_web", Arguments: "{}"}}
	silent := said(4, talk.Assistant, noon, "")
	silent.Calls = asked.Calls[:1]
	entries := []talk.Entry{
		said(1, talk.User, noon, "What time is it?"), asked,
		said(3, talk.Tool, noon, `[There is no tool "clock" here. Answer without tools.]`), silent,
		said(5, talk.Tool, noon, `[There is no tool "clock" here. Answer without tools.]`), said(6, talk.Assistant, noon, "I cannot see a clock."),
	}
	for _, c := range [][2]string{{"light", "en"}, {"dark", "ja"}} {
		uitest.AssertGolden(t, "calls", func() fyne.CanvasObject { return show(entries...)(size, nil) }, size, c[0], c[1])
	}
}
