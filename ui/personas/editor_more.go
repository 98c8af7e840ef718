package personas

import (
	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// moreFields are what few personas need. They are folded away until one asks for them, or the persona has one of them.
type moreFields struct {
	fold *parts.Fold
	post *parts.Editor
	time *parts.Radio

	behind, noBehind *parts.Button // choose and remove the picture behind the talk
}

// The choices of moreFields.time.
const (
	timeUntold = iota
	timeTold
)

func newMoreFields(e *Editor) *moreFields {
	m := &moreFields{post: parts.NewEditor(3)}
	m.post.SetPlaceHolder(words.T("panels.editor.postHint"))
	m.post.OnChanged = func() { e.edit(func(p *persona.Persona) { p.PostPrompt = m.post.Text() }) }
	m.time = parts.NewRadio(timeUntold, func(n int) {
		e.edit(func(p *persona.Persona) { p.TellTime = n == timeTold })
	}, words.T("panels.editor.timeUntold"), words.T("panels.editor.timeTold"))
	m.behind = parts.NewButton(words.T("looks.backgroundChoose"), e.chooseBackground)
	m.noBehind = parts.NewButton(words.T("looks.backgroundRemove"), func() { e.setBackground("") })
	m.fold = parts.NewFold(words.T("panels.editor.more"), parts.NewColumn(parts.FormGap,
		parts.NewField(words.T("panels.editor.post"), nil, m.post, words.T("panels.editor.postNote")),
		parts.NewField(words.T("panels.editor.time"), nil, m.time, words.T("panels.editor.timeNote")),
		parts.NewField(words.T("looks.background"), nil, parts.NewFlow(2*look.Gap, m.behind, m.noBehind), words.T("looks.backgroundNote")),
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
	m.showBackground(p.Background)
	used := p.PostPrompt != "" || p.TellTime || p.Background != ""
	if other || used {
		m.fold.SetOpen(used || m.fold.Open() && !other)
	}
}

func (m *moreFields) showBackground(picture string) { visible(m.noBehind, picture != "") }

// chooseBackground asks for a file. An answer that comes when another persona is shown is not that one's.
func (e *Editor) chooseBackground() {
	if e.opt.ChooseBackground == nil {
		return
	}
	id := e.p.ID
	e.opt.ChooseBackground(func(picture string) {
		if e.p.ID == id {
			e.setBackground(picture)
		}
	})
}

func (e *Editor) setBackground(picture string) {
	e.edit(func(p *persona.Persona) { p.Background = picture })
	e.more.showBackground(picture)
	e.resized()
}
