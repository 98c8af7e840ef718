package settings

import (
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// choiceRow is one yes or no of the cutoff: two sentences of which one holds, a note, and whose value it is.
type choiceRow struct {
	c       *Cutoff
	own     func(*persona.Cutoff) **bool
	def     func(*tokens.Settings) *bool
	choices [2]string // of Radio
	yes     int       // the choice that means true

	field *parts.Field
	radio *parts.Radio
	state *parts.Link // nil in the panel for the defaults
}

// newBeforeRow asks what becomes of messages from before the summary.
func newBeforeRow(c *Cutoff) *choiceRow {
	r := &choiceRow{
		c: c, yes: 1, choices: [2]string{words.T("panels.cutoff.before.cut"), words.T("panels.cutoff.before.keep")},
		own: func(o *persona.Cutoff) **bool { return &o.BeforeSummary },
		def: func(s *tokens.Settings) *bool { return &s.BeforeSummary },
	}
	return r.build(words.T("panels.cutoff.before"), words.T("panels.cutoff.before.note"))
}

// newStepsRow asks whether the cut moves rarely.
func newStepsRow(c *Cutoff) *choiceRow {
	r := &choiceRow{
		c: c, yes: 0, choices: [2]string{words.T("panels.cutoff.steps.on"), words.T("panels.cutoff.steps.off")},
		own: func(o *persona.Cutoff) **bool { return &o.Steps },
		def: func(s *tokens.Settings) *bool { return &s.Steps },
	}
	return r.build(words.T("panels.cutoff.steps"), words.T("panels.cutoff.steps.note"))
}

// newElideRow asks whether old tool output goes before any message does.
func newElideRow(c *Cutoff) *choiceRow {
	r := &choiceRow{
		c: c, yes: 0, choices: [2]string{words.T("panels.cutoff.elide.on"), words.T("panels.cutoff.elide.off")},
		own: func(o *persona.Cutoff) **bool { return &o.ElideToolOutput },
		def: func(s *tokens.Settings) *bool { return &s.ElideToolOutput },
	}
	return r.build(words.T("panels.cutoff.elide"), words.T("panels.cutoff.elide.note"))
}

func (r *choiceRow) build(title, note string) *choiceRow {
	r.radio = parts.NewRadio(0, r.set, r.choices[0], r.choices[1])
	r.field = parts.NewField(title, nil, r.radio, note)
	if !r.c.isApp {
		r.state = parts.NewLink("", nil)
		r.state.Wrap = true
		r.field.Add(r.state)
	}
	return r
}

func (r *choiceRow) set(choice int) {
	v := choice == r.yes
	if r.c.isApp {
		*r.def(&r.c.defaults) = v
	} else {
		*r.own(&r.c.own) = &v
	}
	r.c.changed()
}

func (r *choiceRow) useDefault() {
	*r.own(&r.c.own) = nil
	r.c.changed()
}

func (r *choiceRow) update() {
	s := r.c.Settings()
	r.radio.Set(r.choice(*r.def(&s)))
	if r.state != nil {
		setState(r.state, *r.own(&r.c.own) != nil, r.choices[r.choice(*r.def(&r.c.defaults))], r.useDefault)
	}
}

// choice returns the index of the choice that means v.
func (r *choiceRow) choice(v bool) int {
	if v {
		return r.yes
	}
	return 1 - r.yes
}
