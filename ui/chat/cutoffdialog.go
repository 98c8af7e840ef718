package chat

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// CutOff says in tokens why not even the newest message could be sent.
type CutOff struct {
	tokens.Diagnosis
	Back   bool // the words are back in the input; else they stay in the talk
	Pasted int  // bytes of the newest message if most of it is a text that was pasted; 0: it is not
}

// CutOffActions are what the dialog can do. A nil one has no button.
type CutOffActions struct {
	Raise           func(to int) // raise the ceiling; the words wait in the input
	OpenCutoff      func()
	EditPrompt      func()
	EditPost        func() // change what is said after each message
	OpenMemory      func()
	LeaveOutSummary func()
	Shorten         func() // go to the words in the input
	ShorterReply    func() // go to the longest reply
	SetWindow       func() // go to how much the model reads
	OtherModel      func()
}

// CutOffDialog tells that nothing was sent since not even the newest message fits, shows what takes the room, and offers what helps.
type CutOffDialog struct {
	popup *widget.PopUp
}

// ShowCutOff opens the dialog over a window's canvas. It closes before an action runs.
func ShowCutOff(canvas fyne.Canvas, cut CutOff, do CutOffActions) *CutOffDialog {
	d := &CutOffDialog{}
	body := newCutOffBody(cut, do, d.Hide)
	width := min(cutOffWidth, canvas.Size().Width-8*look.Gap)
	body.Resize(fyne.NewSize(width, 0)) // texts and buttons know their height once they know their width
	size := fyne.NewSize(width, min(body.MinSize().Height, canvas.Size().Height-4*look.Gap))
	d.popup = parts.NewModal(parts.NewScroll(body), canvas)
	d.popup.Resize(size)
	d.popup.Show()
	parts.Opened(canvas, d)
	return d
}

// Hide closes the dialog.
func (d *CutOffDialog) Hide() { d.popup.Hide() }

// Visible tells whether the dialog is open.
func (d *CutOffDialog) Visible() bool { return d.popup.Visible() }

const cutOffWidth = 600

// newCutOffBody builds what the dialog shows; shut is called before each action.
func newCutOffBody(cut CutOff, do CutOffActions, shut func()) fyne.CanvasObject {
	title := parts.NewPara(words.T("cutoffdialog.title"), look.TitleText, theme.ColorNameForeground)
	title.Bold = true
	head := parts.NewEnds(title, parts.NewIconButton(look.IconClose, shut))
	body := []fyne.CanvasObject{
		head, parts.NewPara(cutOffReason(cut), theme.SizeNameText, look.Muted), parts.NewInset(0, 2*look.Gap, cutOffTable(cut)),
	}
	say := func(holds bool, text string, ink fyne.ThemeColorName) {
		if holds && text != "" {
			body = append(body, parts.NewPara(text, look.SmallText, ink))
		}
	}
	say(cut.Pasted > 0, words.T("cutoffdialog.pasted", map[string]any{"Size": words.Bytes(cut.Pasted)}), look.Muted)
	say(cut.Rule != tokens.RuleCeiling, words.T("cutoffdialog.windowNote"), look.Muted)
	say(true, factorWords(cut.Factor, cmp.Or(cut.Named, cut.Limit), cut.Limit), look.Muted)
	say(cut.LowCeiling, words.T("cutoffdialog.low"), look.CutLine)
	say(cut.FixedAlone, words.T("cutoffdialog.fixed"), look.CutLine)
	body = append(body, cutOffRemedies(cut, do, shut)...)
	return parts.NewInset(26, 24, parts.NewColumn(2*look.Gap, body...))
}

// cutOffReason says what is too small, and what became of the words.
func cutOffReason(cut CutOff) string {
	key, fate := "cutoffdialog.ceiling", "cutoffdialog.stays"
	if cut.Back {
		fate = "cutoffdialog.back"
	}
	switch cut.Rule {
	case tokens.RuleWindow:
		key = "cutoffdialog.window"
	case tokens.RuleServer:
		key = "cutoffdialog.server"
		if fate = "cutoffdialog.staysAsked"; cut.Back {
			fate = "cutoffdialog.backAsked"
		}
	}
	return words.T(key, map[string]any{"Limit": words.Number(cmp.Or(cut.Named, cut.Limit))}) + words.T(fate)
}

// cutOffTable lists each part that takes room, with a bar against what is needed in all.
func cutOffTable(cut CutOff) fyne.CanvasObject {
	var rows []fyne.CanvasObject
	for _, s := range []share{
		{cut.Fixed.System, look.PartSystem, "cutoffdialog.system"},
		{cut.Fixed.Post, look.PartSystem, "cutoffdialog.post"},
		{cut.Fixed.Tools, look.PartSystem, "cutoffdialog.tools"},
		{cut.Fixed.Memory, look.PartMemory, "cutoffdialog.memory"},
		{cut.Fixed.Summary, look.PartSum, "cutoffdialog.summary"},
		{cut.Message, look.PartTalk, "cutoffdialog.newest"},
		{cut.Pictures, look.PartTalk, "cutoffdialog.pictures"},
		{cut.FollowUp, look.PartTalk, "cutoffdialog.followup"},
		{cut.Overhead, look.Muted, "cutoffdialog.overhead"},
	} {
		if s.tokens > 0 {
			rows = append(rows, cutOffRow(s, cut.Needed))
		}
		if s.key == "cutoffdialog.tools" && s.tokens > 0 && cut.ToolCount > 0 {
			rows = append(rows, parts.NewCaption(words.N("cutoffdialog.toolCount", cut.ToolCount, map[string]any{
				"Count": words.Number(cut.ToolCount), "Name": clip(cut.LargestTool.Name, mostToolName), "Tokens": words.Number(cut.LargestTool.Tokens),
			}), look.SmallText, look.Muted))
		}
	}
	label := parts.NewCaption(words.T("cutoffdialog.needed"), theme.SizeNameText, theme.ColorNameForeground)
	value := parts.NewCaption(words.Number(cut.Needed), theme.SizeNameText, theme.ColorNameForeground)
	label.Bold, value.Bold = true, true
	rows = append(rows, parts.NewDivider(), parts.NewRow(8, 0, label, value), cutOffNote("cutoffdialog.limit", cut.Limit))
	if cut.Rule == tokens.RuleWindow {
		rows = append(rows, cutOffNote("cutoffdialog.reserve", cut.Reserve))
	}
	return stacked(6, rows...)
}

// cutOffNote is a number that is no part of the sum.
func cutOffNote(key string, n int) fyne.CanvasObject {
	return parts.NewRow(8, 0, parts.NewCaption(words.T(key), look.SmallText, look.Muted), parts.NewCaption(words.Number(n), look.SmallText, look.Muted))
}

// Widths of the table's outer columns; the bars get what is between.
const (
	cutOffNames   = 150
	cutOffNumbers = 72
)

func cutOffRow(s share, needed int) fyne.CanvasObject {
	label := parts.NewCaption(words.T(s.key), theme.SizeNameText, theme.ColorNameForeground)
	label.Short = true
	value := parts.NewCaption(words.Number(s.tokens), theme.SizeNameText, theme.ColorNameForeground)
	value.Align = fyne.TextAlignTrailing
	bar := parts.NewMeter()
	bar.SetParts(parts.MeterPart{Amount: s.tokens, Ink: s.ink}, parts.MeterPart{Amount: needed - s.tokens, Ink: look.PartFree})
	return parts.NewRow(8, 1, parts.NewSized(cutOffNames, 0, label), bar, parts.NewSized(cutOffNumbers, 0, value))
}
