package settings

import (
	"strings"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// finder looks for model servers on this computer when its button is pressed, and lists them.
type finder struct {
	servers Servers
	button  *parts.Button
	lines   *fyne.Container
	choose  func(Found)
	changed func() // the list has another height
	finding bool
}

func newFinder(s Servers, choose func(Found), changed func()) *finder {
	f := &finder{servers: s, choose: choose, changed: changed, lines: parts.NewColumn(2 * look.Gap)}
	f.button = parts.NewButton(words.T("panels.welcome.find"), f.run)
	return f
}

func (f *finder) run() {
	if f.finding || f.servers.Find == nil {
		return
	}
	f.finding = true
	f.button.Disable()
	f.list(parts.NewPara(words.T("panels.welcome.finding"), look.SmallText, look.Muted))
	find := f.servers.Find
	f.servers.Go(func() func() {
		servers := find()
		return func() {
			f.finding = false
			f.button.Enable()
			f.show(servers)
		}
	})
}

func (f *finder) show(servers []Found) {
	if len(servers) == 0 {
		f.list(parts.NewPara(words.T("panels.welcome.nothing"), look.SmallText, ""))
		return
	}
	lines := make([]fyne.CanvasObject, len(servers))
	for i, s := range servers {
		use := parts.NewButton(words.T("panels.welcome.use"), func() { f.choose(s) })
		lines[i] = parts.NewEnds(parts.NewPara(s.Name+"\n"+s.BaseURL+"\n"+modelWords(s), look.SmallText, ""), use)
	}
	f.list(lines...)
}

// namedModels is how many models of a server are named.
const namedModels = 3

// modelWords says which models a server has.
func modelWords(s Found) string {
	switch n := len(s.Models); {
	case s.NeedsKey:
		return words.T("panels.welcome.needsKey")
	case n == 0:
		return words.T("panels.welcome.noModel")
	case n > namedModels:
		return words.N("panels.welcome.moreModels", n-namedModels, map[string]any{"Count": n - namedModels, "Names": strings.Join(s.Models[:namedModels], ", ")})
	}
	return strings.Join(s.Models, ", ")
}

func (f *finder) list(lines ...fyne.CanvasObject) {
	f.lines.Objects = lines
	f.lines.Refresh()
	f.changed()
}

// connection returns a found server as a connection without an ID, with its first model.
func (s Found) connection() persona.Connection {
	c := persona.Connection{Name: s.Name, BaseURL: s.BaseURL}
	if len(s.Models) > 0 {
		c.Model = s.Models[0]
	}
	return c
}
