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
