package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/personas"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// The tabs of the inspector.
const (
	tabPersona = iota
	tabCutoff
	tabMemory
	tabDetails
)

// inspector is the panel at the right: everything about the persona and the talk that are shown.
type inspector struct {
	w       *Window
	tabs    *parts.Tabs
	editor  *personas.Editor
	cutoff  *settings.Cutoff
	memory  *personas.Memory
	details *personas.Details
	content fyne.CanvasObject

	facts personas.Facts
	noted notes // what the memory page shows
}

func newInspector(w *Window) *inspector {
	i := &inspector{w: w, details: personas.NewDetails(nil)}
	i.editor = personas.NewEditor(personas.EditorOptions{
		OnChange: func(p persona.Persona) {
			w.editPersona(p)
			i.cutoff.ShowPersona(w.settings.Cutoff, p.Cutoff, w.windowOf(p))
			w.showHabits(p)
		},
		Picture:       w.picture,
		ChoosePicture: w.choosePicture, ChooseBackground: w.chooseBackground,
		Models:       w.models,
		Go:           w.Go,
		Count:        tokens.EstimateText,
		Explain:      w.sentence,
		OnSendAgain:  w.sendAgain,
		OnForgetForm: w.forgetForm,
	})
	i.cutoff = settings.NewCutoff(settings.CutoffOptions{
		OnChange: func(own persona.Cutoff) {
			p := w.open.persona
			p.Cutoff = own
			i.editor.SetCutoff(own)
			w.editPersona(p)
		},
		Preview: w.preview,
		OnMore:  w.useMore,
		Go:      w.Go,
		Explain: w.sentence,

		OnForgetLimit: w.forgetLimit,
	})
	i.memory = personas.NewMemory(personas.MemoryOptions{
		OnAdd:           func(text string) { w.putMemory(talk.Memory{Text: text}) },
		OnEdit:          func(id, text string) { w.putMemory(talk.Memory{ID: id, Text: text}) },
		OnDelete:        w.removeMemory,
		OnEditSummary:   w.putSummary,
		OnDeleteSummary: w.removeSummary,
	})
	i.details.OnSent = func() { w.showSent(i.noted.sent) }
	i.tabs = parts.NewTabs(0,
		parts.Tab{Label: words.T("inspector.persona"), Content: i.editor},
		parts.Tab{Label: words.T("inspector.cutoff"), Content: i.cutoff},
		parts.Tab{Label: words.T("inspector.memory"), Content: i.memory},
		parts.Tab{Label: words.T("inspector.details"), Content: i.details},
	)
	i.tabs.Select(tabCutoff)
	back := parts.NewPlate(look.Side, "", "")
	i.content = container.NewStack(back, container.NewBorder(nil, nil, parts.NewDivider(), nil, i.tabs))
	return i
}

// show fills every tab for a persona.
func (i *inspector) show(p persona.Persona) {
	i.editor.SetConnections(i.w.settings.Connections, i.w.settings.Connection)
	i.editor.ShowPersona(p)
	i.w.showHabits(p)
	i.cutoff.ShowPersona(i.w.settings.Cutoff, p.Cutoff, i.w.windowOf(p))
	i.facts = personas.Facts{Folder: i.w.Store.Dir()}
	i.details.ShowFacts(i.facts)
}

// report shows the latest plan in the details.
func (i *inspector) report(r tokens.Report) {
	i.facts.Report = r
	p := i.w.open.persona
	i.facts.Factor = i.w.lessons.of(i.w.settings.Find(p.Connection), i.w.modelOf(p)).Factor
	i.details.ShowFacts(i.facts)
}

// notes shows what the persona remembers, the talk's summary and its facts.
func (i *inspector) notes(n notes) {
	i.noted = n
	i.memory.ShowMemory(i.w.open.persona.Name, n.memories, n.summary)
	i.facts.Talk, i.facts.Usage, i.facts.Model, i.facts.Sent = n.info, n.usage, n.model, n.sent != 0
	i.details.ShowFacts(i.facts)
}

// notes is what the store knows of the shown talk beside its entries.
type notes struct {
	memories []talk.Memory
	summary  *talk.Summary
	info     talk.Info
	usage    *talk.Usage
	model    string
	sent     talk.EntryID // the newest reply, if it is known what was sent for it; else 0
}

// readNotes reads the notes of the shown talk anew and shows them.
func (w *Window) readNotes() {
	id, serial := w.open.talk, w.open.serial
	if id == "" {
		return
	}
	w.Go(func() func() {
		n, err := w.loadNotes(id)
		return func() {
			switch {
			case w.open.serial != serial:
			case err != nil:
				w.complain(err)
			default:
				w.inspector.notes(n)
				w.transcript.SetPins(n.info.Pins)
				w.header.showTalk(n.info)
				w.usage = n.usage
				w.count()
			}
		}
	})
}

func (w *Window) loadNotes(id string) (n notes, err error) {
	t := w.Store.Talk(id)
	if n.info, err = t.Info(); err != nil {
		return n, err
	}
	if n.memories, err = t.Memories(); err != nil {
		return n, err
	}
	if n.summary, err = t.Summary(); err != nil {
		return n, err
	}
	head, err := t.Head()
	n.usage, n.model = head.Usage, head.Model
	if head.Sent != nil {
		n.sent = head.ID
	}
	return n, err
}

func (w *Window) putMemory(m talk.Memory) {
	id, enc := w.open.persona.ID, tokens.EncodingFor(w.modelOf(w.open.persona))
	w.saver.do(func() error {
		m.Tokens, m.Encoding = w.Counter.Count(enc, m.Text)
		_, err := w.Store.PutMemory(id, m)
		w.Post(w.readNotes)
		return err
	})
}

// removeMemory takes a memory away and offers to take that back.
func (w *Window) removeMemory(memory string) {
	id := w.open.persona.ID
	for _, m := range w.inspector.noted.memories {
		if m.ID == memory {
			m.ID = "" // it comes back as a new one
			w.toast.Tell(words.T("memory.removed"), words.T("action.undo"), func() { w.restoreMemory(id, m) })
		}
	}
	w.saver.do(func() error {
		err := w.Store.RemoveMemory(id, memory)
		w.Post(w.readNotes)
		return err
	})
}

func (w *Window) restoreMemory(persona string, m talk.Memory) {
	w.saver.do(func() error {
		_, err := w.Store.PutMemory(persona, m)
		w.Post(w.readNotes)
		return err
	})
}

func (w *Window) putSummary(id, text string) {
	t, enc := w.Store.Talk(w.open.talk), tokens.EncodingFor(w.modelOf(w.open.persona))
	w.saver.do(func() error {
		s := talk.Summary{ID: id, Text: text}
		if old, err := t.Summary(); err == nil && old != nil && old.ID == id {
			s.Time, s.Until = old.Time, old.Until
		}
		s.Tokens, s.Encoding = w.Counter.Count(enc, text)
		_, err := t.PutSummary(s)
		w.Post(w.readNotes)
		return err
	})
}

// removeSummary takes a summary away and offers to take that back.
func (w *Window) removeSummary(id string) {
	t := w.Store.Talk(w.open.talk)
	if s, of := w.inspector.noted.summary, w.open.talk; s != nil && s.ID == id {
		w.toast.Tell(words.T("summary.removed"), words.T("action.undo"), func() { w.putSummaries(of, []talk.Summary{*s}) })
	}
	w.saver.do(func() error {
		err := t.RemoveSummary(id)
		w.Post(w.readNotes)
		return err
	})
}
