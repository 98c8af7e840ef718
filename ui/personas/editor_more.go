package personas

import (
	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// moreFields are what few personas need. They are folded away until one asks for them, or the persona has one of them.
type moreFields struct {
	e    *Editor
	link *parts.Link
	body *fyne.Container
	post *parts.Input
	time *parts.Radio
	open bool
}

// The choices of moreFields.time.
const (
	timeUntold = iota
	timeTold
)

func newMoreFields(e *Editor) *moreFields {
	m := &moreFields{e: e, post: parts.NewTextArea(3)}
	m.post.SetPlaceHolder(words.T("panels.editor.postHint"))
	m.post.OnChanged = func(s string) { e.edit(func(p *persona.Persona) { p.PostPrompt = s }) }
	m.time = parts.NewRadio(timeUntold, func(n int) {
		e.edit(func(p *persona.Persona) { p.TellTime = n == timeTold })
	}, words.T("panels.editor.timeUntold"), words.T("panels.editor.timeTold"))
	m.link = parts.NewLink("", func() { m.unfold(!m.open) })
	m.body = parts.NewColumn(parts.FormGap,
		parts.NewField(words.T("panels.editor.post"), nil, m.post, words.T("panels.editor.postNote")),
		parts.NewField(words.T("panels.editor.time"), nil, m.time, words.T("panels.editor.timeNote")),
	)
	m.unfold(false)
	return m
}

// show shows a persona's values. Those of another persona are folded away if there are none.
func (m *moreFields) show(p persona.Persona, other bool) {
	setText(m.post, p.PostPrompt)
	m.time.Set(timeUntold)
	if p.TellTime {
		m.time.Set(timeTold)
	}
	used := p.PostPrompt != "" || p.TellTime
	if other || used {
		m.unfold(used || m.open && !other)
	}
}

func (m *moreFields) unfold(open bool) {
	m.open = open
	key := "panels.editor.more"
	if open {
		key = "panels.editor.less"
	}
	m.link.Set(words.T(key), m.link.OnTapped)
	visible(m.body, open)
	if m.e.scroll != nil {
		m.e.scroll.Content.Refresh()
		m.e.scroll.Refresh()
	}
}
