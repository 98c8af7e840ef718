package settings

import (
	"time"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// numberRow is one number of the cutoff: exact input, perhaps a slider, a sentence, and whose value it is.
type numberRow struct {
	c      *Cutoff
	name   string
	own    func(*persona.Cutoff) **int
	def    func(*tokens.Settings) *int
	format func(int) string

	field  *parts.Field
	entry  *parts.NumberEntry
	slider *parts.Slider // nil: only the exact input
	state  *parts.Link   // nil in the panel for the defaults
}

// rowKind says how a numberRow differs from the others.
type rowKind struct {
	name   string
	own    func(*persona.Cutoff) **int
	def    func(*tokens.Settings) *int
	parse  func(string) (int, error)
	format func(int) string
	top    int
	scale  *parts.Scale
	widest string
	wrong  string // key of the sentence for what cannot be read
}

func numberRows(c *Cutoff) []*numberRow {
	windowParse, windowFormat := optional(tokens.MaxContextLength)
	outputParse, outputFormat := optional(tokens.MaxMaxOutput)
	parsePhotos, formatPhotos := optional(tokens.MaxPhotoCutoff)
	kinds := []rowKind{
		{
			name: "threshold", parse: parseThreshold, format: number, top: tokens.MaxThreshold, scale: &thresholds,
			own:    func(o *persona.Cutoff) **int { return &o.Threshold },
			def:    func(s *tokens.Settings) *int { return &s.Threshold },
			widest: number(tokens.MaxThreshold), wrong: "panels.number.wrong",
		},
		{
			name: "hours", parse: parseHours, format: parts.FormatHours, top: tokens.MaxPastHours, scale: &hours,
			own:    func(o *persona.Cutoff) **int { return &o.PastHours },
			def:    func(s *tokens.Settings) *int { return &s.PastHours },
			widest: parts.FormatHours(18*24 + 22), wrong: "panels.hours.wrong",
		},
		{
			name: FieldWindow, parse: windowParse, format: windowFormat, top: tokens.MaxContextLength,
			own:    func(o *persona.Cutoff) **int { return &o.ContextLength },
			def:    func(s *tokens.Settings) *int { return &s.ContextLength },
			widest: number(tokens.MaxContextLength), wrong: "panels.number.wrong",
		},
		{
			name: FieldReply, parse: outputParse, format: outputFormat, top: tokens.MaxMaxOutput,
			own:    func(o *persona.Cutoff) **int { return &o.MaxOutput },
			def:    func(s *tokens.Settings) *int { return &s.MaxOutput },
			widest: number(tokens.MaxContextLength), wrong: "panels.number.wrong",
		},
		{
			name: "photos", parse: parsePhotos, format: formatPhotos, top: tokens.MaxPhotoCutoff,
			own:    func(o *persona.Cutoff) **int { return &o.PhotoCutoff },
			def:    func(s *tokens.Settings) *int { return &s.PhotoCutoff },
			widest: number(tokens.MaxPhotoCutoff), wrong: "panels.number.wrong",
		},
	}
	rows := make([]*numberRow, len(kinds))
	for i, k := range kinds {
		rows[i] = newNumberRow(c, k)
	}
	return rows
}

func newNumberRow(c *Cutoff, k rowKind) *numberRow {
	r := &numberRow{c: c, name: k.name, own: k.own, def: k.def, format: k.format}
	r.entry = parts.NewNumberEntry(k.parse, k.format, k.widest)
	r.entry.OnChanged = r.set
	r.entry.OnProblem = func(err error) { r.field.SetProblem(problemWords(err, k.wrong, k.top)) }
	if k.scale == nil {
		r.field = parts.NewField(words.T("panels.cutoff."+k.name), r.entry, nil, r.note())
	} else {
		r.slider = parts.NewSlider(*k.scale, 0, r.set)
		r.field = parts.NewField(words.T("panels.cutoff."+k.name), r.entry, r.slider, r.note())
	}
	if !c.isApp {
		r.state = parts.NewLink("", nil)
		r.state.Wrap = true
		r.field.Add(r.state)
	}
	return r
}

// set takes a value from the user: it is the persona's own from now on, or the new default.
func (r *numberRow) set(v int) {
	if r.c.isApp {
		*r.def(&r.c.defaults) = v
	} else {
		*r.own(&r.c.own) = &v
	}
	r.c.changed()
}

// useDefault gives up the persona's own value.
func (r *numberRow) useDefault() {
	*r.own(&r.c.own) = nil
	r.c.changed()
}

func (r *numberRow) update() {
	settings := r.c.Settings()
	value := *r.def(&settings)
	r.entry.Set(value)
	if r.slider != nil {
		r.slider.Set(value)
	}
	r.entry.SetPlaceHolder(r.unset())
	r.field.SetNote(r.note())
	if r.state == nil {
		return
	}
	def := *r.def(&r.c.defaults)
	text := r.format(def)
	if text == "" {
		text = r.unset()
	}
	setState(r.state, *r.own(&r.c.own) != nil, text, r.useDefault)
}

// note returns the sentence under the input.
func (r *numberRow) note() string {
	s := r.c.effective()
	switch reserve := tokens.NewBudget(s).Reserve; {
	case r.name == FieldWindow && r.c.window > 0:
		return words.T("panels.cutoffNote.windowTold", map[string]any{"Window": number(r.c.window)})
	case r.name == FieldReply && reserve > 0:
		return words.T("panels.cutoffNote.outputReserve", map[string]any{"Reserve": number(reserve)})
	case r.name == "hours" && s.Steps && s.PastHours > 0:
		return words.T("panels.cutoffNote.hoursSteps", map[string]any{"Step": stepWords(tokens.AgeStep(s.PastHours))})
	}
	return words.T("panels.cutoffNote." + r.name)
}

// stepWords says how long a step of the age edge is: whole minutes up to two hours, else hours and days.
func stepWords(step time.Duration) string {
	if step < 2*time.Hour {
		minutes := int(step.Round(time.Minute) / time.Minute)
		return words.N("panels.minutes", minutes, map[string]any{"Number": number(minutes)})
	}
	return parts.FormatHours(int(step.Round(time.Hour) / time.Hour))
}

// unset returns the words for the value 0 of an input that may be empty.
func (r *numberRow) unset() string {
	if r.name == FieldWindow && r.c.window > 0 {
		return number(r.c.window)
	}
	return words.T("panels.cutoffUnset." + r.name)
}

// setState says whose value holds: the default, or the persona's own with the way back.
func setState(l *parts.Link, own bool, def string, back func()) {
	data := map[string]any{"Default": def}
	if own {
		l.Set(words.T("panels.cutoff.useDefault", data), back)
	} else {
		l.Set(words.T("panels.cutoff.isDefault"), nil)
	}
}
