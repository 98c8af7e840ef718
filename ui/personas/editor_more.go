package personas

import (
	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// moreFields are what few personas need. They are folded away until one asks for them, or the persona has one of them.
type moreFields struct {
	fold *parts.Fold
	post *parts.Input
	time *parts.Radio
}

// The choices of moreFields.time.
const (
	timeUntold = iota
	timeTold
)

func newMoreFields(e *Editor) *moreFields {
	m := &moreFields{post: parts.NewTextArea(3)}
	m.post.SetPlaceHolder(words.T("panels.editor.postHint"))
	m.post.OnChanged = func(s string) { e.edit(func(p *persona.Persona) { p.PostPrompt = s }) }
	m.time = parts.NewRadio(timeUntold, func(n int) {
		e.edit(func(p *persona.Persona) { p.TellTime = n == timeTold })
	}, words.T("panels.editor.timeUntold"), words.T("panels.editor.timeTold"))
	m.fold = parts.NewFold(words.T("panels.editor.more"), parts.NewColumn(parts.FormGap,
		parts.NewField(words.T("panels.editor.post"), nil, m.post, words.T("panels.editor.postNote")),
		parts.NewField(words.T("panels.editor.time"), nil, m.time, words.T("panels.editor.timeNote")),
	), e.resized)
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
		m.fold.SetOpen(used || m.fold.Open() && !other)
	}
}
