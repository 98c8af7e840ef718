package settings

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/uitest"
)

// at once stands for a worker where the order of things does not matter.
func atOnce(work func() func()) { work()() }

func someReport(s tokens.Settings) (tokens.Report, error) {
	return tokens.Report{
		Limit: s.Threshold, Total: 1840, Kept: 312, History: 24_000, Fixed: tokens.Fixed{System: 7_000}, Overhead: 200,
		Oldest: time.Now().AddDate(0, 0, -40).UnixMilli(),
	}, nil
}

func TestLookCutoff(t *testing.T) {
	twelve := 12
	build := func() fyne.CanvasObject {
		c := NewCutoff(CutoffOptions{Preview: someReport, Go: atOnce})
		c.ShowPersona(tokens.Defaults(), persona.Cutoff{PastHours: &twelve}, 8192)
		return c
	}
	uitest.Contact(t, "cutoff", build, fyne.NewSize(look.InspectorWidth, 764))
	uitest.Contact(t, "cutoff-low", build, fyne.NewSize(look.InspectorWidth, 424))
}
