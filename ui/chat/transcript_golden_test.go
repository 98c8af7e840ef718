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
