package chat

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// showAside makes a chip for each text that was set aside: a press on it opens the text, a button puts it into the input, if it is
// short enough for that, and another one drops it.
func (c *Composer) showAside() {
	aside := c.entry.State().Aside
	if slices.Equal(aside, c.aside) {
		return
	}
	c.aside = slices.Clone(aside)
	c.asideTokens = 0
	c.chips.Objects = nil
	c.chips.Hidden = len(aside) == 0
	for i, text := range aside {
		c.asideTokens += c.estimate(text)
		c.chips.Add(c.chip(i, text))
	}
}

func (c *Composer) chip(i int, text string) fyne.CanvasObject {
	label := parts.NewCaption(words.T("composer.pasted", map[string]any{"Size": words.Bytes(len(text))}), look.SmallText, theme.ColorNameForeground)
	label.Short = true
	icon := parts.NewSized(16, 16, widget.NewIcon(look.IconIn(look.IconDocument, look.Muted)))
	opener := newPressable(parts.NewRow(6, 1, icon, label), func() { c.read(i, text) })
	row := parts.NewRow(6, 0, opener)
	if c.entry.MayType(i) {
		row.Add(parts.NewLink(words.T("composer.toText"), func() { c.entry.TypeAside(i) }))
	}
	row.Add(parts.NewIconButton(look.IconClose, func() { c.entry.DropAside(i) }))
	return row
}

// read shows a text that was set aside.
func (c *Composer) read(i int, text string) {
	if c.OnRead == nil {
		return
	}
	var toInput func()
	if c.entry.MayType(i) {
		toInput = func() {
			if now := c.entry.State().Aside; i < len(now) && now[i] == text {
				c.entry.TypeAside(i)
			}
		}
	}
	c.OnRead(text, toInput)
}

// pressable lets all of an object be pressed.
type pressable struct {
	widget.BaseWidget
	content fyne.CanvasObject
	press   func()
}

var _ desktop.Cursorable = (*pressable)(nil)

func newPressable(content fyne.CanvasObject, press func()) *pressable {
	p := &pressable{content: content, press: press}
	p.ExtendBaseWidget(p)
	return p
}

// Tapped implements fyne.Tappable.
func (p *pressable) Tapped(*fyne.PointEvent) { p.press() }

// Cursor implements desktop.Cursorable.
func (p *pressable) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer implements fyne.Widget.
func (p *pressable) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.content) }

// asideSize is how large a text that was set aside is shown where there is room.
var asideSize = fyne.NewSize(720, 720)

// ShowAside opens a text that was set aside, for reading. toInput puts it into the input; nil: that is not offered.
func ShowAside(canvas fyne.Canvas, text string, toInput func()) *parts.Pane {
	var lines []TextLine
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, TextLine{Spans: []flow.Span{{Text: line}}})
	}
	var pane *parts.Pane
	foot := parts.NewColumn(0)
	if toInput != nil {
		foot = parts.NewInset(parts.FormPad, 3*look.Gap, parts.NewEndFlow(2*look.Gap, parts.NewButton(words.T("composer.toText"), func() {
			pane.Hide()
			toInput()
		})))
	}
	title := words.T("composer.aside", map[string]any{"Size": words.Bytes(len(text))})
	pane = parts.NewPane(canvas, title, parts.NewFrame(parts.NewColumn(0), NewLines(lines), foot), asideSize)
	pane.Show()
	return pane
}
