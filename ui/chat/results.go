package chat

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"bonbon/find"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// FoundTalk is a talk in which a search found something.
type FoundTalk struct {
	ID    string
	Face  Face
	Title string // may be empty
	Count int    // messages
	Lines []FoundLine
}

// FoundLine is one message of it.
type FoundLine struct {
	Pos  int // on the talk's path
	Mine bool
	Time time.Time
	Text string // an excerpt
}

// Results searches in all talks: a field and, grouped by talk, lines with what was found. Up and Down in the field choose a line,
// Enter opens it.
type Results struct {
	widget.BaseWidget
	OnChange func(text string)
	OnOpen   func(talk string, pos int)
	Now      func() time.Time // nil: time.Now

	input   *parts.Input
	status  *parts.Caption
	list    *parts.List
	content fyne.CanvasObject

	query  find.Query
	talks  []FoundTalk
	rows   []resultPlace
	chosen int // of rows; -1: none
}

// resultPlace is a row: a talk's head, or one of its lines.
type resultPlace struct{ talk, line int } // line -1: the head

// NewResults returns an empty search. Callbacks must be set before it is shown.
func NewResults() *Results {
	r := &Results{input: parts.NewInput(), status: parts.NewCaption("", look.SmallText, look.Muted), chosen: -1, Now: time.Now}
	r.input.SetPlaceHolder(words.T("find.everywhere"))
	r.input.OnChanged = func(text string) { r.OnChange(text) }
	r.input.OnKey = r.key
	r.status.Short = true
	r.list = parts.NewList(func() parts.Row { return newResultRow(r) })
	top := parts.NewColumn(2*look.Gap, parts.NewInset(parts.FormPad, 0, r.input), parts.NewInset(parts.FormPad, 0, r.status))
	r.content = parts.NewFrame(container.NewStack(top), r.list, parts.NewColumn(0))
	r.ExtendBaseWidget(r)
	return r
}

// Text returns what is searched for.
func (r *Results) Text() string { return r.input.Text }

// SetText replaces what is searched for; OnChange hears of it.
func (r *Results) SetText(text string) { r.input.SetText(text) }

// Focus puts the cursor into the field.
func (r *Results) Focus(c fyne.Canvas) {
	c.Focus(r.input)
	r.input.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// Set shows what was found for a query, and says how far the search is. What is chosen stays while talks are added.
func (r *Results) Set(q find.Query, talks []FoundTalk, status string) {
	if r.query != q {
		r.chosen = -1
	}
	first, _ := r.list.Range()
	keep := r.query == q && r.list.Len() > 0
	r.query, r.talks, r.rows = q, talks, r.rows[:0]
	for i, t := range talks {
		r.rows = append(r.rows, resultPlace{i, -1})
		for k := range t.Lines {
			r.rows = append(r.rows, resultPlace{i, k})
		}
	}
	r.status.SetText(status)
	r.list.Reset(len(r.rows), guessedResult)
	if keep {
		r.list.ScrollTo(first)
	} else {
		r.list.ScrollTo(0)
	}
	if r.chosen < 0 && len(r.rows) > 1 {
		r.chosen = 1
		r.list.Changed(0, 2)
	}
}

// key is asked about each key that is meant for the field.
func (r *Results) key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyUp:
		r.choose(-1)
	case fyne.KeyDown:
		r.choose(1)
	case fyne.KeyPageUp, fyne.KeyPageDown:
		r.list.Key(e.Name)
	case fyne.KeyReturn, fyne.KeyEnter:
		r.open(r.chosen)
	default:
		return false
	}
	return true
}

// choose goes to the next line, over the heads of talks.
func (r *Results) choose(step int) {
	at := r.chosen + step
	for at >= 0 && at < len(r.rows) && r.rows[at].line < 0 {
		at += step
	}
	if at < 0 || at >= len(r.rows) {
		return
	}
	was := r.chosen
	r.chosen = at
	r.list.Changed(min(was, at), max(was, at)+1)
	if top := r.list.RowTop(at); top < 0 || top > r.list.Size().Height-guessedResult {
		r.list.ScrollToAt(at, r.list.Size().Height/3)
	}
}

// open tells that a row was pressed. The head of a talk leads to its newest line.
func (r *Results) open(i int) {
	if i < 0 || i >= len(r.rows) {
		return
	}
	p := r.rows[i]
	t := r.talks[p.talk]
	if len(t.Lines) > 0 {
		r.OnOpen(t.ID, t.Lines[max(p.line, 0)].Pos)
	}
}

// CreateRenderer implements fyne.Widget.
func (r *Results) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.content) }
