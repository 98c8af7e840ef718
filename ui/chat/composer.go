package chat

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// Composer is where one writes: the meter, and below it the box with the input and the button that sends, or stops while a reply is
// written. It keeps what was typed for each talk. Nothing typed or pasted is lost but by the person's own hand.
type Composer struct {
	widget.BaseWidget
	OnSend   func(text string, pictures []talk.Picture) // a message that is not blank or has pictures; the input is empty by then
	OnStop   func()
	OnCutoff func()           // the meter's table asks for what decides what is sent
	OnGrow   func()           // the composer needs another height
	OnUndo   func(again bool) // undo, or redo, that is meant for the talk: the input is empty
	// OnDraft is called whenever a talk's input holds something else than before.
	OnDraft func(talk string)
	// OnPast is asked for what was said in a talk before, the newest first, when somebody wants to see it again. It calls show, at
	// once or later, on the UI goroutine.
	OnPast func(talk string, show func([]string))
	// OnRead is called with a text that was set aside, to show it. toInput puts it into the input; nil: it is too long for that.
	OnRead func(text string, toInput func())
	// OnAttach asks for pictures: the button was pressed.
	OnAttach func()
	// OnPaste is asked what becomes of a pasted text, before it is put into the input; true: it is taken care of.
	OnPaste func(text string) bool
	// OnPicture is called when one of the pictures in the input was pressed.
	OnPicture func(all []talk.Picture, i int)
	// PictureCost guesses the tokens of a picture; nil: they cost nothing.
	PictureCost func(talk.Picture) int
	// Thumbs are the small pictures; nil shows quiet places.
	Thumbs *Thumbs
	// After runs a function on the UI goroutine after a while; nil: at once. The tokens of what is typed are guessed once a pause.
	After func(time.Duration, func())

	entry    *parts.ChatEntry
	meter    *Meter
	box      *parts.Plate
	button   *parts.Button
	chips    *fyne.Container
	shelf    *fyne.Container // the pictures
	attach   *parts.Button
	content  *fyne.Container
	estimate func(string) int

	name        string
	busy        bool
	talk        string
	drafts      map[string]parts.State
	aside       []string // the set-aside texts that chips and asideTokens stand for
	asideTokens int
	high        float32 // of the window's third, that the input's limit was made from
	past        past
	reckoning   bool // the meter will be told

	pictures  map[string][]talk.Picture // in the inputs, by talk
	coming    map[string]int            // pictures that are being read, by talk
	sendLater bool                      // the message goes out when they are there
}

// NewComposer returns an empty composer. estimate guesses the tokens of a text; it must be quick.
func NewComposer(estimate func(string) int) *Composer {
	c := &Composer{estimate: estimate, entry: parts.NewChatEntry(), meter: NewMeter(), drafts: map[string]parts.State{}, pictures: map[string][]talk.Picture{}, coming: map[string]int{}}
	c.box = parts.NewPlate(look.Surface, look.Line, look.RadiusBubble)
	c.button = parts.NewPrimaryButton("", c.press)
	c.chips = stacked(look.Gap)
	c.chips.Hide()
	c.shelf = &fyne.Container{Layout: shelfLayout{}, Hidden: true}
	c.attach = parts.NewIconButton(look.IconPicture, func() {
		if c.OnAttach != nil {
			c.OnAttach()
		}
	})
	c.entry.OnSend = c.send
	c.entry.OnEdit = c.edited
	c.entry.OnKey = c.recall
	c.entry.OnFocus = c.focused
	c.entry.OnPaste = func(text string) bool { return c.OnPaste != nil && c.OnPaste(text) }
	c.entry.OnUndo = func(again bool) {
		if c.OnUndo != nil {
			c.OnUndo(again)
		}
	}
	c.meter.OnCutoff = func() {
		if c.OnCutoff != nil {
			c.OnCutoff()
		}
	}
	c.content = &fyne.Container{Layout: composerLayout{c}, Objects: []fyne.CanvasObject{c.meter, c.box, c.chips, c.shelf, c.entry, c.attach, c.button}}
	c.ExtendBaseWidget(c)
	c.label()
	return c
}

// SetTalk shows the draft of another talk; that of the present one is kept. name is who is written to.
func (c *Composer) SetTalk(id, name string) {
	c.name = name
	c.label()
	if id == c.talk {
		return
	}
	c.keep()
	c.talk, c.past, c.sendLater = id, past{}, false
	c.entry.SetState(c.drafts[id])
	c.showShelf()
}

// Draft returns everything that a talk's input holds.
func (c *Composer) Draft(id string) string {
	c.keep()
	s := c.drafts[id]
	return joined(append([]string{s.Typed}, s.Aside...))
}

// SetDraft replaces what a talk's input holds.
func (c *Composer) SetDraft(id, text string) {
	if id == c.talk {
		c.entry.SetMessage(text)
		return
	}
	c.store(id, stateOf(text))
}

// State returns everything that a talk's input holds, as it holds it.
func (c *Composer) State(id string) parts.State {
	c.keep()
	return c.drafts[id]
}

// Restore puts what a talk's input held when it was last seen back into it, before whatever was written since.
func (c *Composer) Restore(id string, was parts.State) { c.giveBack(id, was) }

// GiveBack puts a message that could not be sent back into its talk's input, before whatever was written since.
func (c *Composer) GiveBack(id, text string) { c.giveBack(id, stateOf(text)) }

func (c *Composer) giveBack(id string, back parts.State) {
	if back.Empty() {
		return
	}
	c.keep()
	s := c.drafts[id]
	if !s.Empty() {
		back.Typed = joined([]string{back.Typed, s.Typed})
		back.Aside = append(slices.Clone(back.Aside), s.Aside...)
	}
	if id == c.talk {
		c.entry.SetState(back)
		return
	}
	c.store(id, back)
}

// SetBusy tells that a reply is being written: the button stops it, and Enter keeps the text.
func (c *Composer) SetBusy(busy bool) {
	if c.busy != busy {
		c.busy = busy
		c.label()
	}
}

// SetReport gives the meter the plan of the next request and, if the server told, what it counted for the last one.
func (c *Composer) SetReport(r tokens.Report, usage *talk.Usage) { c.meter.SetReport(r, usage) }

// SetCtrlEnter chooses the key that sends: true is Ctrl+Enter, false is Enter.
func (c *Composer) SetCtrlEnter(on bool) { c.entry.SetCtrlEnter(on) }

// Focus puts the cursor into the input.
func (c *Composer) Focus() {
	if canvas := fyne.CurrentApp().Driver().CanvasForObject(c); canvas != nil {
		canvas.Focus(c.entry)
	}
}

// Refresh implements fyne.CanvasObject: theme or language may have changed.
func (c *Composer) Refresh() {
	c.label()
	c.aside = nil
	c.showAside()
	c.showShelf()
	c.meter.Refresh()
	c.BaseWidget.Refresh()
}

// Resize implements fyne.CanvasObject.
func (c *Composer) Resize(size fyne.Size) {
	c.limit()
	c.BaseWidget.Resize(size)
}

// Move implements fyne.CanvasObject: the window's height may have changed.
func (c *Composer) Move(at fyne.Position) {
	c.limit()
	c.BaseWidget.Move(at)
}

// CreateRenderer implements fyne.Widget.
func (c *Composer) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.content) }

// limit lets the input grow to a third of the window.
func (c *Composer) limit() {
	canvas := fyne.CurrentApp().Driver().CanvasForObject(c)
	if canvas == nil {
		return
	}
	if high := canvas.Size().Height / 3; high != c.high {
		c.high = high
		c.entry.SetMaxHeight(high)
	}
}

func (c *Composer) label() {
	c.entry.SetPlaceHolder(words.T("composer.to", map[string]any{"Name": c.name}))
	if c.busy {
		c.button.Kind = parts.Quiet
		c.button.Set(words.T("composer.stop"), look.IconStop)
	} else {
		c.button.Kind = parts.Primary
		c.button.Set(words.T("composer.send"), "")
	}
	c.content.Refresh()
}

func (c *Composer) press() {
	if !c.busy {
		c.send()
		c.Focus()
		return
	}
	if c.OnStop != nil {
		c.OnStop()
	}
}

func (c *Composer) send() {
	text, pictures := c.entry.Message(), c.pictures[c.talk]
	if c.sendLater = c.coming[c.talk] > 0; c.busy || c.sendLater || strings.TrimSpace(text) == "" && len(pictures) == 0 || c.OnSend == nil {
		return
	}
	c.past = past{}
	c.entry.SetMessage("")
	c.SetPictures(c.talk, nil)
	c.OnSend(text, pictures)
}

func (c *Composer) focused(there bool) {
	edge := look.Line
	if there {
		edge = look.Accent
	}
	c.box.SetColors(look.Surface, edge)
}

func (c *Composer) edited() {
	c.showAside()
	if c.OnDraft != nil {
		c.OnDraft(c.talk)
	}
	c.reckon()
	c.grown()
}

// reckonPause is how long the meter waits while somebody types.
const reckonPause = 150 * time.Millisecond

// reckon shows the tokens of what is typed: at once if nothing is, else when the pause is over that the first key began.
func (c *Composer) reckon() {
	if c.After == nil || c.entry.Len() == 0 && len(c.pictures[c.talk]) == 0 {
		c.guess()
		return
	}
	if !c.reckoning {
		c.reckoning = true
		c.After(reckonPause, c.guess)
	}
}

func (c *Composer) guess() {
	c.reckoning = false
	typed := c.asideTokens + c.pictureTokens()
	if c.entry.Len() > 0 {
		typed += c.estimate(c.entry.Text())
	}
	c.meter.SetTyped(typed)
}

// grown lays the composer out anew when the input's height changed, and tells the owner.
func (c *Composer) grown() {
	if need := c.content.MinSize().Height; need != c.content.Size().Height && c.content.Size().Height > 0 {
		c.content.Layout.Layout(c.content.Objects, c.content.Size())
		if c.OnGrow != nil {
			c.OnGrow()
		}
	}
}

func (c *Composer) keep() { c.store(c.talk, c.entry.State()) }

func (c *Composer) store(id string, s parts.State) {
	was := c.drafts[id]
	if s.Empty() {
		delete(c.drafts, id)
	} else {
		c.drafts[id] = s
	}
	if id != c.talk && c.OnDraft != nil && (was.Typed != s.Typed || !slices.Equal(was.Aside, s.Aside)) {
		c.OnDraft(id)
	}
}

// stateOf splits a text into what the input shows and what is set aside.
func stateOf(text string) parts.State {
	if len(text) >= parts.LongPaste {
		return parts.State{Aside: []string{text}}
	}
	return parts.State{Typed: text}
}

func joined(texts []string) string {
	kept := texts[:0:0]
	for _, t := range texts {
		if strings.TrimSpace(t) != "" {
			kept = append(kept, t)
		}
	}
	return strings.Join(kept, "\n\n")
}
