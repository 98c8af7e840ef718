package ui

import (
	"errors"
	"slices"

	"bonbon/llm"
	"bonbon/llm/keys"
	"bonbon/persona"
)

// hideSecrets moves secrets that stand in the open in a stored connection to where keys are kept, so that the database holds them no
// more. One that cannot be kept there stays where it is, and is tried again at the next start.
func (w *Window) hideSecrets() {
	var open []persona.Connection
	for _, c := range w.settings.Connections {
		if _, s := llm.Apart(c); s != (llm.Secret{}) {
			open = append(open, c)
		}
	}
	if len(open) == 0 {
		return
	}
	w.Go(func() func() {
		var hidden []persona.Connection
		for _, c := range open {
			if err := w.hide(c); err != nil {
				w.Log.Warn("a secret stays in the database", "connection", c.ID, "error", err)
				continue
			}
			hidden = append(hidden, c)
		}
		return func() { w.hidden(hidden) }
	})
}

// hide keeps the secrets of a connection with its key. What is used now goes before what was stored. It runs on a worker.
func (w *Window) hide(c persona.Connection) error {
	_, secret := llm.Apart(c)
	stored, err := w.Keys.Stored(c.ID)
	if err != nil && !errors.Is(err, keys.ErrNotFound) {
		return err
	}
	return w.Keys.Set(c.ID, secret.Over(llm.UnpackSecret(stored)).Pack())
}

// hidden takes the secrets of these connections, which are kept with the keys by now, out of the settings. One that was changed meanwhile
// has gone through its form.
func (w *Window) hidden(those []persona.Connection) {
	var ids []string
	s := w.settings
	s.Connections = slices.Clone(s.Connections)
	for i, c := range s.Connections {
		if slices.Contains(those, c) {
			s.Connections[i], _ = llm.Apart(c)
			ids = append(ids, c.ID)
		}
	}
	if len(ids) == 0 {
		return
	}
	w.settings = s
	var again []persona.Connection
	for _, id := range ids {
		again = append(again, s.Find(id))
	}
	lessons := w.lessons.moved(again)
	stored := s
	stored.Connections = slices.Clone(s.Connections)
	w.saver.do(func() error { return w.Store.ForgetSettings(stored, ids...) })
	for _, l := range lessons {
		w.saver.do(func() error { return w.Store.PutLearned(l) })
	}
	w.Log.Info("secrets were moved out of the database", "connections", len(ids))
}
