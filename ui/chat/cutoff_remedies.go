package chat

import (
	"fyne.io/fyne/v2"

	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// cutOffButton is one thing to do against a cut-off.
type cutOffButton struct {
	text string
	do   func()
}

// cutOffRemedies offers what helps: first what is enough by itself, the best of it as the one button that stands out, then
// what helps together with something else. How much a part would gain stands in the table.
func cutOffRemedies(cut CutOff, do CutOffActions, shut func()) []fyne.CanvasObject {
	then := func(f func()) func() {
		return func() {
			shut()
			f()
		}
	}
	enough, helps := cut.offers(do)
	var out []fyne.CanvasObject
	group := func(key string, all []cutOffButton, primary bool) {
		if len(all) == 0 {
			return
		}
		var row []fyne.CanvasObject
		for i, b := range all {
			button := parts.NewButton(b.text, then(b.do))
			if primary && i == 0 {
				button = parts.NewPrimaryButton(b.text, then(b.do))
			}
			row = append(row, button)
		}
		head := parts.NewPara(words.N(key, len(all)), look.SmallText, look.Muted)
		out = append(out, parts.NewInset(0, look.Gap/2, parts.NewColumn(6, head, parts.NewFlow(2*look.Gap, row...))))
	}
	group("cutoffdialog.enough", enough, true)
	group("cutoffdialog.helps", helps, false)
	var last []fyne.CanvasObject
	if do.OpenCutoff != nil {
		last = append(last, parts.NewButton(words.T("cutoffdialog.open"), then(do.OpenCutoff)))
	}
	last = append(last, parts.NewButton(words.T("cutoffdialog.close"), shut))
	return append(out, parts.NewDivider(), parts.NewEndFlow(2*look.Gap, last...))
}

// offers returns the remedies that can be pressed. The window comes after what is surely enough: typing a number there does not
// give the server more room.
func (c CutOff) offers(do CutOffActions) (enough, helps []cutOffButton) {
	var last []cutOffButton
	for _, r := range c.Remedies {
		offered := c.offer(r, do)
		switch {
		case r.Part == tokens.PartWindow:
			last = offered
		case r.Enough:
			enough = append(enough, offered...)
		default:
			helps = append(helps, offered...)
		}
	}
	if c.Rule != tokens.RuleCeiling && len(last) == 0 { // the ceiling is in the way too, but the model's window comes first
		last = c.offer(tokens.Remedy{Part: tokens.PartWindow}, do)
	}
	if len(enough) > 0 || !c.widerIsEnough() {
		return enough, append(helps, last...)
	}
	return last, helps
}

// widerIsEnough reports whether a server with more room would do.
func (c CutOff) widerIsEnough() bool {
	for _, r := range c.Remedies {
		if r.Part == tokens.PartWindow {
			return r.Enough
		}
	}
	return false
}

// offer returns the buttons of one remedy: none if the program cannot do anything about it.
func (c CutOff) offer(r tokens.Remedy, do CutOffActions) []cutOffButton {
	one := func(key string, f func()) []cutOffButton {
		if f == nil {
			return nil
		}
		return []cutOffButton{{words.T(key, map[string]any{"Tokens": words.Number(r.Gain)}), f}}
	}
	switch r.Part {
	case tokens.PartCeiling:
		if c.Threshold == 0 || do.Raise == nil {
			return nil
		}
		return []cutOffButton{{words.T("cutoffdialog.raise", map[string]any{"Limit": words.Number(c.Threshold)}), func() { do.Raise(c.Threshold) }}}
	case tokens.PartSystem:
		return one("cutoffdialog.prompt", do.EditPrompt)
	case tokens.PartPost:
		return one("cutoffdialog.editPost", do.EditPost)
	case tokens.PartMemory:
		return one("cutoffdialog.openMemory", do.OpenMemory)
	case tokens.PartSummary:
		return one("cutoffdialog.leaveout", do.LeaveOutSummary)
	case tokens.PartMessage:
		return one("cutoffdialog.shorten", do.Shorten)
	case tokens.PartReply:
		return one("cutoffdialog.shorterReply", do.ShorterReply)
	case tokens.PartWindow:
		return append(one("cutoffdialog.setWindow", do.SetWindow), one("cutoffdialog.otherModel", do.OtherModel)...)
	}
	return nil
}
