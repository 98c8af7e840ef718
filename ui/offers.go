package ui

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/tokens"
	"bonbon/ui/chat"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// left is what a turn that went wrong left behind.
type left struct {
	reply    talk.Entry // what came of the reply, or the one that it was to replace; without an ID: nothing
	thoughts string     // of a model that said nothing
}

// besides lists what may help too, where trying again is the first thing to do.
var besides = map[string]remedy{
	llm.CodeUnreachable: openConnections, llm.CodeRefused: openConnections, llm.CodeTimeoutConnect: openConnections,
	llm.CodeBadRequest: openPersona, llm.CodeEmpty: openCutoff, llm.CodeOnlyReasoning: openPersona, llm.CodeNoPictures: openPersona,
}

// notice shows an error at the end of the talk, with what can be done about it.
func (w *Window) notice(err error, req llm.Request, l left) {
	a := explain(err, w.known(req))
	n := &chat.Notice{Title: a.Title, Text: a.Text, Actions: w.offers(a, l)}
	if c := unaccepted(err); c != nil {
		n.Actions = []chat.NoticeAction{{Label: words.T("action.certificate"), Primary: true, Do: func() { w.askTrust(req.Connection, c) }}}
	}
	w.countDown(n, err)
	w.transcript.SetNotice(n)
}

// offers lists what can be done about an error, what helps most first.
func (w *Window) offers(a advice, l left) []chat.NoticeAction {
	if a.Remedy == noRemedy {
		return nil
	}
	var all []chat.NoticeAction
	add := func(label string, do func()) {
		if do != nil {
			all = append(all, chat.NoticeAction{Label: words.T(label), Primary: len(all) == 0, Do: do})
		}
	}
	broken := chat.BreaksOff(l.reply)
	switch {
	case a.Code == llm.CodeOnlyReasoning && strings.TrimSpace(l.thoughts) != "":
		add("action.showThoughts", func() { w.showThoughts(l.thoughts) })
	case broken && a.Code != llm.CodeNothingMore:
		add("action.continue", func() { w.goOn(l.reply) })
	}
	for _, r := range []remedy{a.Remedy, tryAgain, besides[a.Code]} {
		if r != tryAgain || !slices.ContainsFunc(all, func(n chat.NoticeAction) bool { return n.Label == words.T(string(r)) }) {
			add(string(r), w.remedy(r))
		}
	}
	if !broken {
		add("action.edit", w.editLast)
	}
	return all
}

func (w *Window) remedy(r remedy) func() {
	switch r {
	case tryAgain:
		return w.tryAgain
	case openConnections:
		return func() { w.showSettingsPage(settings.PageConnections) }
	case openCutoff:
		return func() { w.showInspector(tabCutoff) }
	case withoutPictures:
		return w.withoutPictures
	case openPersona:
		return func() { w.showInspector(tabPersona) }
	}
	return nil
}

// goOn begins a turn that goes on with a reply which breaks off. That stays in the talk's tree as it is.
func (w *Window) goOn(old talk.Entry) { w.begin(&turn{old: old, goOn: true}) }

// begun is what there is of the turn's reply before it began.
func (t *turn) begun() partial {
	if !t.goOn {
		return partial{}
	}
	return partial{before: strings.TrimRightFunc(t.old.Text, unicode.IsSpace), reasoning: t.old.Reasoning}
}

// showLive shows the reply that is being written, as far as it has come.
func (w *Window) showLive(t *turn) {
	at, text, reasoning := t.since, t.text, t.reasoning
	if !t.streams {
		p := t.begun()
		at, text, reasoning = time.Now(), p.before, p.reasoning
	}
	w.transcript.Append(talk.Entry{Role: talk.Assistant, State: talk.Writing, Time: at})
	w.transcript.Stream(text, reasoning)
}

// editLast takes the user's newest message off the talk's path and puts its words back into the input. It stays in the talk's
// tree with all that followed it.
func (w *Window) editLast() {
	id := w.open.talk
	var text string
	var pictures []talk.Picture
	made := step{Step: history.Step{Kind: stepTakeBack}, back: func() {
		w.composer.SetDraft(id, "")
		w.composer.SetPictures(id, nil)
	}}
	w.rewrite(id, made, func(log *history.Talk) error {
		_, said, err := lastSaid(log.Head, log.Entry)
		if err != nil {
			return err
		}
		text, pictures = said.Text, said.Pictures
		return log.Rewind(said.Parent)
	}, nil)
	w.saver.do(func() error {
		w.Post(func() {
			if text != "" {
				w.composer.GiveBack(id, text)
			}
			w.composer.GiveBackPictures(id, pictures)
			if w.open.talk == id {
				w.composer.Focus()
			}
		})
		return nil
	})
}

// errNotSaid is returned for a talk in which the user said nothing yet.
var errNotSaid = errors.New("ui: the user has said nothing")

// lastSaid finds the user's newest message and the talk's head.
func lastSaid(head func() (talk.Entry, error), entry func(talk.EntryID) (talk.Entry, error)) (talk.EntryID, talk.Entry, error) {
	e, err := head()
	end := e.ID
	for err == nil && e.Role != talk.User {
		if e.Parent == 0 {
			return end, e, errNotSaid
		}
		e, err = entry(e.Parent)
	}
	return end, e, err
}

// recallThoughts offers again what a model only thought when it was to answer the shown talk's newest message.
func (w *Window) recallThoughts(id string) {
	serial, log := w.open.serial, w.Store.Talk(id)
	w.Go(func() func() {
		head, err := log.Head()
		var e talk.Entry
		if err == nil && head.Role == talk.User {
			e, err = log.Thoughts(head.ID)
		}
		return func() {
			switch {
			case err != nil:
				w.Log.Warn("a model's thoughts could not be read", "error", err)
			case e.ID != 0 && w.open.serial == serial && w.turns[id] == nil && w.transcript.Notice() == nil:
				w.notice(codedError{e.Code, e.Detail}, w.request(""), left{thoughts: e.Reasoning})
			}
		}
	})
}

// showThoughts stores what a model thought as its reply to the newest message.
func (w *Window) showThoughts(thoughts string) {
	id, serial, model := w.open.talk, w.open.serial, w.modelOf(w.open.persona)
	if w.turns[id] != nil {
		return
	}
	log := w.Store.Talk(id)
	w.Go(func() func() {
		head, err := log.Head()
		if err == nil && head.Role == talk.User {
			e := talk.Entry{Role: talk.Assistant, Time: time.Now(), Text: strings.TrimSpace(thoughts), Model: model, Encoding: tokens.EncodingFor(model)}
			w.Counter.CountEntry(&e)
			_, err = log.Append(e)
		}
		return func() {
			switch {
			case err != nil:
				w.complain(err)
			case w.open.serial == serial:
				w.refreshTalk(nil)
			}
			w.readPeople(nil)
		}
	})
}
