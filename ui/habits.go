package ui

import (
	"slices"
	"strings"

	"bonbon/history"
	"bonbon/llm"
	"bonbon/persona"
	"bonbon/ui/personas"
)

// habitsOf returns what was learned of how a model's server wants to be asked.
func habitsOf(l history.Learned) llm.Habits {
	return llm.Habits{Refused: strings.Fields(l.Refused), Shape: persona.Shape(l.Shape), NoPrefill: l.NoPrefill, Thinking: l.Thinking}
}

// learnHabits remembers what a turn taught. Another turn may have taught something too meanwhile: nothing of that is lost.
func (w *Window) learnHabits(req llm.Request, h llm.Habits) {
	l := w.lessons.of(req.Connection, req.Model)
	all := append(strings.Fields(l.Refused), h.Refused...)
	slices.Sort(all)
	l.Refused = strings.Join(slices.Compact(all), " ")
	l.Shape, l.NoPrefill, l.Thinking = string(h.Shape), l.NoPrefill || h.NoPrefill, l.Thinking || h.Thinking
	w.learned(req.Connection, l)
	w.showHabits(w.open.persona)
}

// refused lists the request fields that the server of a persona does not take.
func (w *Window) refused(p persona.Persona) []string {
	return strings.Fields(w.lessons.of(w.settings.Find(p.Connection), w.modelOf(p)).Refused)
}

// showHabits shows which values of a persona do not reach its model, in which form its messages do, and how many of them.
func (w *Window) showHabits(p persona.Persona) {
	l := w.lessons.of(w.settings.Find(p.Connection), w.modelOf(p))
	w.inspector.editor.SetRefused(w.refused(p))
	w.inspector.editor.SetForm(personas.Form{Shape: persona.Shape(l.Shape), NoPrefill: l.NoPrefill})
	w.inspector.cutoff.SetLimit(limitOf(l))
}

// forgetForm forgets in which form the server of the shown persona was found to want the messages: the next turn tries anew.
func (w *Window) forgetForm() {
	p := w.open.persona
	c := w.settings.Find(p.Connection)
	l := w.lessons.of(c, w.modelOf(p))
	l.Shape, l.NoPrefill = "", false
	w.learned(c, l)
	w.showHabits(p)
}

// forgetLimit forgets how long a prompt the server of the shown persona was found to take: the next turn sends as much as is planned.
func (w *Window) forgetLimit() {
	p := w.open.persona
	c := w.settings.Find(p.Connection)
	l := w.lessons.of(c, w.modelOf(p))
	l.Limit, l.Guess, l.Guessed = 0, 0, 0
	w.learned(c, l)
	w.showHabits(p)
}

// sendAgain forgets that a server refused these fields: the next turn sends them again.
func (w *Window) sendAgain(fields []string) {
	p := w.open.persona
	c := w.settings.Find(p.Connection)
	l := w.lessons.of(c, w.modelOf(p))
	left := slices.DeleteFunc(strings.Fields(l.Refused), func(f string) bool { return slices.Contains(fields, f) })
	l.Refused = strings.Join(left, " ")
	w.learned(c, l)
	w.showHabits(w.open.persona)
}
