package personas

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// MemoryOptions are what the memory page needs of the program. Every callback may be nil. Texts are never empty.
type MemoryOptions struct {
	// Now is the clock for the days. Nil: time.Now.
	Now func() time.Time

	OnAdd           func(text string)
	OnEdit          func(id, text string)
	OnDelete        func(id string)
	OnEditSummary   func(id, text string) // an empty id: a new summary of the talk so far
	OnDeleteSummary func(id string)
}

// Memory is the inspector's page for what a persona remembers and for the talk's summary.
type Memory struct {
	widget.BaseWidget

	opt    MemoryOptions
	body   *fyne.Container
	scroll *parts.Scroll
}

// NewMemory returns an empty page; call ShowMemory before it is seen.
func NewMemory(opt MemoryOptions) *Memory {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	m := &Memory{opt: opt, body: parts.NewColumn(3 * look.Gap)}
	m.scroll = parts.NewScroll(parts.NewInset(parts.FormPad, parts.FormPad, m.body))
	m.ExtendBaseWidget(m)
	return m
}

// ShowMemory shows what a persona remembers, and the talk's latest summary, nil if there is none.
func (m *Memory) ShowMemory(name string, memories []talk.Memory, summary *talk.Summary) {
	m.body.RemoveAll()
	m.body.Add(heading(words.T("panels.memory.title", map[string]any{"Name": name})))
	m.body.Add(parts.NewPara(words.T("panels.memory.note"), look.SmallText, look.Muted))
	for _, memory := range memories {
		m.body.Add(m.memoryCard(memory))
	}
	add := parts.NewButton(words.T("panels.memory.add"), func() {
		m.ask(words.T("panels.memory.add"), "", func(text string) {
			if m.opt.OnAdd != nil {
				m.opt.OnAdd(text)
			}
		})
	})
	m.body.Add(container.NewHBox(add))
	m.body.Add(parts.NewInset(0, 2*look.Gap, parts.NewDivider()))
	m.body.Add(heading(words.T("panels.memory.summary")))
	m.body.Add(m.summaryPart(summary))
	m.body.Refresh()
}

func heading(text string) *parts.Para {
	p := parts.NewPara(text, "", "")
	p.Bold = true
	return p
}

func (m *Memory) memoryCard(memory talk.Memory) fyne.CanvasObject {
	edit := func(text string) {
		if m.opt.OnEdit != nil {
			m.opt.OnEdit(memory.ID, text)
		}
	}
	return m.card(words.T("panels.memory.edit"), memory.Text, memory.Time, edit, func() { callID(m.opt.OnDelete, memory.ID) })
}

func (m *Memory) summaryPart(s *talk.Summary) fyne.CanvasObject {
	if s == nil {
		write := parts.NewButton(words.T("panels.memory.writeSummary"), func() {
			m.ask(words.T("panels.memory.writeSummary"), "", func(text string) {
				if m.opt.OnEditSummary != nil {
					m.opt.OnEditSummary("", text)
				}
			})
		})
		return parts.NewColumn(2*look.Gap, parts.NewPara(words.T("panels.memory.noSummary"), look.SmallText, look.Muted), container.NewHBox(write))
	}
	edit := func(text string) {
		if m.opt.OnEditSummary != nil {
			m.opt.OnEditSummary(s.ID, text)
		}
	}
	return m.card(words.T("panels.memory.editSummary"), s.Text, s.Time, edit, func() { callID(m.opt.OnDeleteSummary, s.ID) })
}

// card shows a text with its day and what can be done with it.
func (m *Memory) card(title, text string, at time.Time, edit func(string), remove func()) fyne.CanvasObject {
	when := parts.NewCaption(parts.FormatDay(at, m.opt.Now()), look.SmallText, look.Muted)
	when.Short = true
	links := parts.NewRow(14, -1,
		parts.NewLink(words.T("panels.memory.editLink"), func() { m.ask(title, text, edit) }),
		parts.NewLink(words.T("panels.memory.delete"), remove),
	)
	return parts.NewCard(parts.NewColumn(2*look.Gap, parts.NewPara(text, "", ""), parts.NewEnds(when, links)))
}

// ask lets the user write a text and gives it to done, unless it is empty or as before.
func (m *Memory) ask(title, text string, done func(string)) {
	c := fyne.CurrentApp().Driver().CanvasForObject(m)
	if c == nil {
		return
	}
	area := parts.NewEditor(6)
	area.SetText(text)
	parts.NewSheet(c, title, area,
		parts.Action{Label: words.T("panels.cancel")},
		parts.Action{Label: words.T("panels.save"), Primary: true, Do: func() {
			if written := trimmed(area.Text()); written != "" && written != text {
				done(written)
			}
		}}).Show()
	c.Focus(area)
}

// CreateRenderer implements fyne.Widget.
func (m *Memory) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(m.scroll) }
