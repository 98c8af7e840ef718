package ui

import (
	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/chat"
	"bonbon/ui/parts"
)

// talkSource gives the transcript the pages of one talk, up to the length that it had when it was opened.
type talkSource struct {
	talk *history.Talk
	n    int
}

// Len implements chat.Source.
func (s talkSource) Len() int { return s.n }

// Page implements chat.Source.
func (s talkSource) Page(from, n int) ([]talk.Entry, error) { return s.talk.Page(from, n) }

// Versions implements chat.Versioned.
func (s talkSource) Versions(es []talk.Entry) ([]talk.Version, error) { return s.talk.Versions(es) }

// openSource reads how long a talk is. Of a talk whose turn runs, that is what was there before the turn: all that the
// turn adds comes from its events.
func openSource(log *history.Talk, running *turn) (talkSource, error) {
	n, err := log.Len()
	if running != nil {
		if base := int(running.base.Load()); base > 0 { // read after the length: 0 still means that n is from before the turn
			n = min(n, base-1)
		}
	}
	return talkSource{log, n}, err
}

// showFirst shows the talk that was shown last, else the persona that was used last, else nothing.
func (w *Window) showFirst() {
	for _, p := range w.people {
		if id := w.settings.LastTalk; id != "" && (p.Talk == id || w.settings.LastTalks[p.Persona.ID] == id) {
			w.showTalk(p.Persona, id)
			return
		}
	}
	if len(w.people) > 0 {
		w.showTalk(w.people[0].Persona, w.lastTalk(w.people[0]))
		return
	}
	w.showTalk(persona.Persona{}, "")
}

// openPersona shows the talk of a persona that was shown last, and begins one if it has none.
func (w *Window) openPersona(id string) {
	for _, p := range w.people {
		if p.Persona.ID != id {
			continue
		}
		if id := w.lastTalk(p); id != "" {
			w.showTalk(p.Persona, id)
			return
		}
		w.newTalk(p.Persona)
		return
	}
}

func (w *Window) newTalk(p persona.Persona) {
	greet := w.greeter()
	var info talk.Info
	w.change(func() (err error) {
		info, err = w.Store.CreateTalk(p.ID, "", greet(p))
		return err
	}, func() { w.showTalk(p, info.ID) })
}

// showTalk shows a talk of a persona; an empty id shows an empty window.
func (w *Window) showTalk(p persona.Persona, id string) {
	w.edits.flush()
	w.open = opened{persona: p, talk: id, serial: w.open.serial + 1}
	w.frame.listOpen = false
	w.finder.close()
	w.list.SetActive(p.ID)
	w.header.show(p, w.modelOf(p))
	w.inspector.show(p)
	w.showBackground()
	w.composer.SetTalk(id, p.Name)
	w.drafts.flush()
	w.drafts.load(id)
	w.loadSteps(id)
	w.composer.SetBusy(w.turns[id] != nil)
	w.usage = nil
	w.transcript.SetPins(nil)
	w.refreshTalk(nil)
	w.askWindow()
	w.keepLast(p.ID, id)
	w.nobody.show(p.ID == "")
	w.relayout()
	if p.ID != "" {
		w.composer.Focus()
	}
}

// refreshTalk reads the shown talk anew, goes to its end, and then runs after.
func (w *Window) refreshTalk(after func()) {
	w.readTalk(func(src chat.Source, shown func()) { w.transcript.Open(src, w.face(), shown) }, after)
}

// renewTalk reads the shown talk anew, after its path has changed, stays at the messages that are in view, and then runs after.
func (w *Window) renewTalk(after func()) { w.readTalk(w.transcript.Renew, after) }

func (w *Window) readTalk(show func(chat.Source, func()), after func()) {
	id := w.open.talk
	w.opening = id != ""
	w.reading++
	mine := w.reading
	if id == "" {
		w.transcript.Open(nil, chat.Face{}, nil)
		w.composer.SetReport(tokens.Report{}, nil)
		return
	}
	running := w.turns[id]
	w.Go(func() func() {
		src, err := openSource(w.Store.Talk(id), running)
		return func() {
			switch {
			case w.reading != mine:
			case err != nil:
				w.opening = false
				w.transcript.Open(nil, w.face(), nil)
				w.complain(err)
			default:
				show(src, func() {
					if w.reading == mine {
						w.talkShown(id, after)
					}
				})
			}
		}
	})
	w.readNotes()
}

// talkShown goes on when the newest entries of a talk are in view.
func (w *Window) talkShown(id string, after func()) {
	w.Log.Debug("talk shown", "talk", id, "entries", w.transcript.Len())
	w.opening = false
	if t := w.turns[id]; t != nil {
		w.transcript.SetBusy(true)
		if t.said != nil {
			w.transcript.Append(*t.said)
		}
		for _, e := range t.called {
			w.transcript.Append(e)
		}
		if t.streams || t.goOn {
			w.showLive(t)
		}
	}
	w.finder.talkChanged()
	if after != nil {
		after()
	}
	if w.news[id] == nil && w.turns[id] == nil {
		w.recallThoughts(id)
	}
	w.tellNews()
	w.count()
}

func (w *Window) face() chat.Face {
	p := w.open.persona
	return chat.Face{Name: p.Name, Picture: w.picture(p.Picture), Tile: parts.TileColor(p.Name)}
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
			w.transcript.SetFace(w.face())
			w.inspector.show(p.Persona)
		}
	}
}

// count computes anew what would be sent, for the meter, the cut line and the panels.
func (w *Window) count() {
	id, serial := w.open.talk, w.open.serial
	if id == "" {
		return
	}
	w.counting++
	mine := w.counting
	req := w.request("")
	w.subject.Store(&subject{log: w.Store.Talk(id), req: req})
	w.inspector.cutoff.Recount()
	w.Go(func() func() {
		report, err := w.Driver.Plan(w.Store.Talk(id), req)
		return func() {
			if w.open.serial != serial || w.counting != mine {
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
	w.composer.SetReport(r, w.usage)
	w.transcript.SetCut(r, w.request("").Cutoff.PastHours)
	w.inspector.report(r)
}
