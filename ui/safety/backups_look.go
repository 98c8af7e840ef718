package safety

import (
	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// look shows what a backup holds, and what can be done with it.
func (p *Backups) look(b history.Backup) {
	if p.working {
		return
	}
	p.tell(nil)
	peek(p.opt.Store.Dir(), b, p.opt.Go, p.preview, func(err error) {
		p.tell(err)
		p.scroll.ScrollToTop()
	})
}

func (p *Backups) preview(c history.Contents) {
	b, now := c.Backup, p.opt.Now()
	text := parts.NewColumn(2*look.Gap, small(words.T("safety.madeFor", map[string]any{"Why": reason(b), "Size": words.Bytes(int(b.Size))})), holds(c, now))
	remove := parts.NewLink(words.T("safety.removeBackup"), nil)
	text.Add(remove)
	actions := []parts.Action{{Label: words.T("panels.cancel")}}
	if c.Talks > 0 {
		actions = append(actions, parts.Action{Label: words.T("safety.oneTalk"), Do: func() { p.chooseTalk(c) }})
	}
	sheet := parts.NewSheet(p.canvas(), heading(When(b.Time, now)), text,
		append(actions, parts.Action{Label: words.T("safety.restoreAll"), Primary: true, Do: func() { p.askRestore(c) }})...)
	remove.Set(words.T("safety.removeBackup"), func() {
		sheet.Hide()
		p.askRemove(b)
	})
	sheet.Show()
}

func (p *Backups) askRemove(b history.Backup) {
	when := map[string]any{"When": When(b.Time, p.opt.Now())}
	p.ask(words.T("safety.removeTitle"), words.T("safety.removeText", when), words.T("safety.remove"), func() {
		p.do(words.T("safety.removing"), func() error { return p.opt.Store.RemoveBackup(b.Name) })
	})
}

func (p *Backups) askRestore(c history.Contents) {
	now := p.opt.Now()
	text := parts.NewColumn(3*look.Gap, parts.NewPara(words.T("safety.restoreText", map[string]any{"When": When(c.Backup.Time, now)}), "", ""), holds(c, now))
	parts.NewSheet(p.canvas(), words.T("safety.restoreTitle"), text,
		parts.Action{Label: words.T("panels.cancel")},
		parts.Action{Label: words.T("safety.restoreDo"), Primary: true, Do: func() { p.opt.OnRestore(c.Backup) }}).Show()
}

// talksSize is how large the list of a backup's talks is where there is room.
var talksSize = fyne.NewSize(560, 600)

// chooseTalk lists the talks of a backup; the chosen one is shown once more before it comes back.
func (p *Backups) chooseTalk(c history.Contents) {
	now := p.opt.Now()
	list := parts.NewChoices(1)
	found := map[string]talk.Info{}
	var items []parts.Choice
	for _, held := range c.Personas {
		for _, t := range held.Talks {
			found[t.ID] = t
			at := t.Last
			if t.Count == 0 || at.IsZero() {
				at = t.Created
			}
			items = append(items, parts.Choice{
				ID: t.ID, Title: p.opt.TalkName(t), Note: parts.FormatWhen(at, now),
				Text: words.T("safety.previewOf", map[string]any{"Persona": held.Persona.Name, "Preview": t.Preview}),
			})
		}
	}
	pane := parts.NewPane(p.canvas(), words.T("safety.chooseTalk"), parts.NewInset(parts.FormPad, parts.FormPad, list), talksSize)
	list.OnChoose = func(id string) { p.askBringBack(c.Backup, found[id], pane.Hide) }
	list.Set(items)
	pane.Show()
	p.canvas().Focus(list)
}

func (p *Backups) askBringBack(b history.Backup, t talk.Info, agreed func()) {
	now := p.opt.Now()
	text := parts.NewColumn(2*look.Gap,
		bold(p.opt.TalkName(t)),
		small(words.N("safety.messages", t.Count, counted(t.Count))),
		small(t.Preview),
		parts.NewPara(words.T("safety.bringBackText", map[string]any{"When": When(b.Time, now)}), "", ""))
	parts.NewSheet(p.canvas(), words.T("safety.bringBackTitle"), text,
		parts.Action{Label: words.T("panels.cancel")},
		parts.Action{Label: words.T("safety.bringBack"), Primary: true, Do: func() {
			agreed()
			p.opt.OnBringBack(b, t.ID)
		}}).Show()
}
