// Command bonbon is a desktop program for talking with personas.
package main

import (
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"syscall"

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
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// options are the command line.
type options struct {
	data string
	log  slog.Level
}

func parse(args []string, out io.Writer) (options, error) {
	o := options{data: os.Getenv("BONBON_HOME"), log: slog.LevelWarn}
	if o.data == "" {
		o.data = filepath.Join(xdg.DataHome, "bonbon")
	}
	flags := flag.NewFlagSet("bonbon", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.StringVar(&o.data, "data", o.data, "data `folder`")
	flags.TextVar(&o.log, "log", o.log, "least `level` of the log on standard error: debug, info, warn, error; the file in the data folder gets info at least")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unknown argument %q; --help lists the options", flags.Arg(0))
	}
	return o, nil
}

func run(args []string, out io.Writer) int {
	opt, err := parse(args, out)
	if err != nil {
		fmt.Fprintln(out, err)
		return 2
	}
	file := &logs.File{}
	log := slog.New(logs.Tee(
		slog.NewTextHandler(out, &slog.HandlerOptions{Level: opt.log}),
		slog.NewTextHandler(file, &slog.HandlerOptions{Level: min(opt.log, slog.LevelInfo)})))
	a := app.NewWithID("chat.bonbon.desktop")
	a.SetIcon(fyne.NewStaticResource("bonbon.png", assets.Icon))
	ui.OnFirstFrame(a, func() { log.Debug("first frame") })
	if err := start(a, opt, log, file); err != nil {
		log.Error("start failed", "error", err)
		ui.Sorry(a, err, opt.data)
		return 1
	}
	return 0
}

// start builds the parts, runs the window and closes everything in the reverse order.
func start(a fyne.App, opt options, log *slog.Logger, file *logs.File) error {
	counter := tokens.NewCounter()
	count := func(text string) (int, talk.Encoding) { return counter.Count(talk.O200kBase, text) }
	store, err := history.Open(opt.data, history.Options{Count: count, Log: log})
	if err != nil {
		return err
	}
	keepLog(log, file, filepath.Join(opt.data, "log")) // no earlier: another instance may be writing there
	defer file.Close()                                 //nolint:errcheck // it is the last to close, and has nowhere to say so
	defer closing(log, "store", store)
	model, err := demo.Options{Count: func(text string) int { n, _ := count(text); return n }}.Start()
	if err != nil {
		return err
	}
	defer closing(log, "offline model", model)
	window, err := ui.New(ui.Deps{
		App:     a,
		Store:   store,
		Driver:  llm.NewDriver(llm.Options{Counter: counter, Logger: log, DemoURL: model.URL(), DemoContext: demo.DefaultContext, Counts: store.Counts(), OnCount: store.KeepCount}),
		Counter: counter,
		Keys:    keys.Open(opt.data),
		DemoURL: model.URL(),
		Post:    fyne.Do,
		Log:     log,
	})
	if err != nil {
		return err
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, os.Interrupt)
	go func() {
		<-ended
		fyne.Do(window.Quit)
	}()
	window.Show()
	a.Run()
	return nil
}

// keepLog begins the log's file. A folder that takes none is no reason not to start.
func keepLog(log *slog.Logger, file *logs.File, dir string) {
	if err := file.Open(dir); err != nil {
		log.Warn("no log is kept", "error", err)
		return
	}
	if err := logs.CatchCrash(dir); err != nil {
		log.Warn("no trace of a crash is kept", "error", err)
	}
	log.Info("started", "version", version())
}

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}

func closing(log *slog.Logger, what string, c io.Closer) {
	if err := c.Close(); err != nil {
		log.Error("not closed cleanly", "what", what, "error", err)
	}
}
