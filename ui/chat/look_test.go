package chat

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
)

func full() tokens.Report {
	return tokens.Report{Limit: 40_000, Rule: tokens.RuleCeiling, Reserve: 1200, Overhead: 200,
		Fixed: tokens.Fixed{System: 3400, Memory: 2000, Summary: 2700}, History: 22_900, Total: 1840, Kept: 312}
}

func cut() CutOff {
	return CutOff{Limit: 8000, Rule: tokens.RuleCeiling, Fixed: tokens.Fixed{System: 6900, Memory: 640, Summary: 410}, Message: 320, Reserve: 1200,
		Needed: 9470, RaiseTo: 10_000}
}

func TestLookAtComposer(t *testing.T) {
	for _, state := range []string{"plain", "busy", "aside", "empty"} {
		uitest.Contact(t, "composer-"+state, func() fyne.CanvasObject {
			c := NewComposer(func(s string) int { return len(s) / 4 })
			c.SetTalk("mint", "Mint")
			c.SetReport(full(), nil)
			if state != "empty" {
				c.SetDraft("mint", "It looks like fog tonight 今夜は霧が出そうだね")
			}
			c.focused(true)
			if state == "aside" {
				c.GiveBack("mint", strings.Repeat("x", 1_000_000))
			}
			c.SetBusy(state == "busy")
			return padded(28, c)
		}, fyne.NewSize(692, 160))
	}
}

func TestLookAtCutOff(t *testing.T) {
	uitest.Contact(t, "cutoff", func() fyne.CanvasObject {
		c := cut()
		c.LowCeiling, c.FixedAlone = true, true
		do := CutOffActions{Raise: func(int) {}, OpenCutoff: func() {}, EditPrompt: func() {}, LeaveOutSummary: func() {}}
		return parts.NewCentred(cutOffWidth, newCutOffBody(c, do, func() {}))
	}, fyne.NewSize(600, 440))
}
