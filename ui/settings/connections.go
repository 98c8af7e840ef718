package settings

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// connectionsPage lists the connections and edits one in the list's place.
type connectionsPage struct {
	a       *App
	body    *fyne.Container
	scroll  *parts.Scroll
	problem *parts.Para
	foot    *fyne.Container // below what scrolls
	content *fyne.Container
	form    *connectionForm // nil while the list is shown
	finder  *finder
	keys    map[string]KeyState // by connection, as far as they are known
}

func newConnectionsPage(a *App) *connectionsPage {
	p := &connectionsPage{a: a, keys: map[string]KeyState{}, body: parts.NewColumn(3 * look.Gap), foot: parts.NewColumn(0), problem: parts.NewPara("", look.SmallText, theme.ColorNameError)}
	p.problem.Hide()
	p.finder = newFinder(a.opt.Servers, p.editFound, p.again)
	p.scroll = parts.NewScroll(parts.NewInset(parts.FormPad, parts.FormPad, p.body))
	p.content = parts.NewFrame(parts.NewColumn(0), p.scroll, p.foot)
	p.list()
	p.readKeys()
	return p
}

// again lays the page out after what was found has another height, and shows all of it.
func (p *connectionsPage) again() {
	p.body.Refresh()
	p.scroll.Refresh()
	p.scroll.Bring(p.finder.lines)
}

// readKeys finds out which connections have a key, and shows it.
func (p *connectionsPage) readKeys() {
	read, all := p.a.opt.KeyState, slices.Clone(p.a.s.Connections)
	if read == nil {
		return
	}
	p.a.opt.Go(func() func() {
		known := map[string]KeyState{}
		for _, c := range all {
			if c.ID != persona.DemoConnection {
				known[c.ID] = read(c)
			}
		}
		return func() {
			p.keys = known
			if p.form == nil {
				p.list()
			}
		}
	})
}

// editFound shows the form for a server that was found on this computer.
func (p *connectionsPage) editFound(s Found) {
	c := s.connection()
	c.ID = p.a.opt.NewID()
	p.edit(c)
}

// list shows all connections.
func (p *connectionsPage) list() {
	p.form = nil
	options := make([]parts.Option, len(p.a.s.Connections))
	for i, c := range p.a.s.Connections {
		options[i] = parts.Option{ID: c.ID, Label: connectionName(c)}
	}
	standard := parts.NewPicker(options, p.a.s.Find("").ID, func(id string) {
		p.a.edit(func(s *persona.Settings) { s.Connection = id })
		p.list()
	})
	objects := []fyne.CanvasObject{
		p.problem,
		parts.NewField(words.T("panels.app.standard"), nil, standard, words.T("panels.app.standardNote")),
	}
	for _, c := range p.a.s.Connections {
		objects = append(objects, p.card(c))
	}
	add := parts.NewPrimaryButton(words.T("panels.app.addConnection"), func() {
		p.edit(persona.Connection{ID: p.a.opt.NewID()})
	})
	p.show(append(objects, parts.NewFlow(2*look.Gap, add, p.finder.button), p.finder.lines)...)
}

func (p *connectionsPage) show(objects ...fyne.CanvasObject) {
	p.body.Objects = objects
	p.body.Refresh()
	p.scroll.ScrollToTop()
	p.setFoot()
}

// setFoot shows what never scrolls away.
func (p *connectionsPage) setFoot(objects ...fyne.CanvasObject) {
	p.foot.Objects = objects
	p.content.Refresh()
}

func (p *connectionsPage) card(c persona.Connection) fyne.CanvasObject {
	name := parts.NewCaption(connectionName(c), theme.SizeNameText, theme.ColorNameForeground)
	name.Bold, name.Short = true, true
	mark := parts.NewCaption("", look.SmallText, look.Muted)
	if c.ID == p.a.s.Find("").ID {
		mark.Text = words.T("panels.app.isStandard")
	}
	lines := []fyne.CanvasObject{parts.NewEnds(name, mark)}
	if c.ID == persona.DemoConnection {
		lines = append(lines, parts.NewPara(words.T("panels.server.demoNote"), look.SmallText, look.Muted))
		return parts.NewCard(parts.NewColumn(look.Gap, lines...))
	}
	if about := cardLine(c); about != "" {
		lines = append(lines, parts.NewPara(about, look.SmallText, look.Muted))
	}
	if v := p.keys[c.ID].Variable; v != "" {
		lines = append(lines, parts.NewPara(words.T("panels.server.keyVariable", map[string]any{"Variable": v}), look.SmallText, look.Muted))
	}
	links := parts.NewFlow(14, parts.NewLink(words.T("panels.app.change"), func() { p.edit(c) }))
	if p.keys[c.ID].Stored {
		links.Add(parts.NewLink(words.T("panels.app.removeKey"), func() { p.saveKey(c.ID, Secret{}) }))
	}
	links.Add(parts.NewLink(words.T("panels.app.remove"), func() { p.askRemove(c) }))
	lines = append(lines, links)
	return parts.NewCard(parts.NewColumn(6, lines...))
}

// cardLine says where a connection leads and to which model, without the address if that is what it is called by.
func cardLine(c persona.Connection) string {
	switch {
	case c.Name == "":
		return c.Model
	case c.Model == "":
		return c.BaseURL
	}
	return c.BaseURL + " · " + c.Model
}

// edit shows the form for a connection, new or not.
func (p *connectionsPage) edit(c persona.Connection) {
	p.form = newConnectionForm(p.a.opt.Servers, c, p.save, p.list)
	p.form.trial.reveal = func() {
		p.body.Refresh() // its new height is what there is to scroll
		p.scroll.ScrollToBottom()
	}
	p.form.bring = func(o fyne.CanvasObject) {
		p.body.Refresh()
		p.scroll.Bring(o)
	}
	p.show(p.form)
	p.setFoot(parts.NewDivider(), parts.NewInset(parts.FormPad, 3*look.Gap, p.form.takeButtons()))
}

// unsaved tells whether a form is open that holds something that was typed and is not saved.
func (p *connectionsPage) unsaved() bool { return p.form != nil && p.form.unsaved() }

func (p *connectionsPage) save(c persona.Connection, s Secret) {
	p.a.edit(func(s *persona.Settings) {
		i := slices.IndexFunc(s.Connections, func(o persona.Connection) bool { return o.ID == c.ID })
		if i < 0 {
			s.Connections = append(s.Connections, c)
		} else {
			s.Connections[i] = c
		}
	})
	if s != (Secret{}) {
		p.saveKey(c.ID, s)
	}
	p.list()
}

// saveKey keeps a secret, or forgets all of it if there is none, on a worker, and says so if that fails.
func (p *connectionsPage) saveKey(id string, s Secret) {
	save := p.a.opt.SaveKey
	if save == nil {
		return
	}
	p.a.opt.Go(func() func() {
		err := save(id, s)
		return func() { p.keySaved(s == Secret{}, err) }
	})
}

func (p *connectionsPage) keySaved(forgotten bool, err error) {
	text, color := "", theme.ColorNameError
	switch {
	case err == nil && forgotten:
		text, color = words.T("panels.app.keyRemoved"), look.Muted
	case err == nil:
	case p.a.opt.Explain != nil:
		text = p.a.opt.Explain(err)
	default:
		text = words.T("panels.app.keyFailed")
	}
	p.problem.Color = color
	p.problem.SetText(text)
	p.problem.Hidden = text == ""
	p.problem.Refresh()
	p.body.Refresh()
	p.readKeys()
}

func (p *connectionsPage) askRemove(c persona.Connection) {
	canvas := fyne.CurrentApp().Driver().CanvasForObject(p.a)
	if canvas == nil {
		return
	}
	text := parts.NewPara(words.T("panels.app.removeText", map[string]any{"Name": connectionName(c)}), "", "")
	parts.NewSheet(canvas, words.T("panels.app.removeTitle"), text,
		parts.Action{Label: words.T("panels.cancel")},
		parts.Action{Label: words.T("panels.app.remove"), Primary: true, Do: func() { p.remove(c.ID) }}).Show()
}

// remove forgets a connection and its key. Personas that used it take the default; the demo is that when nothing else is.
func (p *connectionsPage) remove(id string) {
	p.a.edit(func(s *persona.Settings) {
		s.Connections = slices.DeleteFunc(slices.Clone(s.Connections), func(c persona.Connection) bool { return c.ID == id })
		if s.Connection == id {
			s.Connection = persona.DemoConnection
		}
	})
	if save := p.a.opt.SaveKey; save != nil {
		p.a.opt.Go(func() func() {
			err := save(id, Secret{})
			return func() {
				if err != nil {
					p.keySaved(true, err)
				}
			}
		})
	}
	p.list()
}
