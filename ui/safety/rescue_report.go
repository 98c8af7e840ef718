package safety

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// mostListed is how many talks the report of a salvage names; those that lost something come first.
const mostListed = 200

// report shows what a salvage brought over and what was lost, before the program goes on.
func (r *Rescue) report(s history.Salvaged) {
	title := parts.NewPara(words.T("rescue.found"), look.TitleText, "")
	title.Bold = true
	messages, outside := 0, 0
	for _, t := range s.Talks {
		if messages += t.Entries; t.Found {
			outside += t.Entries
		}
	}
	page := []fyne.CanvasObject{title, parts.NewPara(words.T("rescue.cameOver", map[string]any{
		"Personas": words.N("safety.personas", len(s.Personas), counted(len(s.Personas))),
		"Talks":    words.N("safety.talks", len(s.Talks), counted(len(s.Talks))),
		"Messages": words.N("safety.messages", messages, counted(messages)),
		"Memories": words.N("safety.memories", s.Memories, counted(s.Memories)),
	}), "", "")}
	if !s.Settings {
		page = append(page, parts.NewPara(words.T("rescue.settingsLost"), "", ""))
	}
	if outside > 0 {
		page = append(page, parts.NewPara(words.N("rescue.outside", outside, counted(outside)), "", ""))
	}
	if s.Unsure {
		page = append(page, parts.NewPara(words.T("rescue.unsure"), "", ""))
	}
	whole := words.T("rescue.nothingLost")
	if len(s.Faults) > 0 {
		whole = words.N("rescue.faults", len(s.Faults), counted(len(s.Faults)))
	}
	page = append(page, parts.NewPara(whole, "", ""), r.talks(s), small(words.T("rescue.keptNow", map[string]any{"Name": s.Kept})))
	r.main = parts.NewPrimaryButton(words.T("rescue.goOn"), func() {
		r.do(words.T("rescue.opening"), func() (func(), error) { return r.open("") })
	})
	r.show(page, r.main)
}

// talks lists the talks that came over, with what each has lost.
func (r *Rescue) talks(s history.Salvaged) fyne.CanvasObject {
	names := map[string]string{}
	for _, p := range s.Personas {
		names[p.ID] = p.Name
	}
	column := parts.NewColumn(2 * look.Gap)
	add := func(harmed bool) {
		for _, t := range s.Talks {
			if (t.Lost != 0) == harmed && len(column.Objects) < mostListed {
				column.Add(salvaged(t, names[t.Info.Persona]))
			}
		}
	}
	add(true)
	add(false)
	if rest := len(s.Talks) - len(column.Objects); rest > 0 {
		column.Add(small(words.N("rescue.moreTalks", rest, counted(rest))))
	}
	if len(column.Objects) == 0 {
		return column
	}
	return parts.NewCard(column)
}

// salvaged is the line of one talk.
func salvaged(t history.SalvagedTalk, persona string) fyne.CanvasObject {
	lost := words.T("rescue.lostUnknown")
	switch {
	case t.Found:
		lost = words.T("rescue.lostPlace")
	case t.Lost == 0:
		lost = words.T("rescue.lostNone")
	case t.Lost > 0:
		lost = words.N("rescue.lost", t.Lost, counted(t.Lost))
	}
	note := words.T("rescue.ofTalk", map[string]any{
		"Persona": persona, "Messages": words.N("safety.messages", t.Entries, counted(t.Entries)), "Lost": lost,
	})
	name := parts.NewCaption(nameOf(t.Info), theme.SizeNameText, theme.ColorNameForeground)
	name.Short = true
	return parts.NewColumn(0, name, small(note))
}

// nameOf is what a talk is called where only the store's own record of it is at hand.
func nameOf(i talk.Info) string {
	switch {
	case i.Title != "":
		return i.Title
	case i.First != "":
		return i.First
	}
	return words.T("safety.untitled")
}
