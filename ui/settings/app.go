package settings

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// AppOptions are what the app's settings need of the program.
type AppOptions struct {
	Servers

	// OnChange hears all settings after every change by the user; language, theme and text size are to be shown at once.
	OnChange func(persona.Settings)
	// SaveKey keeps what is new of a connection's secret; an empty one forgets all that is stored. It runs on a worker,
	// through Go. An error is put into words by Explain.
	SaveKey func(id string, s Secret) error
	// NewID makes the id of a new connection. Required.
	NewID func() string
	// Folder is where the data lies.
	Folder string
	// More are pages of others, after those of the settings.
	More []parts.Tab
}

// App is the pane with the app's settings.
type App struct {
	widget.BaseWidget

	opt  AppOptions
	s    persona.Settings
	tabs *parts.Tabs

	theme, messages, column, side *parts.Picker

	connections *connectionsPage
	cutoff      *Cutoff
}

// The pages of App, for SelectPage.
const (
	PageGeneral = iota
	PageConnections
	PageCutoff
	PageMore // the first of AppOptions.More
)

// NewApp returns the pane with these settings. A change of the language asks for a new one.
func NewApp(opt AppOptions, s persona.Settings) *App {
	a := &App{opt: opt, s: s}
	a.s.Connections = slices.Clone(s.Connections)
	a.connections = newConnectionsPage(a)
	a.cutoff = NewCutoffDefaults(CutoffOptions{OnDefaults: func(v tokens.Settings) {
		a.edit(func(s *persona.Settings) { s.Cutoff = v })
	}})
	a.cutoff.ShowDefaults(s.Cutoff)
	intro := parts.NewPara(words.T("panels.app.cutoffNote"), look.SmallText, look.Muted)
	pages := []parts.Tab{
		{Label: words.T("panels.app.general"), Content: a.general()},
		{Label: words.T("panels.app.connections"), Content: a.connections.content},
		{Label: words.T("panels.app.cutoff"), Content: parts.NewForm(intro, a.cutoff)},
	}
	a.tabs = parts.NewTabs(44, append(pages, opt.More...)...)
	a.ExtendBaseWidget(a)
	return a
}

// paneSize is the largest that the pane gets in a window.
var paneSize = fyne.NewSize(640, 680)

// ShowIn shows the settings in a pane over a window.
func (a *App) ShowIn(c fyne.Canvas) *parts.Pane {
	p := parts.NewPane(c, words.T("panels.app.title"), a, paneSize)
	p.OnLeave = func() bool {
		if !a.connections.unsaved() {
			return true
		}
		parts.NewSheet(c, words.T("panels.leave.title"), parts.NewPara(words.T("panels.leave.text"), "", ""),
			parts.Action{Label: words.T("panels.leave.drop"), Do: p.Hide},
			parts.Action{Label: words.T("panels.leave.stay"), Primary: true}).Show()
		return false
	}
	p.Show()
	return p
}

// SelectPage shows one of the pages.
func (a *App) SelectPage(page int) { a.tabs.Select(page) }

// Page returns the page that is shown.
func (a *App) Page() int { return a.tabs.Selected() }

// Settings returns the settings with all changes.
func (a *App) Settings() persona.Settings { return a.s }

// edit applies a change by the user and reports it.
func (a *App) edit(change func(*persona.Settings)) {
	change(&a.s)
	if a.opt.OnChange != nil {
		s := a.s
		s.Connections = slices.Clone(s.Connections)
		a.opt.OnChange(s)
	}
}

// textSizes are the percents that the slider stops at.
var textSizes = parts.Scale{Stops: []int{80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200}}

func percent(n int) string { return number(n) + "\u00a0%" }

func (a *App) general() fyne.CanvasObject {
	name := parts.NewInput()
	name.SetText(a.s.UserName)
	name.SetPlaceHolder(words.T("panels.app.nameHint"))
	name.OnChanged = func(text string) { a.edit(func(s *persona.Settings) { s.UserName = text }) }

	language := parts.NewPicker(languages(), a.s.Language, func(tag string) {
		a.edit(func(s *persona.Settings) { s.Language = tag })
	})
	a.theme = parts.NewPicker([]parts.Option{
		{ID: "", Label: words.T("panels.app.themeSystem")}, {ID: "light", Label: words.T("panels.app.themeLight")}, {ID: "dark", Label: words.T("panels.app.themeDark")},
		{ID: look.Contrast, Label: words.T("looks.contrast")},
	}, a.s.Theme, func(id string) { a.edit(func(s *persona.Settings) { s.Theme = id }) })

	size := parts.NewCaption(percent(a.s.TextSize), look.SmallText, look.Muted)
	slider := parts.NewSlider(textSizes, a.s.TextSize, func(n int) {
		size.SetText(percent(n))
		a.edit(func(s *persona.Settings) { s.TextSize = n })
	})

	a.newLooks()
	a.side = parts.NewPicker(sides(a.s.PictureSide), strconv.Itoa(a.s.PictureSide), func(id string) {
		a.edit(func(s *persona.Settings) { s.PictureSide = pixelsOf(id) })
	})
	enter := 0
	if a.s.CtrlEnter {
		enter = 1
	}
	keys := parts.NewRadio(enter, func(i int) {
		a.edit(func(s *persona.Settings) { s.CtrlEnter = i == 1 })
	}, words.T("panels.app.enterSends"), words.T("panels.app.ctrlEnterSends"))

	folder := parts.NewPara(a.opt.Folder, look.SmallText, theme.ColorNameForeground)
	return parts.NewForm(
		parts.NewField(words.T("panels.app.name"), nil, name, words.T("panels.app.nameNote")),
		parts.NewField(words.T("panels.app.language"), nil, language, ""),
		parts.NewField(words.T("panels.app.theme"), nil, a.theme, ""),
		parts.NewField(words.T("panels.app.textSize"), size, slider, ""),
		parts.NewField(words.T("looks.messages"), nil, a.messages, ""),
		parts.NewField(words.T("looks.column"), nil, a.column, words.T("looks.columnNote")),
		parts.NewField(words.T("pictures.side"), nil, a.side, words.T("pictures.sideNote")),
		parts.NewField(words.T("panels.app.keys"), nil, keys, words.T("panels.app.keysNote")),
		parts.NewField(words.T("panels.app.folder"), nil, folder, words.T("panels.app.folderNote")),
	)
}

// languages are the choices of language; "" is the system's.
func languages() []parts.Option {
	options := []parts.Option{{ID: "", Label: words.T("panels.app.languageSystem", map[string]any{"Name": words.Name(words.System())})}}
	for _, tag := range words.Tags {
		options = append(options, parts.Option{ID: tag, Label: words.Name(tag)})
	}
	return options
}

// CreateRenderer implements fyne.Widget.
func (a *App) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(a.tabs) }
