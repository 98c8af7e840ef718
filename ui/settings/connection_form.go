package settings

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// connectionForm asks for everything about one connection. Nothing counts before it is saved.
type connectionForm struct {
	widget.BaseWidget

	servers Servers
	id      string
	save    func(c persona.Connection, key string)

	name, url, key *parts.Input
	urlField       *parts.Field
	model          *parts.Combo
	test           *parts.Button
	steps          *fyne.Container
	asked          int // rises with every test and every change: an older answer is dropped
	content        fyne.CanvasObject
}

// newConnectionForm returns a form. save gets the connection and the typed key, empty if none was typed; cancel may be nil.
func newConnectionForm(s Servers, c persona.Connection, save func(persona.Connection, string), cancel func()) *connectionForm {
	f := &connectionForm{
		servers: s, id: c.ID, save: save,
		name: parts.NewInput(), url: parts.NewInput(), key: parts.NewInput(),
		model: parts.NewCombo(nil), steps: parts.NewColumn(look.Gap),
	}
	f.name.SetText(c.Name)
	f.name.SetPlaceHolder(words.T("panels.server.nameHint"))
	f.url.SetText(c.BaseURL)
	f.url.SetPlaceHolder("http://127.0.0.1:11434/v1")
	f.url.OnChanged = func(string) {
		f.checkURL(false)
		f.forget()
	}
	f.url.OnBlur = func() { f.checkURL(strings.TrimSpace(f.url.Text) != "") }
	f.key.Password = true
	f.key.OnChanged = func(string) { f.forget() }
	f.key.SetPlaceHolder(words.T("panels.server.keyHint"))
	if c.BaseURL != "" {
		f.key.SetPlaceHolder(words.T("panels.server.keyKept"))
	}
	f.model.Set(c.Model)
	f.model.SetPlaceHolder(words.T("panels.server.modelHint"))
	f.urlField = parts.NewField(words.T("panels.server.url"), nil, f.url, "")
	f.test = parts.NewButton(words.T("panels.server.test"), f.runTest)
	f.build(cancel)
	f.checkURL(false)
	f.ExtendBaseWidget(f)
	return f
}

func (f *connectionForm) build(cancel func()) {
	place := words.T("panels.server.keyFile")
	if f.servers.Keyring != nil && f.servers.Keyring() {
		place = words.T("panels.server.keyRing")
	}
	save := parts.NewPrimaryButton(words.T("panels.save"), f.submit)
	buttons := []fyne.CanvasObject{save}
	if f.servers.Test != nil {
		buttons = append(buttons, f.test)
	}
	if cancel != nil {
		buttons = append(buttons, parts.NewButton(words.T("panels.cancel"), cancel))
	}
	f.content = parts.NewColumn(parts.FormGap,
		parts.NewField(words.T("panels.server.name"), nil, f.name, ""),
		f.urlField,
		parts.NewField(words.T("panels.server.key"), nil, f.key, place),
		parts.NewField(words.T("panels.server.model"), nil, f.model, words.T("panels.server.modelNote")),
		parts.NewColumn(3*look.Gap, parts.NewFlow(2*look.Gap, buttons...), f.steps),
	)
}

// connection returns what the form says.
func (f *connectionForm) connection() persona.Connection {
	return persona.Connection{
		ID: f.id, Name: strings.TrimSpace(f.name.Text), BaseURL: strings.TrimSpace(f.url.Text), Model: strings.TrimSpace(f.model.Text()),
	}
}

// checkURL shows where requests will go. What is wrong is said only with strict: someone who is still typing knows.
func (f *connectionForm) checkURL(strict bool) bool {
	f.asked++
	address, problem := f.servers.final(strings.TrimSpace(f.url.Text))
	switch {
	case problem == "":
		f.urlField.SetProblem("")
		f.urlField.SetNote(words.T("panels.server.final", map[string]any{"Address": address}))
		return true
	case strict:
		f.urlField.SetProblem(problem)
		f.urlField.SetNote("")
	default:
		f.urlField.SetProblem("")
		f.urlField.SetNote(words.T("panels.server.urlNote"))
	}
	return false
}

func (f *connectionForm) submit() {
	if f.checkURL(true) {
		f.save(f.connection(), strings.TrimSpace(f.key.Text))
	}
}

// runTest tries the connection as it is typed and lists what was found.
func (f *connectionForm) runTest() {
	if !f.checkURL(true) {
		return
	}
	f.asked++
	asked, c, key := f.asked, f.connection(), strings.TrimSpace(f.key.Text)
	f.test.Disable()
	f.show(parts.NewPara(words.T("panels.server.testing"), look.SmallText, look.Muted))
	f.servers.Go(func() func() {
		result := f.servers.Test(c, key)
		return func() {
			f.test.Enable()
			if asked == f.asked {
				f.tested(result)
			} else {
				f.show()
			}
		}
	})
}

func (f *connectionForm) tested(r Tested) {
	lines := make([]fyne.CanvasObject, len(r.Steps))
	for i, s := range r.Steps {
		lines[i] = stepLine(s)
	}
	f.model.SetOptions(r.Models)
	f.show(lines...)
}

// stepLine shows a step with a sign that tells good from bad without its colour.
func stepLine(s Step) fyne.CanvasObject {
	icon, color := look.IconCheck, theme.ColorNameSuccess
	if !s.OK {
		icon, color = look.IconWarning, theme.ColorNameError
	}
	sign := widget.NewIcon(look.IconIn(icon, color))
	return parts.NewRow(2*look.Gap, 1, parts.NewSized(18, 18, sign), parts.NewPara(s.Text, look.SmallText, ""))
}

// forget takes away what a test found before the address or the key was changed.
func (f *connectionForm) forget() {
	f.asked++
	f.show()
}

func (f *connectionForm) show(lines ...fyne.CanvasObject) {
	f.steps.Objects = lines
	f.steps.Refresh()
	f.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (f *connectionForm) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(f.content)
}
