package ui

import (
	"bonbon/history"
	"bonbon/llm"
	"bonbon/persona"
	"bonbon/tokens"
)

// lessons are what was learned of the models in use, by connection and model. They belong to the window's goroutine.
type lessons struct {
	all   map[string]history.Learned
	asked map[lesson]asking
}

// lesson names a model behind an address.
type lesson struct{ address, model string }

// asking says whether a server was asked in this session how much a model reads.
type asking uint8

const (
	notAsked  asking = iota
	askLoaded        // it could not tell for certain; it may after a reply, when the model is loaded
	askedAll
)

func readLessons(s *history.Store) (lessons, error) {
	l := lessons{all: map[string]history.Learned{}, asked: map[lesson]asking{}}
	all, err := s.Learned()
	for _, one := range all {
		l.all[windowKey(one.Connection, one.Model)] = one
	}
	return l, err
}

// of returns what was learned of a model. What another server behind the same connection taught is not among it.
func (l lessons) of(c persona.Connection, model string) history.Learned {
	if known := l.all[windowKey(c.ID, model)]; known.BaseURL == c.BaseURL {
		known.Connection, known.Model = c.ID, model
		return known
	}
	return history.Learned{Connection: c.ID, BaseURL: c.BaseURL, Model: model}
}

// moved lets what was learned of connections hold at the addresses that they have now, and returns it.
func (l lessons) moved(now []persona.Connection) (all []history.Learned) {
	for key, one := range l.all {
		for _, c := range now {
			if one.Connection == c.ID {
				one.BaseURL = c.BaseURL
				l.all[key] = one
				all = append(all, one)
			}
		}
	}
	return all
}

// told takes in a window that a server reported. What the server runs the model with outweighs what the model was made for.
func told(known history.Learned, now llm.Window) history.Learned {
	switch {
	case now.Tokens <= 0, known.Served && !now.Served && known.Window <= now.Tokens:
		return known
	case known.Served && now.Served && known.Window < now.Tokens:
		known.Limit = 0 // the server was started anew, with more room
	}
	known.Window, known.Served = now.Tokens, now.Served
	known.Guess, known.Guessed = 0, 0
	return known
}

// sureGuess is how often in a row a shorter prompt must have got the reply that a longer one did not, until the longer one is no
// longer tried.
const sureGuess = 2

// guess takes in that a prompt of so many tokens got a reply. emptied says that a longer one got an empty one before it.
func guess(known history.Learned, prompt int, emptied bool) history.Learned {
	switch {
	case emptied:
		known.Guess, known.Guessed = prompt, min(known.Guessed+1, sureGuess)
	case prompt > known.Guess:
		known.Guess, known.Guessed = 0, 0
	}
	return known
}

// limitOf returns the largest prompt that a model's server is known to take, as we count; 0 if nothing is known.
func limitOf(known history.Learned) int {
	if known.Guessed >= sureGuess && (known.Limit == 0 || known.Guess < known.Limit) {
		return known.Guess
	}
	return known.Limit
}

// askWindow asks the server of the shown persona how much its model reads: in the background, once a session.
func (w *Window) askWindow() {
	p := w.open.persona
	c, model := w.settings.Find(p.Connection), w.modelOf(p)
	if w.open.talk != "" && w.lessons.asked[lesson{c.BaseURL, model}] == notAsked {
		w.ask(c, model, askLoaded)
	}
}

// askWindowLoaded asks again after a reply, if the server could not tell for certain before.
func (w *Window) askWindowLoaded(c persona.Connection, model string) {
	if w.lessons.asked[lesson{c.BaseURL, model}] == askLoaded {
		w.ask(c, model, askedAll)
	}
}

// ask asks a server for a window. next is what holds if the answer leaves something open.
func (w *Window) ask(c persona.Connection, model string, next asking) {
	if c.ID == persona.DemoConnection {
		return
	}
	this := lesson{c.BaseURL, model}
	w.lessons.asked[this] = askedAll // while the question is under way
	w.Go(func() func() {
		found, err := w.windowFrom(c, model)
		return func() {
			if err != nil {
				w.Log.Debug("no window learned", "connection", c.ID, "model", model, "error", err)
			}
			if err != nil || found.Tokens > 0 && !found.Served {
				w.lessons.asked[this] = next
			}
			w.learned(c, told(w.lessons.of(c, model), found))
		}
	})
}

// windowFrom runs on a worker.
func (w *Window) windowFrom(c persona.Connection, model string) (llm.Window, error) {
	client, err := w.client(c, llm.Secret{})
	if err != nil {
		return llm.Window{}, err
	}
	return client.Window(w.ctx, model)
}

// learned remembers what is new about a model, and shows what follows from it.
func (w *Window) learned(c persona.Connection, l history.Learned) {
	if now := w.settings.Find(c.ID); now.ID != c.ID || now.BaseURL != c.BaseURL || w.lessons.of(c, l.Model) == l {
		return
	}
	before := w.lessons.of(c, l.Model)
	w.lessons.all[windowKey(l.Connection, l.Model)] = l
	w.saver.keep("learned "+windowKey(l.Connection, l.Model), func() error { return w.Store.PutLearned(l) })
	before.Factor.Mean, before.Ratio = l.Factor.Mean, l.Ratio
	if before == l {
		return // what is sent stays the same
	}
	p := w.open.persona
	if w.open.talk != "" && w.settings.Find(p.Connection).ID == l.Connection && w.modelOf(p) == l.Model {
		w.showWindow()
	}
}

// learnCounts compares what the server counted for a reply's prompt with what we counted and what we sent. A prompt with pictures
// teaches nothing, and neither does one of which the server read only a part.
func (w *Window) learnCounts(req llm.Request, sent tokens.Report, ev llm.Replied) {
	if req.Connection.ID == persona.DemoConnection || ev.Bytes == 0 || ev.Entry.Usage == nil {
		return
	}
	l := w.lessons.of(req.Connection, req.Model)
	l.Factor = l.Factor.Learn(sent.Counted(), ev.Entry.Usage.Prompt)
	l.Ratio = l.Ratio.Learn(ev.Bytes, ev.Entry.Usage.Prompt)
	w.learned(req.Connection, l)
}

// learnGuess remembers what a reply says about how long a prompt the server takes.
func (w *Window) learnGuess(req llm.Request, t *turn) {
	w.learned(req.Connection, guess(w.lessons.of(req.Connection, req.Model), t.report.Prompt(), t.emptied))
}

// showWindow shows how much the shown persona's model reads, and what is sent because of it.
func (w *Window) showWindow() {
	w.showHabits(w.open.persona)
	w.inspector.cutoff.SetWindow(w.windowOf(w.open.persona))
	w.count()
}
