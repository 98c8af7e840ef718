package ui

import (
	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/chat"
)

// talkSource gives the transcript the pages of one talk. While a turn runs, the reply that it is writing is shown as it
// streams and not as it was last saved.
type talkSource struct {
	talk    *history.Talk
	running bool
}

// Len implements chat.Source.
func (s talkSource) Len() (int, error) {
	n, err := s.talk.Len()
	if err != nil || n == 0 || !s.running {
		return n, err
	}
	head, err := s.talk.Head()
	if err == nil && head.State == talk.Writing {
		n--
	}
	return n, err
}

// Page implements chat.Source.
func (s talkSource) Page(from, n int) ([]talk.Entry, error) { return s.talk.Page(from, n) }

// showFirst shows the talk that was shown last, else the persona that was used last, else nothing.
func (w *Window) showFirst() {
	for _, p := range w.people {
		if p.Talk != "" && p.Talk == w.settings.LastTalk {
			w.showTalk(p.Persona, p.Talk)
			return
		}
	}
	if len(w.people) > 0 {
		w.showTalk(w.people[0].Persona, w.people[0].Talk)
		return
	}
	w.showTalk(persona.Persona{}, "")
}

// openPersona shows the newest talk of a persona, and begins one if it has none.
func (w *Window) openPersona(id string) {
	for _, p := range w.people {
		if p.Persona.ID != id {
			continue
		}
		if p.Talk != "" {
			w.showTalk(p.Persona, p.Talk)
			return
		}
		w.newTalk(p.Persona)
		return
	}
}

func (w *Window) newTalk(p persona.Persona) {
	user := w.settings.UserName
	var info talk.Info
	w.change(func() (err error) {
		info, err = w.Store.CreateTalk(p.ID, "", w.Driver.Greeting(p, user))
		return err
	}, func() { w.showTalk(p, info.ID) })
}

// showTalk shows a talk of a persona; an empty id shows an empty window.
func (w *Window) showTalk(p persona.Persona, id string) {
	w.edits.flush()
	if id != w.open.talk {
		w.keepDraft()
	}
	w.open = opened{persona: p, talk: id, turn: w.open.turn + 1}
	w.frame.listOpen = false
	w.list.SetActive(p.ID)
	w.header.show(p, w.modelOf(p))
	w.inspector.show(p)
	w.composer.SetTalk(id)
	w.composer.SetBusy(w.turns[id] != nil)
	w.refreshTalk(nil)
	if id != "" && id != w.settings.LastTalk {
		w.settings.LastTalk = id
		w.saveSettings()
	}
	w.relayout()
	w.win.Canvas().Focus(w.composer.Input())
}

// refreshTalk reads the shown talk anew, after its path has changed, and then runs after.
func (w *Window) refreshTalk(after func()) {
	id, serial := w.open.talk, w.open.turn
	t := w.turns[id]
	if id == "" {
		w.transcript.Clear()
		w.composer.SetReport(tokens.Report{})
		return
	}
	face := chat.Face{Name: w.open.persona.Name, Picture: w.open.persona.Picture}
	w.transcript.Open(talkSource{talk: w.Store.Talk(id), running: t != nil}, face, func(err error) {
		if w.open.turn != serial {
			return
		}
		if err != nil {
			w.complain(err)
			return
		}
		w.Log.Debug("talk shown", "talk", id, "entries", w.transcript.Len())
		if t := w.turns[id]; t != nil {
			w.transcript.Wait()
			if t.text != "" || t.reasoning != "" {
				w.transcript.Stream(t.text, t.reasoning)
			}
		}
		if after != nil {
			after()
		}
	})
	w.count()
}

// reload shows a persona again that was changed elsewhere.
func (w *Window) reload(id string) {
	if w.open.persona.ID != id {
		return
	}
	for _, p := range w.people {
		if p.Persona.ID == id {
			w.open.persona = p.Persona
			w.header.show(p.Persona, w.modelOf(p.Persona))
			w.inspector.show(p.Persona)
		}
	}
}

// count computes anew what would be sent, for the meter, the cut line and the panels.
func (w *Window) count() {
	id, serial := w.open.talk, w.open.turn
	if id == "" {
		return
	}
	w.counting++
	mine := w.counting
	req := w.request("")
	w.inspector.recount()
	w.Go(func() func() {
		report, err := w.Driver.Plan(w.Store.Talk(id), req)
		return func() {
			if w.open.turn != serial || w.counting != mine {
				return
			}
			if err != nil && report.Limit == 0 {
				w.Log.Warn("not counted", "error", err)
				return
			}
			w.showReport(report)
		}
	})
}

// showReport shows what is sent and what is not.
func (w *Window) showReport(r tokens.Report) {
	w.composer.SetReport(r)
	w.transcript.SetCut(r, w.request("").Cutoff.PastHours)
	w.inspector.report(r)
}

