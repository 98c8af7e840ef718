package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// Meter shows above the input what the next request costs and how much of the limit that takes: five parts in a bar and the sum in
// words. The pointer on a part names it; a click, or Space while it has the focus, opens a table of the parts.
type Meter struct {
	widget.BaseWidget
	OnCutoff func() // the table's way to what decides what is sent; nil: there is none

	ring   *parts.Plate // seen while the meter has the focus
	bar    *parts.Meter
	sum    *parts.Caption
	report tokens.Report
	typed  int
	usage  *talk.Usage
}

// NewMeter returns a meter that shows nothing until it gets a report.
func NewMeter() *Meter {
	m := &Meter{ring: parts.NewPlate("", "", look.RadiusButton), bar: parts.NewMeter(), sum: parts.NewCaption("", look.SmallText, look.Muted)}
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
		{r.Fixed.System + r.Fixed.Tools + r.Fixed.Post + r.Overhead, look.PartSystem, "meter.system"},
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

// Tapped implements fyne.Tappable: the words beside the bar open the table too.
func (m *Meter) Tapped(*fyne.PointEvent) { m.open() }

// Cursor implements desktop.Cursorable.
func (m *Meter) Cursor() desktop.Cursor {
	if m.report.Limit == 0 {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// FocusGained implements fyne.Focusable.
func (m *Meter) FocusGained() { m.focus(true) }

// FocusLost implements fyne.Focusable.
func (m *Meter) FocusLost() { m.focus(false) }

// TypedRune implements fyne.Focusable.
func (m *Meter) TypedRune(rune) {}

// TypedKey implements fyne.Focusable: Space and Enter open the table.
func (m *Meter) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		m.open()
		return
	}
	parts.PassOn(e)
}

func (m *Meter) focus(there bool) {
	edge := fyne.ThemeColorName("")
	if there {
		edge = look.Accent
	}
	m.ring.SetColors("", edge)
}

// open shows the table above the meter. Escape, or a click beside it, closes it.
func (m *Meter) open() {
	c := fyne.CurrentApp().Driver().CanvasForObject(m)
	if c == nil || m.report.Limit == 0 {
		return
	}
	var pop *widget.PopUp
	var toCutoff func()
	if m.OnCutoff != nil {
		toCutoff = func() {
			pop.Hide()
			m.OnCutoff()
		}
	}
	table := newMeterTable(m.report, m.typed, m.usage, toCutoff)
	width := min(meterTableWidth, c.Size().Width-4*look.Gap)
	table.Resize(fyne.NewSize(width, 0)) // texts know their height once they know their width
	size := fyne.NewSize(width, table.MinSize().Height)
	pop = widget.NewPopUp(table, c)
	pop.Resize(size)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(m)
	x := min(max(0, at.X), max(0, c.Size().Width-pop.MinSize().Width-2*look.Gap))
	pop.ShowAtPosition(fyne.NewPos(x, max(0, at.Y-pop.MinSize().Height-look.Gap)))
	parts.Opened(c, pop)
}

// CreateRenderer implements fyne.Widget.
func (m *Meter) CreateRenderer() fyne.WidgetRenderer {
	m.show()
	return widget.NewSimpleRenderer(container.NewStack(m.ring, parts.NewRow(10, 0, m.bar, m.sum)))
}
