package ui

import (
	"strings"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/personas"
	"bonbon/ui/words"
)

// rows makes the list's rows of what the store listed.
func rows(people []history.Listed) []personas.Row {
	all := make([]personas.Row, len(people))
	for i, p := range people {
		all[i] = personas.Row{ID: p.Persona.ID, Name: p.Persona.Name, Picture: p.Persona.Picture, Last: previewLine(p.Preview, p.Shown), Time: p.Last}
	}
	return all
}

// previewLine is what a list shows of a message: its text, else what it is made of.
func previewLine(text string, pictures int) string {
	if line := oneLine(text); line != "" || pictures == 0 {
		return line
	}
	return words.N("pictures.only", pictures, map[string]any{"Count": words.Number(pictures)})
}

// mostPreview is how much of a text is looked at for a line or two of it, in bytes.
const mostPreview = 2000

// beginning cuts a text to mostPreview bytes, and never in the middle of a character.
func beginning(text string) string {
	if len(text) <= mostPreview {
		return text
	}
	return strings.ToValidUTF8(text[:mostPreview], "")
}

// readPeople reads the persona list and the trash anew and shows them; then runs after, if given. It takes its turn among
// the writes, so that it finds what was edited before; what was edited since is shown as it is now.
func (w *Window) readPeople(after func()) {
	w.edits.flush()
	w.saver.do(func() error {
		people, err := w.Store.Personas()
		if err != nil {
			return err
		}
		trash, err := w.Store.Trash()
		if err != nil {
			return err
		}
		w.Post(func() {
			for i, p := range people {
				people[i].Persona = w.edits.newest(p.Persona)
			}
			w.people = people
			w.list.SetRows(rows(people))
			w.list.SetTrash(len(trash.Personas) + len(trash.Talks))
			if after != nil {
				after()
			}
		})
		return nil
	})
}

// change runs a write that changes the list, reads the list anew and then runs after.
func (w *Window) change(write func() error, after func()) {
	w.edits.flush()
	w.saver.do(func() error {
		err := write()
		w.Post(func() {
			if err == nil {
				w.readPeople(after)
			}
		})
		return err
	})
}

// newMenu offers what the + over the list can bring.
func (w *Window) newMenu() {
	parts.ShowMenu(w.win.Canvas(), []parts.MenuItem{
		{Label: words.T("new.persona"), Icon: look.IconPlus, Hint: "Ctrl+Shift+N", Do: w.newPersona},
		{Label: words.T("new.import"), Icon: look.IconImport, Do: w.importFile},
		{},
		{Label: words.T("new.exportAll"), Icon: look.IconExport, Do: w.exportAll},
		{},
		{Label: words.T("help.open"), Icon: look.IconInfo, Hint: "F1", Do: w.showHelp},
	}, fyne.NewPos(w.list.Size().Width-48, look.Size(look.HeaderHeight)-8))
}

func (w *Window) newPersona() {
	p := persona.Persona{Name: words.T("persona.newName"), Prompt: words.T("persona.newPrompt", map[string]any{"User": "{{user}}"})}
	w.create(p, func() {
		w.showInspector(tabPersona)
		w.inspector.editor.FocusName()
	})
}

// create stores a persona with its greeting as the first entry of its first talk, and shows it.
func (w *Window) create(p persona.Persona, after func()) {
	greet := w.greeter()
	var made persona.Persona
	var info talk.Info
	w.change(func() (err error) {
		made, info, err = w.Store.CreatePersona(p, greet(p))
		return err
	}, func() {
		w.showTalk(made, info.ID)
		if after != nil {
			after()
		}
	})
}

func (w *Window) duplicatePersona(id string) {
	var made persona.Persona
	w.change(func() error {
		p, err := w.Store.Persona(id)
		if err != nil {
			return err
		}
		made, err = w.Store.CopyPersona(id, words.T("persona.copyName", map[string]any{"Name": p.Name}), false)
		return err
	}, func() { w.openPersona(made.ID) })
}

func (w *Window) renamePersona(id, name string) {
	if name = strings.TrimSpace(name); name == "" {
		return
	}
	w.change(func() error { return w.Store.RenamePersona(id, name) }, func() { w.reload(id) })
}

// deletePersona puts a persona into the trash and offers to take that back.
func (w *Window) deletePersona(id string) {
	name := ""
	for _, p := range w.people {
		if p.Persona.ID == id {
			name = p.Persona.Name
		}
	}
	if t := w.turns[w.open.talk]; t != nil && w.open.persona.ID == id {
		t.cancel()
	}
	w.change(func() error { return w.Store.TrashPersona(id) }, func() {
		if w.open.persona.ID == id {
			w.showFirst()
		}
		w.toast.Tell(words.T("persona.deleted", map[string]any{"Name": name}), words.T("action.undo"), func() {
			w.restorePersona(id)
		})
	})
}

func (w *Window) restorePersona(id string) {
	w.change(func() error { return w.Store.RestorePersona(id) }, func() { w.openPersona(id) })
}

// editPersona takes a change from the editor or the cutoff panel.
func (w *Window) editPersona(p persona.Persona) {
	if p.ID == w.open.persona.ID {
		w.open.persona = p
		w.header.show(p, w.modelOf(p))
		w.showBackground()
		w.count()
	}
	for i := range w.people {
		if w.people[i].Persona.ID == p.ID {
			w.people[i].Persona = p
			w.list.SetRow(rows(w.people[i : i+1])[0])
		}
	}
	w.edits.put(p)
}

// savePersona writes an edit.
func (w *Window) savePersona(e edit) {
	w.saver.keep("persona "+e.persona.ID, func() error {
		err := w.Store.PutPersona(e.persona)
		if !passing(err) {
			w.Post(func() { w.edits.saved(e) })
		}
		return err
	})
	if e.persona.ID == w.open.persona.ID {
		w.askWindow()
	}
}

// picture returns a persona's picture, nil if it has none or it is not read yet; the list and the talk are refreshed when
// a picture from the store arrives.
func (w *Window) picture(ref string) fyne.Resource {
	if ref == "" {
		return nil
	}
	if r, ok := w.pictures[ref]; ok {
		return r
	}
	if r := starterPicture(ref); r != nil {
		w.pictures[ref] = r
		return r
	}
	w.pictures[ref] = nil
	w.Go(func() func() {
		data, err := w.Store.Attachment(ref)
		return func() {
			if err != nil {
				w.Log.Warn("picture not read", "ref", ref, "error", err)
				return
			}
			w.pictures[ref] = fyne.NewStaticResource(ref, data)
			w.showPicture(ref)
		}
	})
	return nil
}

// showPicture shows a picture that was just read wherever it belongs.
func (w *Window) showPicture(ref string) {
	w.list.Refresh()
	if p := w.open.persona; p.Picture == ref {
		w.header.show(p, w.modelOf(p))
		w.transcript.SetFace(w.face())
		w.inspector.editor.ShowPersona(p)
	}
}
