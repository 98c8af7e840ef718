package main

import (
	"bufio"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
)

// soon is how long the end may take here, under the race detector and beside other tests; alone it takes half a second. That nothing
// is waited for is seen from the work, which is not done.
const soon = 10 * time.Second

// quitWhileBusy begins a backup or a compaction, says so, and ends like the program when it is told to, with words that are still to be
// stored.
func quitWhileBusy(dir, work string) int {
	s, err := history.Open(dir, history.Options{})
	if err != nil {
		return 2
	}
	list, err := s.Personas()
	if err != nil || len(list) != 1 {
		return 3
	}
	parts := &closers{log: slog.New(slog.DiscardHandler)}
	parts.add("store", s)
	fmt.Println("busy")
	go func() {
		if work == "backup" {
			_, err = s.Backup(history.Asked)
		} else {
			err = s.Compact()
		}
		if err == nil {
			fmt.Println("done")
		}
	}()
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		return 4
	}
	s.Yield() // as Window.Quit does before it waits for what is unsaved
	if _, err := s.Talk(list[0].Talk).Append(talk.Entry{Role: talk.User, Text: "the last words"}); err != nil {
		return 5
	}
	parts.end()
	return 6
}

// The program that ends while a backup or a compaction runs stores what is to be stored, ends soon, and leaves a whole store and no half
// files behind.
func TestQuitWhileBusy(t *testing.T) {
	for _, work := range []string{"backup", "compaction"} {
		t.Run(work, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			s, err := history.Open(dir, history.Options{NoSync: true})
			must(t, err)
			_, info, err := s.CreatePersona(persona.Persona{Name: "Mira"}, talk.Entry{})
			must(t, err)
			for range 12 {
				_, err := s.Talk(info.ID).Append(talk.Entry{Role: talk.User, Text: strings.Repeat("word ", 200_000)})
				must(t, err)
			}
			must(t, s.Close())
			inside, said := 0, 12
			for round := 0; inside == 0 && round < 30; round++ {
				wait := time.Duration(round%3) * 5 * time.Millisecond
				if !quitAfter(t, dir, work, wait) {
					inside++
				}
				said++
				s, err := history.Open(dir, history.Options{})
				must(t, err)
				must(t, s.Check())
				if n, err := s.Talk(info.ID).Len(); err != nil || n != said {
					t.Fatalf("%d messages of %d, %v", n, said, err)
				}
				_, err = s.Maintain()
				must(t, errors.Join(err, s.Close()))
				for _, pattern := range []string{"*.new-*", "backups/.*"} {
					if left, err := filepath.Glob(filepath.Join(dir, pattern)); err != nil || len(left) > 0 {
						t.Errorf("left behind: %v, %v", left, err)
					}
				}
			}
			if inside == 0 {
				t.Error("it was always done before the end")
			}
		})
	}
}

// quitAfter lets a quitter end a while after it became busy, and reports whether it was done with its work.
func quitAfter(t *testing.T, dir, work string, wait time.Duration) (done bool) {
	t.Helper()
	cmd := as("quitter", dir, work)
	in, err := cmd.StdinPipe()
	must(t, err)
	pipe, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	out := bufio.NewScanner(pipe)
	if !out.Scan() || out.Text() != "busy" {
		t.Fatalf("it says %q: %v", out.Text(), cmd.Wait())
	}
	<-time.After(wait)
	began := time.Now()
	_, err = fmt.Fprintln(in)
	must(t, err)
	for out.Scan() {
		done = done || out.Text() == "done"
	}
	must(t, cmd.Wait())
	took := time.Since(began)
	t.Logf("the end took %v", took)
	if took > soon {
		t.Error("that is too long")
	}
	return done
}
