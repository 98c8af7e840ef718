package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// Meter shows above the input what the next request costs and how much of the limit that takes: five parts in a bar and the sum in
// words. The pointer on a part names it; a click tells OnDetails and opens a table of the parts.
type Meter struct {
	widget.BaseWidget
	OnDetails func()

	bar    *parts.Meter
	sum    *parts.Caption
	report tokens.Report
	typed  int
	usage  *talk.Usage
}

// NewMeter returns a meter that shows nothing until it gets a report.
func NewMeter() *Meter {
	m := &Meter{bar: parts.NewMeter(), sum: parts.NewCaption("", look.SmallText, look.Muted)}
	m.bar.OnHover = func(part int) { m.say(part) }
	m.bar.OnTapped = m.open
	m.ExtendBaseWidget(m)
	return m
}

// SetReport shows what the plan of the next request says. usage is what the server reported for the last one, nil if it did not.
func (m *Meter) SetReport(r tokens.Report, usage *talk.Usage) {
	m.report, m.usage = r, usage
	m.show()
}

// SetTyped adds the tokens of the text that is still being typed.
func (m *Meter) SetTyped(tokens int) {
	if m.typed != tokens {
		m.typed = tokens
		m.show()
	}
}

// Refresh implements fyne.CanvasObject: the language may have changed.
func (m *Meter) Refresh() {
	m.show()
	m.BaseWidget.Refresh()
}

// share is one part of the prompt: how many tokens, its colour and the key of its name.
type share struct {
	tokens int
	ink    fyne.ThemeColorName
	key    string
}

// shares divides the limit. What the program itself adds counts as the system's; the typed text as history, since it is sent with it.
func shares(r tokens.Report, typed int) []share {
	used := r.Prompt() + typed
	return []share{
		{r.Fixed.System + r.Fixed.Tools + r.Overhead, look.PartSystem, "meter.system"},
		{r.Fixed.Memory, look.PartMemory, "meter.memory"},
		{r.Fixed.Summary, look.PartSum, "meter.summary"},
		{r.History + typed, look.PartTalk, "meter.history"},
		{max(0, r.Limit-used), look.PartFree, "meter.free"},
	}
}

func (m *Meter) show() {
	all := shares(m.report, m.typed)
	if m.report.Limit == 0 {
		all = nil
	}
	bars := make([]parts.MeterPart, len(all))
	for i, s := range all {
		bars[i] = parts.MeterPart{Amount: s.tokens, Ink: s.ink}
	}
	m.bar.SetParts(bars...)
	m.say(-1)
}

// say names a part beside the bar, or the sum for -1.
func (m *Meter) say(part int) {
	all := shares(m.report, m.typed)
	ink := look.Muted
	text := ""
	switch used := m.report.Prompt() + m.typed; {
	case m.report.Limit == 0:
	case part >= 0 && part < len(all):
		text = words.T("meter.part", map[string]any{"Name": words.T(all[part].key), "Tokens": words.Number(all[part].tokens)})
	default:
		text = words.T("meter.sum", map[string]any{"Used": words.Number(used), "Limit": words.Number(m.report.Limit)})
		if used > m.report.Limit {
			ink = look.CutLine
		}
	}
	m.sum.Ink = ink
	m.sum.Text = text
	m.sum.Refresh()
}

func (m *Meter) open() {
	if m.OnDetails != nil {
		m.OnDetails()
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(m)
	if c == nil || m.report.Limit == 0 {
		return
	}
	pop := widget.NewPopUp(newMeterTable(m.report, m.typed, m.usage), c)
	size := pop.MinSize()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(m)
	pop.ShowAtPosition(fyne.NewPos(max(0, at.X), max(0, at.Y-size.Height-look.Gap)))
}

// CreateRenderer implements fyne.Widget.
func (m *Meter) CreateRenderer() fyne.WidgetRenderer {
	m.show()
	return widget.NewSimpleRenderer(parts.NewRow(10, 0, m.bar, m.sum))
}

// newMeterTable lists the parts with their estimates, and what the server counted for the last request.
func newMeterTable(r tokens.Report, typed int, usage *talk.Usage) fyne.CanvasObject {
	var rows []fyne.CanvasObject
	add := func(key string, n int, ink fyne.ThemeColorName, bold bool) {
		rows = append(rows, tableRow(words.T(key), words.Number(n), ink, bold))
	}
	for _, s := range shares(r, typed) {
		add(s.key, s.tokens, s.ink, false)
	}
	rows = append(rows, parts.NewDivider())
	add("meter.whole", r.Prompt()+typed, "", true)
	if usage != nil {
		add("meter.counted", usage.Prompt, "", false)
		if usage.Cached > 0 {
			add("meter.cached", usage.Cached, "", false)
		}
	}
	add("meter.limit", r.Limit, "", false)
	if r.Reserve > 0 {
		add("meter.reserve", r.Reserve, "", false)
	}
	if r.Window > 0 {
		add("meter.window", r.Window, "", false)
	}
	return parts.NewSized(300, 0, padded(12, stacked(6, rows...)))
}

// tableRow is a dot in a colour, a name and a number at the right edge.
func tableRow(name, number string, ink fyne.ThemeColorName, bold bool) fyne.CanvasObject {
	label := parts.NewCaption(name, theme.SizeNameText, theme.ColorNameForeground)
	value := parts.NewCaption(number, theme.SizeNameText, theme.ColorNameForeground)
	value.Align = fyne.TextAlignTrailing
	label.Bold, value.Bold = bold, bold
	dot := parts.NewPlate(ink, "", theme.SizeNameSelectionRadius)
	return parts.NewRow(8, 1, parts.NewSized(9, 9, dot), label, value)
}
