package ui

import (
	"maps"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/personas"
	"bonbon/ui/words"
)

// talkName is what a talk is called: its title, else the first thing that the user said, else the day on which it began.
func talkName(i talk.Info) string {
	switch {
	case strings.TrimSpace(i.Title) != "":
		return i.Title
	case i.First != "":
		return i.First
	}
	return words.T("talks.of", map[string]any{"Day": parts.FormatDay(i.Created, time.Now())})
}

// lastTalk returns the talk of a persona that was shown last, else the one that was used last; "" if there is none.
func (w *Window) lastTalk(p history.Listed) string {
	if id := w.settings.LastTalks[p.Persona.ID]; id != "" {
		return id
	}
	return p.Talk
}

// keepLast remembers which talk is shown.
func (w *Window) keepLast(persona, id string) {
	if id == "" || id == w.settings.LastTalk && w.settings.LastTalks[persona] == id {
		return
	}
	last := maps.Clone(w.settings.LastTalks) // the old map may be being written
	if last == nil {
		last = map[string]string{}
	}
	last[persona] = id
	w.settings.LastTalk, w.settings.LastTalks = id, last
	w.saveSettings()
}

// leave lets a talk that is not in the list any more not be the one that is shown next.
func (w *Window) leave(id string) {
	last := maps.Clone(w.settings.LastTalks)
	maps.DeleteFunc(last, func(_, t string) bool { return t == id })
	if len(last) == len(w.settings.LastTalks) && w.settings.LastTalk != id {
		return
	}
	w.settings.LastTalks = last
	if w.settings.LastTalk == id {
		w.settings.LastTalk = ""
	}
	w.saveSettings()
}

// beginTalk begins a new talk of the shown persona, unless nothing was said in the one that is shown.
func (w *Window) beginTalk() {
	p := w.open.persona
	if p.ID == "" {
		return
	}
	if i := w.inspector.noted.info; i.ID == w.open.talk && i.First == "" && i.Count <= 1 && w.turns[i.ID] == nil {
		w.composer.Focus()
		return
	}
	w.newTalk(p)
}

// talkMenu offers what can be done with the shown talk.
func (w *Window) talkMenu(at fyne.Position) {
	id, info := w.open.talk, w.inspector.noted.info
	if id == "" {
		return
	}
	archive := words.T("talks.archive")
	if !info.Archived.IsZero() {
		archive = words.T("talks.unarchive")
	}
	rename := func() {
		personas.AskTitle(w.win.Canvas(), info.Title, func(title string) { w.renameTalk(id, title) })
	}
	parts.ShowMenu(w.win.Canvas(), []parts.MenuItem{
		{Label: words.T("talks.new"), Icon: look.IconPlus, Hint: "Ctrl+N", Do: w.beginTalk},
		{Label: words.T("talks.all"), Icon: look.IconMenu, Hint: "Ctrl+Shift+T", Do: w.showTalks},
		{Label: words.T("talks.pins"), Icon: look.IconBookmark, Do: w.showPins},
		{},
		{Label: words.T("undo.undo"), Icon: look.IconUndo, Hint: "Ctrl+Z", Do: w.undo},
		{Label: words.T("undo.redo"), Icon: look.IconRedo, Hint: "Ctrl+Shift+Z", Do: w.redo},
		{},
		{Label: words.T("talks.rename"), Icon: look.IconEdit, Do: rename},
		{Label: archive, Icon: look.IconArchive, Do: func() { w.archiveTalk(id, info.Archived.IsZero()) }},
		{Label: words.T("talks.delete"), Icon: look.IconTrash, Danger: true, Do: func() { w.deleteTalk(id) }},
		{},
		{Label: words.T("help.open"), Icon: look.IconInfo, Hint: "F1", Do: w.showHelp},
	}, at)
}

// mostTalks is how large the pane with a persona's talks is where there is room.
var mostTalks = fyne.NewSize(620, 640)

// showTalks lists the talks of the shown persona.
func (w *Window) showTalks() {
	p := w.open.persona
	if p.ID == "" {
		return
	}
	var pane *parts.Pane
	again := func() { w.readTalks(p.ID, w.talks) }
	shut := func(do func(string)) func(string) {
		return func(id string) {
			pane.Hide()
			do(id)
		}
	}
	w.talks = personas.NewTalks(personas.TalksOptions{
		OnOpen:    shut(func(id string) { w.showTalk(w.newest(p), id) }),
		OnNew:     func() { pane.Hide(); w.beginTalk() },
		OnRename:  func(id, title string) { w.renameTalk(id, title); again() },
		OnArchive: func(id string, aside bool) { w.archiveTalk(id, aside); again() },
		OnDelete:  func(id string) { w.deleteTalk(id); again() },
		OnRestore: func(id string) { w.restoreTalk(w.newest(p), id, false); again() },
	})
	pane = parts.NewPane(w.win.Canvas(), words.T("talks.title", map[string]any{"Name": p.Name}), w.talks, mostTalks)
	again()
	pane.Show()
	w.talks.FocusSearch()
}

// newest returns a persona as it is now.
func (w *Window) newest(p persona.Persona) persona.Persona {
	for _, l := range w.people {
		if l.Persona.ID == p.ID {
			return l.Persona
		}
	}
	return p
}

// readTalks shows a persona's talks as they are stored. It takes its turn among the writes, so that it finds what was asked before.
func (w *Window) readTalks(persona string, to *personas.Talks) {
	w.saver.do(func() error {
		live, err := w.Store.Talks(persona)
		if err != nil {
			return err
		}
		trash, err := w.Store.Trash()
		if err != nil {
			return err
		}
		w.Post(func() { to.SetRows(talkRows(persona, live, trash.Talks, w.open.talk)) })
		return nil
	})
}

func talkRows(persona string, live, trashed []talk.Info, open string) (rows []personas.TalkRow) {
	add := func(i talk.Info, f personas.Folder) {
		at := i.Last
		if i.Count == 0 || at.IsZero() {
			at = i.Created
		}
		rows = append(rows, personas.TalkRow{ID: i.ID, Title: talkName(i), Preview: previewLine(i.Preview, i.Shown), Time: at, Folder: f, Open: i.ID == open})
	}
	for _, i := range live {
		f := personas.Current
		if !i.Archived.IsZero() {
			f = personas.Archived
		}
		add(i, f)
	}
	for _, i := range trashed {
		if i.Persona == persona {
			add(i, personas.Deleted)
		}
	}
	return rows
}

func (w *Window) renameTalk(id, title string) {
	w.change(func() error { return w.Store.RenameTalk(id, strings.TrimSpace(title)) }, w.readNotes)
}

// archiveTalk puts a talk aside, or back into the list, and offers to take that back.
func (w *Window) archiveTalk(id string, aside bool) {
	w.change(func() error { return w.Store.ArchiveTalk(id, aside) }, func() {
		if !aside {
			w.readNotes()
			return
		}
		p := w.open.persona
		w.left(id)
		w.toast.Tell(words.T("talks.archivedNow"), words.T("action.undo"), func() {
			w.change(func() error { return w.Store.ArchiveTalk(id, false) }, func() { w.showTalk(w.newest(p), id) })
		})
	})
}

// deleteTalk puts a talk into the trash and offers to take that back.
func (w *Window) deleteTalk(id string) {
	if t := w.turns[id]; t != nil {
		t.cancel()
	}
	p := w.open.persona
	w.change(func() error { return w.Store.TrashTalk(id) }, func() {
		w.left(id)
		w.toast.Tell(words.T("talks.deletedNow"), words.T("action.undo"), func() { w.restoreTalk(p, id, true) })
	})
}

// left shows another talk of the persona in the place of one that is not in the list any more.
func (w *Window) left(id string) {
	w.leave(id)
	if w.open.talk == id {
		w.openPersona(w.open.persona.ID)
	}
}

// restoreTalk takes a talk out of the trash, and shows it if that is asked for.
func (w *Window) restoreTalk(p persona.Persona, id string, show bool) {
	w.change(func() error { return w.Store.RestoreTalk(id) }, func() {
		if show {
			w.showTalk(w.newest(p), id)
		}
	})
}
