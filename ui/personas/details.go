package personas

import (
	"cmp"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// Facts are what the details page tells of a talk.
type Facts struct {
	Talk   talk.Info
	Report tokens.Report // the latest plan; a zero one is not shown
	Factor tokens.Factor // how the model's server counts
	Usage  *talk.Usage   // what the server reported for the last reply, nil if it did not
	Model  string        // what the last reply was made with
	Sent   bool          // it is known what was sent for the last reply
	Folder string        // where the data lies
}

// Details is the inspector's page with the facts of the talk that is open.
type Details struct {
	widget.BaseWidget

	OnSent func() // shows what was sent for the last reply

	now    func() time.Time
	facts  Facts
	stale  bool // the facts came while the page was out of sight, and are not laid out
	body   *fyne.Container
	scroll *parts.Scroll
}

// NewDetails returns an empty page; call ShowFacts before it is seen. A nil clock is time.Now.
func NewDetails(now func() time.Time) *Details {
	if now == nil {
		now = time.Now
	}
	d := &Details{now: now, body: parts.NewColumn(parts.FormGap)}
	d.scroll = parts.NewScroll(parts.NewInset(parts.FormPad, parts.FormPad, d.body))
	d.ExtendBaseWidget(d)
	return d
}

// ShowFacts shows the facts of a talk. While the page is out of sight it costs nothing.
func (d *Details) ShowFacts(f Facts) {
	d.facts, d.stale = f, true
	if d.Visible() {
		d.lay()
	}
}

// Show implements fyne.CanvasObject.
func (d *Details) Show() {
	if d.stale {
		d.lay()
	}
	d.BaseWidget.Show()
}

func (d *Details) lay() {
	f := d.facts
	d.stale = false
	d.body.Objects = nil
	d.add(words.T("panels.details.talk"), "", d.talkFacts(f))
	if f.Report.Limit > 0 || f.Report.Total > 0 {
		d.add(words.T("panels.details.request"), limitWords(f.Report), requestFacts(f.Report))
	}
	if f.Usage != nil {
		d.add(words.T("panels.details.usage"), words.T("panels.details.usageNote"), usageFacts(f))
	}
	if f.Sent && d.OnSent != nil {
		d.put(parts.NewLink(words.T("exchange.details"), d.OnSent))
	}
	if f.Talk.Metrics.Replies > 0 {
		d.add(words.T("exchange.metrics"), words.T("exchange.metrics.note"), metricFacts(f.Talk.Metrics))
	}
	if f.Folder != "" {
		folder := parts.NewPara(f.Folder, look.SmallText, "")
		d.put(parts.NewField(words.T("panels.details.folder"), nil, folder, words.T("panels.details.folderNote")))
	}
	d.body.Refresh()
}

// put adds to the page, which is laid out once when all is there.
func (d *Details) put(o fyne.CanvasObject) { d.body.Objects = append(d.body.Objects, o) }

// fact is one line: what, and how much.
type fact struct{ label, value string }

func (d *Details) add(title, note string, facts []fact) {
	lines := make([]fyne.CanvasObject, len(facts))
	for i, f := range facts {
		lines[i] = parts.NewEnds(
			parts.NewPara(f.label, look.SmallText, look.Muted),
			parts.NewCaption(f.value, look.SmallText, theme.ColorNameForeground))
	}
	d.put(parts.NewField(title, nil, parts.NewColumn(6, lines...), note))
}

func (d *Details) talkFacts(f Facts) []fact {
	facts := []fact{{words.T("panels.details.messages"), num(f.Talk.Count)}}
	if !f.Talk.Created.IsZero() {
		facts = append(facts, fact{words.T("panels.details.begun"), parts.FormatDay(f.Talk.Created, d.now())})
	}
	if !f.Talk.Last.IsZero() {
		facts = append(facts, fact{words.T("panels.details.last"), parts.FormatDay(f.Talk.Last, d.now())})
	}
	if f.Model != "" {
		facts = append(facts, fact{words.T("panels.details.model"), f.Model})
	}
	return facts
}

func requestFacts(r tokens.Report) []fact {
	facts := []fact{
		{words.T("panels.details.sent"), words.T("panels.details.of", map[string]any{"Part": num(r.Kept), "Whole": num(r.Total)})},
		{words.T("panels.details.byAge"), num(r.CutByAge)},
		{words.T("panels.details.byTokens"), num(r.CutByTrim)},
		{words.T("panels.details.system"), num(r.Fixed.System)},
	}
	for _, f := range []struct {
		key string
		n   int
	}{
		{"panels.details.memory", r.Fixed.Memory}, {"panels.details.summary", r.Fixed.Summary}, {"panels.details.tools", r.Fixed.Tools},
	} {
		if f.n > 0 {
			facts = append(facts, fact{words.T(f.key), num(f.n)})
		}
	}
	return append(facts,
		fact{words.T("panels.details.history"), num(r.History)},
		fact{words.T("panels.details.overhead"), num(r.Overhead)},
		fact{words.T("panels.details.prompt"), words.T("panels.details.of", map[string]any{"Part": num(r.Prompt()), "Whole": num(r.Limit)})},
		fact{words.T("panels.details.reserve"), num(r.Reserve)},
	)
}

// limitWords says in a sentence what set the limit.
func limitWords(r tokens.Report) string {
	text, named := ruleWords(r), cmp.Or(r.Named, r.Limit)
	if named != r.Limit {
		text += words.T("panels.details.factorNote", map[string]any{"Factor": times(r.Factor), "Limit": num(r.Limit)})
	}
	return text
}

// times puts a factor into digits.
func times(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }

func ruleWords(r tokens.Report) string {
	data := map[string]any{"Limit": num(cmp.Or(r.Named, r.Limit)), "Window": num(r.Window), "Reserve": num(r.Reserve)}
	switch r.Rule {
	case tokens.RuleWindow:
		return words.T("panels.details.ruleWindow", data)
	case tokens.RuleServer:
		return words.T("panels.details.ruleServer", data)
	}
	return words.T("panels.details.ruleCeiling", data)
}

func usageFacts(f Facts) []fact {
	facts := []fact{{words.T("panels.details.usagePrompt"), num(f.Usage.Prompt)}}
	if guess := f.Talk.Metrics.Last.After; guess > 0 {
		facts = append(facts, fact{words.T("panels.details.usageGuess"), num(guess)})
	}
	if f.Factor.Mean > 0 {
		facts = append(facts, fact{words.T("panels.details.usageFactor"), times(f.Factor.Mean)})
	}
	facts = append(facts, fact{words.T("panels.details.usageReply"), num(f.Usage.Completion)})
	if f.Usage.Cached > 0 {
		facts = append(facts, fact{words.T("panels.details.usageCached"), num(f.Usage.Cached)})
	}
	if f.Usage.Reasoning > 0 {
		facts = append(facts, fact{words.T("panels.details.usageReasoning"), num(f.Usage.Reasoning)})
	}
	return facts
}

func num(n int) string { return words.Number(n) }

// CreateRenderer implements fyne.Widget.
func (d *Details) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(d.scroll) }
