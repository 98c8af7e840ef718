package settings

import (
	"net/url"
	"strings"

	"fyne.io/fyne/v2"
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
	save    func(c persona.Connection, s Secret)
	was     typed                   // at the beginning
	bring   func(fyne.CanvasObject) // brings a part of the form into view; may be nil

	preset             *parts.Picker // nil: it is no new one
	chosen             Preset        // whose values the form shows; without a name: none's
	name, url, key     *parts.Input
	urlField, keyField *parts.Field
	keyPage            *parts.Link
	model              *parts.Combo
	more               *connectionMore
	trial              *trial
	buttons            fyne.CanvasObject
	end                *fyne.Container // buttons, and what a test finds
	content            fyne.CanvasObject
}

// newConnectionForm returns a form. save gets the connection and what was typed of its secret; cancel may be nil.
func newConnectionForm(s Servers, c persona.Connection, save func(persona.Connection, Secret), cancel func()) *connectionForm {
	f := &connectionForm{
		servers: s, id: c.ID, save: save,
		name: parts.NewInput(), url: parts.NewInput(), key: parts.NewInput(),
		model: parts.NewCombo(nil), keyPage: parts.NewLink("", nil),
	}
	f.trial = newTrial(f)
	f.name.SetText(c.Name)
	f.name.SetPlaceHolder(words.T("panels.server.nameHint"))
	f.url.SetText(c.BaseURL)
	f.url.SetPlaceHolder("http://127.0.0.1:11434/v1")
	f.url.OnChanged = func(string) {
		f.checkURL(false)
		f.trial.forget()
	}
	f.url.OnBlur = func() {
		f.takeQuery()
		f.leavePreset()
		f.checkURL(strings.TrimSpace(f.url.Text) != "")
	}
	f.key.Password = true
	f.key.OnChanged = func(string) { f.trial.forget() }
	f.key.SetPlaceHolder(words.T("panels.server.keyHint"))
	f.keyPage.Hide()
	f.model.Set(c.Model)
	f.model.SetPlaceHolder(words.T("panels.server.modelHint"))
	f.urlField = parts.NewField(words.T("panels.server.url"), nil, f.url, "")
	f.keyField = parts.NewField(words.T("panels.server.key"), f.keyPage, f.key, f.keyPlace())
	f.more = newConnectionMore(c, f.moreChanged, f.Refresh)
	f.build(c, cancel)
	f.takeQuery()
	f.moreChanged()
	f.readKey(c)
	f.was = f.typed()
	f.ExtendBaseWidget(f)
	return f
}

// typed is all that a form holds.
type typed struct {
	connection persona.Connection
	secret     Secret
}

func (f *connectionForm) typed() (t typed) {
	t.connection, t.secret = f.connection()
	return t
}

// unsaved tells whether something was typed.
func (f *connectionForm) unsaved() bool { return f.typed() != f.was }

func (f *connectionForm) build(c persona.Connection, cancel func()) {
	buttons := []fyne.CanvasObject{parts.NewPrimaryButton(words.T("panels.save"), f.submit)}
	if f.servers.Test != nil {
		buttons = append(buttons, f.trial.button)
	}
	if cancel != nil {
		buttons = append(buttons, parts.NewButton(words.T("panels.cancel"), func() {
			f.trial.stop()
			cancel()
		}))
	}
	f.buttons = parts.NewFlow(2*look.Gap, buttons...)
	f.end = parts.NewColumn(3*look.Gap, f.buttons, f.trial.lines)
	column := parts.NewColumn(parts.FormGap)
	if c.BaseURL == "" && len(f.servers.Presets) > 0 {
		f.preset = parts.NewPicker(presetOptions(f.servers.Presets), "", f.choosePreset)
		column.Add(parts.NewField(words.T("panels.server.preset"), nil, f.preset, ""))
	}
	for _, o := range []fyne.CanvasObject{
		parts.NewField(words.T("panels.server.name"), nil, f.name, ""),
		f.urlField,
		f.keyField,
		parts.NewField(words.T("panels.server.model"), nil, f.model, words.T("panels.server.modelNote")),
		f.more.fold,
		f.end,
	} {
		column.Add(o)
	}
	f.content = column
}

// takeButtons takes the buttons out of the form, for an owner that shows them where they never scroll away.
func (f *connectionForm) takeButtons() fyne.CanvasObject {
	f.end.Remove(f.buttons)
	return f.buttons
}

// presetOptions lists the presets; the empty id is a server of the user's own.
func presetOptions(presets []Preset) []parts.Option {
	options := []parts.Option{{ID: "", Label: words.T("panels.server.presetOwn")}}
	for _, p := range presets {
		options = append(options, parts.Option{ID: p.Name, Label: p.Name})
	}
	return options
}

// choosePreset fills in what is known of a service.
func (f *connectionForm) choosePreset(name string) {
	var p Preset
	for _, one := range f.servers.Presets {
		if one.Name == name {
			p = one
		}
	}
	f.name.SetText(p.Name)
	f.url.SetText(p.BaseURL)
	f.model.Set("")
	f.model.SetSuggestions(nil)
	f.more.headers.replace(headerPairs(p.Headers))
	f.chosen = p
	f.showKeyOf(p)
}

// showKeyOf says whose key is asked for, and where it is to be had.
func (f *connectionForm) showKeyOf(p Preset) {
	hint := words.T("panels.server.keyHint")
	if p.NeedsKey {
		hint = words.T("panels.server.keyNeeded", map[string]any{"Name": p.Name})
	}
	f.key.SetPlaceHolder(hint)
	page, err := url.Parse(p.KeyURL)
	f.keyPage.Hidden = err != nil || page.Host == "" || f.servers.Open == nil
	if !f.keyPage.Hidden {
		f.keyPage.Set(words.T("panels.server.keyPage", map[string]any{"Host": page.Host}), func() { f.servers.Open(p.KeyURL) })
	}
	f.Refresh()
}

// leavePreset takes back what a preset filled in, as far as it is unchanged, when the address leads to another server.
func (f *connectionForm) leavePreset() {
	p := f.chosen
	if p.Name == "" || p.leadsTo(f.url.Text) {
		return
	}
	f.chosen = Preset{}
	f.preset.Set("")
	if f.name.Text == p.Name {
		f.name.SetText("")
	}
	if now, _ := headers(f.more.headers.pairs()); now == p.Headers {
		f.more.headers.replace(nil)
	}
	f.showKeyOf(f.chosen)
}

// leadsTo tells whether an address as it was typed is a preset's service. A program is known by its port, on any machine.
func (p Preset) leadsTo(typed string) bool {
	typed = strings.TrimSpace(typed)
	if !strings.Contains(typed, "://") {
		typed = "http://" + typed
	}
	own, err := url.Parse(p.BaseURL)
	other, wrong := url.Parse(typed)
	if err != nil || wrong != nil {
		return false
	}
	if !p.NeedsKey {
		return own.Port() == other.Port()
	}
	return strings.EqualFold(own.Host, other.Host)
}

// takeQuery moves what follows a "?" in the address to the extra query, where a key is kept as a secret.
func (f *connectionForm) takeQuery() {
	address, q := persona.CutQuery(f.url.Text)
	params, err := q.Params()
	if err != nil || len(params) == 0 {
		return
	}
	for _, p := range queryPairs(params) {
		f.more.query.add(p)
	}
	f.more.fold.SetOpen(true)
	f.url.SetText(address)
	f.moreChanged()
	f.Refresh()
}

// keyPlace says where keys are kept.
func (f *connectionForm) keyPlace() string {
	if f.servers.Keyring != nil && f.servers.Keyring() {
		return words.T("panels.server.keyRing")
	}
	return words.T("panels.server.keyFile")
}

// readKey shows, once it is known, whether a key is stored or the environment holds one.
func (f *connectionForm) readKey(c persona.Connection) {
	if f.servers.KeyState == nil || c.ID == "" {
		return
	}
	read := f.servers.KeyState
	f.servers.Go(func() func() {
		state := read(c)
		return func() { f.showKey(state) }
	})
}

func (f *connectionForm) showKey(s KeyState) {
	if s.Stored {
		f.key.SetPlaceHolder(words.T("panels.server.keyKept"))
	}
	if s.Variable != "" {
		f.keyField.SetNote(words.T("panels.server.keyVariable", map[string]any{"Variable": s.Variable}))
	}
	f.Refresh()
}

// connection returns what the form says, and what of it is secret.
func (f *connectionForm) connection() (persona.Connection, Secret) {
	c := persona.Connection{
		ID: f.id, Name: strings.TrimSpace(f.name.Text), BaseURL: strings.TrimSpace(f.url.Text), Model: strings.TrimSpace(f.model.Text()),
	}
	s := Secret{Key: strings.TrimSpace(f.key.Text)}
	f.more.fill(&c, &s)
	return c, s
}

// moreChanged checks what is folded away while it is typed: a fault in it is hard to find later.
func (f *connectionForm) moreChanged() {
	f.checkMore()
	f.checkURL(false)
	f.trial.forget()
}

func (f *connectionForm) checkMore() bool {
	c, _ := f.connection()
	return f.more.tell(f.servers.check(c))
}

// checkURL shows where requests will go. What is wrong is said only with strict: someone who is still typing knows.
func (f *connectionForm) checkURL(strict bool) bool {
	c, _ := f.connection()
	address, problem := f.servers.final(c.BaseURL, c.Query)
	if _, q := persona.CutQuery(c.BaseURL); problem == "" && q != "" && strict {
		problem = words.T("fault.query.query") // it could not be taken
	}
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

// good tells whether all fields can be used; it shows what cannot.
func (f *connectionForm) good() bool {
	f.takeQuery()
	f.leavePreset()
	address, more := f.checkURL(true), f.checkMore()
	if !more {
		f.more.fold.SetOpen(true)
		f.Refresh()
	}
	if wrong := f.firstWrong(); wrong != nil && f.bring != nil {
		f.bring(wrong)
	}
	return address && more
}

// firstWrong is the first field that says that something is wrong with it, nil if none does.
func (f *connectionForm) firstWrong() fyne.CanvasObject {
	m := f.more.fields
	for _, field := range []*parts.Field{f.urlField, m["headers"], m["query"], m["body"], m["proxy"], m["certificate"]} {
		if field.Problem() != "" {
			return field
		}
	}
	return nil
}

func (f *connectionForm) submit() {
	if f.good() {
		f.trial.stop()
		f.save(f.connection())
	}
}

// trust takes over a certificate that a test met, and tests again.
func (f *connectionForm) trust(fingerprint string) {
	f.more.certificate.SetText(fingerprint)
	f.more.fold.SetOpen(true)
	f.trial.run()
}

// CreateRenderer implements fyne.Widget.
func (f *connectionForm) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(f.content)
}
