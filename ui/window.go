// Package ui is the window. It owns everything that is shown, wires the parts together, and turns what a person does into
// calls of the store and the driver. The parts (chat, personas, settings) hold no knowledge of each other: values go in,
// callbacks come out, and this package is the only one that sees both sides.
//
// Threads: everything here runs on Fyne's goroutine, except functions given to Go and the file saver, which may block and
// come back only through Deps.Post.
package ui

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/llm/keys"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/chat"
	"bonbon/ui/clip"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/personas"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// Deps are the parts that the window works with. All are required.
type Deps struct {
	App     fyne.App
	Store   *history.Store
	Driver  *llm.Driver
	Counter *tokens.Counter
	Keys    *keys.Keys
	Version string       // of the program
	DemoURL string       // base URL of the embedded offline model
	Post    func(func()) // runs a function on the window's goroutine: fyne.Do
	End     func()       // ends the program, on any goroutine; all is stored by then
	Log     *slog.Logger // gets no text of a talk and no key
}

// Window is the program's one window.
type Window struct {
	Deps
	workers
	saver saver
	win   fyne.Window

	ctx    context.Context // ends when the window closes
	cancel context.CancelFunc

	settings persona.Settings
	people   []history.Listed  // the persona list as last read
	open     opened            // what the window shows
	turns    map[string]*turn  // running turns by talk
	steps    map[string]*steps // what can be undone, by talk
	changing map[string]int    // changes of a talk's path that are being written, by talk
	news     map[string]func() // what became of a turn while another talk was shown, by talk: told when it is shown again
	windows  map[string]int    // context lengths that servers reported, by connection and model
	lessons  lessons
	edits    edits
	drafts   drafts
	unsaved  unsaved
	help     *help // while it is open
	pictures map[string]fyne.Resource
	thumbs   *chat.Thumbs
	behind   string // the picture behind the shown talk, as persona.Persona.Background

	frame      *frame
	root       *fyne.Container
	list       *personas.List
	header     *header
	transcript *chat.Transcript
	composer   *chat.Composer
	inspector  *inspector
	finder     *finder
	toast      *parts.Toaster
	middle     *fyne.Container
	nobody     *nobody
	talks      *personas.Talks // the persona's talks, as they were listed last

	wantInspector bool                                  // the inspector was open when the window last had room for it
	opening       bool                                  // the shown talk is being read
	reading       int                                   // rises with every reading of the shown talk: only the newest is shown
	counting      int                                   // rises with every count: only the newest is shown
	usage         *talk.Usage                           // what the server reported for the newest reply
	find          func(context.Context) []llm.Found     // looks for model servers on this computer
	clipboard     func(context.Context) ([]byte, error) // the picture in the clipboard
	setClipboard  func(context.Context, []byte) error   // puts a PNG picture there
	health        personas.State                        // of the default connection
	subject       atomic.Pointer[subject]
	starters      []string      // the personas that this first start made; after New it belongs to the saver
	prefs         *settings.App // the settings, while they are shown
	prefsPane     *parts.Pane   // and the pane that they are on
	keyring       bool          // keys are kept in the system's keyring; false until that is known
	warned        string        // what the user was told of backups that fail; empty: they do not
	idle          []func()      // what waits until no turn runs

	later func(time.Duration, func()) // runs a function on the window's goroutine after a while
}

// opened names what the window shows.
type opened struct {
	persona persona.Persona
	talk    string
	serial  int // rises with every change of the talk: late news of another one is dropped
}

// quitLimit is how long running turns may take to store what they have when the window closes.
const quitLimit = 2 * time.Second

var _ llm.Log = (*history.Talk)(nil)

// welcomeSize is how large the welcome is where there is room.
var welcomeSize = fyne.NewSize(640, 740)

// New builds the window and shows nothing yet. It reads the settings and the persona list, which takes a few milliseconds.
func New(d Deps) (*Window, error) {
	w := &Window{
		Deps: d, turns: map[string]*turn{}, steps: map[string]*steps{}, changing: map[string]int{}, news: map[string]func(){}, windows: map[string]int{}, pictures: map[string]fyne.Resource{},
	}
	w.find = llm.FindLocal
	w.clipboard, w.setClipboard = clip.Picture, clip.SetPicture
	w.workers.post = d.Post
	w.thumbs = w.newThumbs()
	w.saver.done = func(err error) { d.Post(func() { w.notSaved(err) }) }
	w.saver.held = func(err error) { d.Post(func() { w.unsaved.held(err) }) }
	w.edits.save = w.savePersona
	w.later = func(d time.Duration, f func()) { time.AfterFunc(d, func() { w.Post(f) }) }
	w.edits.after = w.later
	w.drafts = newDrafts(w)
	w.wantInspector = true
	w.ctx, w.cancel = context.WithCancel(context.Background())
	var err error
	if w.settings, err = d.Store.Settings(); err != nil {
		return nil, err
	}
	if err := w.applyLook(); err != nil {
		return nil, err
	}
	if w.lessons, err = readLessons(d.Store); err != nil {
		return nil, err
	}
	if w.people, err = d.Store.Personas(); err != nil {
		return nil, err
	}
	w.win = d.App.NewWindow("Bonbon")
	w.win.SetMaster()
	w.win.SetPadded(false)
	w.win.Resize(fyne.NewSize(1280, 820))
	w.win.SetCloseIntercept(w.Quit)
	w.build()
	w.shortcuts()
	w.win.SetOnDropped(func(_ fyne.Position, files []fyne.URI) { w.dropped(files) })
	w.hideSecrets()
	w.Go(func() func() { // the keyring may take its time to answer
		place := w.Keys.Place()
		return func() { w.keyring = place == "keyring" }
	})
	return w, nil
}

// Show opens the window on the talk that was shown last, which is laid out before so that it is in the first frame.
func (w *Window) Show() {
	w.showFirst()
	w.win.Show()
	w.composer.Focus()
	if !w.settings.Welcomed && len(w.people) == 0 {
		w.change(w.firstStart, w.showFirst)
	}
	w.Log.Debug("window shown")
	if unknown := w.settings.Unknown(); len(unknown) > 0 {
		w.toast.Tell(words.T("window.unknownSettings", map[string]any{"Fields": strings.Join(unknown, ", ")}), "", nil)
	}
	if !w.settings.Welcomed {
		w.welcome()
	}
}

// Raise brings the window to the front and says why: the program was started once more on the same data.
func (w *Window) Raise() {
	w.Log.Debug("raised")
	w.win.Show() // a window manager may take the wish for the focus for less than a wish to be seen, if the window is minimised
	w.win.RequestFocus()
	w.toast.Tell(words.T("instance.here"), "", nil)
}

// Quit closes the window, stops what runs, stores what is unsaved and ends the program. It asks nothing.
func (w *Window) Quit() {
	w.Log.Debug("quit asked")
	w.win.Hide()
	w.stopAll()
	go func() {
		w.awaitAll()
		w.End()
	}()
}

// Finish stops what runs and waits until what is unsaved is stored. It is for the end of a window that was not asked to Quit.
func (w *Window) Finish() {
	w.stopAll()
	w.awaitAll()
}

func (w *Window) stopAll() {
	w.Store.Yield()
	w.edits.flush()
	w.drafts.flush()
	w.saver.again()
	w.cancel()
}

// awaitAll waits until everything is stored, but no longer than twice quitLimit.
func (w *Window) awaitAll() {
	if !w.workers.busy.wait(quitLimit) || !w.saver.busy.wait(quitLimit) {
		w.Log.Warn("work was still running at the end")
	}
	w.Log.Debug("quit")
}

// applyLook sets language and theme from the settings.
func (w *Window) applyLook() error {
	if err := words.Use(w.settings.Language); err != nil {
		return err
	}
	w.App.Settings().SetTheme(look.New(look.Options{Variant: w.settings.Theme, TextSize: w.settings.TextSize}))
	return nil
}

// rebuild makes every widget anew, for a change of the language. What is shown and what runs stays.
func (w *Window) rebuild() {
	w.build()
	w.showTalk(w.open.persona, w.open.talk)
}
