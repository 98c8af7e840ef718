package safety

import (
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/history"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// RescueOptions are what a Rescue needs of the program. All are required, except Now.
type RescueOptions struct {
	Dir   string          // the data folder
	Cause error           // of history.Open
	Store history.Options // for opening the store when it is mended
	Go    Workers
	// Explain puts an error into words.
	Explain func(error) string
	// OnReady goes on with the store, which is open and right. note says what was done, and is empty if nothing was.
	OnReady func(s *history.Store, note string)
	// OnQuit ends the program.
	OnQuit func()
	Log    *slog.Logger
	Now    func() time.Time // nil: time.Now
}

// Mendable reports whether an error of history.Open is one that a Rescue offers something for.
func Mendable(err error) bool {
	return errors.Is(err, history.ErrDamaged) || errors.Is(err, history.ErrMissing) || errors.Is(err, history.ErrIO)
}

// Rescue is the screen of a start on a file that is damaged or gone: what is wrong, where the broken file is kept, and the ways on. It
// changes nothing before a way was chosen, and every way keeps the broken file.
type Rescue struct {
	widget.BaseWidget

	opt      RescueOptions
	problem  *parts.Para
	progress *progress
	body     *fyne.Container // what there is to read and choose
	foot     *fyne.Container
	scroll   *parts.Scroll
	content  fyne.CanvasObject
	main     *parts.Button // what most people want, for the focus; nil: nothing
	opened   bool
}

// NewRescue returns the screen, which begins to look at what there is.
func NewRescue(opt RescueOptions) *Rescue {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	r := &Rescue{opt: opt, problem: parts.NewPara("", "", theme.ColorNameError), progress: newProgress(), body: parts.NewColumn(4 * look.Gap), foot: parts.NewEndFlow(2 * look.Gap)}
	r.problem.Hide()
	r.scroll = parts.NewScroll(parts.NewInset(rescuePad, rescuePad, parts.NewColumn(4*look.Gap, r.problem, r.body, r.progress.box)))
	r.content = parts.NewFrame(parts.NewColumn(0), r.scroll, parts.NewColumn(0, parts.NewDivider(), parts.NewInset(rescuePad, 3*look.Gap, r.foot)))
	r.ExtendBaseWidget(r)
	r.look()
	return r
}

const rescuePad = 28

// CreateRenderer implements fyne.Widget.
func (r *Rescue) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.content) }

// Focus puts the keys on what most people want, now and whenever the screen changes.
func (r *Rescue) Focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(r); c != nil && r.main != nil {
		c.Focus(r.main)
	}
}

// show puts a page on the screen. The foot has what ends the program, and what else is given.
func (r *Rescue) show(page []fyne.CanvasObject, foot ...fyne.CanvasObject) {
	r.progress.show("")
	r.body.Objects = page
	r.foot.Objects = append([]fyne.CanvasObject{parts.NewButton(words.T("rescue.quit"), r.opt.OnQuit)}, foot...)
	r.content.Refresh()
	r.scroll.ScrollToTop()
	r.Focus()
}

// tell shows what went wrong; nil takes it away.
func (r *Rescue) tell(err error) {
	text := ""
	if err != nil {
		text = r.opt.Explain(err)
	}
	r.problem.SetText(text)
	visible(r.problem, err != nil)
}

// busy shows nothing but what is being done.
func (r *Rescue) busy(what string) {
	r.main = nil
	r.show(nil)
	r.progress.show(what)
	r.content.Refresh()
}

// look finds out what can be done.
func (r *Rescue) look() {
	r.busy(words.T("rescue.looking"))
	cause := r.opt.Cause
	r.opt.Go(func() func() {
		d := history.Diagnose(r.opt.Dir, cause)
		return func() { r.offer(d) }
	})
}

// do runs one of the ways on. After an error everything is as it was, and the choice is there again.
func (r *Rescue) do(what string, way func() (next func(), err error)) {
	r.tell(nil)
	r.busy(what)
	r.opt.Go(func() func() {
		next, err := way()
		return func() {
			if err != nil {
				r.tell(err)
				r.look()
				return
			}
			next()
		}
	})
}

// open opens the store, which is mended now, and goes on with it. It runs on a worker.
func (r *Rescue) open(note string) (next func(), err error) {
	s, err := history.Open(r.opt.Dir, r.opt.Store)
	if err != nil {
		r.opt.Cause = err
		return nil, err
	}
	return func() {
		if !r.opened {
			r.opened = true
			r.opt.OnReady(s, note)
		}
	}, nil
}

// restore brings back a backup.
func (r *Rescue) restore(b history.Backup) {
	r.do(words.T("rescue.restoring"), func() (func(), error) {
		kept, err := history.RestoreBackup(r.opt.Dir, b.Name, r.opt.Store)
		if err != nil {
			return nil, err
		}
		return r.open(words.T("rescue.restored", map[string]any{"When": When(b.Time, r.opt.Now())}) + keptNote(kept))
	})
}

// begin begins with nothing.
func (r *Rescue) begin() {
	r.do(words.T("rescue.beginning"), func() (func(), error) {
		kept, err := history.StartNew(r.opt.Dir, r.opt.Store)
		if err != nil {
			return nil, err
		}
		return r.open(words.T("rescue.begun") + keptNote(kept))
	})
}

// salvage reads what can be read, and shows what that was before the program goes on.
func (r *Rescue) salvage() {
	r.do(words.T("rescue.salvaging"), func() (func(), error) {
		report, err := history.Salvage(r.opt.Dir, words.T("rescue.lostPersona"), r.opt.Store)
		if err != nil {
			return nil, err
		}
		return func() { r.report(report) }, nil
	})
}

func keptNote(name string) string {
	if name == "" {
		return ""
	}
	return words.T("rescue.keptAs", map[string]any{"Name": name})
}

// file is where the database lies.
func (r *Rescue) file() string { return filepath.Join(r.opt.Dir, history.FileName) }
