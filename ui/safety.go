package ui

import (
	"errors"
	"time"

	"bonbon/history"
	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/safety"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// maintainEvery is how often the store is asked to do what is due.
const maintainEvery = time.Hour

// Maintain lets the store do what is due in the background: now, and then every hour. It is for after the first frame, on the window's
// goroutine. The program's end does not wait for it.
func (w *Window) Maintain() {
	if w.ctx.Err() != nil {
		return
	}
	go func() { // not a worker, which would be waited for
		done, err := w.Store.Maintain()
		w.Post(func() {
			w.maintained(done, err)
			w.later(maintainEvery, w.Maintain)
		})
	}()
}

// maintained tells that something failed, each thing once. What went well needs no word.
func (w *Window) maintained(done history.Maintained, err error) {
	w.Log.Debug("maintained", "purged", done.Purged, "compacted", done.Compacted, "error", err)
	if done.Purged > 0 {
		w.readPeople(nil)
	}
	if w.ctx.Err() != nil || errors.Is(err, history.ErrClosed) {
		return
	}
	said := ""
	if err != nil {
		said = w.unsafe(err)
	}
	if said != "" && said != w.warned {
		w.Log.Warn("shown to the user", "error", err)
		w.toast.Tell(said, words.T("safety.show"), func() { w.showSettingsPage(settings.PageMore) })
	}
	w.warned = said
}

// unsafe says why there is no backup, and what to do.
func (w *Window) unsafe(err error) string {
	switch {
	case errors.Is(err, history.ErrFull):
		return words.T("safety.failed.full")
	case errors.Is(err, history.ErrNoFolder):
		return words.T("safety.failed.gone")
	case errors.Is(err, history.ErrReadOnly):
		return words.T("safety.failed.readOnly")
	}
	return w.sentence(err)
}

// backups makes the settings' page of backups.
func (w *Window) backups() parts.Tab {
	page := safety.NewBackups(safety.BackupsOptions{
		Store: w.Store, Go: w.Go, Explain: w.sentence, TalkName: talkName,
		OnRestore: w.restoreAll, OnBringBack: w.bringBack, OnFolder: w.chooseFolder, OnTrash: w.showTrash,
	})
	return parts.Tab{Label: words.T("safety.tab"), Content: page}
}

// chooseFolder lets the user choose a folder.
func (w *Window) chooseFolder(take func(path string)) {
	w.askPath(parts.FilesOptions{Title: words.T("safety.chooseFolder"), Folder: true, OnChosen: take})
}

// showTrash shows what was deleted.
func (w *Window) showTrash() {
	safety.NewTrash(safety.TrashOptions{
		Store: w.Store, Go: w.Go, Explain: w.sentence, TalkName: talkName,
		OnRestorePersona: func(id string, done func()) {
			w.change(func() error { return w.Store.RestorePersona(id) }, func() { w.openPersona(id); done() })
		},
		OnRestoreTalk: func(id string, done func()) {
			w.change(func() error { return w.Store.RestoreTalk(id) }, done)
		},
		OnRemove: func() { w.readPeople(nil) },
	}).ShowIn(w.win.Canvas())
	w.Log.Debug("trash shown")
}

// bringBack copies one talk out of a backup and shows it.
func (w *Window) bringBack(b history.Backup, id string) {
	w.closeSettings()
	hide := safety.Wait(w.win.Canvas(), words.T("safety.bringingBack"))
	w.Go(func() func() {
		info, err := w.Store.BringBack(b.Name, id)
		return func() {
			hide()
			if err != nil {
				w.complain(err)
				return
			}
			w.readPeople(func() {
				w.showTalk(w.newest(persona.Persona{ID: info.Persona}), info.ID)
				w.toast.Tell(words.T("safety.broughtBack"), "", nil)
			})
		}
	})
}

// restoreAll puts everything back to what a backup holds, when all turns have ended and what was changed is stored, and shows it.
func (w *Window) restoreAll(b history.Backup) {
	w.closeSettings()
	hide := safety.Wait(w.win.Canvas(), words.T("safety.restoring"))
	for _, t := range w.turns {
		t.cancel()
	}
	w.whenIdle(func() {
		w.edits.flush()
		w.drafts.flush()
		w.saver.do(func() error {
			err := w.Store.Restore(b.Name)
			var set persona.Settings
			var known lessons
			if err == nil {
				set, err = w.Store.Settings()
			}
			if err == nil {
				known, err = readLessons(w.Store)
			}
			w.Post(func() {
				hide()
				if err == nil {
					w.restored(b, set, known)
				}
			})
			return err
		})
	})
}

// restored shows a store that holds something else now.
func (w *Window) restored(b history.Backup, set persona.Settings, known lessons) {
	w.settings, w.lessons = set, known
	w.steps, w.news = map[string]*steps{}, map[string]func(){}
	w.drafts.renew()
	if err := w.applyLook(); err != nil {
		w.complain(err)
	}
	w.open = opened{serial: w.open.serial + 1}
	w.build()
	w.readPeople(func() {
		w.showFirst()
		w.Log.Debug("restored", "backup", b.Name)
		w.toast.Tell(words.T("safety.restored", map[string]any{"When": safety.When(b.Time, time.Now())}), "", nil)
	})
}

// whenIdle runs f when no turn runs.
func (w *Window) whenIdle(f func()) {
	if len(w.turns) == 0 {
		f()
		return
	}
	w.idle = append(w.idle, f)
}

// turnsEnded runs what waits for that.
func (w *Window) turnsEnded() {
	if len(w.turns) > 0 {
		return
	}
	waiting := w.idle
	w.idle = nil
	for _, f := range waiting {
		f()
	}
}

// closeSettings closes the settings, if they are shown.
func (w *Window) closeSettings() {
	if w.prefs != nil {
		w.prefsPane.Hide()
	}
}
