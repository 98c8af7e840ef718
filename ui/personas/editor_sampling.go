package personas

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"golang.org/x/text/unicode/norm"

	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// samplingFields are the values that few people set, behind a fold: an empty one is left to the server. What the server did
// not take says so.
type samplingFields struct {
	e       *Editor
	fold    *parts.Fold
	numbers []*samplingNumber
	stop    *parts.Editor
	stops   *parts.Field
	effort  *parts.Picker
	efforts *parts.Field
	tags    *parts.Radio
	shape   *parts.Picker
	form    *parts.Link // says in which form the server was found to want the messages
	again   map[*parts.Field]*refusal
}

// The choices of samplingFields.tags.
const (
	tagsFolded = iota
	tagsKept
)

// refusal is the line under a value that the server did not take.
type refusal struct {
	fields []string // names of the request's fields that carry the value
	link   *parts.Link
	own    func(persona.Persona) bool // the persona sets the value
	leave  func()                     // gives it back to the server; nil: by emptying the input
}

// samplingNumber is one number, kept in thousandths so that an input for whole numbers can hold it.
type samplingNumber struct {
	kind  samplingKind
	field *parts.Field
	entry *parts.NumberEntry
}

// samplingKind says which number it is. Exactly one of float and whole is set.
type samplingKind struct {
	name   string // of its words, and of the request's first field
	fields []string
	low    float64
	high   float64
	float  func(*persona.Sampling) **float64
	whole  func(*persona.Sampling) **int
}

var samplingKinds = []samplingKind{
	{name: "top_p", high: 1, float: func(s *persona.Sampling) **float64 { return &s.TopP }},
	{name: "top_k", high: persona.MaxTopK, whole: func(s *persona.Sampling) **int { return &s.TopK }},
	{name: "min_p", high: 1, float: func(s *persona.Sampling) **float64 { return &s.MinP }},
	{name: "frequency_penalty", low: -persona.MaxPenalty, high: persona.MaxPenalty, float: func(s *persona.Sampling) **float64 { return &s.FrequencyPenalty }},
	{name: "presence_penalty", low: -persona.MaxPenalty, high: persona.MaxPenalty, float: func(s *persona.Sampling) **float64 { return &s.PresencePenalty }},
	{name: "repetition_penalty", fields: []string{"repeat_penalty"}, low: persona.MinRepetition, high: persona.MaxRepetition, float: func(s *persona.Sampling) **float64 { return &s.RepetitionPenalty }},
	{name: "seed", low: -1, high: persona.MaxSeed, whole: func(s *persona.Sampling) **int { return &s.Seed }},
}

// unset stands for a value that is left to the server.
const unset = math.MinInt

// scale returns how many units of an input make 1.
func (k samplingKind) scale() float64 {
	if k.whole != nil {
		return 1
	}
	return 1000
}

// parse reads a number from "0.9", "0,9" or "０．９"; an empty text leaves it to the server.
func (k samplingKind) parse(s string) (int, error) {
	s = strings.ReplaceAll(strings.TrimSpace(norm.NFKC.String(s)), ",", ".")
	if s == "" {
		return unset, nil
	}
	v, err := strconv.ParseFloat(strings.Replace(s, "−", "-", 1), 64)
	switch {
	case err != nil || math.IsNaN(v) || k.whole != nil && v != math.Trunc(v):
		return 0, parts.ErrNotNumber
	case v < k.low || v > k.high:
		return 0, parts.ErrRange
	}
	return int(math.Round(v * k.scale())), nil
}

func (k samplingKind) format(n int) string {
	if n == unset {
		return ""
	}
	return strconv.FormatFloat(float64(n)/k.scale(), 'f', -1, 64)
}

// get returns the persona's own value, unset if it has none.
func (k samplingKind) get(s persona.Sampling) int {
	if k.whole != nil {
		if v := *k.whole(&s); v != nil {
			return *v
		}
		return unset
	}
	if v := *k.float(&s); v != nil {
		return int(math.Round(*v * k.scale()))
	}
	return unset
}

func (k samplingKind) set(s *persona.Sampling, n int) {
	switch {
	case k.whole != nil && n == unset:
		*k.whole(s) = nil
	case k.whole != nil:
		*k.whole(s) = &n
	case n == unset:
		*k.float(s) = nil
	default:
		v := float64(n) / k.scale()
		*k.float(s) = &v
	}
}

func newSamplingFields(e *Editor) *samplingFields {
	m := &samplingFields{e: e, again: map[*parts.Field]*refusal{}}
	column := parts.NewColumn(parts.FormGap)
	m.fold = parts.NewFold(words.T("panels.sampling.more"), column, e.resized)
	for _, k := range samplingKinds {
		n := m.number(k)
		m.numbers = append(m.numbers, n)
		column.Add(n.field)
	}
	m.buildStop()
	m.buildEffort()
	m.shape = parts.NewPicker(shapeOptions(), "", func(id string) {
		e.edit(func(p *persona.Persona) { p.Shape = persona.Shape(id) })
	})
	m.form = parts.NewLink("", nil)
	m.form.Wrap = true
	m.form.Hide()
	shape := parts.NewField(words.T("panels.sampling.shape"), nil, m.shape, words.T("panels.sampling.shape.note"))
	shape.Add(m.form)
	m.tags = parts.NewRadio(tagsFolded, func(n int) {
		e.edit(func(p *persona.Persona) { p.Sampling.KeepTags = n == tagsKept })
	}, words.T("panels.sampling.tags.folded"), words.T("panels.sampling.tags.kept"))
	for _, o := range []fyne.CanvasObject{
		m.stops, m.efforts,
		parts.NewField(words.T("panels.sampling.tags"), nil, m.tags, words.T("panels.sampling.tags.note")),
		shape,
	} {
		column.Add(o)
	}
	m.refusable(e.temperature.field, []string{"temperature"}, func(p persona.Persona) bool { return p.Sampling.Temperature != nil }, nil)
	m.refusable(e.outputField, []string{"max_tokens", "max_completion_tokens"}, func(p persona.Persona) bool { return p.Cutoff.MaxOutput != nil }, nil)
	return m
}

func (m *samplingFields) number(k samplingKind) *samplingNumber {
	n := &samplingNumber{kind: k, entry: parts.NewNumberEntry(k.parse, k.format, words.T("panels.editor.temperatureUnset")+" ")}
	n.entry.SetPlaceHolder(words.T("panels.editor.temperatureUnset"))
	n.entry.Reset(unset)
	n.field = parts.NewField(words.T("panels.sampling."+k.name), n.entry, nil, words.T("panels.sampling."+k.name+".note"))
	set := func(v int) {
		m.e.edit(func(p *persona.Persona) { k.set(&p.Sampling, v) })
		n.entry.Reset(v)
	}
	n.entry.OnChanged = set
	n.entry.OnProblem = func(err error) {
		text := ""
		if err != nil {
			text = words.T("panels.sampling.wrong", map[string]any{"Low": number(k.low), "High": number(k.high)})
		}
		n.field.SetProblem(text)
	}
	m.refusable(n.field, append([]string{k.name}, k.fields...), func(p persona.Persona) bool { return k.get(p.Sampling) != unset }, func() { set(unset) })
	return n
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// buildStop makes the input for the texts that end a reply, one a line.
func (m *samplingFields) buildStop() {
	m.stop = parts.NewEditor(2)
	m.stop.SetPlaceHolder(words.T("panels.sampling.stop.hint"))
	m.stop.OnChanged = func() {
		m.e.edit(func(p *persona.Persona) { p.Sampling.Stop = stopsOf(m.stop.Text()) })
	}
	m.stops = parts.NewField(words.T("panels.sampling.stop"), nil, m.stop, words.T("panels.sampling.stop.note"))
	m.refusable(m.stops, []string{"stop"}, func(p persona.Persona) bool { return len(p.Sampling.Stop) > 0 }, nil)
}

// lineBreak is how a line break within a stop text is written.
const lineBreak = `\n`

func stopsOf(text string) []string {
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		all = append(all, strings.ReplaceAll(line, lineBreak, "\n"))
	}
	return persona.CleanStops(all)
}

func stopLines(stops []string) string {
	lines := make([]string, len(stops))
	for i, s := range stops {
		lines[i] = strings.ReplaceAll(s, "\n", lineBreak)
	}
	return strings.Join(lines, "\n")
}

func (m *samplingFields) buildEffort() {
	options := []parts.Option{{ID: "", Label: words.T("panels.sampling.server")}}
	for _, e := range persona.Efforts {
		options = append(options, parts.Option{ID: e, Label: words.T("panels.sampling.effort." + e)})
	}
	m.effort = parts.NewPicker(options, "", func(id string) {
		m.e.edit(func(p *persona.Persona) { p.Sampling.ReasoningEffort = id })
	})
	m.efforts = parts.NewField(words.T("panels.sampling.effort"), nil, m.effort, words.T("panels.sampling.effort.note"))
	m.refusable(m.efforts, []string{"reasoning_effort"}, func(p persona.Persona) bool { return p.Sampling.ReasoningEffort != "" }, nil)
}

func shapeOptions() []parts.Option {
	var options []parts.Option
	for _, s := range persona.Shapes {
		key := string(s)
		if s == persona.ShapeAuto {
			key = "auto"
		}
		options = append(options, parts.Option{ID: string(s), Label: words.T("panels.sampling.shape." + key)})
	}
	return options
}

// refusable adds the line that says whose the value is, and whether the server takes it.
func (m *samplingFields) refusable(f *parts.Field, fields []string, own func(persona.Persona) bool, leave func()) {
	r := &refusal{fields: fields, link: parts.NewLink("", nil), own: own, leave: leave}
	r.link.Wrap = true
	r.link.Hide()
	f.Add(r.link)
	m.again[f] = r
}

// show shows the values of a persona.
func (m *samplingFields) show(p persona.Persona) {
	for _, n := range m.numbers {
		n.entry.Reset(n.kind.get(p.Sampling))
	}
	if !slices.Equal(stopsOf(m.stop.Text()), p.Sampling.Stop) {
		m.stop.SetText(stopLines(p.Sampling.Stop))
	}
	m.effort.Set(p.Sampling.ReasoningEffort)
	m.tags.Set(tagsFolded)
	if p.Sampling.KeepTags {
		m.tags.Set(tagsKept)
	}
	m.shape.Set(string(p.Shape))
	m.showRefused()
	m.showForm()
}

// showRefused says of each value of the shown persona whether it is its own, and whether the server takes it.
func (m *samplingFields) showRefused() {
	for f, r := range m.again {
		own := r.own(m.e.p)
		refused := own && !slices.ContainsFunc(r.fields, func(name string) bool { return !slices.Contains(m.e.refused, name) })
		switch {
		case refused:
			r.link.Set(words.T("panels.sampling.refused"), func() { m.e.sendAgain(r.fields) })
		case own && r.leave != nil:
			r.link.Set(words.T("panels.editor.temperatureLeave"), r.leave)
		}
		visible(r.link, refused || own && r.leave != nil)
		f.Refresh()
	}
}

// SetRefused tells which fields of a request the server of the shown persona did not take.
func (e *Editor) SetRefused(fields []string) {
	e.refused = fields
	e.sampling.showRefused()
}

func (e *Editor) sendAgain(fields []string) {
	if e.opt.OnSendAgain != nil {
		e.opt.OnSendAgain(fields)
	}
}

// Form is how the server of a persona was found to want to be asked.
type Form struct {
	Shape     persona.Shape // the form of the messages
	NoPrefill bool          // it goes on with a reply only when asked to in words
}

// SetForm tells what was found about the server of the shown persona.
func (e *Editor) SetForm(f Form) {
	e.form = f
	e.sampling.showForm()
}

// showForm says what was found, unless the persona asks for at least as strict a form itself.
func (m *samplingFields) showForm() {
	f, key := m.e.form, ""
	strict := slices.Index(persona.Shapes, f.Shape) > slices.Index(persona.Shapes, m.e.p.Shape)
	switch {
	case strict && f.Shape == persona.ShapeNoSystem:
		key = "panels.sampling.found.no_system"
	case strict:
		key = "panels.sampling.found.strict"
	case f.NoPrefill:
		key = "panels.sampling.found.words"
	}
	if key != "" {
		m.form.Set(words.T(key), m.e.opt.OnForgetForm)
	}
	visible(m.form, key != "" && m.e.opt.OnForgetForm != nil)
}
