package ui

import (
	"bonbon/llm"
	"bonbon/ui/chat"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// truncated tells that a server seems to have dropped the beginning of what was sent, without a word, and leads to where one says
// how much the model reads. A nil tr tells nothing.
func (w *Window) truncated(t *turn, tr *llm.Truncated) {
	if tr == nil || w.news[t.talk] != nil { // a reply that broke off is told first
		return
	}
	w.news[t.talk] = func() {
		w.transcript.SetNotice(&chat.Notice{
			Title: words.T("turn.truncated.title"),
			Text:  words.T("turn.truncated", map[string]any{"Sent": words.Number(tr.Sent), "Read": words.Number(tr.Read)}),
			Actions: []chat.NoticeAction{{
				Label: words.T("cutoffdialog.setWindow"), Primary: true, Do: func() { w.showCutoff(settings.FieldWindow) },
			}},
		})
	}
	if w.inView(t) {
		w.tellNews()
	}
}
