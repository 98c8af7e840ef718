package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
)

// BenchmarkStart measures the time from the start of the process to its first frame, and the resident memory two seconds
// later. Turn by turn, on the same display, it starts a bare window with a list and an entry, the program with a talk of 200
// messages, and the program for the first time. The medians are reported, and the ratios of the second to the bare window,
// for which the aim is 1.3. The time on the processors up to the first frame is there too, since other work on the machine
// disturbs it less.
func BenchmarkStart(b *testing.B) {
	bare := filepath.Join(b.TempDir(), "bare")
	if out, err := exec.Command("go", "build", "-tags", "x11", "-o", bare, "bonbon/e2e/bare").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	r := newRobot(b)
	fill(b, r.data)
	var theirs, ours, first starts
	round := func(i int) {
		theirs.add(b, r.command(bare), false)
		ours.add(b, r.command(binary, "--data", r.data, "--log", "debug"), true)
		first.add(b, r.command(binary, "--data", filepath.Join(b.TempDir(), fmt.Sprint("first", i)), "--log", "debug"), true)
	}
	round(0) // reads the files into the system's cache and counts for nothing
	theirs, ours, first = starts{}, starts{}, starts{}
	b.ResetTimer()
	for i := range b.N {
		round(i + 1)
	}
	theirs.report(b, "bare")
	ours.report(b, "bonbon")
	first.report(b, "first")
	b.ReportMetric(median(ours.ms)/median(theirs.ms), "ms-ratio")
	b.ReportMetric(median(ours.cpu)/median(theirs.cpu), "cpu-ratio")
	b.ReportMetric(median(ours.mb)/median(theirs.mb), "MB-ratio")
	b.ReportMetric(0, "ns/op")
}

// fill makes a store as a person has it after some days.
func fill(b *testing.B, dir string) {
	b.Helper()
	s, err := history.Open(dir, history.Options{})
	if err != nil {
		b.Fatal(err)
	}
	set := persona.DefaultSettings()
	set.Welcomed, set.Language = true, "en"
	err = s.PutSettings(set)
	for _, name := range []string{"Mint", "Yuzu", "Professor Plum"} {
		if err != nil {
			b.Fatal(err)
		}
		_, info, failed := s.CreatePersona(persona.Persona{Name: name, Prompt: "You are " + name + ". You are kind."}, talk.Entry{})
		err = failed
		for i := 0; i < 200 && err == nil; i++ {
			e := talk.Entry{Role: talk.User, Text: "What do you think of *rain* on the roof?", Tokens: 10, Encoding: talk.O200kBase}
			if i%2 == 1 {
				e.Role, e.Text, e.Tokens = talk.Assistant, strings.Repeat("It is **quiet** work, and it never asks for anything. ", 6), 72
			}
			_, err = s.Talk(info.ID).Append(e)
		}
	}
	if err = errors.Join(err, s.Close()); err != nil {
		b.Fatal(err)
	}
}

// starts collects what starts of one program cost.
type starts struct {
	ms, cpu, mb []float64
}

// add starts the program; talks says whether two seconds after its first frame it must show a talk.
func (s *starts) add(b *testing.B, c *exec.Cmd, talks bool) {
	b.Helper()
	out, err := c.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	begin := time.Now()
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	log := newLogbook(out)
	if _, err := log.next(patience, "first frame"); err != nil {
		b.Fatalf("%s: %v\n%s", c.Path, err, log.text())
	}
	s.ms = append(s.ms, float64(time.Since(begin).Microseconds())/1000)
	s.cpu = append(s.cpu, used(b, c.Process.Pid))
	<-time.After(2 * time.Second)
	if shown := strings.Contains(log.text(), "talk shown"); shown != talks {
		b.Fatalf("%s: a talk is shown: %v\n%s", c.Path, shown, log.text())
	}
	s.mb = append(s.mb, resident(b, c.Process.Pid))
	stop(c)
}

func (s *starts) report(b *testing.B, name string) {
	b.ReportMetric(median(s.ms), name+"-ms")
	b.ReportMetric(median(s.cpu), name+"-cpu-ms")
	b.ReportMetric(median(s.mb), name+"-MB")
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// used returns the processor time that a process has had, in milliseconds: fields 14 and 15 of its stat, in hundredths of a
// second.
func used(b *testing.B, pid int) float64 {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	_, after, _ := strings.Cut(string(stat), ") ") // the name before it may hold spaces
	ms := 0.0
	for _, f := range strings.Fields(after)[11:13] {
		ticks, err := strconv.ParseFloat(f, 64)
		if err != nil {
			b.Fatal(err)
		}
		ms += 10 * ticks
	}
	return ms
}

// resident returns the resident memory of a process in MB.
func resident(b *testing.B, pid int) float64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); f[0] == "VmRSS:" {
			kb, err := strconv.ParseFloat(f[1], 64)
			if err != nil {
				b.Fatal(err)
			}
			return kb / 1024
		}
	}
	b.Fatal("no resident memory reported")
	return 0
}
