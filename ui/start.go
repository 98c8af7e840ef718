package ui

import (
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/tokens"
	"bonbon/ui/words"
)

// useMore lets the shown talk send as much of its history as fits, though the last step left room or the user chose a start.
func (w *Window) useMore() {
	before := w.inspector.facts.Report
	w.moveStart(0, func(now tokens.Report) {
		if now.Kept <= before.Kept && now.Reason != "" {
			w.toast.Tell(words.T("start.full"), words.T("start.openCutoff"), func() { w.showInspector(tabCutoff) })
		}
	})
}

// startFrom lets the shown talk send nothing from before an entry, or from before the turn that it belongs to, and offers to
// take that back.
func (w *Window) startFrom(e talk.Entry) {
	id, serial := w.open.talk, w.open.serial
	log := w.Store.Talk(id)
	w.Go(func() func() {
		before, err := log.Anchor()
		return func() {
			switch {
			case w.open.serial != serial:
			case err != nil:
				w.complain(err)
			default:
				w.moveStart(e.ID, func(tokens.Report) {
					w.toast.Tell(words.T("start.chosen"), words.T("action.undo"), func() { w.putAnchor(log, before) })
				})
			}
		}
	})
}

// moveStart moves the place from which on the shown talk is sent, to an entry or, for 0, back as far as fits. While a turn
// runs it does nothing: the turn has its place already.
func (w *Window) moveStart(to talk.EntryID, after func(tokens.Report)) {
	id, serial, req := w.open.talk, w.open.serial, w.request("")
	if id == "" || w.turns[id] != nil {
		return
	}
	w.Go(func() func() {
		report, err := w.Driver.StartFrom(w.Store.Talk(id), req, to)
		return func() {
			switch {
			case w.open.serial != serial:
			case err != nil:
				w.complain(err)
			default:
				w.count()
				after(report)
			}
		}
	})
}

// putAnchor brings back where a talk's sent part began.
func (w *Window) putAnchor(log llm.Log, a talk.Anchor) {
	w.saver.do(func() error {
		err := log.SetAnchor(a)
		w.Post(w.count)
		return err
	})
}

// cutAction offers on the cut line what helps against the reason for it.
func (w *Window) cutAction(why tokens.Reason) (label string, do func()) {
	toPanel := func() { w.showInspector(tabCutoff) }
	switch why {
	case tokens.ReasonChosen:
		return words.T("start.takeBack"), w.useMore
	case tokens.ReasonTokens, tokens.ReasonBoth, tokens.ReasonSummaryTokens, tokens.ReasonSummaryBoth:
		if w.request("").Cutoff.Steps {
			return words.T("start.more"), w.useMore
		}
		return words.T("start.allowMore"), toPanel
	}
	return words.T("start.openCutoff"), toPanel
}
