package ui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/words"
)

// cramped is a window on a small disk with a server whose reply comes in two parts.
func cramped(t *testing.T, disk *historytest.Disk, second string) (d *desk, gate chan struct{}, try chan struct{}) {
	gate, try = make(chan struct{}), make(chan struct{})
	s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gate, "Once upon", second), llmtest.Good("And then")})
	d = setup{
		dir: filepath.Join(disk.Dir, "data"),
		settings: func(s2 *persona.Settings) {
			c := at(s)
			c.ID = "server"
			s2.Connections, s2.Connection = append(s2.Connections, c), c.ID
		},
		wait: func(ctx context.Context, _ time.Duration) error {
			select {
			case <-try:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		},
	}.open(t)
	d.create(persona.Persona{Name: "Mira"}, nil)
	d.settle()
	return d, gate, try
}

// rested runs what is under way except turns.
func (d *desk) rested() {
	for {
		d.saver.busy.wait(time.Hour)
		if d.q.Drain() == 0 {
			return
		}
	}
}

// pause lets the pause pass after which drafts and edits are written, while a turn runs.
func (d *desk) pause() {
	for _, f := range d.pauses {
		f()
	}
	d.pauses = nil
	d.rested()
}

// The disk runs full while a reply streams: the window says so until it is over; the reply, the words in the input and a changed persona
// stay, and are stored by themselves when there is room. Stop does not lose the reply.
func TestTheDiskRunsFullWhileAReplyStreams(t *testing.T) {
	historytest.OnDisk(t, 8<<20, func(disk *historytest.Disk) {
		rest := strings.Repeat(" and a time\n\n", 30_000)
		d, gate, try := cramped(t, disk, rest)
		id := d.open.talk
		d.say("Tell me")
		gate <- struct{}{}
		d.until(func() bool { return strings.Contains(texts(d.transcript), "Once upon") })
		d.misses(words.T("unsaved.title.full"))
		disk.Fill()
		close(gate)
		d.until(func() bool { return d.unsaved.bar.Visible() })
		d.sees(words.T("unsaved.title.full"))
		draft := "What came " + strings.Repeat("next ", 4_000)
		d.composer.SetDraft(id, draft)
		d.edit(func(p *persona.Persona) { p.Prompt = strings.Repeat("You are Mira. ", 4_000) })
		d.pause()
		d.stop()
		d.rested()
		if d.unsaved.err == nil || !d.unsaved.bar.Visible() || len(d.turns) != 1 {
			t.Fatalf("held: %v, %d turns", d.unsaved.err, len(d.turns))
		}
		d.wantPath(id, "u Tell me", "a Once upon [writing]")

		d.second() // still full
		d.rested()
		d.sees(words.T("unsaved.title.full"))

		disk.Free()
		close(try)
		d.until(func() bool { return len(d.turns) == 0 })
		d.second()
		d.settle()
		d.misses(words.T("unsaved.title.full"))
		if got := d.toast.Text(); got != words.T("unsaved.over") {
			t.Errorf("told %q", got)
		}
		d.wantPath(id, "u Tell me", "a Once upon"+rest)
		kept, err := d.Store.Draft(id)
		must(t, err)
		if kept.Text+strings.Join(kept.Aside, "") != draft {
			t.Errorf("the draft has %d bytes", len(kept.Text))
		}
		if p, err := d.Store.Persona(d.open.persona.ID); err != nil || len(p.Prompt) < 50_000 {
			t.Errorf("the persona has a prompt of %d bytes, %v", len(p.Prompt), err)
		}
	})
}

// Words that are said on a full disk are not sent and not lost: they stand in the input again, and are stored as a draft when there is
// room.
func TestSayingOnAFullDisk(t *testing.T) {
	historytest.OnDisk(t, 8<<20, func(disk *historytest.Disk) {
		d, _, _ := cramped(t, disk, "")
		id, p := d.open.talk, d.open.persona
		d.newTalk(p)
		d.settle()
		other := d.open.talk
		d.showTalk(p, id)
		d.settle()
		disk.Fill()
		long := strings.TrimSpace(strings.Repeat("word ", 10_000))
		d.ask(long)
		if got := d.composer.Draft(id); got != long {
			t.Errorf("the input holds %d bytes", len(got))
		}
		d.rest()
		d.showTalk(p, other)
		d.settle()
		d.sees(words.T("unsaved.title.full"))
		if got := d.composer.Draft(d.open.talk); got != "" {
			t.Errorf("the other talk's input holds %d bytes", len(got))
		}
		d.showTalk(p, id)
		d.settle()
		if got := d.composer.Draft(id); got != long {
			t.Errorf("after a look at another talk the input holds %d bytes", len(got))
		}
		d.sees(words.T("unsaved.title.full"))
		d.wantPath(id)
		disk.Free()
		d.press("unsaved.try")
		d.settle()
		d.misses(words.T("unsaved.title.full"))
		if kept, err := d.Store.Draft(id); err != nil || kept.Text+strings.Join(kept.Aside, "") != long {
			t.Errorf("the draft has %d bytes, %v", len(kept.Text), err)
		}
	})
}

// What a reply brings while the disk is full is said to be unsaved before the reply ends, and it is over when the next second of it is stored.
func TestTheDiskRunsFullUnderAReplyThatGoesOn(t *testing.T) {
	historytest.OnDisk(t, 8<<20, func(disk *historytest.Disk) {
		reply := llmtest.Stream(llmtest.Delta("Once upon a time. "))
		for range 10_000 {
			reply.Writes = append(reply.Writes, llmtest.Write{Data: llmtest.Delta(strings.Repeat("And then. ", 200)), Wait: 20 * time.Millisecond})
		}
		s := llmtest.Serve(t, llmtest.Script{reply})
		d := setup{dir: filepath.Join(disk.Dir, "data"), settings: func(s2 *persona.Settings) {
			c := at(s)
			c.ID = "server"
			s2.Connections, s2.Connection = append(s2.Connections, c), c.ID
		}}.open(t)
		d.create(persona.Persona{Name: "Mira"}, nil)
		d.settle()
		d.say("Tell me")
		d.until(func() bool { return strings.Contains(texts(d.transcript), "Once upon") })
		disk.Fill()
		d.until(func() bool { return d.unsaved.bar.Visible() })
		d.sees(words.T("unsaved.title.full"))
		if len(d.turns) != 1 || d.unsaved.err != nil {
			t.Errorf("%d turns, held %v", len(d.turns), d.unsaved.err)
		}
		disk.Free()
		d.until(func() bool { return !d.unsaved.bar.Visible() })
		if got := d.toast.Text(); len(d.turns) != 1 || got != words.T("unsaved.over") {
			t.Errorf("%d turns, told %q", len(d.turns), got)
		}
		d.stop()
		d.settle()
	})
}

// A data folder that is moved is noticed without a write, and its coming back too.
func TestTheFolderIsWatched(t *testing.T) {
	d := pair(t)
	dir := d.Store.Dir()
	d.Watch()
	look := func(done func() bool) {
		d.until(func() bool {
			d.second()
			return done()
		})
	}
	d.until(func() bool { return len(d.ticks) > 0 })
	d.misses(words.T("unsaved.title.away"))
	must(t, os.Rename(dir, dir+" elsewhere"))
	look(func() bool { return d.unsaved.bar.Visible() })
	d.sees(words.T("unsaved.title.away"), dir)
	must(t, os.Rename(dir+" elsewhere", dir))
	look(func() bool { return !d.unsaved.bar.Visible() })
	d.misses(words.T("unsaved.title.away"))
	d.cancel()
	d.ticks = nil
	d.Watch()
	d.settle()
	if len(d.ticks) > 0 {
		t.Error("it goes on after the window closed")
	}
}

// The end of the program on a full disk tries once more and does not wait for room.
func TestQuitOnAFullDisk(t *testing.T) {
	historytest.OnDisk(t, 8<<20, func(disk *historytest.Disk) {
		d, gate, _ := cramped(t, disk, strings.Repeat(" and a time\n\n", 30_000))
		d.say("Tell me")
		gate <- struct{}{}
		d.until(func() bool { return strings.Contains(texts(d.transcript), "Once upon") })
		disk.Fill()
		close(gate)
		d.until(func() bool { return d.unsaved.bar.Visible() })
		over := make(chan struct{})
		d.End = func() { close(over) }
		d.Quit()
		<-over
		if !d.workers.busy.wait(0) || !d.saver.busy.wait(0) {
			t.Error("something still runs")
		}
		disk.Free()
	})
}

// The data folder goes away under a reply: nothing goes to what stands there, and one press writes all of it to its place again.
func TestTheFolderGoesAway(t *testing.T) {
	historytest.OnDisk(t, 16<<20, func(disk *historytest.Disk) {
		d, gate, try := cramped(t, disk, " a time")
		id, dir := d.open.talk, d.Store.Dir()
		d.say("Tell me")
		gate <- struct{}{}
		d.until(func() bool { return strings.Contains(texts(d.transcript), "Once upon") })
		must(t, os.Rename(dir, dir+" gone"))
		must(t, os.Mkdir(dir, 0o700))
		must(t, os.WriteFile(filepath.Join(dir, history.FileName), []byte("another file"), 0o600))
		close(gate)
		d.until(func() bool { return d.unsaved.bar.Visible() })
		d.sees(words.T("unsaved.title.away"), dir)
		if now, err := os.ReadFile(filepath.Join(dir, history.FileName)); err != nil || string(now) != "another file" {
			t.Errorf("the other file was changed, %v", err)
		}
		d.press("unsaved.putBack")
		d.until(func() bool { return d.Store.Away() == nil })
		close(try)
		d.settle()
		d.misses(words.T("unsaved.title.away"))
		d.wantPath(id, "u Tell me", "a Once upon a time")
		if kept, err := history.KeptFiles(dir); err != nil || len(kept) != 1 {
			t.Errorf("kept %v, %v", kept, err)
		}
	})
}

// An error that will not pass is told, and holds nothing.
func TestTheSaverHoldsOnlyWhatMayPass(t *testing.T) {
	var told, held []error
	s := saver{done: func(err error) { told = append(told, err) }, held: func(err error) { held = append(held, err) }}
	full, wrote := true, []string{}
	write := func(what string) func() error {
		return func() error {
			if full {
				return history.ErrFull
			}
			wrote = append(wrote, what)
			return nil
		}
	}
	s.keep("a", write("old"))
	s.keep("a", write("new"))
	s.keep("b", write("other"))
	s.keep("c", func() error { return history.ErrClosed })
	s.busy.wait(time.Hour)
	if len(told) != 1 || !errors.Is(told[0], history.ErrClosed) || len(held) != 3 {
		t.Errorf("told %v, held %v", told, held)
	}
	full = false
	s.again()
	s.again()
	s.busy.wait(time.Hour)
	if got := strings.Join(wrote, " "); got != "new other" && got != "other new" {
		t.Errorf("wrote %q", got)
	}
	if len(held) != 4 || held[3] != nil {
		t.Errorf("held %v", held)
	}
}
