package ui

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/chat"
	"bonbon/ui/personas"
	"bonbon/ui/words"
)

// turn is one running turn. It belongs to its talk, whatever the window shows. Its fields belong to the window's goroutine,
// except base.
type turn struct {
	talk            string
	cancel          context.CancelFunc
	put             string         // what the user sent, until it is stored
	pictures        []talk.Picture // and what was attached to it
	said            *talk.Entry    // and then: what was stored
	called          []talk.Entry   // replies with calls and their results, stored in this turn
	text, reasoning string         // of the reply so far
	report          tokens.Report  // of what was sent last
	emptied         bool           // a longer prompt got an empty reply
	streams         bool           // some of the reply has come
	since           time.Time      // when the reply began
	old             talk.Entry     // the reply to come back to if no other one comes; without an ID: none
	goOn            bool           // old breaks off, and is gone on with
	joined          bool           // it belongs to the change of the path before it, and is undone with that
	was             history.Place  // where the talk stood before the turn; written by its goroutine
	hurry           chan struct{}  // ends the wait before a repetition
	waits           int            // rises with every such wait: an older countdown ends
	pausing         bool           // a countdown is shown
	unsaved         error          // why the reply, which is there, cannot be stored for now
	base            atomic.Int64   // entries of the talk's path before the turn, plus one; 0: the turn has written nothing yet
}

// streamPause is how often a streaming reply is drawn at most.
const streamPause = 40 * time.Millisecond

// partial is what has come of a reply. before is what there was of one that is gone on with.
type partial struct{ before, text, reasoning string }

// grow adds a delta.
func (p partial) grow(d llm.Delta) partial {
	if d.Thought {
		p.reasoning, p.text = p.reasoning+p.text, ""
	}
	if d.Anew {
		p.before = ""
	}
	return partial{p.before, p.text + d.Text, p.reasoning + d.Reasoning}
}

// request gathers everything that a turn of the shown persona needs into a value.
func (w *Window) request(say string) llm.Request {
	p := w.open.persona
	c := w.settings.Find(p.Connection)
	known := w.lessons.of(c, w.modelOf(p))
	req := llm.Request{
		Persona:    p,
		Cutoff:     persona.Resolve(w.settings.Cutoff, p.Cutoff),
		Connection: c,
		Model:      w.modelOf(p),
		UserName:   w.settings.UserName,
		Say:        say,
		Blind:      known.Blind,
		Factor:     known.Factor.Used,
		Mean:       known.Factor.Mean,
		Ratio:      known.Ratio,
		Habits:     habitsOf(known),
	}
	if req.Cutoff.ContextLength == 0 {
		req.Cutoff.ContextLength = w.windowOf(p)
		req.ServerLimit = limitOf(known)
	}
	return req
}

func (w *Window) modelOf(p persona.Persona) string { return modelOf(w.settings, p) }

func modelOf(s persona.Settings, p persona.Persona) string {
	if p.Model != "" {
		return p.Model
	}
	return s.Find(p.Connection).Model
}

// send begins a turn with what the user typed.
func (w *Window) send(text string, pictures []talk.Picture) {
	w.begin(&turn{put: text, pictures: pictures})
}

// unstored tells whether the turn holds what the user sent and is not stored yet.
func (t *turn) unstored() bool { return t.put != "" || len(t.pictures) > 0 }

// giveBack puts what is not stored back into the talk's input.
func (w *Window) giveBack(id string, t *turn) {
	w.composer.GiveBack(id, t.put)
	w.composer.GiveBackPictures(id, t.pictures)
}

// answerAgain begins a turn that answers the user's newest words again, in the place of an old reply if there is one. That
// stays in the talk's tree, and is shown again if nothing comes of the new one.
func (w *Window) answerAgain(old talk.Entry) { w.begin(&turn{old: old}) }

// begin runs a turn of the shown talk.
func (w *Window) begin(t *turn) {
	id := w.open.talk
	if id == "" || w.turns[id] != nil {
		w.giveBack(id, t)
		return
	}
	if w.changing[id] > 0 {
		w.beginLater(id, t)
		return
	}
	ctx, cancel := context.WithCancel(w.ctx)
	t.talk, t.cancel, t.hurry = id, cancel, make(chan struct{}, 1)
	w.turns[id] = t
	delete(w.news, id)
	w.composer.SetBusy(true)
	w.transcript.SetNotice(nil)
	w.transcript.SetBusy(true)
	if t.old.ID != 0 && !w.opening {
		at := w.transcript.IndexOf(t.old.ID)
		if at < 0 {
			at = w.transcript.Len() - 1
		}
		w.transcript.Truncate(at)
		if t.goOn {
			w.showLive(t)
		}
	}
	req := w.request(t.put)
	req.Continue, req.Hurry, req.Pictures, req.Until = t.goOn, t.hurry, t.pictures, w.ctx
	if !t.goOn {
		req.Instead = t.old.ID
	}
	w.watch(t)
	w.Go(func() func() {
		defer cancel()
		return w.run(ctx, t, req)
	})
}

// beginLater begins a turn when what is being written of its talk's path is done.
func (w *Window) beginLater(id string, t *turn) {
	w.saver.do(func() error {
		w.Post(func() {
			if w.open.talk == id {
				w.begin(t)
				return
			}
			w.giveBack(id, t)
		})
		return nil
	})
}

// run is the turn's goroutine: it reads the driver's events, posts what the window has to show, and returns how it ends.
func (w *Window) run(ctx context.Context, t *turn, req llm.Request) (end func()) {
	log := w.Store.Talk(t.talk)
	if err := t.start(log); err != nil {
		return func() { w.failed(t, req, err) }
	}
	req.Key = w.key(req.Connection)
	got := t.begun()
	draw := latest[partial]{interval: streamPause, deliver: func(p partial) { w.Post(func() { w.streamed(t, p) }) }}
	defer draw.Flush()
	for ev, err := range w.Driver.Turn(ctx, log, req) {
		if err != nil {
			if back := t.comeBack(log); back != nil {
				err = back
			}
			return func() { w.failed(t, req, err) }
		}
		switch ev := ev.(type) {
		case llm.Said:
			w.Post(func() { w.said(t, ev.Entry) })
		case llm.Planned:
			w.Post(func() { w.planned(t, ev) })
		case llm.Limited:
			w.Post(func() { w.limited(t, req, ev) })
		case llm.Waiting:
			w.Post(func() { w.waiting(t, req, ev) })
		case llm.Learned:
			w.Post(func() { w.learnHabits(req, ev.Habits) })
		case llm.Unsaved:
			draw.Flush()
			w.Post(func() { w.unsavedReply(t, ev.Err) })
		case llm.Delta:
			got = got.grow(ev)
			draw.Set(got)
		case llm.Called:
			got = partial{}
			draw.Flush()
			w.Post(func() { w.called(t, ev.Entries) })
		case llm.Replied:
			now, err := log.Place()
			return func() {
				w.replied(t, req, ev)
				if err == nil {
					w.answered(t, now)
				}
				w.truncated(t, ev.Truncated)
			}
		}
	}
	return func() { w.end(t) }
}

// start remembers where the talk stands and what of its path is from before the turn. An old reply keeps its place there until the
// driver stores the first words of the new one.
func (t *turn) start(log *history.Talk) (err error) {
	if t.was, err = log.Place(); err != nil {
		return err
	}
	n, err := log.Len()
	if err == nil && t.old.ID != 0 {
		var at int
		if at, err = log.Pos(t.old.ID); at >= 0 {
			n = at
		}
	}
	t.base.Store(int64(n) + 1)
	return err
}

// comeBack puts the old reply, and what followed it, back on the path after a new one failed to come.
func (t *turn) comeBack(log *history.Talk) error {
	if t.old.ID == 0 {
		return nil
	}
	return log.SetHead(t.was.Head)
}

// shown tells whether the window shows the turn's talk.
func (w *Window) shown(t *turn) bool { return w.open.talk == t.talk }

// inView tells whether the transcript shows the turn's talk already. While it is being read, what happens is only
// remembered: talkShown shows it.
func (w *Window) inView(t *turn) bool { return w.shown(t) && !w.opening }

func (w *Window) said(t *turn, e talk.Entry) {
	t.put, t.pictures, t.said = "", nil, &e
	w.drafts.touch(t.talk)
	w.drafts.flush()
	w.Log.Debug("said", "talk", t.talk, "entry", e.ID)
	if w.inView(t) {
		w.transcript.Append(e)
		w.transcript.ScrollToEnd()
		w.finder.talkChanged()
	}
	w.readPeople(nil)
}

func (w *Window) planned(t *turn, ev llm.Planned) {
	t.report = ev.Report
	if w.shown(t) {
		w.showReport(ev.Report)
		w.inspector.cutoff.Recount()
	}
}

// limited tells that the server takes less than was planned, and remembers how much.
func (w *Window) limited(t *turn, req llm.Request, ev llm.Limited) {
	if ev.Limit > 0 {
		l := w.lessons.of(req.Connection, req.Model)
		l.Limit = ev.Limit
		w.learned(req.Connection, l)
	}
	t.emptied = ev.Limit == 0
	if w.shown(t) {
		w.transcript.SetNotice(&chat.Notice{Title: explain(ev.Err, w.known(req)).Title, Text: words.T("turn.less")})
	}
}

func (w *Window) streamed(t *turn, p partial) {
	first := !t.streams
	t.text, t.reasoning, t.streams = p.before+p.text, p.reasoning, true
	if first {
		t.since = time.Now()
		w.Log.Debug("first words", "talk", t.talk)
	}
	if !w.inView(t) || w.turns[t.talk] != t {
		return
	}
	if first {
		w.transcript.SetNotice(nil)
		w.transcript.SetAwaiting("")
	}
	if first && !t.goOn {
		w.showLive(t)
	}
	w.transcript.Stream(t.text, t.reasoning)
}

// called ends a reply that called tools: the next one streams into a bubble of its own.
func (w *Window) called(t *turn, es []talk.Entry) {
	t.called = append(t.called, es...)
	t.text, t.reasoning, t.streams = "", "", false
	if w.inView(t) {
		w.transcript.Finish(es[0])
		for _, e := range es[1:] {
			w.transcript.Append(e)
		}
	}
}

func (w *Window) replied(t *turn, req llm.Request, ev llm.Replied) {
	e := ev.Entry
	w.Log.Debug("replied", "talk", t.talk, "entry", e.ID, "state", e.State)
	w.end(t)
	w.healthy(req.Connection.ID, personas.Online)
	w.askWindowLoaded(req.Connection, req.Model)
	w.learnCounts(req, t.report, ev)
	w.learnGuess(req, t)
	if e.State == talk.CutOff || e.State == talk.Failed {
		w.news[t.talk] = func() { w.notice(codedError{e.Code, e.Detail}, req, left{reply: e}) }
	}
	switch {
	case w.inView(t):
		w.transcript.Finish(e)
		w.finder.talkChanged()
		w.tellNews()
		w.usage = e.Usage
		w.readNotes()
	case w.shown(t):
		w.refreshTalk(nil)
	}
}

// failed ends a turn that brought no reply.
func (w *Window) failed(t *turn, req llm.Request, err error) {
	w.Log.Debug("turn failed", "talk", t.talk, "error", err)
	w.end(t)
	if noAnswer[explain(err, nil).Code] {
		w.healthy(req.Connection.ID, personas.Offline)
	}
	var cut *llm.HistoryCutOffError
	switch {
	case errors.As(err, &cut):
		w.cutOff(t, cut)
		return
	case t.unstored(): // the words are not stored: they go back, and are sent again by hand
		w.giveBack(t.talk, t)
		w.drafts.flush()
		w.complain(err)
	default:
		w.news[t.talk] = func() { w.notice(err, req, left{reply: t.old, thoughts: t.reasoning}) }
	}
	switch {
	case w.inView(t) && t.old.ID == 0 && !t.streams:
		w.tellNews()
	case w.shown(t): // also the bubble of thoughts goes that no reply followed
		w.refreshTalk(nil)
	}
}

// tellNews shows what became of the shown talk's last turn.
func (w *Window) tellNews() {
	if tell := w.news[w.open.talk]; tell != nil {
		delete(w.news, w.open.talk)
		tell()
	}
}

func (w *Window) end(t *turn) {
	w.readPeople(nil)
	if w.turns[t.talk] == t {
		delete(w.turns, t.talk)
		w.unsaved.show()
	}
	if w.shown(t) {
		w.composer.SetBusy(false)
		w.transcript.SetBusy(false)
		w.transcript.SetNotice(nil)
		w.transcript.SetAwaiting("")
	}
	w.turnsEnded()
}

// stop ends the shown talk's turn. What has come stays.
func (w *Window) stop() {
	if t := w.turns[w.open.talk]; t != nil {
		t.cancel()
	}
	w.composer.Focus()
}

// known returns what a sentence about an error of this turn may name.
func (w *Window) known(req llm.Request) map[string]any {
	return map[string]any{"Connection": w.connectionName(req.Connection), "Address": shownAddress(req.Connection.BaseURL), "Model": req.Model}
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
				w.answerAgain(head)
			default:
				w.answerAgain(talk.Entry{})
			}
		}
	})
}
