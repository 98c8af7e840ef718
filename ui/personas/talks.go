package personas

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"bonbon/find"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// Folder says where a talk lies.
type Folder int

// The folders.
const (
	Current  Folder = iota // in the list
	Archived               // put aside
	Deleted                // in the trash
)

// TalkRow is one talk as the list of a persona's talks shows it.
type TalkRow struct {
	ID      string
	Title   string // never empty
	Preview string // the beginning of the newest message
	Time    time.Time
	Folder  Folder
	Open    bool // it is the one that the window shows
}

// TalksOptions are what the list of talks needs of the program. Every callback may be nil.
type TalksOptions struct {
	// Now is the clock for the times. Nil: time.Now.
	Now func() time.Time

	OnOpen    func(id string)
	OnNew     func()
	OnRename  func(id, title string)
	OnArchive func(id string, aside bool)
	OnDelete  func(id string) // to the trash
	OnRestore func(id string) // out of the trash
}

// Talks lists the talks of a persona: search over titles and previews, what was put aside and what was deleted.
type Talks struct {
	widget.BaseWidget

	opt    TalksOptions
	rows   []talkEntry
	folder Folder

	search  *parts.Input
	folders *parts.Picker
	list    *parts.Choices
	empty   *parts.Para
	content fyne.CanvasObject
}

type talkEntry struct {
	TalkRow
	folded string
}

var folderKeys = []string{"talks.current", "talks.archived", "talks.deleted"}

// NewTalks returns an empty list.
func NewTalks(opt TalksOptions) *Talks {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	t := &Talks{opt: opt, search: parts.NewInput(), list: parts.NewChoices(1), empty: parts.NewPara("", look.SmallText, look.Muted)}
	t.search.SetPlaceHolder(words.T("talks.search"))
	t.search.OnChanged = func(string) { t.update() }
	t.search.OnKey = t.list.Key
	t.folders = parts.NewPicker(nil, folderKeys[Current], func(id string) {
		t.folder = Folder(slices.Index(folderKeys, id))
		t.update()
	})
	t.folders.Whole = true
	t.list.OnChoose = func(id string) {
		if t.folder == Deleted {
			callID(t.opt.OnRestore, id)
			return
		}
		callID(t.opt.OnOpen, id)
	}
	t.list.OnDelete = func(id string) {
		if t.folder != Deleted {
			callID(t.opt.OnDelete, id)
		}
	}
	t.list.Menu = t.menu
	begin := parts.NewPrimaryButton(words.T("talks.new"), func() { call(t.opt.OnNew) })
	top := parts.NewInset(parts.FormPad, 0, parts.NewAbreast(2*look.Gap, 200, t.search, t.folders))
	body := container.NewStack(parts.NewChoicesInset(12, t.list), container.NewVBox(parts.NewInset(parts.FormPad+4, 16, t.empty)))
	t.content = parts.NewFrame(top, body, parts.NewInset(parts.FormPad, 12, parts.NewEndFlow(2*look.Gap, begin)))
	t.ExtendBaseWidget(t)
	t.update()
	return t
}

// SetRows shows these talks, in this order.
func (t *Talks) SetRows(rows []TalkRow) {
	t.rows = make([]talkEntry, len(rows))
	for i, r := range rows {
		t.rows[i] = talkEntry{r, find.Fold(r.Title + "\n" + r.Preview)}
	}
	t.update()
}

// Shown returns the ids of the talks that folder and search leave, in order.
func (t *Talks) Shown() []string {
	var ids []string
	for _, c := range t.list.Items() {
		ids = append(ids, c.ID)
	}
	return ids
}

// FocusSearch puts the cursor into the search field.
func (t *Talks) FocusSearch() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(t); c != nil {
		c.Focus(t.search)
	}
}

// update shows what folder and search leave.
func (t *Talks) update() {
	query, now := find.Fold(t.search.Text), t.opt.Now()
	counts := make([]int, len(folderKeys))
	var items []parts.Choice
	for _, r := range t.rows {
		counts[r.Folder]++
		if r.Folder == t.folder && matches(r.folded, query) {
			items = append(items, parts.Choice{ID: r.ID, Title: r.Title, Text: r.Preview, Note: parts.FormatWhen(r.Time, now), Marked: r.Open})
		}
	}
	options := make([]parts.Option, len(folderKeys))
	for i, key := range folderKeys {
		options[i] = parts.Option{ID: key, Label: words.N(key, counts[i], map[string]any{"Count": words.Number(counts[i])})}
	}
	t.folders.SetOptions(options)
	t.list.Set(items)
	t.empty.SetText("")
	if len(items) == 0 {
		t.empty.SetText(t.nothing(counts[t.folder]))
	}
	visible(t.empty, len(items) == 0)
}

// nothing says why the list is empty.
func (t *Talks) nothing(all int) string {
	switch {
	case all > 0:
		return words.T("talks.noMatch")
	case t.folder == Archived:
		return words.T("talks.noArchived")
	case t.folder == Deleted:
		return words.T("talks.noDeleted")
	}
	return words.T("talks.none")
}

func (t *Talks) row(id string) (TalkRow, bool) {
	for _, r := range t.rows {
		if r.ID == id {
			return r.TalkRow, true
		}
	}
	return TalkRow{}, false
}

// menu lists what can be done with a talk.
func (t *Talks) menu(id string) []parts.MenuItem {
	r, ok := t.row(id)
	if !ok {
		return nil
	}
	if r.Folder == Deleted {
		return []parts.MenuItem{{Label: words.T("talks.restore"), Icon: look.IconUndo, Do: func() { callID(t.opt.OnRestore, id) }}}
	}
	archive := words.T("talks.archive")
	if r.Folder == Archived {
		archive = words.T("talks.unarchive")
	}
	return []parts.MenuItem{
		{Label: words.T("talks.rename"), Icon: look.IconEdit, Do: func() {
			AskTitle(fyne.CurrentApp().Driver().CanvasForObject(t), r.Title, func(title string) {
				if t.opt.OnRename != nil {
					t.opt.OnRename(id, title)
				}
			})
		}},
		{Label: archive, Icon: look.IconArchive, Do: func() {
			if t.opt.OnArchive != nil {
				t.opt.OnArchive(id, r.Folder != Archived)
			}
		}},
		{},
		{Label: words.T("talks.delete"), Icon: look.IconTrash, Hint: "Del", Danger: true, Do: func() { callID(t.opt.OnDelete, id) }},
	}
}

// AskTitle lets the user type a talk's title. An empty one is allowed: the talk is then named by its first words.
func AskTitle(c fyne.Canvas, title string, done func(string)) {
	name := parts.NewInput()
	name.SetText(title)
	var sheet *parts.Sheet
	take := func() {
		if text := trimmed(name.Text); text != title {
			done(text)
		}
		sheet.Hide()
	}
	name.OnSubmitted = func(string) { take() }
	note := parts.NewPara(words.T("talks.renameNote"), look.SmallText, look.Muted)
	sheet = parts.NewSheet(c, words.T("talks.renameTitle"), parts.NewColumn(2*look.Gap, name, note),
		parts.Action{Label: words.T("panels.cancel")},
		parts.Action{Label: words.T("talks.renameDo"), Primary: true, Do: take})
	sheet.Show()
	c.Focus(name)
}

// CreateRenderer implements fyne.Widget.
func (t *Talks) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.content) }
