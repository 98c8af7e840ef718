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
	return CutOff{Back: true, Diagnosis: tokens.Diagnosis{
		Limit: 8000, Rule: tokens.RuleCeiling, Fixed: tokens.Fixed{System: 6900, Memory: 640, Summary: 410}, Message: 320, Reserve: 1200,
		Needed: 9470, Over: 1470, Threshold: 10_000, Remedies: []tokens.Remedy{
			{Part: tokens.PartCeiling, Gain: 1_000_000, Enough: true}, {Part: tokens.PartSystem, Gain: 6900, Enough: true},
			{Part: tokens.PartMemory, Gain: 640}, {Part: tokens.PartSummary, Gain: 410}, {Part: tokens.PartMessage, Gain: 316},
		}}}
}

// doNothing has every action.
func doNothing() CutOffActions {
	f := func() {}
	return CutOffActions{
		Raise: func(int) {}, OpenCutoff: f, EditPrompt: f, EditPost: f, OpenMemory: f, LeaveOutSummary: f, Shorten: f, ShorterReply: f,
		SetWindow: f, OtherModel: f,
	}
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
		c.Rule, c.Pasted, c.Fixed.Tools, c.ToolCount, c.LargestTool = tokens.RuleWindow, 200_000, 800, 12, tokens.Tool{Name: "search", Tokens: 300}
		return parts.NewCentred(cutOffWidth, newCutOffBody(c, doNothing(), func() {}))
	}, fyne.NewSize(600, 600))
}
