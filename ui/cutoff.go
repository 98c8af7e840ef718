package ui

import (
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/tokens"
	"bonbon/ui/chat"
	"bonbon/ui/parts"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// cutOff ends a turn that could send nothing: the words go back into the input, and the dialog appears when the talk is shown.
func (w *Window) cutOff(t *turn, e *llm.HistoryCutOffError) {
	if e.TakenBack {
		w.composer.GiveBack(t.talk, e.Text)
		w.composer.GiveBackPictures(t.talk, e.Pictures)
	}
	w.Log.Debug("cut-off dialog", "talk", t.talk)
	w.news[t.talk] = func() { w.cutOffDialog(e) }
	if w.shown(t) {
		w.refreshTalk(nil)
	}
}

// cutOffDialog shows why nothing could be sent. e is of the shown talk.
func (w *Window) cutOffDialog(e *llm.HistoryCutOffError) {
	d := e.Diagnosis
	do := chat.CutOffActions{
		Raise:        w.raiseCeiling,
		OpenCutoff:   func() { w.showInspector(tabCutoff) },
		EditPrompt:   func() { w.showPersona(w.inspector.editor.FocusPrompt) },
		EditPost:     func() { w.showPersona(w.inspector.editor.FocusPost) },
		OtherModel:   func() { w.showPersona(w.inspector.editor.FocusModel) },
		OpenMemory:   func() { w.showInspector(tabMemory) },
		ShorterReply: func() { w.showCutoff(settings.FieldReply) },
		SetWindow:    func() { w.showCutoff(settings.FieldWindow) },
	}
	if d.Fixed.Summary > 0 {
		do.LeaveOutSummary = w.leaveOutSummary
	}
	cut := chat.CutOff{Diagnosis: d, Back: e.TakenBack}
	if e.TakenBack {
		do.Shorten = w.composer.Focus
		if len(e.Text) >= parts.LongPaste {
			cut.Pasted = len(e.Text)
		}
	}
	chat.ShowCutOff(w.win.Canvas(), cut, do)
}

// showPersona opens the persona's page and then goes to something on it.
func (w *Window) showPersona(to func()) {
	w.showInspector(tabPersona)
	to()
}

// showCutoff opens the cutoff panel at a field.
func (w *Window) showCutoff(field string) {
	w.showInspector(tabCutoff)
	w.inspector.cutoff.Focus(field)
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
