package personas

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"bonbon/find"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// Row is one persona as the list shows it.
type Row struct {
	ID      string
	Name    string
	Picture string    // as in persona.Persona
	Last    string    // the last thing said, in one line or more; only its beginning is shown
	Time    time.Time // when; zero shows nothing
}

// State says how the default connection is.
type State int

// The states of a connection.
const (
	Unknown State = iota
	Online
	Offline
)

// ListOptions are what the list needs of the program. Every callback may be nil.
type ListOptions struct {
	// Picture returns the picture behind persona.Persona.Picture, nil for none. It is asked whenever a row comes into view
	// and must not block: answer nil, and call Refresh when the picture is there.
	Picture func(picture string) fyne.Resource
	// Now is the clock for the times of the rows. Nil: time.Now.
	Now func() time.Time

	OnSelect    func(id string)
	OnNew       func()
	OnDuplicate func(id string)
	OnRename    func(id, name string)
	OnExport    func(id string)
	OnDelete    func(id string) // to the trash
	OnTrash     func()          // shows what was deleted
	OnSettings  func()
	OnTalks     func(text string) // looks for what was typed in what was said
}

// List is the panel at the left: search, personas, the way to the trash, and the state of the connection.
type List struct {
	widget.BaseWidget

	opt     ListOptions
	live    []entry
	trashed int
	active  string

	title   *parts.Para
	search  *parts.Input
	inTalks *parts.Link       // looks for it in what was said
	talks   fyne.CanvasObject // inTalks and the room around it
	add     *parts.Button
	rows    *rows
	empty   *parts.Para
	toTrash *parts.Link
	state   *stateDot
	content fyne.CanvasObject
}

// entry is a row with its text ready for searching.
type entry struct {
	Row
	folded string
}

// NewList returns an empty list.
func NewList(opt ListOptions) *List {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	l := &List{opt: opt}
	l.build()
	l.ExtendBaseWidget(l)
	return l
}

// SetRows shows these personas, in this order.
func (l *List) SetRows(live []Row) { l.live = entries(live); l.update() }

// SetTrash tells how many personas and talks lie in the trash.
func (l *List) SetTrash(n int) { l.trashed = n; l.update() }

// SetRow replaces the row with the same ID where it stands; an unknown ID changes nothing.
func (l *List) SetRow(r Row) {
	for i := range l.live {
		if l.live[i].ID == r.ID {
			l.live[i] = newEntry(r)
			l.update()
			return
		}
	}
}

// SetActive marks the persona that is open and brings its row into view.
func (l *List) SetActive(id string) {
	l.active = id
	l.rows.active = id
	l.rows.reveal(id)
	l.rows.Refresh()
}

// SetConnection shows the default connection and how it is.
func (l *List) SetConnection(name string, s State) { l.state.set(name, s) }

// FocusSearch puts the cursor into the search field.
func (l *List) FocusSearch() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil {
		c.Focus(l.search)
	}
}

// Shown returns the IDs of the rows that the search leaves, in order.
func (l *List) Shown() []string {
	ids := make([]string, len(l.rows.rows))
	for i, r := range l.rows.rows {
		ids[i] = r.ID
	}
	return ids
}

func entries(rows []Row) []entry {
	es := make([]entry, len(rows))
	for i, r := range rows {
		es[i] = newEntry(r)
	}
	return es
}

// searchable bounds how much of a last line is searched, shownSigns how much of it a row may show.
const (
	searchable = 400
	shownSigns = 100
)

func newEntry(r Row) entry {
	last := []rune(r.Last)
	if len(last) > searchable {
		last = last[:searchable]
	}
	line := strings.Join(strings.Fields(string(last)), " ")
	folded := find.Fold(r.Name + "\n" + line)
	last = []rune(line)
	r.Last = string(last[:min(len(last), shownSigns)])
	return entry{r, folded}
}

func (l *List) build() {
	l.title = parts.NewPara(words.T("panels.list.title"), look.TitleText, "")
	l.title.Bold = true
	l.add = parts.NewIconButton(look.IconPlus, func() { call(l.opt.OnNew) })
	l.search = parts.NewInput()
	l.search.SetPlaceHolder(words.T("panels.list.search"))
	l.search.OnChanged = func(string) { l.update() }
	l.search.OnKey = l.searchKey
	l.empty = parts.NewPara("", look.SmallText, look.Muted)
	l.inTalks = parts.NewLink("", nil)
	l.inTalks.Wrap = true
	l.talks = parts.NewInset(20, 6, l.inTalks)
	l.toTrash = parts.NewLink("", func() { call(l.opt.OnTrash) })
	l.toTrash.Wrap = true
	l.state = newStateDot()
	l.rows = newRows(l)

	head := newFixedHeight(look.HeaderHeight, parts.NewInset(16, 0, parts.NewEnds(l.title, l.add)))
	gear := parts.NewIconButton(look.IconGear, func() { call(l.opt.OnSettings) })
	foot := newFixedHeight(look.HeaderHeight, parts.NewInset(16, 0, parts.NewEnds(l.state, gear)))
	top := parts.NewColumn(0, head, parts.NewInset(12, 0, l.search), l.talks, parts.NewInset(20, 4, l.empty))
	bottom := parts.NewColumn(0, parts.NewInset(20, 6, l.toTrash), parts.NewDivider(), foot)
	l.content = parts.NewFrame(top, l.rows.scroll, bottom)
	l.update()
}

// update shows what the search leaves.
func (l *List) update() {
	query := find.Fold(l.search.Text)
	shown := make([]Row, 0, len(l.live))
	for _, e := range l.live {
		if matches(e.folded, query) {
			shown = append(shown, e.Row)
		}
	}
	l.rows.set(shown)
	l.empty.SetText(l.nothing(len(shown), len(l.live)))
	visible(l.empty, l.empty.Text() != "")
	typed := strings.TrimSpace(l.search.Text)
	visible(l.talks, typed != "" && l.opt.OnTalks != nil)
	l.inTalks.Set(words.T("panels.list.inTalks", map[string]any{"Text": typed}), func() { l.opt.OnTalks(typed) })
	visible(l.toTrash, l.trashed > 0)
	l.toTrash.Set(words.N("panels.list.toTrash", l.trashed), l.toTrash.OnTapped)
	l.content.Refresh()
}

// nothing says why the list is empty; nothing if it is not.
func (l *List) nothing(shown, all int) string {
	switch {
	case shown > 0:
		return ""
	case all > 0:
		return words.T("panels.list.noMatch")
	}
	return words.T("panels.list.empty")
}

// searchKey lets the arrow keys and Enter of the search field work on the rows, and Escape empty it.
func (l *List) searchKey(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnter:
		if len(l.rows.rows) == 0 && l.talks.Visible() && e.Name != fyne.KeyUp && e.Name != fyne.KeyDown {
			l.inTalks.Tapped(nil)
			break
		}
		l.rows.TypedKey(e)
	case fyne.KeyEscape:
		l.search.SetText("")
	default:
		return false
	}
	return true
}

// CreateRenderer implements fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	back := canvas.NewRectangle(look.Color(look.Side))
	return &panelRenderer{back: back, content: l.content}
}

func call(f func()) {
	if f != nil {
		f()
	}
}

func callID(f func(string), id string) {
	if f != nil {
		f(id)
	}
}

func visible(o fyne.CanvasObject, yes bool) {
	if yes {
		o.Show()
	} else {
		o.Hide()
	}
}
