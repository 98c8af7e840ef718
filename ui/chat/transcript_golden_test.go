package chat

import (
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/ui/uitest"
)

// Every kind of block in a narrow window.
func TestGoldenMarkdown(t *testing.T) {
	size := fyne.NewSize(420, 960)
	for _, c := range [][2]string{{"light", "ja"}, {"dark", "en"}} {
		uitest.AssertGolden(t, "markdown", func() fyne.CanvasObject {
			return show(said(1, talk.Assistant, noon, sampler))(size, nil)
		}, size, c[0], c[1])
	}
}
