package settings

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// CutoffOptions are what a cutoff panel needs of the program.
type CutoffOptions struct {
	// OnChange hears a persona's own values after every change by the user.
	OnChange func(persona.Cutoff)
	// OnDefaults hears the app's defaults after every change; only a panel for the defaults calls it.
	OnDefaults func(tokens.Settings)
	// Preview computes what these settings would send of the talk that is shown. It runs on a worker. Nil: no preview.
	Preview func(tokens.Settings) (tokens.Report, error)
	// Go runs Preview; required with it.
	Go Go
	// OnMore asks for as much history as fits, once, where the talk is cut in steps. Nil: it is not offered.
	OnMore func()
	// OnForgetLimit hears that what SetLimit told is to be forgotten and tried anew. Nil: it is not offered.
	OnForgetLimit func()
	// Explain puts an error of Preview into words. Nil: a general sentence.
	Explain func(error) string
}

// Cutoff is the panel where one says which messages of a talk are sent. It shows either a persona's values, each its own
// or the default, or the defaults themselves.
type Cutoff struct {
	widget.BaseWidget

	opt      CutoffOptions
	defaults tokens.Settings
	own      persona.Cutoff
	window   int // context length that the server reported; 0 is unknown
	limit    int // largest prompt that the server was found to take; 0 is unknown
	isApp    bool

	rows    []*numberRow
	before  *choiceRow
	steps   *choiceRow
	more    *parts.Link // nil if it is not offered
	found   *parts.Link // says what limit was found; nil if it is not offered
	elide   *choiceRow
	card    *previewCard
	preview previewer
	form    *fyne.Container
	scroll  *parts.Scroll // of the form; nil without a preview
	content fyne.CanvasObject
}

// The fields that Focus finds.
const (
	FieldWindow = "window" // how much the model reads
	FieldReply  = "output" // the longest reply
)

// NewCutoff returns the panel for a persona's values.
func NewCutoff(opt CutoffOptions) *Cutoff { return newCutoff(opt, false) }

// NewCutoffDefaults returns the panel for the app's defaults. It has no scrolling of its own and no preview.
func NewCutoffDefaults(opt CutoffOptions) *Cutoff { return newCutoff(opt, true) }

func newCutoff(opt CutoffOptions, isApp bool) *Cutoff {
	c := &Cutoff{opt: opt, isApp: isApp, defaults: tokens.Defaults()}
	c.rows = numberRows(c)
	c.before, c.steps, c.elide = newBeforeRow(c), newStepsRow(c), newElideRow(c)
	if opt.OnMore != nil && !isApp {
		c.more = parts.NewLink(words.T("panels.cutoff.more"), opt.OnMore)
		c.more.Wrap = true
		c.steps.field.Add(c.more)
	}
	if opt.OnForgetLimit != nil && !isApp {
		c.found = parts.NewLink("", nil)
		c.found.Wrap = true
		c.row(FieldWindow).field.Add(c.found)
	}
	c.photos().field.Hidden = !isApp
	form := parts.NewColumn(parts.FormGap, c.rows[0].field, c.rows[1].field, c.before.field, c.steps.field, c.elide.field,
		c.photos().field, c.row(FieldWindow).field, c.row(FieldReply).field)
	c.content, c.form = form, form
	if opt.Preview != nil && !isApp {
		c.card = newPreviewCard(opt.Explain)
		c.preview = previewer{run: opt.Go, show: c.previewed}
		c.scroll = parts.NewScroll(parts.NewInset(parts.FormPad, parts.FormPad, form))
		c.content = newPinned(c.scroll, parts.NewInset(parts.FormPad, look.Gap*2, c.card))
	}
	c.ExtendBaseWidget(c)
	c.reset()
	return c
}

// ShowPersona shows another persona's values. window is the model's context length as the server reports it, 0 if unknown.
// Nothing that was under way for the former persona reaches this one.
func (c *Cutoff) ShowPersona(defaults tokens.Settings, own persona.Cutoff, window int) {
	c.defaults, c.own, c.window = defaults, clone(own), window
	c.preview.forget()
	if c.card != nil {
		c.card.wait()
	}
	c.reset()
	c.Recount()
}

// SetWindow tells that the server has reported how much the model reads. What is being typed stays.
func (c *Cutoff) SetWindow(window int) {
	c.window = window
	c.update()
	c.Recount()
}

// SetLimit tells the largest prompt, in tokens, that the server was found to take by what it refused; 0: nothing was found. A typed
// window counts instead.
func (c *Cutoff) SetLimit(limit int) {
	if c.limit != limit {
		c.limit = limit
		c.update()
	}
}

// ShowDefaults shows the app's defaults.
func (c *Cutoff) ShowDefaults(s tokens.Settings) {
	c.defaults = s
	c.reset()
}

// Settings returns the values that hold, own or default.
func (c *Cutoff) Settings() tokens.Settings { return persona.Resolve(c.defaults, c.own) }

// effective returns the values that hold, with what the server reported where the user typed nothing.
func (c *Cutoff) effective() tokens.Settings {
	s := c.Settings()
	if s.ContextLength == 0 {
		s.ContextLength = c.window
	}
	return s
}

// Recount computes the preview anew, for when the talk has grown. Many calls in a row cost no more than a few.
func (c *Cutoff) Recount() {
	if c.card == nil {
		return
	}
	s := c.effective()
	c.card.limit = s.Threshold
	c.preview.ask(func() (tokens.Report, error) { return c.opt.Preview(s) })
}

// Focus puts the cursor into a field and brings it into view.
func (c *Cutoff) Focus(field string) {
	r := c.row(field)
	if r == nil {
		return
	}
	if c.scroll != nil {
		c.scroll.ScrollToOffset(fyne.NewPos(0, r.field.Position().Y))
	}
	if canvas := fyne.CurrentApp().Driver().CanvasForObject(r.entry); canvas != nil {
		canvas.Focus(r.entry.Input())
	}
}

// row returns the row of a name, nil if there is none.
func (c *Cutoff) row(name string) *numberRow {
	for _, r := range c.rows {
		if r.name == name {
			return r
		}
	}
	return nil
}

// photos asks how long pictures are sent. A persona's panel shows it only for a talk with pictures.
func (c *Cutoff) photos() *numberRow { return c.row("photos") }

// previewed shows a report of the talk.
func (c *Cutoff) previewed(r tokens.Report, err error) {
	c.card.show(r, err)
	if none := r.Pictures+r.PicturesLeft == 0; none != c.photos().field.Hidden {
		c.photos().field.Hidden = none
		c.form.Refresh()
	}
}

// changed reports what the user did and shows what follows from it.
func (c *Cutoff) changed() {
	c.update()
	switch {
	case c.isApp:
		if c.opt.OnDefaults != nil {
			c.opt.OnDefaults(c.defaults)
		}
	case c.opt.OnChange != nil:
		c.opt.OnChange(clone(c.own))
	}
	c.Recount()
}

// reset shows all values in place of whatever was typed.
func (c *Cutoff) reset() {
	s := c.Settings()
	for _, r := range c.rows {
		r.entry.Reset(*r.def(&s))
	}
	c.update()
}

func (c *Cutoff) update() {
	for _, r := range c.rows {
		r.update()
	}
	c.before.update()
	c.steps.update()
	if c.more != nil {
		c.more.Hidden = !c.Settings().Steps
	}
	c.elide.update()
	c.showFound()
}

// showFound says what limit was found, where it holds.
func (c *Cutoff) showFound() {
	if c.found == nil {
		return
	}
	holds := c.limit > 0 && c.Settings().ContextLength == 0
	if holds {
		c.found.Set(words.T("panels.cutoff.found", map[string]any{"Limit": number(c.limit)}), c.opt.OnForgetLimit)
	}
	if c.found.Hidden == holds {
		c.found.Hidden = !holds
		c.form.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (c *Cutoff) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.content) }

// clone copies the values behind the pointers, so that no later change reaches a value that was handed out.
func clone(o persona.Cutoff) persona.Cutoff {
	return persona.Cutoff{
		Threshold: copied(o.Threshold), PastHours: copied(o.PastHours), BeforeSummary: copied(o.BeforeSummary),
		SummaryReplaces: copied(o.SummaryReplaces), Steps: copied(o.Steps), ElideToolOutput: copied(o.ElideToolOutput),
		PhotoCutoff: copied(o.PhotoCutoff), ContextLength: copied(o.ContextLength), MaxOutput: copied(o.MaxOutput),
	}
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// problemWords puts the error of a typed number into words.
func problemWords(err error, key string, top int) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, parts.ErrRange):
		return words.T("panels.number.range", map[string]any{"Top": number(top)})
	}
	return words.T(key)
}
