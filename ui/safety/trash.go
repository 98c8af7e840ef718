package safety

import (
	"errors"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// TrashOptions are what the trash needs of the program. All are required, except Now.
type TrashOptions struct {
	Store    *history.Store
	Go       Workers
	Explain  func(error) string
	Now      func() time.Time // nil: time.Now
	TalkName func(talk.Info) string

	// OnRestorePersona and OnRestoreTalk take something out of the trash and then call done.
	OnRestorePersona func(id string, done func())
	OnRestoreTalk    func(id string, done func())
	// OnRemove hears that something is gone for good.
	OnRemove func()
}

// Trash lists deleted personas and talks with the days that are left of each, and restores them or removes them for good.
type Trash struct {
	widget.BaseWidget

	opt      TrashOptions
	items    []thrown
	backups  []history.Backup
	kept     int // broken files that were put aside
	list     *parts.Choices
	empty    *parts.Para
	problem  *parts.Para
	progress *progress
	all      *parts.Button
	content  fyne.CanvasObject
	working  bool
}

// thrown is one thing in the trash.
type thrown struct {
	id, name, text string
	left           int // whole days, at least 0
	talk           bool
}

// NewTrash returns the list, which begins to read what there is.
func NewTrash(opt TrashOptions) *Trash {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	t := &Trash{
		opt: opt, list: parts.NewChoices(1), empty: small(words.T("safety.trashEmpty")), progress: newProgress(),
		problem: parts.NewPara("", look.SmallText, theme.ColorNameError),
	}
	t.empty.Hide()
	t.problem.Hide()
	t.list.OnChoose = t.choose
	t.list.OnDelete = t.askRemove
	t.list.Menu = t.menu
	t.all = parts.NewButton(words.T("safety.emptyTrash"), t.askEmpty)
	top := parts.NewInset(parts.FormPad, look.Gap, parts.NewColumn(2*look.Gap, small(words.T("safety.trashNote")), t.problem, t.progress.box))
	body := container.NewStack(parts.NewChoicesInset(12, t.list), container.NewVBox(parts.NewInset(parts.FormPad, 16, t.empty)))
	t.content = parts.NewFrame(top, body, parts.NewInset(parts.FormPad, 12, parts.NewEndFlow(2*look.Gap, t.all)))
	t.ExtendBaseWidget(t)
	t.Read()
	return t
}

// trashSize is how large the trash is where there is room.
var trashSize = fyne.NewSize(600, 600)

// ShowIn shows the trash in a pane over a window.
func (t *Trash) ShowIn(c fyne.Canvas) *parts.Pane {
	p := parts.NewPane(c, words.T("safety.trash"), t, trashSize)
	p.Show()
	c.Focus(t.list)
	return p
}

// CreateRenderer implements fyne.Widget.
func (t *Trash) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.content) }

// Read reads anew what is in the trash, and shows it.
func (t *Trash) Read() {
	t.opt.Go(func() func() {
		all, err := t.opt.Store.Trash()
		backups, err2 := t.opt.Store.Backups()
		kept, err3 := history.KeptFiles(t.opt.Store.Dir())
		owners, err4 := t.owners(all)
		err = errors.Join(err, err2, err3, err4)
		return func() {
			t.backups, t.kept = backups, len(kept)
			t.show(all, owners)
			if err != nil {
				t.tell(err)
			}
		}
	})
}

// owners returns the names of the personas whose talks are in the trash. It runs on a worker.
func (t *Trash) owners(all history.Trash) (names map[string]string, err error) {
	names = map[string]string{}
	for _, i := range all.Talks {
		if _, known := names[i.Persona]; known {
			continue
		}
		p, e := t.opt.Store.Persona(i.Persona)
		if names[i.Persona] = p.Name; e != nil && !errors.Is(e, history.ErrNotFound) {
			err = e
		}
	}
	return names, err
}

func (t *Trash) show(all history.Trash, owners map[string]string) {
	now := t.opt.Now()
	t.items = nil
	for _, p := range all.Personas {
		t.items = append(t.items, thrown{id: p.ID, name: p.Name, text: words.T("safety.aPersona"), left: daysLeft(p.Trashed, now)})
	}
	for _, i := range all.Talks {
		text := words.T("safety.aTalk", map[string]any{"Name": owners[i.Persona], "Messages": words.N("safety.messages", i.Count, counted(i.Count))})
		t.items = append(t.items, thrown{id: i.ID, name: t.opt.TalkName(i), text: text, left: daysLeft(i.Trashed, now), talk: true})
	}
	choices := make([]parts.Choice, len(t.items))
	for i, one := range t.items {
		choices[i] = parts.Choice{ID: one.id, Title: one.name, Text: one.text, Note: words.N("safety.daysLeft", one.left, counted(one.left))}
	}
	t.list.Set(choices)
	visible(t.empty, len(choices) == 0)
	if len(choices) == 0 || t.working {
		t.all.Disable()
	} else {
		t.all.Enable()
	}
	t.content.Refresh()
}

// daysLeft counts the days until what was deleted at a time goes for good, a begun one as whole.
func daysLeft(deleted, now time.Time) int {
	left := deleted.Add(history.TrashTime).Sub(now)
	return max(0, int((left+24*time.Hour-1)/(24*time.Hour)))
}

func (t *Trash) item(id string) (thrown, bool) {
	for _, one := range t.items {
		if one.id == id && !t.working {
			return one, true
		}
	}
	return thrown{}, false
}

func (t *Trash) tell(err error) {
	text := ""
	if err != nil {
		text = t.opt.Explain(err)
	}
	t.problem.SetText(text)
	visible(t.problem, err != nil)
	t.content.Refresh()
}
