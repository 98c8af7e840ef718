package ui

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
)

// headerTitle is how much of a talk's name the header shows, in characters.
const headerTitle = 40

// pictureSide is the size of the picture in the header.
const pictureSide = 40

// header is the bar over the talk: who speaks, by which model, and the buttons that open the panels.
type header struct {
	w        *Window
	avatar   *parts.Avatar
	name     *parts.Caption
	model    *parts.Caption
	toList   *parts.Button
	toPanel  *parts.Button
	more     *parts.Button // what can be done with the talk
	talk     string        // what the talk is called; empty: it is the only one and has no title
	speaks   string        // by which model
	content  fyne.CanvasObject
	personal fyne.CanvasObject // hidden while there is no persona
}

func newHeader(w *Window) *header {
	h := &header{
		w:      w,
		avatar: parts.NewAvatar(pictureSide, "", nil),
		name:   parts.NewCaption("", look.TitleText, theme.ColorNameForeground),
		model:  parts.NewCaption("", look.SmallText, look.Muted),
	}
	h.name.Bold, h.name.Short, h.model.Short = true, true, true
	h.toList = parts.NewIconButton(look.IconPersona, w.toggleList)
	h.toPanel = parts.NewIconButton(look.IconMenu, w.toggleInspector)
	h.more = parts.NewIconButton(look.IconMore, func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(h.more)
		w.talkMenu(at.AddXY(0, h.more.Size().Height+2))
	})
	words := container.New(layout.NewCustomPaddedVBoxLayout(1), layout.NewSpacer(), h.name, h.model, layout.NewSpacer())
	h.personal = parts.NewRow(3*look.Gap, 1, h.avatar, words)
	bar := parts.NewRow(2*look.Gap, 1, h.toList, h.personal, h.more, h.toPanel)
	high := container.New(headerHigh{layout.NewCustomPaddedLayout(0, 0, 4*look.Gap, 3*look.Gap)}, bar)
	h.content = container.New(layout.NewCustomPaddedVBoxLayout(0), high, parts.NewDivider())
	return h
}

// headerHigh makes the bar as high as the theme has it at the text size of the moment.
type headerHigh struct{ padded fyne.Layout }

// Layout implements fyne.Layout.
func (l headerHigh) Layout(o []fyne.CanvasObject, size fyne.Size) { l.padded.Layout(o, size) }

// MinSize implements fyne.Layout.
func (l headerHigh) MinSize(o []fyne.CanvasObject) fyne.Size {
	return l.padded.MinSize(o).Max(fyne.NewSize(0, look.Size(look.HeaderHeight)-1))
}

// show names the persona and what it speaks through.
func (h *header) show(p persona.Persona, model string) {
	if p.ID == "" {
		h.personal.Hide()
		h.more.Hide()
		h.toPanel.Hide()
		return
	}
	h.personal.Show()
	h.more.Show()
	h.toPanel.Show()
	h.avatar.SetPerson(p.Name, h.w.picture(p.Picture))
	h.name.SetText(p.Name)
	if model == "" { // the server's choice
		model = h.w.connectionName(h.w.settings.Find(p.Connection))
	}
	if t := p.Sampling.Temperature; t != nil {
		model += " · " + strconv.FormatFloat(*t, 'f', -1, 64)
	}
	h.speaks = model
	h.caption()
}

// showTalk names the talk, if the persona has several or this one was given a title.
func (h *header) showTalk(i talk.Info) {
	h.talk = ""
	if i.Title != "" || h.several(i.Persona) {
		h.talk = talkName(i)
	}
	h.caption()
}

func (h *header) several(persona string) bool {
	for _, p := range h.w.people {
		if p.Persona.ID == persona {
			return p.Talks > 1
		}
	}
	return false
}

func (h *header) caption() {
	text := h.speaks
	if h.talk != "" {
		name := []rune(h.talk)
		if len(name) > headerTitle {
			name = append(name[:headerTitle-1], '…')
		}
		text = string(name) + " · " + text
	}
	h.model.SetText(text)
}

// fit shows the button for the list only where the list is not beside the talk.
func (h *header) fit(narrow bool) {
	if narrow == h.toList.Visible() {
		return
	}
	if narrow {
		h.toList.Show()
	} else {
		h.toList.Hide()
	}
}
