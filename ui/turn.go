package ui

import (
	"context"
	"errors"
	"time"

	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/persona"
	"bonbon/ui/chat"
	"bonbon/ui/personas"
	"bonbon/ui/words"
)

// turn is one running turn. It belongs to its talk, whatever the window shows.
type turn struct {
	talk            string
	cancel          context.CancelFunc
	text, reasoning string       // of the reply so far, on the window's goroutine
	streams         bool         // some of the reply has come
	since           time.Time    // when the reply began
	put             string       // what the user sent, until it is stored
	old             talk.EntryID // the reply to come back to if no other one comes; 0: none
}

// streamPause is how often a streaming reply is drawn at most.
const streamPause = 40 * time.Millisecond

// partial is what has come of a reply.
type partial struct{ text, reasoning string }

// grow adds a delta.
func (p partial) grow(d llm.Delta) partial {
	if d.Thought {
		p.reasoning, p.text = p.reasoning+p.text, ""
	}
	return partial{p.text + d.Text, p.reasoning + d.Reasoning}
}

// request gathers everything that a turn of the shown persona needs into a value.
func (w *Window) request(say string) llm.Request {
	p := w.open.persona
	c := w.settings.Find(p.Connection)
	req := llm.Request{
		Persona:    p,
		Cutoff:     persona.Resolve(w.settings.Cutoff, p.Cutoff),
		Connection: c,
		Model:      w.modelOf(p),
		UserName:   w.settings.UserName,
		Say:        say,
	}
	if req.Cutoff.ContextLength == 0 {
		req.Cutoff.ContextLength = w.windows[windowKey(c.ID, req.Model)]
	}
	return req
}

func (w *Window) modelOf(p persona.Persona) string {
	if p.Model != "" {
		return p.Model
	}
	return w.settings.Find(p.Connection).Model
}

// send begins a turn with what the user typed.
func (w *Window) send(text string) { w.begin(text, 0) }

// answerAgain begins a turn that answers the user's newest words again. old is the head to come back to if nothing comes
// of it, 0 to stay.
func (w *Window) answerAgain(old talk.EntryID) { w.begin("", old) }

func (w *Window) begin(text string, old talk.EntryID) {
	id := w.open.talk
	if id == "" || w.turns[id] != nil {
		return
	}
	ctx, cancel := context.WithCancel(w.ctx)
	t := &turn{talk: id, cancel: cancel, put: text, old: old}
	w.turns[id] = t
	w.composer.SetBusy(true)
	w.transcript.SetNotice(nil)
	w.transcript.SetBusy(true)
	req := w.request(text)
	w.Go(func() func() {
		defer cancel()
		w.run(ctx, t, req)
		return nil
	})
}

// run is the turn's goroutine: it reads the driver's events and posts what the window has to show.
func (w *Window) run(ctx context.Context, t *turn, req llm.Request) {
	req.Key = w.key(req.Connection.ID)
	var got partial
	draw := latest[partial]{interval: streamPause, deliver: func(p partial) { w.Post(func() { w.streamed(t, p) }) }}
	for ev, err := range w.Driver.Turn(ctx, w.Store.Talk(t.talk), req) {
		if err != nil {
			draw.Flush()
			w.Post(func() { w.failed(t, req, err) })
			return
		}
		switch ev := ev.(type) {
		case llm.Said:
			w.Post(func() { w.said(t, ev.Entry) })
		case llm.Planned:
			w.Post(func() { w.planned(t, ev) })
		case llm.Waiting:
			w.Post(func() { w.waiting(t, req, ev) })
		case llm.Delta:
			got = got.grow(ev)
			draw.Set(got)
		case llm.Replied:
			draw.Flush()
			w.Post(func() { w.replied(t, req, ev.Entry) })
			return
		}
	}
	w.Post(func() { w.end(t) }) // stopped before anything came
}

// shown tells whether the window shows the turn's talk.
func (w *Window) shown(t *turn) bool { return w.open.talk == t.talk }

func (w *Window) said(t *turn, e talk.Entry) {
	t.put = ""
	w.Log.Debug("said", "talk", t.talk, "entry", e.ID)
	if w.shown(t) {
		w.transcript.Append(e)
		w.transcript.ScrollToEnd()
	}
}

func (w *Window) planned(t *turn, ev llm.Planned) {
	if w.shown(t) {
		w.showReport(ev.Report)
		w.inspector.cutoff.Recount()
	}
}

func (w *Window) waiting(t *turn, req llm.Request, ev llm.Waiting) {
	if !w.shown(t) {
		return
	}
	a := explain(ev.Err, known(req))
	w.transcript.SetNotice(&chat.Notice{
		Title: a.Title,
		Text:  words.N("turn.waiting", int(ev.For.Round(time.Second)/time.Second)),
	})
}

func (w *Window) streamed(t *turn, p partial) {
	first := !t.streams
	t.text, t.reasoning, t.streams = p.text, p.reasoning, true
	if !w.shown(t) || w.turns[t.talk] != t {
		return
	}
	if first {
		t.since = time.Now()
		w.transcript.SetNotice(nil)
		w.transcript.Append(talk.Entry{Role: talk.Assistant, State: talk.Writing, Time: t.since})
	}
	w.transcript.Stream(p.text, p.reasoning)
}

func (w *Window) replied(t *turn, req llm.Request, e talk.Entry) {
	w.Log.Debug("replied", "talk", t.talk, "entry", e.ID, "state", e.State)
	w.end(t)
	w.healthy(req.Connection.ID, personas.Online)
	if w.shown(t) {
		w.transcript.Finish(e)
		if e.State == talk.CutOff || e.State == talk.Failed {
			w.notice(codedError{e.Code, e.Detail}, req)
		}
		w.usage = e.Usage
		w.readNotes()
	}
	w.readPeople(nil)
}

// failed ends a turn that brought no reply.
func (w *Window) failed(t *turn, req llm.Request, err error) {
	w.Log.Debug("turn failed", "talk", t.talk, "error", err)
	w.end(t)
	var cut *llm.HistoryCutOffError
	switch {
	case errors.As(err, &cut):
		w.cutOff(t, cut)
	case t.put != "": // the words are not stored: they go back, and are sent again by hand
		w.composer.GiveBack(t.talk, t.put)
		w.complain(err)
	case t.old != 0:
		w.comeBack(t, func() { w.notice(err, req) })
	case w.shown(t):
		w.notice(err, req)
	}
}

// comeBack shows the former reply again after a new one failed to come.
func (w *Window) comeBack(t *turn, after func()) {
	w.Go(func() func() {
		err := w.Store.Talk(t.talk).SetHead(t.old)
		return func() {
			if err != nil {
				w.complain(err)
			}
			if w.shown(t) {
				w.refreshTalk(after)
			}
		}
	})
}

func (w *Window) end(t *turn) {
	if w.turns[t.talk] == t {
		delete(w.turns, t.talk)
	}
	if w.shown(t) {
		w.composer.SetBusy(false)
		w.transcript.SetBusy(false)
		w.transcript.SetNotice(nil)
	}
}

// stop ends the shown talk's turn. What has come stays.
func (w *Window) stop() {
	if t := w.turns[w.open.talk]; t != nil {
		t.cancel()
	}
	w.composer.Focus()
}

// notice shows an error at the end of the talk, with the one thing to do about it.
func (w *Window) notice(err error, req llm.Request) {
	a := explain(err, known(req))
	n := &chat.Notice{Title: a.Title, Text: a.Text}
	if do := w.remedy(a.Remedy); do != nil {
		n.Actions = []chat.NoticeAction{{Label: words.T(string(a.Remedy)), Do: do}}
	}
	w.transcript.SetNotice(n)
	w.healthy(req.Connection.ID, personas.Offline)
}

func (w *Window) remedy(r remedy) func() {
	switch r {
	case tryAgain:
		return w.tryAgain
	case openConnections:
		return func() { w.showSettings() }
	case openCutoff:
		return func() { w.showInspector(tabCutoff) }
	case openPersona:
		return func() { w.showInspector(tabPersona) }
	}
	return nil
}

// known returns what a sentence about an error of this turn may name.
func known(req llm.Request) map[string]any {
	name := req.Connection.Name
	if name == "" {
		name = words.T("connection.demo")
	}
	return map[string]any{"Connection": name, "Address": req.Connection.BaseURL, "Model": req.Model}
}

// codedError is an error that was stored with a reply.
type codedError struct{ code, detail string }

func (e codedError) Error() string        { return e.code + " " + e.detail }
func (e codedError) Code() string         { return e.code }
func (e codedError) Args() map[string]any { return map[string]any{"detail": e.detail} }

// tryAgain answers the newest message again, in the place of a reply that did not end well.
func (w *Window) tryAgain() {
	id, serial := w.open.talk, w.open.serial
	w.Go(func() func() {
		head, err := w.Store.Talk(id).Head()
		return func() {
			switch {
			case w.open.serial != serial:
			case err != nil:
				w.complain(err)
			case head.Role == talk.Assistant:
				w.regenerate(head)
			default:
				w.answerAgain(0)
			}
		}
	})
}
