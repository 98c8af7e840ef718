package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"bonbon/doctor"
	"bonbon/llm/keys"
	"bonbon/tokens"
	"bonbon/ui"
	"bonbon/ui/words"
)

// examine is "bonbon doctor": it prints what is well and what is not, and opens no window. It returns 1 if something has to be done.
func examine(args []string, out, errs io.Writer) int {
	opt := doctor.Options{Dir: dataFolder(), Version: version(), Counter: tokens.NewCounter()}
	flags := flag.NewFlagSet("bonbon doctor", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.StringVar(&opt.Dir, "data", opt.Dir, "data `folder`")
	flags.BoolVar(&opt.Connect, "connect", false, "ask each server that is set up whether it answers")
	language := flags.String("language", "", "`tag` of the language: en, ja; the system's if it is not given")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(errs, "unknown argument %q; --help lists the options\n", flags.Arg(0))
		return 2
	}
	if err := words.Use(*language); err != nil {
		fmt.Fprintln(errs, err)
		return 2
	}
	kept := keys.Open(opt.Dir)
	opt.Place = kept.Place
	opt.Key = func(id string, names ...string) string {
		key, _ := kept.Get(id, names...) //nolint:errcheck // a server that wants one will say so
		return key
	}
	report := doctor.Examine(context.Background(), opt)
	fmt.Fprint(out, ui.DoctorText(report))
	if !report.Well() {
		return 1
	}
	return 0
}
