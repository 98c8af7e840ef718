package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"bonbon/history"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// complain shows an error of background work.
func (w *Window) complain(err error) {
	a := explain(err, nil)
	w.Log.Warn("shown to the user", "code", a.Code, "error", err)
	w.toast.Tell(a.Title+" — "+a.Text, "", nil)
}

// notSaved shows that a write failed. What was to be written is in memory still, and shown.
func (w *Window) notSaved(err error) { w.complain(err) }

// sentence puts an error into one sentence, for a line below a field.
func (w *Window) sentence(err error) string {
	return explain(err, nil).sentence()
}

// sentence is all of an advice in one line.
func (a advice) sentence() string {
	return words.T("window.sentences", map[string]any{"Title": a.Title, "Text": a.Text})
}

// Sorry shows why the program cannot start, in a window of its own, and calls end when that is closed. It is for errors of
// history.Open, other than those for Rescue, and of New.
func Sorry(a fyne.App, err error, dir string, end func()) { newSorry(a, err, dir, end).ShowAndRun() }

func newSorry(a fyne.App, err error, dir string, end func()) fyne.Window {
	_ = words.Use("") // English is there in any case
	a.Settings().SetTheme(look.New(look.Options{}))
	known := map[string]any{"Path": dir}
	advice := explain(err, known)
	win := a.NewWindow("Bonbon")
	title := parts.NewPara(advice.Title, look.TitleText, "")
	title.Bold = true
	quit := parts.NewPrimaryButton(words.T("sorry.close"), end)
	text := parts.NewColumn(3*look.Gap,
		title,
		parts.NewPara(advice.Text, "", ""),
		parts.NewPara(words.T("sorry.folder", map[string]any{"Folder": dir, "File": history.FileName}), look.SmallText, look.Muted),
	)
	buttons := container.NewHBox(layout.NewSpacer(), quit)
	win.SetContent(parts.NewInset(6*look.Gap, 6*look.Gap, container.NewBorder(nil, buttons, nil, nil, text)))
	win.Resize(fyne.NewSize(520, 280))
	win.CenterOnScreen()
	win.SetCloseIntercept(end)
	return win
}
