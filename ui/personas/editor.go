package personas

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// Go runs work on a worker goroutine and then the function that it returns on the UI goroutine.
type Go func(work func() (done func()))

// EditorOptions are what the editor needs of the program.
type EditorOptions struct {
	// OnChange hears the whole persona after every change by the user, at every key. Saving may be put off; the ID says
	// whose change it is.
	OnChange func(persona.Persona)
	// Picture returns the picture behind persona.Persona.Picture, nil for none; see ListOptions.
	Picture func(picture string) fyne.Resource
	// ChoosePicture lets the user choose a file, stores it and gives its name for persona.Persona.Picture to done, on the
	// UI goroutine. It does not call done when the user changed their mind.
	ChoosePicture func(done func(picture string))
	// ChooseBackground does the same for persona.Persona.Background.
	ChooseBackground func(done func(picture string))
	// Models asks a connection's server for its models. It runs on a worker, through Go. Nil: only free text.
	Models func(c persona.Connection) ([]parts.Suggestion, error)
	// Go runs Models; required with it.
	Go Go
	// Count estimates the tokens of a text. It must not block.
	Count func(text string) int
	// Explain puts an error of Models into words. Nil: a general sentence.
	Explain func(error) string
	// OnSendAgain hears of request fields which the server refused and which are to be sent again all the same.
	OnSendAgain func(fields []string)
	// OnForgetForm hears that what SetForm told is to be forgotten and tried anew.
	OnForgetForm func()
}

// Editor is the inspector's page for who the persona is.
type Editor struct {
	widget.BaseWidget

	opt         EditorOptions
	p           persona.Persona
	connections []persona.Connection
	standard    string   // id of the default connection
	refused     []string // request fields that the persona's server does not take
	form        Form     // how it wants to be asked
	quiet       bool     // the fields are being filled: what they report is not the user's doing

	avatar      *parts.Avatar
	choose      *parts.Button
	clear       *parts.Button
	name        *parts.Input
	prompt      *parts.Editor
	promptField *parts.Field
	greeting    *parts.Editor
	connection  *parts.Picker
	model       *modelField
	temperature *temperatureField
	sampling    *samplingFields
	output      *parts.NumberEntry
	outputField *parts.Field
	more        *moreFields
	scroll      *parts.Scroll
}

// NewEditor returns an editor without a persona; call ShowPersona before it is seen.
func NewEditor(opt EditorOptions) *Editor {
	e := &Editor{opt: opt}
	e.build()
	e.ExtendBaseWidget(e)
	return e
}

// ShowPersona shows another persona, or the same one as it is now. Whatever the user typed before was reported already;
// nothing that is under way for the former persona reaches this one.
func (e *Editor) ShowPersona(p persona.Persona) {
	other := p.ID != e.p.ID
	e.p = p
	e.quiet = true
	defer func() { e.quiet = false }()
	if e.name.Text != p.Name {
		e.name.SetText(p.Name)
	}
	setText(e.prompt, p.Prompt)
	setText(e.greeting, p.Greeting)
	e.showPicture()
	e.connection.Set(p.Connection)
	e.model.show(p.Model, e.server(), other)
	e.temperature.show(p.Sampling.Temperature)
	e.sampling.show(p)
	e.showOutput()
	e.more.show(p, other)
	e.countPrompt()
	if other {
		e.scroll.ScrollToTop()
	}
}

// SetCutoff takes over cutoff values that were changed elsewhere, so that this editor does not bring back old ones.
func (e *Editor) SetCutoff(own persona.Cutoff) {
	e.p.Cutoff = own
	e.showOutput()
}

// SetConnections gives the connections to choose from; standard is the id of the default one.
func (e *Editor) SetConnections(all []persona.Connection, standard string) {
	e.connections, e.standard = all, standard
	options := []parts.Option{{ID: "", Label: words.T("panels.editor.connectionDefault", map[string]any{"Name": e.nameOf(standard)})}}
	for _, c := range all {
		options = append(options, parts.Option{ID: c.ID, Label: e.nameOf(c.ID)})
	}
	e.connection.SetOptions(options)
	e.model.show(e.p.Model, e.server(), true)
}

// Persona returns the persona with all changes.
func (e *Editor) Persona() persona.Persona { return e.p }

// FocusPrompt puts the cursor into the system prompt.
func (e *Editor) FocusPrompt() { e.focus(e.prompt) }

// FocusModel puts the cursor into the model.
func (e *Editor) FocusModel() { e.focus(e.model.combo.Input()) }

// FocusPost unfolds what is said after each message and puts the cursor there.
func (e *Editor) FocusPost() {
	e.more.fold.SetOpen(true)
	e.resized()
	e.focus(e.more.post)
}

// FocusName puts the cursor into the name, chosen whole, for a persona that was just made.
func (e *Editor) FocusName() {
	e.focus(e.name)
	e.name.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// input is an input of one or of many lines.
type input interface {
	fyne.CanvasObject
	fyne.Focusable
}

// focus gives an input the focus and brings it into view.
func (e *Editor) focus(in input) {
	driver := fyne.CurrentApp().Driver()
	c := driver.CanvasForObject(e)
	if c == nil {
		return
	}
	c.Focus(in)
	top := driver.AbsolutePositionForObject(in).Y - driver.AbsolutePositionForObject(e.scroll.Content).Y
	if shown := e.scroll.Offset.Y; top < shown || top+in.Size().Height > shown+e.scroll.Size().Height {
		e.scroll.ScrollToOffset(fyne.NewPos(0, max(0, top-inputHead)))
	}
}

// inputHead is the room over an input that is brought into view, for its label.
const inputHead = 40

func (e *Editor) nameOf(id string) string {
	for _, c := range e.connections {
		if c.ID != id {
			continue
		}
		if c.Name != "" {
			return c.Name
		}
		if c.ID != persona.DemoConnection {
			return c.BaseURL
		}
	}
	return words.T("panels.editor.demo")
}

// server returns the connection that the persona uses.
func (e *Editor) server() persona.Connection {
	return persona.Settings{Connections: e.connections, Connection: e.standard}.Find(e.p.Connection)
}

// edit applies a change by the user and reports it.
func (e *Editor) edit(change func(*persona.Persona)) {
	if e.quiet || e.p.ID == "" {
		return
	}
	change(&e.p)
	e.sampling.showRefused()
	e.sampling.showForm()
	if e.opt.OnChange != nil {
		e.opt.OnChange(e.p)
	}
}

func (e *Editor) showPicture() {
	var picture fyne.Resource
	if e.opt.Picture != nil {
		picture = e.opt.Picture(e.p.Picture)
	}
	e.avatar.SetPerson(e.p.Name, picture)
	visible(e.clear, e.p.Picture != "")
}

func (e *Editor) setPicture(picture string) {
	e.edit(func(p *persona.Persona) { p.Picture = picture })
	e.showPicture()
}

// choosePicture asks for a file. An answer that comes when another persona is shown is not that one's.
func (e *Editor) choosePicture() {
	if e.opt.ChoosePicture == nil {
		return
	}
	id := e.p.ID
	e.opt.ChoosePicture(func(picture string) {
		if e.p.ID == id {
			e.setPicture(picture)
		}
	})
}

func (e *Editor) countPrompt() {
	if e.opt.Count == nil {
		return
	}
	n := e.opt.Count(e.p.Prompt)
	e.promptField.SetNote(words.N("panels.editor.promptCount", n, map[string]any{
		"Tokens": words.Number(n),
	}))
}

func (e *Editor) showOutput() {
	n := 0
	if e.p.Cutoff.MaxOutput != nil {
		n = *e.p.Cutoff.MaxOutput
	}
	e.output.Reset(n)
}

func (e *Editor) build() {
	e.avatar = parts.NewAvatar(72, "", nil)
	e.choose = parts.NewButton(words.T("panels.editor.choosePicture"), e.choosePicture)
	e.clear = parts.NewButton(words.T("panels.editor.removePicture"), func() { e.setPicture("") })
	e.name = parts.NewInput()
	e.name.OnChanged = func(s string) {
		e.edit(func(p *persona.Persona) { p.Name = s })
		e.showPicture()
	}
	e.prompt = parts.NewEditor(7)
	e.prompt.SetPlaceHolder(words.T("panels.editor.promptHint"))
	e.prompt.OnChanged = func() {
		e.edit(func(p *persona.Persona) { p.Prompt = e.prompt.Text() })
		e.countPrompt()
	}
	e.promptField = parts.NewField(words.T("panels.editor.prompt"), nil, e.prompt, "")
	e.greeting = parts.NewEditor(3)
	e.greeting.OnChanged = func() { e.edit(func(p *persona.Persona) { p.Greeting = e.greeting.Text() }) }
	e.connection = parts.NewPicker(nil, "", func(id string) {
		e.edit(func(p *persona.Persona) { p.Connection = id })
		e.model.show(e.p.Model, e.server(), true)
	})
	e.model = newModelField(e)
	e.temperature = newTemperatureField(e)
	e.buildOutput()
	e.more = newMoreFields(e)
	e.sampling = newSamplingFields(e)

	buttons := parts.NewColumn(2*look.Gap, e.choose, e.clear)
	e.scroll = parts.NewForm(
		parts.NewFlow(16, e.avatar, buttons),
		parts.NewField(words.T("panels.editor.name"), nil, e.name, ""),
		e.promptField,
		parts.NewField(words.T("panels.editor.greeting"), nil, e.greeting, words.T("panels.editor.greetingNote")),
		parts.NewField(words.T("panels.editor.connection"), nil, e.connection, ""),
		e.model.field, e.temperature.field, e.outputField, e.sampling.fold, e.more.fold,
	)
	e.SetConnections(nil, persona.DemoConnection)
}

// resized lays the form out anew after a fold opened or closed.
func (e *Editor) resized() {
	e.scroll.Content.Refresh()
	e.scroll.Refresh()
}

// buildOutput makes the input for the longest reply; an empty one gives the persona no value of its own.
func (e *Editor) buildOutput() {
	parse := func(s string) (int, error) {
		if trimmed(s) == "" {
			return 0, nil
		}
		return parts.ParseNumber(s, tokens.MaxMaxOutput)
	}
	format := func(n int) string {
		if n == 0 {
			return ""
		}
		return words.Number(n)
	}
	e.output = parts.NewNumberEntry(parse, format, format(tokens.MaxMaxOutput))
	e.output.SetPlaceHolder(words.T("panels.editor.outputUnset"))
	e.outputField = parts.NewField(words.T("panels.editor.output"), e.output, nil, words.T("panels.editor.outputNote"))
	e.output.OnProblem = func(err error) { e.outputField.SetProblem(numberProblem(err, tokens.MaxMaxOutput)) }
	e.output.OnChanged = func(n int) {
		e.edit(func(p *persona.Persona) {
			p.Cutoff.MaxOutput = nil
			if n > 0 {
				p.Cutoff.MaxOutput = &n
			}
		})
	}
}

// setText fills an input without moving the cursor when the text is there already.
func setText(in *parts.Editor, text string) {
	if in.Text() != text {
		in.SetText(text)
	}
}

// CreateRenderer implements fyne.Widget.
func (e *Editor) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(e.scroll) }
