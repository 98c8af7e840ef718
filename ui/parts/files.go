package parts

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"bonbon/ui/look"
	"bonbon/ui/words"
)

// FilesOptions say what a person may choose in a pane of files. Title, Start, Go and OnChosen are required.
type FilesOptions struct {
	Title  string
	Start  string   // the folder that is shown first; one that cannot be read gives way to the home folder
	Places []string // folders that are always offered
	Types  []string // endings of the files that can be chosen, in small letters: ".png"; none: all
	Save   string   // the name that is proposed for a new file; "": an existing one is chosen
	Folder bool     // a folder is chosen, and no file is shown

	Go       func(work func() (done func())) // runs work elsewhere and what it returns on the window's goroutine
	OnChosen func(path string)               // hears of the choice, after the pane was closed
}

// Files lets a person choose a file, or where to write one. It reads names and touches no file: what is chosen is a path, and
// a file that is there stays as it is until its successor is whole.
type Files struct {
	opt     FilesOptions
	dir     string
	all     []file
	turn    int // rises with every folder: one that comes late is not shown
	pane    *Pane
	where   *Picker
	filter  *Input
	list    *Choices
	nothing *Para
	name    *Input // nil when an existing file is chosen
	exists  *Para
	write   *Button
}

var filesSize = fyne.NewSize(640, 640)

// ShowFiles opens the pane over a window's canvas.
func ShowFiles(c fyne.Canvas, opt FilesOptions) *Files {
	f := &Files{opt: opt, filter: NewInput(), list: NewChoices(1), nothing: NewPara("", look.SmallText, look.Muted)}
	f.filter.SetPlaceHolder(words.T("files.filter"))
	f.filter.OnChanged = func(string) { f.update() }
	f.filter.OnKey = f.list.Key
	f.list.OnChoose = f.take
	f.where = NewPicker(nil, "", f.visit)
	up := NewIconButton(look.IconUp, func() { f.visit(filepath.Dir(f.dir)) })
	top := NewInset(FormPad, 0, NewColumn(2*look.Gap, NewRow(2*look.Gap, 1, up, f.where), f.filter))
	body := container.NewStack(NewInset(FormPad, 12, f.list), container.NewVBox(NewInset(FormPad+4, 16, f.nothing)))
	f.pane = NewPane(c, strings.TrimSuffix(opt.Title, "…"), NewFrame(top, body, f.foot()), filesSize)
	f.read(opt.Start, true)
	f.pane.Show()
	if f.name != nil {
		c.Focus(f.name)
	} else {
		c.Focus(f.filter)
	}
	return f
}

// foot holds the name of a new file, or the button that takes the folder; for choosing a file that exists there is nothing.
func (f *Files) foot() fyne.CanvasObject {
	switch {
	case f.opt.Folder:
		f.write = NewPrimaryButton(words.T("files.use"), func() { f.choose(f.dir) })
		return NewInset(FormPad, 12, NewEndFlow(2*look.Gap, f.write))
	case f.opt.Save == "":
		return NewColumn(0)
	}
	f.name, f.exists = NewInput(), NewPara(words.T("files.exists"), look.SmallText, look.Muted)
	f.write = NewPrimaryButton(words.T("files.save"), f.save)
	f.name.SetText(f.opt.Save)
	f.name.SetPlaceHolder(words.T("files.name"))
	f.name.OnChanged = func(string) { f.rate() }
	f.name.OnSubmitted = func(string) { f.save() }
	f.exists.Hide()
	return NewInset(FormPad, 12, NewColumn(2*look.Gap, f.exists, NewRow(2*look.Gap, 0, f.name, f.write)))
}

// visit shows another folder.
func (f *Files) visit(dir string) {
	if dir != f.dir {
		f.read(dir, false)
	}
}

// read lists a folder. home gives way to the home folder if it cannot be read.
func (f *Files) read(dir string, home bool) {
	f.turn++
	mine := f.turn
	f.opt.Go(func() func() {
		all, err := listFolder(dir)
		if err != nil && home {
			dir = homeFolder()
			all, err = listFolder(dir)
		}
		places := placesOf(dir, f.opt.Places)
		return func() {
			if mine != f.turn {
				return
			}
			f.dir, f.all = dir, all
			f.where.SetOptions(places)
			f.where.Set(dir)
			f.nothing.SetText(words.T("files.nothing"))
			if err != nil {
				f.nothing.SetText(words.T("files.closed"))
			}
			f.filter.SetText("")
			f.update()
			f.rate()
		}
	})
}

// update shows what the filter leaves: what begins with a dot only for a filter that does.
func (f *Files) update() {
	query := folded(strings.TrimSpace(f.filter.Text))
	var items []Choice
	for _, it := range f.all {
		low := folded(it.name)
		if !it.dir && (f.opt.Folder || !f.fits(low)) || !strings.Contains(low, query) || low[0] == '.' && !strings.HasPrefix(query, ".") {
			continue
		}
		c := Choice{ID: it.name, Title: it.name}
		if it.dir {
			c.Note = words.T("files.folder")
		}
		items = append(items, c)
	}
	f.list.Set(items)
	show(f.nothing, len(items) == 0)
}

func (f *Files) fits(name string) bool {
	for _, t := range f.opt.Types {
		if strings.HasSuffix(name, t) {
			return true
		}
	}
	return len(f.opt.Types) == 0
}

// take opens a folder, chooses a file, or takes its name for the new one.
func (f *Files) take(name string) {
	switch it := f.find(name); {
	case it == nil:
	case it.dir:
		f.visit(filepath.Join(f.dir, name))
	case f.name != nil:
		f.name.SetText(name)
	default:
		f.choose(name)
	}
}

func (f *Files) find(name string) *file {
	for i := range f.all {
		if f.all[i].name == name {
			return &f.all[i]
		}
	}
	return nil
}

// rate says what saving under the typed name would do.
func (f *Files) rate() {
	if f.name == nil {
		return
	}
	it := f.find(strings.TrimSpace(f.name.Text))
	taken, label := it != nil && !it.dir, words.T("files.save")
	if taken {
		label = words.T("files.replace")
	}
	f.write.Set(label, "")
	if taken == f.exists.Visible() {
		return
	}
	show(f.exists, taken)
	f.pane.Refresh()
}

// save chooses the typed name. One that names a folder opens that; a path leads out of the folder that is shown.
func (f *Files) save() {
	name := strings.TrimSpace(f.name.Text)
	switch it := f.find(name); {
	case name == "" || f.dir == "":
	case it != nil && it.dir:
		f.visit(filepath.Join(f.dir, name))
	default:
		f.choose(name)
	}
}

func (f *Files) choose(name string) {
	path := name
	if !filepath.IsAbs(name) {
		path = filepath.Join(f.dir, name)
	}
	f.pane.Hide()
	f.opt.OnChosen(path)
}
