package chat

import (
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
	Limit      int         // largest prompt
	Rule       tokens.Rule // what set Limit
	Fixed      tokens.Fixed
	Overhead   int // what the program adds
	Message    int // the newest message, and what cannot be parted from it
	Reserve    int // kept free for the reply
	Needed     int // smallest limit that would do
	RaiseTo    int // ceiling to offer; 0: no ceiling helps
	FixedAlone bool
	LowCeiling bool // the ceiling is under 32 000
}

// CutOffActions are what the dialog can do. A nil one has no button.
type CutOffActions struct {
	Raise           func(to int) // raise the ceiling; the words wait in the input
	OpenCutoff      func()
	EditPrompt      func()
	LeaveOutSummary func()
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
	size := fyne.NewSize(width, body.MinSize().Height)
	body.Resize(size)
	d.popup = widget.NewModalPopUp(body, canvas)
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
	reason := words.T(cutOffReason(cut), map[string]any{"Limit": words.Number(cut.Limit)})
	head := parts.NewEnds(title, parts.NewIconButton(look.IconClose, shut))
	body := []fyne.CanvasObject{head, parts.NewPara(reason, theme.SizeNameText, look.Muted), parts.NewInset(0, 2*look.Gap, cutOffTable(cut))}
	if cut.LowCeiling {
		body = append(body, parts.NewPara(words.T("cutoffdialog.low"), look.SmallText, look.CutLine))
	}
	if cut.FixedAlone {
		body = append(body, parts.NewPara(words.T("cutoffdialog.fixed"), look.SmallText, look.CutLine))
	}
	body = append(body, parts.NewInset(0, look.Gap, cutOffButtons(cut, do, shut)))
	return parts.NewInset(26, 24, parts.NewColumn(2*look.Gap, body...))
}

func cutOffReason(cut CutOff) string {
	switch cut.Rule {
	case tokens.RuleWindow:
		return "cutoffdialog.window"
	case tokens.RuleServer:
		return "cutoffdialog.server"
	default:
		return "cutoffdialog.ceiling"
	}
}

// cutOffTable lists each part that takes room, with a bar against what is needed in all.
func cutOffTable(cut CutOff) fyne.CanvasObject {
	var rows []fyne.CanvasObject
	for _, s := range []share{
		{cut.Fixed.System, look.PartSystem, "cutoffdialog.system"},
		{cut.Fixed.Tools, look.PartSystem, "cutoffdialog.tools"},
		{cut.Fixed.Memory, look.PartMemory, "cutoffdialog.memory"},
		{cut.Fixed.Summary, look.PartSum, "cutoffdialog.summary"},
		{cut.Message, look.PartTalk, "cutoffdialog.newest"},
		{cut.Overhead, look.Muted, "cutoffdialog.overhead"},
	} {
		if s.tokens > 0 {
			rows = append(rows, cutOffRow(s, cut.Needed))
		}
	}
	label := parts.NewCaption(words.T("cutoffdialog.needed"), theme.SizeNameText, theme.ColorNameForeground)
	value := parts.NewCaption(words.Number(cut.Needed), theme.SizeNameText, theme.ColorNameForeground)
	label.Bold, value.Bold = true, true
	rows = append(rows, parts.NewDivider(), parts.NewRow(8, 0, label, value), cutOffNote("cutoffdialog.limit", cut.Limit))
	if cut.Rule == tokens.RuleWindow {
		rows = append(rows, cutOffNote("cutoffdialog.reserve", cut.Reserve))
	}
	return stacked(8, rows...)
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
	value := parts.NewCaption(words.Number(s.tokens), theme.SizeNameText, theme.ColorNameForeground)
	value.Align = fyne.TextAlignTrailing
	bar := parts.NewMeter()
	bar.SetParts(parts.MeterPart{Amount: s.tokens, Ink: s.ink}, parts.MeterPart{Amount: needed - s.tokens, Ink: look.PartFree})
	return parts.NewRow(8, 1, parts.NewSized(cutOffNames, 0, label), bar, parts.NewSized(cutOffNumbers, 0, value))
}

// cutOffButtons sets the buttons in a line at the right, or below each other where they have no room.
func cutOffButtons(cut CutOff, do CutOffActions, shut func()) fyne.CanvasObject {
	then := func(f func()) func() {
		return func() {
			shut()
			f()
		}
	}
	var buttons []fyne.CanvasObject
	add := func(key string, f func()) {
		if f != nil {
			buttons = append(buttons, parts.NewButton(words.T(key), then(f)))
		}
	}
	add("cutoffdialog.open", do.OpenCutoff)
	add("cutoffdialog.prompt", do.EditPrompt)
	if cut.Fixed.Summary > 0 {
		add("cutoffdialog.leaveout", do.LeaveOutSummary)
	}
	if cut.RaiseTo > 0 && do.Raise != nil {
		text := words.T("cutoffdialog.raise", map[string]any{"Limit": words.Number(cut.RaiseTo)})
		buttons = append(buttons, parts.NewPrimaryButton(text, then(func() { do.Raise(cut.RaiseTo) })))
	} else {
		buttons = append(buttons, parts.NewPrimaryButton(words.T("cutoffdialog.close"), shut))
	}
	return parts.NewFlowRight(2*look.Gap, buttons...)
}
