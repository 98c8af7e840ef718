package ui

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"github.com/zalando/go-keyring"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/llm/demo"
	"bonbon/llm/keys"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// TestMain keeps tests away from the keyring of whoever runs them.
func TestMain(m *testing.M) {
	keyring.MockInitWithError(errors.New("no keyring in tests"))
	os.Exit(m.Run())
}

// counter is shared: its tables take a while to load.
var counter = tokens.NewCounter()

// desk is the whole window on a real store and the embedded model, without a display. The test's goroutine is the window's.
type desk struct {
	t testing.TB
	*Window
	q      *uitest.Queue
	pauses []func() // what waits for the user to rest from typing
	ticks  []func() // what waits for a second to pass
}

// setup changes how a desk is built. The zero value is a program that was welcomed before and has no persona.
type setup struct {
	dir      string // empty: a folder of its own
	settings func(*persona.Settings)
	first    bool                                       // a first start: nothing but the language is set
	now      func() time.Time                           // the driver's clock; nil: the real one
	wait     func(context.Context, time.Duration) error // before a repetition; nil: not at all
}

func (s setup) open(t testing.TB) *desk {
	t.Helper()
	if s.dir == "" {
		s.dir = t.TempDir()
	}
	store := historytest.OpenWith(t, s.dir, history.Options{NoSync: true})
	set, err := store.Settings()
	must(t, err)
	set.Welcomed = set.Welcomed || !s.first
	if set.Language == "" {
		set.Language = "en"
	}
	if s.settings != nil {
		s.settings(&set)
	}
	must(t, store.PutSettings(set))
	model, err := demo.Options{Interval: -1, Count: tokens.EstimateText}.Start()
	must(t, err)
	t.Cleanup(func() { must(t, model.Close()) })

	d := &desk{t: t, q: &uitest.Queue{}}
	log := slog.New(slog.DiscardHandler)
	if s.wait == nil {
		s.wait = func(context.Context, time.Duration) error { return nil }
	}
	d.Window, err = New(Deps{
		App: uitest.App(t, "dark", set.Language), Store: store, Counter: counter, Keys: keys.Open(s.dir), DemoURL: model.URL(),
		Driver: llm.NewDriver(llm.Options{
			Counter: counter, Logger: log, DemoURL: model.URL(), DemoContext: demo.DefaultContext,
			Now:  s.now,
			Wait: s.wait,
		}),
		Post: d.q.Post, End: func() {}, Log: log,
	})
	must(t, err)
	t.Cleanup(func() {
		d.cancel()
		d.settle()
		d.win.Close()
	})
	d.later = func(_ time.Duration, f func()) { d.ticks = append(d.ticks, f) }
	d.drafts.after = func(_ time.Duration, f func()) { d.pauses = append(d.pauses, f) }
	d.edits.after = func(_ time.Duration, f func()) { d.pauses = append(d.pauses, f) }
	d.Show()
	d.settle()
	return d
}

// with opens a desk with one persona that is shown; its connection is c, or the embedded model if c has no address.
func with(t testing.TB, c persona.Connection, ps ...persona.Persona) *desk {
	t.Helper()
	d := setup{settings: func(s *persona.Settings) {
		if c.BaseURL != "" {
			c.ID = "server"
			s.Connections = append(s.Connections, c)
			s.Connection = c.ID
		}
	}}.open(t)
	if len(ps) == 0 {
		ps = []persona.Persona{{Name: "Mira", Prompt: "You are Mira."}}
	}
	for _, p := range ps {
		d.create(p, nil)
		d.settle()
	}
	return d
}

// settle runs everything that is under way to its end.
func (d *desk) settle() {
	for {
		d.workers.busy.wait(time.Hour)
		d.saver.busy.wait(time.Hour)
		if d.q.Drain() == 0 {
			return
		}
	}
}

// until runs what workers post until done; a turn may go on after it.
func (d *desk) until(done func() bool) { d.q.Wait(done) }

// rest lets pass the pause after which the editor's changes are written.
func (d *desk) rest() {
	for _, f := range d.pauses {
		f()
	}
	d.pauses = nil
	d.settle()
}

// second lets a second pass on every clock in the window.
func (d *desk) second() {
	due := d.ticks
	d.ticks = nil
	for _, f := range due {
		f()
	}
}

// say types a message and presses the button.
func (d *desk) say(text string) {
	d.t.Helper()
	d.composer.SetDraft(d.open.talk, text)
	d.press("composer.send")
}

// ask is say, and waits for the reply.
func (d *desk) ask(text string) {
	d.t.Helper()
	d.say(text)
	d.settle()
}

// press presses the button or link with the words of a key, in what lies on top.
func (d *desk) press(key string, data ...any) {
	d.t.Helper()
	d.pressText(words.T(key, data...))
}

func (d *desk) pressText(text string) {
	d.t.Helper()
	var found []func()
	uitest.Walk(d.top(), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *parts.Button:
			if o.Text == text {
				found = append(found, func() { o.Tapped(nil) })
			}
		case *parts.Link:
			if o.Text() == text {
				found = append(found, func() { o.Tapped(nil) })
			}
		}
	})
	if len(found) != 1 {
		d.t.Fatalf("%d buttons are called %q; shown: %s", len(found), text, d.shows())
	}
	found[0]()
}

// top is the popup that lies on top, else the window's content.
func (d *desk) top() fyne.CanvasObject {
	if o := d.win.Canvas().Overlays().Top(); o != nil {
		return o
	}
	return d.win.Canvas().Content()
}

// shows returns every text that is to be seen in what lies on top.
func (d *desk) shows() string { return texts(d.top()) }

func texts(root fyne.CanvasObject) string {
	var all []string
	uitest.Walk(root, func(o fyne.CanvasObject) {
		if t, ok := o.(*canvas.Text); ok && t.Text != "" {
			all = append(all, t.Text)
		}
	})
	return strings.Join(all, " ")
}

// sees fails unless all of these are to be seen.
func (d *desk) sees(all ...string) {
	d.t.Helper()
	shown := d.shows()
	for _, s := range all {
		if !strings.Contains(shown, s) {
			d.t.Errorf("%q is not to be seen; shown: %s", s, shown)
		}
	}
}

// misses fails if one of these is to be seen.
func (d *desk) misses(all ...string) {
	d.t.Helper()
	shown := d.shows()
	for _, s := range all {
		if strings.Contains(shown, s) {
			d.t.Errorf("%q is still to be seen", s)
		}
	}
}

// only returns the one visible object of a type below root.
func only[T fyne.CanvasObject](d *desk, root fyne.CanvasObject, is func(T) bool) T {
	d.t.Helper()
	var found []T
	uitest.Walk(root, func(o fyne.CanvasObject) {
		if o, ok := o.(T); ok && is(o) {
			found = append(found, o)
		}
	})
	if len(found) != 1 {
		d.t.Fatalf("found %d of %T; shown: %s", len(found), *new(T), texts(root))
	}
	return found[0]
}

// path returns the texts on the active path of a talk, as they are stored, with the role's initial and the state.
func (d *desk) path(id string) []string {
	d.t.Helper()
	t := d.Store.Talk(id)
	n, err := t.Len()
	must(d.t, err)
	entries, err := t.Page(0, n)
	must(d.t, err)
	var all []string
	for _, e := range entries {
		line := map[talk.Role]string{talk.User: "u ", talk.Assistant: "a "}[e.Role] + e.Text
		if e.State != talk.Done {
			line += " [" + string(e.State) + "]"
		}
		all = append(all, line)
	}
	return all
}

// wantPath fails unless a talk's stored path is this.
func (d *desk) wantPath(id string, want ...string) {
	d.t.Helper()
	if got := d.path(id); strings.Join(got, "\n") != strings.Join(want, "\n") {
		d.t.Errorf("path is %q, want %q", got, want)
	}
}

// person returns the persona with a name as the list shows it.
func (d *desk) person(name string) history.Listed {
	d.t.Helper()
	for _, p := range d.people {
		if p.Persona.Name == name {
			return p
		}
	}
	d.t.Fatalf("no %s among %d personas", name, len(d.people))
	return history.Listed{}
}

// go to another persona's talk.
func (d *desk) visit(name string) {
	d.t.Helper()
	d.openPersona(d.person(name).Persona.ID)
	d.settle()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// first returns the first visible object of a type below root.
func first[T fyne.CanvasObject](d *desk, root fyne.CanvasObject) (found T) {
	d.t.Helper()
	seen := false
	uitest.Walk(root, func(o fyne.CanvasObject) {
		if o, ok := o.(T); ok && !seen {
			found, seen = o, true
		}
	})
	if !seen {
		d.t.Fatalf("there is no %T; shown: %s", found, texts(root))
	}
	return found
}

func tapAt(x float32) *fyne.PointEvent { return &fyne.PointEvent{Position: fyne.NewPos(x, 8)} }
