package chat

import (
	"cmp"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// Widths of the meter's table and of its columns of numbers.
const (
	meterTableWidth = 464
	guessedColumn   = 96
	countedColumn   = 132
)

// newMeterTable lists what the next request costs, part by part as the program estimates it, beside what the server counted
// for the last one, as far as it did: a server knows the whole, not the parts. Sentences below say what the last message
// cost and what set the limit. toCutoff leads to what can be changed about it; nil: nowhere.
func newMeterTable(r tokens.Report, typed int, usage *talk.Usage, toCutoff func()) fyne.CanvasObject {
	t := &meterTable{told: usage != nil}
	if usage == nil {
		usage = &talk.Usage{}
	}
	t.head()
	t.add(line{key: "meter.system", guess: r.Fixed.System, ink: look.PartSystem})
	if r.Fixed.Tools > 0 {
		t.add(line{key: "meter.tools", guess: r.Fixed.Tools, ink: look.PartSystem})
	}
	if r.Fixed.Post > 0 {
		t.add(line{key: "cutoffdialog.post", guess: r.Fixed.Post, ink: look.PartSystem})
	}
	t.add(line{key: "meter.memory", guess: r.Fixed.Memory, ink: look.PartMemory})
	t.add(line{key: "meter.summary", guess: r.Fixed.Summary, ink: look.PartSum})
	t.add(line{key: "meter.history", guess: r.History + typed, ink: look.PartTalk})
	t.add(line{key: "meter.overhead", guess: r.Overhead, ink: look.PartSystem})
	t.rows = append(t.rows, parts.NewDivider())
	whole := r.Prompt() + typed
	t.add(line{key: "meter.whole", guess: whole, counted: usage.Prompt, bold: true})
	t.counted("meter.cached", usage.Cached)
	t.counted("meter.reply", usage.Completion)
	t.counted("meter.reasoning", usage.Reasoning)
	t.rows = append(t.rows, parts.NewDivider())
	t.add(line{key: "meter.free", guess: max(0, r.Limit-whole)})
	t.exact("meter.limit", r.Limit)
	if r.Reserve > 0 {
		t.exact("meter.reserve", r.Reserve)
	}
	if r.Window > 0 {
		t.exact("meter.window", r.Window)
	}
	return parts.NewInset(4*look.Gap, 3*look.Gap, parts.NewColumn(6, append(t.rows, t.sentences(r, usage, toCutoff)...)...))
}

// meterTable gathers the rows of the table.
type meterTable struct {
	told bool // the server has counted something: there is a column for it
	rows []fyne.CanvasObject
}

// line is one row: what, the estimate for the next request and the server's count for the last one; 0 leaves that out.
type line struct {
	key            string
	guess, counted int
	ink            fyne.ThemeColorName
	bold           bool
	exact          bool // guess is no estimate
	blank          bool // there is no guess
}

// head names the columns.
func (t *meterTable) head() {
	small := func(key string) *parts.Caption {
		c := parts.NewCaption(words.T(key), look.SmallText, look.Muted)
		c.Align = fyne.TextAlignTrailing
		return c
	}
	name := func() fyne.CanvasObject { return parts.NewCaption("", look.SmallText, look.Muted) }
	for _, keys := range [][2]string{{"meter.next", "meter.last"}, {"meter.estimated", "meter.counted"}} {
		t.row(parts.NewSized(9, 0, name()), name(), small(keys[0]), small(keys[1]))
	}
}

// row adds a row; without a guess the name may take its room.
func (t *meterTable) row(dot, name fyne.CanvasObject, guess, counted *parts.Caption) {
	cells := []fyne.CanvasObject{dot, name}
	if guess != nil {
		cells = append(cells, parts.NewSized(guessedColumn, 0, guess))
	}
	if t.told {
		cells = append(cells, parts.NewSized(countedColumn, 0, counted))
	}
	t.rows = append(t.rows, parts.NewRow(8, 1, cells...))
}

func (t *meterTable) add(l line) {
	cell := func(text string) *parts.Caption {
		c := parts.NewCaption(text, theme.SizeNameText, theme.ColorNameForeground)
		c.Align, c.Bold = fyne.TextAlignTrailing, l.bold
		return c
	}
	label := cell(words.T(l.key))
	label.Align, label.Short = fyne.TextAlignLeading, true
	var guess *parts.Caption
	switch text := words.Number(l.guess); {
	case l.blank:
	case l.exact:
		guess = cell(text)
	default:
		guess = cell(words.T("meter.about", map[string]any{"Tokens": text}))
	}
	counted := ""
	if l.counted > 0 {
		counted = words.Number(l.counted)
	}
	dot := parts.NewSized(9, 9, parts.NewPlate(l.ink, "", theme.SizeNameSelectionRadius))
	t.row(dot, label, guess, cell(counted))
}

// counted adds what only the server knows, if it told.
func (t *meterTable) counted(key string, n int) {
	if n > 0 {
		t.add(line{key: key, counted: n, blank: true})
	}
}

// exact adds a number that is no estimate.
func (t *meterTable) exact(key string, n int) { t.add(line{key: key, guess: n, exact: true}) }

// sentences says what the last message cost, what set the limit, and whether anything could be counted at all.
func (t *meterTable) sentences(r tokens.Report, usage *talk.Usage, toCutoff func()) []fyne.CanvasObject {
	var all []fyne.CanvasObject
	say := func(text string, ink fyne.ThemeColorName) {
		all = append(all, parts.NewInset(0, look.Gap/2, parts.NewPara(text, look.SmallText, ink)))
	}
	if r.Uncounted {
		say(words.T("meter.uncounted"), look.CutLine)
	}
	if usage.Prompt+usage.Completion > 0 {
		key := "meter.cost"
		if usage.Cached > 0 {
			key = "meter.costCached"
		}
		say(words.T(key, map[string]any{
			"Sum": words.Number(usage.Prompt + usage.Completion), "Prompt": words.Number(usage.Prompt),
			"Cached": words.Number(usage.Cached), "Reply": words.Number(usage.Completion),
		}), look.Muted)
	}
	if !r.Uncounted {
		say(limitWords(r), look.Muted)
	}
	if toCutoff != nil {
		all = append(all, parts.NewLink(words.T("meter.toCutoff"), toCutoff))
	}
	return all
}

// limitWords says what set the limit.
func limitWords(r tokens.Report) string {
	key := "panels.details.ruleCeiling"
	switch r.Rule {
	case tokens.RuleWindow:
		key = "panels.details.ruleWindow"
	case tokens.RuleServer:
		key = "panels.details.ruleServer"
	}
	named := cmp.Or(r.Named, r.Limit)
	text := words.T(key, map[string]any{
		"Limit": words.Number(named), "Window": words.Number(r.Window), "Reserve": words.Number(r.Reserve),
	})
	return text + factorWords(r.Factor, named, r.Limit)
}

// factorWords says why a limit that is named in tokens of the server is another one in ours; nothing if it is the same.
func factorWords(factor float64, named, limit int) string {
	if named == limit {
		return ""
	}
	return words.T("panels.details.factorNote", map[string]any{
		"Factor": strconv.FormatFloat(factor, 'f', 2, 64), "Limit": words.Number(limit),
	})
}
