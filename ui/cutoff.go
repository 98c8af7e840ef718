package ui

import (
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/tokens"
	"bonbon/ui/chat"
	"bonbon/ui/words"
)

// cutOff ends a turn that could send nothing: the words go back into the input, and the dialog appears when the talk is shown.
func (w *Window) cutOff(t *turn, e *llm.HistoryCutOffError) {
	if e.TakenBack {
		w.composer.GiveBack(t.talk, e.Text)
	}
	w.Log.Debug("cut-off dialog", "talk", t.talk)
	w.news[t.talk] = func() { w.cutOffDialog(e.Diagnosis) }
	if w.shown(t) {
		w.refreshTalk(nil)
	}
}

func (w *Window) cutOffDialog(d tokens.Diagnosis) {
	do := chat.CutOffActions{
		OpenCutoff: func() { w.showInspector(tabCutoff) },
		EditPrompt: func() { w.showInspector(tabPersona) },
	}
	if d.Threshold > 0 {
		do.Raise = w.raiseCeiling
	}
	if d.Fixed.Summary > 0 {
		do.LeaveOutSummary = w.leaveOutSummary
	}
	chat.ShowCutOff(w.win.Canvas(), chat.CutOff{
		Limit: d.Limit, Rule: d.Rule, Fixed: d.Fixed, Overhead: d.Overhead, Message: d.Message + d.FollowUp,
		Reserve: d.Reserve, Needed: d.Needed, RaiseTo: d.Threshold, FixedAlone: d.FixedAlone, LowCeiling: d.LowCeiling,
	}, do)
}

// raiseCeiling gives the shown persona a ceiling of its own. The words wait in the input.
func (w *Window) raiseCeiling(to int) {
	p := w.open.persona
	p.Cutoff.Threshold = &to
	w.editPersona(p)
	w.inspector.show(p)
	w.readNotes()
	w.composer.Focus()
}

// leaveOutSummary takes the talk's summary out of what is sent, and offers to take that back.
func (w *Window) leaveOutSummary() {
	t, id := w.Store.Talk(w.open.talk), w.open.talk
	w.Go(func() func() {
		all, err := t.Summaries()
		for _, s := range all {
			if err == nil {
				err = t.RemoveSummary(s.ID)
			}
		}
		return func() {
			if err != nil {
				w.complain(err)
				return
			}
			w.readNotes()
			w.toast.Tell(words.T("summary.leftOut"), words.T("action.undo"), func() { w.putSummaries(id, all) })
		}
	})
}

// putSummaries brings removed summaries back, as new ones.
func (w *Window) putSummaries(id string, all []talk.Summary) {
	t := w.Store.Talk(id)
	w.saver.do(func() error {
		for _, s := range all {
			s.ID = "" // the store gives a new one: it knows the old one no longer
			if _, err := t.PutSummary(s); err != nil {
				return err
			}
		}
		w.Post(w.readNotes)
		return nil
	})
}

// subject is the talk that the live preview plans. It changes on the window's goroutine and is read by workers.
type subject struct {
	log llm.Log
	req llm.Request
}

// preview plans the shown talk under other cutoff settings. It runs on a worker.
func (w *Window) preview(s tokens.Settings) (tokens.Report, error) {
	sub := w.subject.Load()
	if sub == nil {
		return tokens.Report{}, nil
	}
	p, err := w.Driver.Preview(sub.log, sub.req)
	if err != nil {
		return tokens.Report{}, err
	}
	return p.Report(s)
}
