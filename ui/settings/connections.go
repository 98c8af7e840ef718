package settings

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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
	scroll  *container.Scroll
	problem *parts.Para
	form    *connectionForm // nil while the list is shown
}

func newConnectionsPage(a *App) *connectionsPage {
	p := &connectionsPage{a: a, body: parts.NewColumn(3 * look.Gap), problem: parts.NewPara("", look.SmallText, theme.ColorNameError)}
	p.problem.Hide()
	p.scroll = container.NewVScroll(parts.NewInset(parts.FormPad, parts.FormPad, p.body))
	p.list()
	return p
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
	p.show(append(objects, container.NewHBox(add))...)
}

func (p *connectionsPage) show(objects ...fyne.CanvasObject) {
	p.body.Objects = objects
	p.body.Refresh()
	p.scroll.ScrollToTop()
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
	address := c.BaseURL
	if c.Model != "" {
		address += " · " + c.Model
	}
	lines = append(lines,
		parts.NewPara(address, look.SmallText, look.Muted),
		parts.NewFlow(14,
			parts.NewLink(words.T("panels.app.change"), func() { p.edit(c) }),
			parts.NewLink(words.T("panels.app.removeKey"), func() { p.saveKey(c.ID, "") }),
			parts.NewLink(words.T("panels.app.remove"), func() { p.askRemove(c) })))
	return parts.NewCard(parts.NewColumn(6, lines...))
}

// edit shows the form for a connection, new or not.
func (p *connectionsPage) edit(c persona.Connection) {
	p.form = newConnectionForm(p.a.opt.Servers, c, p.save, p.list)
	p.show(p.form)
}

func (p *connectionsPage) save(c persona.Connection, key string) {
	p.a.edit(func(s *persona.Settings) {
		i := slices.IndexFunc(s.Connections, func(o persona.Connection) bool { return o.ID == c.ID })
		if i < 0 {
			s.Connections = append(s.Connections, c)
		} else {
			s.Connections[i] = c
		}
	})
	if key != "" {
		p.saveKey(c.ID, key)
	}
	p.list()
}

// saveKey keeps or removes a key on a worker and says so if that fails.
func (p *connectionsPage) saveKey(id, key string) {
	save := p.a.opt.SaveKey
	if save == nil {
		return
	}
	p.a.opt.Go(func() func() {
		err := save(id, key)
		return func() { p.keySaved(key, err) }
	})
}

func (p *connectionsPage) keySaved(key string, err error) {
	text, color := "", theme.ColorNameError
	switch {
	case err == nil && key == "":
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
			err := save(id, "")
			return func() {
				if err != nil {
					p.keySaved("", err)
				}
			}
		})
	}
	p.list()
}
