// Command bonbon is a desktop program for talking with personas.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"github.com/adrg/xdg"

	"bonbon/assets"
	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/llm/demo"
	"bonbon/llm/keys"
	"bonbon/logs"
	"bonbon/tokens"
	"bonbon/ui"
	"bonbon/ui/words"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// options are the command line.
type options struct {
	data   string
	log    slog.Level
	texts  bool
	frames string
}

func parse(args []string, out io.Writer) (options, error) {
	o := options{data: dataFolder(), log: slog.LevelWarn}
	flags := flag.NewFlagSet("bonbon", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.StringVar(&o.data, "data", o.data, "data `folder`")
	flags.TextVar(&o.log, "log", o.log, "least `level` of the log on standard error: debug, info, warn, error; the file in the data folder gets info at least")
	flags.BoolVar(&o.texts, "log-texts", false, "also write what is sent to model servers and what they answer to the log, word for word but for keys")
	flags.StringVar(&o.frames, "frames", "", "write the time of each frame of the window to this `file`")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unknown argument %q; --help lists the options", flags.Arg(0))
	}
	return o, nil
}

// dataFolder returns where the data lies if the command line does not say.
func dataFolder() string {
	if dir := os.Getenv("BONBON_HOME"); dir != "" {
		return dir
	}
	return filepath.Join(xdg.DataHome, "bonbon")
}

func run(args []string, out io.Writer) int {
	if len(args) > 0 && args[0] == "doctor" {
		return examine(args[1:], os.Stdout, out)
	}
	opt, err := parse(args, out)
	if err != nil {
		fmt.Fprintln(out, err)
		return 2
	}
	file := &logs.File{}
	log := slog.New(logs.Tee(
		slog.NewTextHandler(out, &slog.HandlerOptions{Level: opt.log}),
		slog.NewTextHandler(file, &slog.HandlerOptions{Level: min(opt.log, slog.LevelInfo)})))
	a := keepStill(app.NewWithID("chat.bonbon.desktop"))
	a.SetIcon(fyne.NewStaticResource("bonbon.png", assets.Icon))
	if err := start(a, opt, log, file); err != nil {
		if errors.Is(err, history.ErrLocked) && raiseFirst(opt.data, log) {
			fmt.Fprintln(out, words.T("instance.raised"))
			return 0
		}
		log.Error("start failed", "error", err)
		ui.Sorry(a, err, opt.data, func() { os.Exit(1) })
		return 1
	}
	return 0
}

// start builds the parts and runs the window; the process ends with it. It returns only if something cannot be built.
func start(a fyne.App, opt options, log *slog.Logger, file *logs.File) error {
	p := &program{app: a, opt: opt, log: log, file: file, parts: &closers{log: log}, counter: tokens.NewCounter()}
	defer p.parts.close()
	record, err := recorder(opt.frames, p.parts)
	if err != nil {
		return err
	}
	stored := history.Options{Count: p.count, Log: log}
	store, err := history.Open(opt.data, stored)
	switch {
	case err == nil:
		_, err = p.begin(store)
	case ui.Mendable(err):
		p.keepLog()
		ui.Rescue(ui.RescueDeps{App: a, Dir: opt.data, Store: stored, Post: fyne.Do, Begin: p.begin, End: p.parts.end, Log: log}, err)
		err = nil
	}
	if err != nil {
		return err
	}
	onSignals(a, p.quit, func() {
		log.Debug("first frame")
		record()
		p.drawn()
	})
	onDisplayLost(func() {
		time.AfterFunc(endLimit, func() { os.Exit(1) })
		log.Warn("the display is gone")
		p.finish()
	})
	a.Run()
	p.finish() // the toolkit ended its loop by itself
	return nil
}

// program is what runs. Its fields belong to the window's goroutine.
type program struct {
	app     fyne.App
	opt     options
	log     *slog.Logger
	file    *logs.File
	parts   *closers
	counter *tokens.Counter
	window  *ui.Window // nil while the data is not open
	framed  bool       // a window was drawn
	logged  bool       // the log's file was begun
}

func (p *program) count(text string) (int, talk.Encoding) {
	return p.counter.Count(talk.O200kBase, text)
}

// begin opens the window on a store.
func (p *program) begin(store *history.Store) (*ui.Window, error) {
	opt, log, parts := p.opt, p.log, p.parts
	p.keepLog()
	parts.add("store", store)
	model, err := demo.Options{Count: func(text string) int { n, _ := p.count(text); return n }}.Start()
	if err != nil {
		return nil, err
	}
	parts.add("offline model", model)
	window, err := ui.New(ui.Deps{
		App:     p.app,
		Store:   store,
		Driver:  llm.NewDriver(llm.Options{Counter: p.counter, Logger: log, Texts: opt.texts, DemoURL: model.URL(), DemoContext: demo.DefaultContext, Counts: store.Counts(), OnCount: store.KeepCount}),
		Counter: p.counter,
		Version: version(),
		Keys:    keys.Open(opt.data),
		DemoURL: model.URL(),
		Post:    fyne.Do,
		End:     parts.end,
		Log:     log,
	})
	if err != nil {
		return nil, err
	}
	p.window = window
	listenForStarts(opt.data, log, parts, window.Raise)
	window.Show()
	if p.framed {
		p.tend()
	}
	return window, nil
}

// drawn goes on with what the first frame does not need.
func (p *program) drawn() {
	p.framed = true
	if p.window != nil {
		p.tend()
	}
}

// tend begins what is done in the background from the first frame on.
func (p *program) tend() {
	p.window.Maintain()
	p.window.Watch()
}

// quit ends the program as closing its window does.
func (p *program) quit() {
	if p.window == nil {
		p.parts.end()
		return
	}
	p.window.Quit()
}

func (p *program) finish() {
	if p.window != nil {
		p.window.Finish()
	}
	p.parts.end()
}

// recorder returns what begins to write the times of frames to a new file, or does nothing if there is no path.
func recorder(path string, parts *closers) (begin func(), err error) {
	if path == "" {
		return func() {}, nil
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600) // #nosec G304 -- the user gave it on the command line
	if err != nil {
		return nil, err
	}
	parts.add("times of frames", file)
	return func() { ui.RecordFrames(file) }, nil
}

// keepLog begins the log's file, once. It is for when no other instance has the data and may be writing there. A folder that takes none is
// no reason not to start.
func (p *program) keepLog() {
	if p.logged {
		return
	}
	p.logged = true
	p.parts.add("log", p.file)
	dir := filepath.Join(p.opt.data, "log")
	if err := p.file.Open(dir); err != nil {
		p.log.Warn("no log is kept", "error", err)
		return
	}
	if err := logs.CatchCrash(dir); err != nil {
		p.log.Warn("no trace of a crash is kept", "error", err)
	}
	p.log.Info("started", "version", version())
}

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}
