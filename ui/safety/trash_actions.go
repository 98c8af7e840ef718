package safety

import (
	"time"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

func (t *Trash) canvas() fyne.Canvas { return fyne.CurrentApp().Driver().CanvasForObject(t) }

// menu lists what can be done with something.
func (t *Trash) menu(id string) []parts.MenuItem {
	one, ok := t.item(id)
	if !ok {
		return nil
	}
	return []parts.MenuItem{
		{Label: words.T("safety.takeOut"), Icon: look.IconUndo, Do: func() { t.restore(one) }},
		{},
		{Label: words.T("safety.forGood"), Icon: look.IconTrash, Danger: true, Do: func() { t.askRemove(id) }},
	}
}

// choose asks what to do with something that was pressed.
func (t *Trash) choose(id string) {
	one, ok := t.item(id)
	if !ok {
		return
	}
	text := parts.NewColumn(look.Gap, small(one.text), small(words.N("safety.daysLeft", one.left, counted(one.left))))
	parts.NewSheet(t.canvas(), one.name, text,
		parts.Action{Label: words.T("panels.cancel")},
		parts.Action{Label: words.T("safety.forGood"), Do: func() { t.askRemove(id) }},
		parts.Action{Label: words.T("safety.takeOut"), Primary: true, Do: func() { t.restore(one) }}).Show()
}

func (t *Trash) restore(one thrown) {
	if one.talk {
		t.opt.OnRestoreTalk(one.id, t.Read)
		return
	}
	t.opt.OnRestorePersona(one.id, t.Read)
}

// askRemove makes sure before something is gone for good, and says where its text stays until when.
func (t *Trash) askRemove(id string) {
	one, ok := t.item(id)
	if !ok {
		return
	}
	what := words.T("safety.removePersona", map[string]any{"Name": one.name})
	remove := t.opt.Store.RemovePersona
	if one.talk {
		what, remove = words.T("safety.removeTalk", map[string]any{"Name": one.name}), t.opt.Store.RemoveTalk
	}
	t.ask(words.T("safety.forGoodTitle"), what, func() error { return remove(one.id) })
}

func (t *Trash) askEmpty() {
	t.ask(words.T("safety.emptyTitle"), words.N("safety.emptyText", len(t.items), counted(len(t.items))), func() error {
		_, err := t.opt.Store.EmptyTrash(time.Time{}) // whenever it was deleted
		return err
	})
}

func (t *Trash) ask(title, what string, remove func() error) {
	text := parts.NewColumn(3*look.Gap, parts.NewPara(what, "", ""), small(StillIn(t.backups, t.kept, t.opt.Now())))
	parts.NewSheet(t.canvas(), title, text,
		parts.Action{Label: words.T("panels.cancel")},
		parts.Action{Label: words.T("safety.deleteDo"), Primary: true, Do: func() { t.remove(remove) }}).Show()
}

// remove writes the file anew without what is removed: that takes a while, so it is for a worker.
func (t *Trash) remove(remove func() error) {
	if t.working {
		return
	}
	t.working = true
	t.tell(nil)
	t.all.Disable()
	t.progress.show(words.T("safety.erasing"))
	t.content.Refresh()
	t.opt.Go(func() func() {
		err := remove()
		return func() {
			t.working = false
			t.progress.show("")
			t.tell(err)
			t.opt.OnRemove()
			t.Read()
		}
	})
}

// StillIn says where the text of what is deleted for good is still to be found afterwards, and until when.
func StillIn(backups []history.Backup, kept int, now time.Time) string {
	text := words.T("safety.outOfFile")
	if len(backups) > 0 {
		last, stay := Forgotten(backups, now)
		if len(stay) < len(backups) {
			text += words.T("safety.next") + words.T("safety.inBackups", map[string]any{"Day": parts.FormatDay(last, now)})
		}
		if n := len(stay); n > 0 {
			text += words.T("safety.next") + words.N("safety.inSpecial", n, counted(n))
		}
	}
	if kept > 0 {
		text += words.T("safety.next") + words.N("safety.inKept", kept, counted(kept))
	}
	return text
}
