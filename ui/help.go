package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"bonbon/doctor"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// helpSize is the largest that the help gets in a window.
var helpSize = fyne.NewSize(680, 680)

// help is the pane with the doctor's report, the keys that work everywhere, and where things lie.
type help struct {
	w      *Window
	pane   *parts.Pane
	text   string // the report in words, to be copied; empty while it is made
	report *fyne.Container
	copy   *parts.Button
	ask    *parts.Button
	turn   int // counts the examinations: only the newest is shown
}

// showHelp opens the help and examines everything but the servers.
func (w *Window) showHelp() {
	if w.help != nil {
		return
	}
	h := &help{w: w, report: parts.NewColumn(2 * look.Gap)}
	w.help = h
	h.copy = parts.NewPrimaryButton(words.T("help.copy"), func() {
		w.App.Clipboard().SetContent(h.text)
		w.toast.Tell(words.T("help.copied"), "", nil)
	})
	h.ask = parts.NewButton(words.T("help.ask"), func() { h.examine(true) })
	tabs := parts.NewTabs(44,
		parts.Tab{Label: words.T("help.state"), Content: parts.NewFrame(parts.NewColumn(0), parts.NewForm(h.report), parts.NewInset(parts.FormPad, 3*look.Gap, parts.NewEndFlow(2*look.Gap, h.ask, h.copy)))},
		parts.Tab{Label: words.T("help.keys"), Content: parts.NewForm(keyLines()...)},
		parts.Tab{Label: words.T("help.about"), Content: parts.NewForm(
			parts.NewField(words.T("help.version"), nil, parts.NewPara("Bonbon "+w.Version, "", ""), ""),
			parts.NewField(words.T("help.folder"), nil, parts.NewPara(w.Store.Dir(), "", ""), words.T("help.folderNote")),
			parts.NewField(words.T("help.command"), nil, parts.NewPara("bonbon doctor", "", ""), words.T("help.commandNote")),
		)},
	)
	h.pane = parts.NewPane(w.win.Canvas(), words.T("help.title"), tabs, helpSize)
	h.pane.OnClosed = func() { w.help = nil }
	h.pane.Show()
	h.examine(false)
	w.Log.Debug("help shown")
}

// examine asks the doctor, in a worker, and shows what it says.
func (h *help) examine(connect bool) {
	h.turn++
	turn, w := h.turn, h.w
	h.text = ""
	h.copy.Disable()
	h.ask.Disable()
	h.fill(parts.NewPara(words.T("help.looking"), "", look.Muted))
	opt := doctor.Options{
		Dir: w.Store.Dir(), Version: w.Version, Counter: w.Counter, Place: w.Keys.Place, Connect: connect,
		Key: func(id string, names ...string) string {
			key, _ := w.Keys.Get(id, names...) //nolint:errcheck // a server that wants one will say so
			return key
		},
	}
	w.Go(func() func() {
		r := doctor.Examine(w.ctx, opt)
		return func() {
			if h.turn == turn {
				h.show(r)
			}
		}
	})
}

// inks are the colours of the grades.
var inks = map[doctor.Grade]fyne.ThemeColorName{doctor.OK: look.Muted, doctor.Note: look.Accent, doctor.Trouble: theme.ColorNameError}

// show fills the page with a report, what is not well first.
func (h *help) show(r doctor.Report) {
	h.text = DoctorText(r)
	verdict := parts.NewPara(words.T("doctor.verdict.well"), "", "")
	if !r.Well() {
		verdict = parts.NewPara(words.T("doctor.verdict.trouble"), "", theme.ColorNameError)
	}
	verdict.Bold = true
	lines := []fyne.CanvasObject{verdict}
	for _, g := range []doctor.Grade{doctor.Trouble, doctor.Note, doctor.OK} {
		for _, f := range r {
			if f.Grade == g {
				lines = append(lines, findingLine(f))
			}
		}
	}
	h.copy.Enable()
	h.ask.Enable()
	h.fill(lines...)
}

func findingLine(f doctor.Finding) fyne.CanvasObject {
	grade, said, advice := findingWords(f)
	mark := parts.NewCaption(grade, look.SmallText, inks[f.Grade])
	mark.Bold = true
	text := parts.NewColumn(0, parts.NewPara(said, "", ""))
	if advice != "" {
		text.Add(parts.NewPara(advice, look.SmallText, look.Muted))
	}
	return container.New(afterMark{}, parts.NewSized(0, look.Size(theme.SizeNameText)+2*look.Gap, mark), text)
}

// afterMark keeps a short mark in a column of its own before a text.
type afterMark struct{}

// markWidth is how wide the longest mark is at text size 100 %.
func markWidth() float32 { return 5.2 * look.Size(theme.SizeNameText) }

// Layout implements fyne.Layout.
func (afterMark) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(fyne.NewSize(markWidth(), o[0].MinSize().Height))
	o[1].Move(fyne.NewPos(markWidth(), 0))
	o[1].Resize(fyne.NewSize(size.Width-markWidth(), o[1].MinSize().Height))
	o[1].Resize(fyne.NewSize(size.Width-markWidth(), o[1].MinSize().Height))
}

// MinSize implements fyne.Layout.
func (afterMark) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(markWidth()+o[1].MinSize().Width, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

func (h *help) fill(lines ...fyne.CanvasObject) {
	h.report.Objects = lines
	h.report.Refresh()
	if h.pane != nil {
		h.pane.Refresh()
	}
}

// keyLines say which keys do what.
func keyLines() []fyne.CanvasObject {
	lines := []fyne.CanvasObject{parts.NewPara(words.T("help.keysNote"), look.SmallText, look.Muted)}
	for _, k := range []struct{ keys, what string }{
		{"Ctrl+N", words.T("help.key.talk")}, {"Ctrl+Shift+N", words.T("help.key.persona")}, {"Ctrl+K", words.T("help.key.people")},
		{"Ctrl+F", words.T("help.key.find")}, {"Ctrl+Shift+F", words.T("help.key.findAll")}, {"Ctrl+Shift+T", words.T("help.key.talks")},
		{"Ctrl+I", words.T("help.key.panel")}, {"Ctrl+,", words.T("help.key.settings")}, {"Ctrl+H", words.T("help.key.help")},
		{"Ctrl+Z", words.T("help.key.undo")}, {"Ctrl+Shift+Z", words.T("help.key.redo")}, {"Esc", words.T("help.key.close")},
		{"Ctrl+Q", words.T("help.key.quit")},
	} {
		name := parts.NewPara(k.keys, "", "")
		name.Bold = true
		lines = append(lines, container.NewGridWithColumns(2, name, parts.NewPara(k.what, "", "")))
	}
	return lines
}
