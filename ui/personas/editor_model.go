package personas

import (
	"errors"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// modelField chooses the model: any text, with the server's list on wish.
type modelField struct {
	e      *Editor
	field  *parts.Field
	combo  *parts.Combo
	server persona.Connection
	asked  int  // rises with every question; an answer to an older one is dropped
	busy   bool // a question is under way
}

func newModelField(e *Editor) *modelField {
	m := &modelField{e: e}
	m.combo = parts.NewCombo(func(s string) {
		e.edit(func(p *persona.Persona) { p.Model = trimmed(s) })
	})
	m.combo.OnOpen = func() { m.fetch(true) }
	var again fyne.CanvasObject
	if e.opt.Models != nil {
		again = parts.NewIconButton(look.IconRetry, func() { m.fetch(false) })
	}
	m.field = parts.NewField(words.T("panels.editor.model"), again, m.combo, "")
	return m
}

// show shows a model of a server. With forget, an answer that is under way no longer counts.
func (m *modelField) show(model string, server persona.Connection, forget bool) {
	if server.ID != m.server.ID || server.BaseURL != m.server.BaseURL {
		m.combo.SetOptions(nil)
		forget = true
	}
	m.server = server
	if forget {
		m.asked++
		m.busy = false
		m.say("", "")
	}
	if m.combo.Text() != model {
		m.combo.Set(model)
	}
	hint := server.Model
	if hint == "" {
		hint = words.T("panels.editor.modelHint")
	}
	m.combo.SetPlaceHolder(hint)
}

// fetch asks the server for its models; with open, the list is shown when it is there.
func (m *modelField) fetch(open bool) {
	if m.busy || m.e.opt.Models == nil {
		return
	}
	m.busy = true
	m.asked++
	asked, server, ask := m.asked, m.server, m.e.opt.Models
	m.say(words.T("panels.editor.modelLoading"), "")
	m.e.opt.Go(func() func() {
		models, err := ask(server)
		return func() {
			if asked == m.asked {
				m.answer(models, err, open)
			}
		}
	})
}

func (m *modelField) answer(models []parts.Suggestion, err error, open bool) {
	m.busy = false
	switch {
	case err != nil:
		m.say("", m.explain(err))
	case len(models) == 0:
		m.say("", words.T("panels.editor.modelNone"))
	default:
		m.say(words.N("panels.editor.modelCount", len(models)), "")
		m.combo.SetSuggestions(models)
		if open {
			m.combo.Open()
		}
	}
}

func (m *modelField) explain(err error) string {
	if m.e.opt.Explain != nil {
		return m.e.opt.Explain(err)
	}
	return words.T("panels.editor.modelFailed")
}

func (m *modelField) say(note, problem string) {
	m.field.SetNote(note)
	m.field.SetProblem(problem)
}

// numberProblem puts the error of a typed number into words.
func numberProblem(err error, top int) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, parts.ErrRange):
		return words.T("panels.number.range", map[string]any{"Top": words.Number(top)})
	}
	return words.T("panels.number.wrong")
}
