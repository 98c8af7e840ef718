package chat

import "bonbon/history/talk"

// Stream shows how far the reply that Append began has come: the whole text and the whole reasoning so far, not only what is
// new. Call it at most once per 40 ms; only the unfinished end of the text is read and laid out again. Without such a reply
// it does nothing. The view follows if it is at the end, else it stays.
func (t *Transcript) Stream(text, reasoning string) {
	m := t.live
	if m == nil {
		return
	}
	m.entry.Text, m.entry.Reasoning = text, reasoning
	m.read()
	m.changed = true
	if t.liveAt >= 0 {
		t.list.Changed(t.liveAt, t.liveAt+1)
	}
}

// set replaces the entry, as when a reply is finished.
func (m *message) set(e talk.Entry) {
	m.entry = e
	m.read()
	m.changed = true
}

// Follow says that a reply which the talk already holds is still being written, as after Open of a talk whose turn is under
// way: Stream fills it. Of a reply that is not followed it is shown that its writing broke off.
func (t *Transcript) Follow(e talk.Entry) {
	e.State = talk.Writing
	t.live, t.liveAt = read(e), -1
	if !t.opening {
		t.placeLive()
		t.list.Changed(t.liveAt, t.n+1)
	}
}

// placeLive looks where the reply that is being written stands.
func (t *Transcript) placeLive() {
	if t.live == nil || t.liveAt >= 0 {
		return
	}
	if i, m := t.pages.find(t.live.entry.ID); m != nil {
		t.liveAt = i
	} else {
		t.live = nil
	}
}
