package safety

import (
	"errors"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// BackupsOptions are what the page of backups needs of the program. All are required, except Now.
type BackupsOptions struct {
	Store   *history.Store
	Go      Workers
	Explain func(error) string
	Now     func() time.Time // nil: time.Now

	// OnRestore puts everything back to what a backup holds; already confirmed.
	OnRestore func(b history.Backup)
	// OnBringBack brings back one talk of a backup, as a new one.
	OnBringBack func(b history.Backup, id string)
	// OnFolder lets the user choose a folder and gives its path to take, or does nothing.
	OnFolder func(take func(path string))
	OnTrash  func()
	TalkName func(talk.Info) string
}

// Backups is the page that lists the backups, makes and removes them, says where they lie and what the data takes of the disk.
type Backups struct {
	widget.BaseWidget

	opt      BackupsOptions
	state    stock
	problem  *parts.Para
	progress *progress
	body     *fyne.Container
	scroll   *parts.Scroll
	working  bool // something is being done: nothing else may begin
}

// stock is what there is on the disk, as it was read last.
type stock struct {
	backups []history.Backup
	usage   history.Usage
	folder  string
	own     bool // the folder was chosen by the user
	kept    []history.Kept
}

// NewBackups returns the page, which begins to read what there is.
func NewBackups(opt BackupsOptions) *Backups {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	p := &Backups{opt: opt, problem: parts.NewPara("", look.SmallText, theme.ColorNameError), progress: newProgress(), body: parts.NewColumn(parts.FormGap)}
	p.problem.Hide()
	p.scroll = parts.NewForm(p.problem, p.progress.box, p.body)
	p.ExtendBaseWidget(p)
	p.Read()
	return p
}

// CreateRenderer implements fyne.Widget.
func (p *Backups) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.scroll) }

// Read reads anew what there is, and shows it.
func (p *Backups) Read() {
	p.opt.Go(func() func() {
		s, err := readStock(p.opt.Store)
		return func() {
			if err != nil {
				p.tell(err)
			}
			p.state = s
			p.draw()
		}
	})
}

// readStock runs on a worker. What can be read is returned beside an error.
func readStock(store *history.Store) (s stock, err error) {
	dir := store.Dir()
	s.folder = history.BackupFolder(dir)
	s.own = filepath.Clean(s.folder) != filepath.Join(dir, "backups")
	var errs [3]error
	s.backups, errs[0] = store.Backups()
	s.usage, errs[1] = store.Usage()
	s.kept, errs[2] = history.KeptFiles(dir)
	return s, errors.Join(errs[:]...)
}

// tell shows what went wrong; nil takes it away.
func (p *Backups) tell(err error) {
	text := ""
	if err != nil {
		text = p.opt.Explain(err)
	}
	p.problem.SetText(text)
	visible(p.problem, err != nil)
	p.scroll.Refresh()
}

// do runs work in a worker, says meanwhile what is done, and reads anew.
func (p *Backups) do(what string, work func() error) {
	if p.working {
		return
	}
	p.working = true
	p.tell(nil)
	p.progress.show(what)
	p.draw()
	p.scroll.ScrollToTop()
	p.opt.Go(func() func() {
		err := work()
		return func() {
			p.working = false
			p.progress.show("")
			p.tell(err)
			p.Read()
		}
	})
}

// draw shows what was read.
func (p *Backups) draw() {
	p.body.Objects = []fyne.CanvasObject{p.list(), p.place(), p.file()}
	if len(p.state.kept) > 0 {
		p.body.Add(p.broken())
	}
	p.body.Add(parts.NewField(words.T("safety.trash"), nil, parts.NewFlow(0, parts.NewButton(words.T("safety.openTrash"), p.opt.OnTrash)), words.T("safety.trashNote")))
	p.body.Refresh()
	p.scroll.Refresh()
}

// button begins something; while something else is done it is off.
func (p *Backups) button(label string, do func()) *parts.Button {
	b := parts.NewButton(label, do)
	if p.working {
		b.Disable()
	}
	return b
}

// list shows the backups.
func (p *Backups) list() fyne.CanvasObject {
	var sum int64
	for _, b := range p.state.backups {
		sum += b.Size
	}
	n := len(p.state.backups)
	all := words.N("safety.sum", n, map[string]any{"Count": n, "Size": words.Bytes(int(sum))})
	now := parts.NewFlow(0, p.button(words.T("safety.backupNow"), p.backup))
	if n == 0 {
		return parts.NewField(words.T("safety.backups"), nil, parts.NewColumn(3*look.Gap, small(words.T("safety.noBackups")), now), words.T("safety.backupsNote"))
	}
	lines := parts.NewCard(rows(p.state.backups, p.opt.Now(), p.look))
	return parts.NewField(words.T("safety.backups"), parts.NewCaption(all, look.SmallText, look.Muted), parts.NewColumn(3*look.Gap, lines, now), words.T("safety.backupsNote"))
}

func (p *Backups) backup() {
	p.do(words.T("safety.backingUp"), func() error {
		_, err := p.opt.Store.Backup(history.Asked)
		return err
	})
}

// place says where the backups lie.
func (p *Backups) place() fyne.CanvasObject {
	buttons := parts.NewFlow(2*look.Gap, p.button(words.T("safety.chooseFolder"), func() { p.opt.OnFolder(p.SetFolder) }))
	if p.state.own {
		buttons.Add(p.button(words.T("safety.usualFolder"), func() { p.SetFolder("") }))
	}
	path := parts.NewPara(p.state.folder, look.SmallText, theme.ColorNameForeground)
	return parts.NewField(words.T("safety.folder"), nil, parts.NewColumn(2*look.Gap, path, buttons), words.T("safety.folderNote"))
}

// SetFolder keeps backups in another folder from now on, an absolute path, and makes the first one there; an empty one is the usual place.
func (p *Backups) SetFolder(path string) {
	p.do(words.T("safety.backingUp"), func() error {
		if err := history.SetBackupFolder(p.opt.Store.Dir(), path); err != nil {
			return err
		}
		_, err := p.opt.Store.Backup(history.Asked)
		return err
	})
}

// file says what the database takes of the disk.
func (p *Backups) file() fyne.CanvasObject {
	size := words.T("safety.fileSize", map[string]any{"Size": words.Bytes(int(p.state.usage.File)), "Free": words.Bytes(int(p.state.usage.Free))})
	clean := p.button(words.T("safety.compact"), func() { p.do(words.T("safety.compacting"), p.opt.Store.Compact) })
	return parts.NewField(words.T("safety.file"), nil, parts.NewColumn(2*look.Gap, small(size), parts.NewFlow(0, clean)), words.T("safety.compactNote"))
}

// broken lists the files that were put aside when they were damaged.
func (p *Backups) broken() fyne.CanvasObject {
	column := parts.NewColumn(look.Gap)
	for _, k := range p.state.kept {
		size := parts.NewCaption(words.Bytes(int(k.Size)), look.SmallText, look.Muted)
		away := parts.NewLink(words.T("safety.remove"), func() {
			p.ask(words.T("safety.removeKeptTitle"), words.T("safety.removeKeptText", map[string]any{"Name": k.Name}), words.T("safety.remove"), func() {
				p.do(words.T("safety.removing"), func() error { return history.RemoveKept(p.opt.Store.Dir(), k.Name) })
			})
		})
		name := parts.NewPara(k.Name, look.SmallText, theme.ColorNameForeground)
		column.Add(parts.NewEnds(name, parts.NewRow(3*look.Gap, -1, size, away)))
	}
	return parts.NewField(words.T("safety.broken"), nil, column, words.T("safety.brokenNote"))
}

func (p *Backups) canvas() fyne.Canvas { return fyne.CurrentApp().Driver().CanvasForObject(p) }

// ask does something after the user agreed.
func (p *Backups) ask(title, text, label string, do func()) {
	parts.NewSheet(p.canvas(), title, parts.NewPara(text, "", ""),
		parts.Action{Label: words.T("panels.cancel")}, parts.Action{Label: label, Primary: true, Do: do}).Show()
}
