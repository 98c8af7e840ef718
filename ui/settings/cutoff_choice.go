package settings

import (
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// choiceRow is one choice of the cutoff: a few sentences of which one holds, a note, and whose value it is.
type choiceRow struct {
	c       *Cutoff
	choices []string // of Radio
	meaning meaning

	field *parts.Field
	radio *parts.Radio
	state *parts.Link // nil in the panel for the defaults
}

// meaning is what the sentences of a choiceRow mean.
type meaning struct {
	of   func(tokens.Settings) int   // the choice that settings make
	put  func(*tokens.Settings, int) // makes settings make a choice
	own  func(*persona.Cutoff, int)  // gives a persona a choice of its own
	has  func(persona.Cutoff) bool   // says whether it has one
	drop func(*persona.Cutoff)       // takes it away
}

// yesNo is the choice behind one value; yes is the sentence that means true.
func yesNo(yes int, own func(*persona.Cutoff) **bool, def func(*tokens.Settings) *bool) meaning {
	index := func(v bool) int {
		if v {
			return yes
		}
		return 1 - yes
	}
	return meaning{
		of:  func(s tokens.Settings) int { return index(*def(&s)) },
		put: func(s *tokens.Settings, n int) { *def(s) = n == yes },
		own: func(o *persona.Cutoff, n int) {
			v := n == yes
			*own(o) = &v
		},
		has:  func(o persona.Cutoff) bool { return *own(&o) != nil },
		drop: func(o *persona.Cutoff) { *own(o) = nil },
	}
}

// What becomes of messages from before the summary, in the order in which it is offered.
const (
	beforeCut = iota
	beforeKept
	beforeReplaced
)

// beforeChoice is one question about two values that exclude each other.
func beforeChoice() meaning {
	return meaning{
		of: func(s tokens.Settings) int {
			switch {
			case s.SummaryReplaces:
				return beforeReplaced
			case s.BeforeSummary:
				return beforeKept
			}
			return beforeCut
		},
		put: func(s *tokens.Settings, n int) {
			s.BeforeSummary, s.SummaryReplaces = n == beforeKept, n == beforeReplaced
		},
		own: func(o *persona.Cutoff, n int) {
			keep, replace := n == beforeKept, n == beforeReplaced
			o.BeforeSummary, o.SummaryReplaces = &keep, &replace
		},
		has:  func(o persona.Cutoff) bool { return o.BeforeSummary != nil || o.SummaryReplaces != nil },
		drop: func(o *persona.Cutoff) { o.BeforeSummary, o.SummaryReplaces = nil, nil },
	}
}

// newBeforeRow asks what becomes of messages from before the summary.
func newBeforeRow(c *Cutoff) *choiceRow {
	return newChoiceRow(c, beforeChoice(), words.T("panels.cutoff.before"), words.T("panels.cutoff.before.note"),
		words.T("panels.cutoff.before.cut"), words.T("panels.cutoff.before.keep"), words.T("panels.cutoff.before.replace"))
}

// newStepsRow asks whether the cut moves rarely.
func newStepsRow(c *Cutoff) *choiceRow {
	is := yesNo(0, func(o *persona.Cutoff) **bool { return &o.Steps }, func(s *tokens.Settings) *bool { return &s.Steps })
	return newChoiceRow(c, is, words.T("panels.cutoff.steps"), words.T("panels.cutoff.steps.note"),
		words.T("panels.cutoff.steps.on"), words.T("panels.cutoff.steps.off"))
}

// newElideRow asks whether old tool output goes before any message does.
func newElideRow(c *Cutoff) *choiceRow {
	is := yesNo(0, func(o *persona.Cutoff) **bool { return &o.ElideToolOutput }, func(s *tokens.Settings) *bool { return &s.ElideToolOutput })
	return newChoiceRow(c, is, words.T("panels.cutoff.elide"), words.T("panels.cutoff.elide.note"),
		words.T("panels.cutoff.elide.on"), words.T("panels.cutoff.elide.off"))
}

func newChoiceRow(c *Cutoff, is meaning, title, note string, choices ...string) *choiceRow {
	r := &choiceRow{c: c, meaning: is, choices: choices}
	r.radio = parts.NewRadio(0, r.set, choices...)
	r.field = parts.NewField(title, nil, r.radio, note)
	if !c.isApp {
		r.state = parts.NewLink("", nil)
		r.state.Wrap = true
		r.field.Add(r.state)
	}
	return r
}

func (r *choiceRow) set(n int) {
	if r.c.isApp {
		r.meaning.put(&r.c.defaults, n)
	} else {
		r.meaning.own(&r.c.own, n)
	}
	r.c.changed()
}

func (r *choiceRow) useDefault() {
	r.meaning.drop(&r.c.own)
	r.c.changed()
}

func (r *choiceRow) update() {
	r.radio.Set(r.meaning.of(r.c.Settings()))
	if r.state != nil {
		setState(r.state, r.meaning.has(r.c.own), r.choices[r.meaning.of(r.c.defaults)], r.useDefault)
	}
}
