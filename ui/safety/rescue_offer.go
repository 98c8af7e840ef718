package safety

import (
	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// offer shows what is wrong and the ways on.
func (r *Rescue) offer(d history.Damage) {
	r.opt.Log.Debug("rescue offers", "trouble", d.What, "backups", len(d.Backups))
	if d.What == history.Other {
		r.again(d)
		return
	}
	title := parts.NewPara(words.T("rescue.title"), look.TitleText, "")
	if d.What == history.Missing {
		title.SetText(words.T("rescue.titleMissing"))
	}
	title.Bold = true
	path := map[string]any{"File": r.file(), "Name": history.FileName}
	page := []fyne.CanvasObject{title, parts.NewPara(words.T("rescue.what."+string(d.What), path), "", "")}
	if d.What != history.Missing {
		page = append(page, small(words.T("rescue.kept", path)))
	}
	page = append(page, r.backupCard(d))
	if d.What != history.Missing && d.What != history.Empty {
		page = append(page, r.salvageCard(d))
	}
	page = append(page, r.newCard(d))
	r.show(page)
}

// again is shown when the file is not what is wrong any more: another program has it, or the disk is full.
func (r *Rescue) again(d history.Damage) {
	r.tell(d.Err)
	r.main = parts.NewPrimaryButton(words.T("rescue.again"), func() {
		r.do(words.T("rescue.opening"), func() (func(), error) { return r.open("") })
	})
	r.show(nil, r.main)
}

// backupCard offers the newest good backup, and the others.
func (r *Rescue) backupCard(d history.Damage) fyne.CanvasObject {
	if len(d.Backups) == 0 {
		return parts.NewCard(parts.NewColumn(look.Gap, bold(words.T("rescue.backup")), small(words.T("rescue.noBackup"))))
	}
	now := r.opt.Now()
	card := parts.NewColumn(2*look.Gap, bold(words.T("rescue.backup")))
	if d.Good == nil {
		card.Add(small(words.T("rescue.noGoodBackup")))
	} else {
		good := d.Good.Backup
		r.main = parts.NewPrimaryButton(words.T("rescue.restore"), func() { r.restore(good) })
		card.Add(parts.NewPara(words.T("rescue.backupOf", map[string]any{"When": When(good.Time, now)}), "", ""))
		card.Add(holds(*d.Good, now))
		card.Add(small(words.T("rescue.backupNote")))
		card.Add(parts.NewFlow(0, r.main))
	}
	if others := without(d.Backups, d.Good); len(others) > 0 {
		list := rows(others, now, r.preview)
		card.Add(parts.NewFold(words.N("rescue.others", len(others), counted(len(others))), list, r.content.Refresh))
	}
	return parts.NewCard(card)
}

// without leaves out the backup that is offered already.
func without(all []history.Backup, good *history.Contents) (others []history.Backup) {
	for _, b := range all {
		if good == nil || b.Name != good.Backup.Name {
			others = append(others, b)
		}
	}
	return others
}

// preview shows what a backup holds, and offers to bring it back.
func (r *Rescue) preview(b history.Backup) {
	canvas := fyne.CurrentApp().Driver().CanvasForObject(r)
	show := func(c history.Contents) {
		title := heading(When(b.Time, r.opt.Now()))
		parts.NewSheet(canvas, title, parts.NewColumn(2*look.Gap, holds(c, r.opt.Now()), small(words.T("rescue.backupNote"))),
			parts.Action{Label: words.T("panels.cancel")},
			parts.Action{Label: words.T("rescue.restore"), Primary: true, Do: func() { r.restore(b) }}).Show()
	}
	peek(r.opt.Dir, b, r.opt.Go, show, func(err error) {
		r.tell(err)
		r.content.Refresh()
		r.scroll.ScrollToTop()
	})
}

// salvageCard offers to read what can be read.
func (r *Rescue) salvageCard(d history.Damage) fyne.CanvasObject {
	read := parts.NewButton(words.T("rescue.salvage"), r.salvage)
	if d.Good == nil {
		r.main = parts.NewPrimaryButton(words.T("rescue.salvage"), r.salvage)
		read = r.main
	}
	return parts.NewCard(parts.NewColumn(2*look.Gap, bold(words.T("rescue.read")), small(words.T("rescue.readNote")), parts.NewFlow(0, read)))
}

// newCard offers to begin with nothing, which needs a second press.
func (r *Rescue) newCard(d history.Damage) fyne.CanvasObject {
	card := parts.NewColumn(2*look.Gap, bold(words.T("rescue.new")), small(words.T("rescue.newNote")))
	if d.What == history.Missing {
		card.Objects[1] = small(words.T("rescue.newNoteMissing"))
	}
	var ask, sure *fyne.Container
	turn := func(asked bool) {
		visible(ask, !asked)
		visible(sure, asked)
		r.content.Refresh()
	}
	ask = parts.NewFlow(0, parts.NewButton(words.T("rescue.begin"), func() { turn(true) }))
	sure = parts.NewFlow(2*look.Gap, parts.NewButton(words.T("rescue.beginSure"), r.begin), parts.NewButton(words.T("panels.cancel"), func() { turn(false) }))
	sure.Hide()
	card.Add(ask)
	card.Add(sure)
	return parts.NewCard(card)
}
