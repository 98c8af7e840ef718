package chat

import (
	"image/color"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/ui/uitest"
)

// fakeTalk is a Source in memory.
type fakeTalk struct {
	n     int
	entry func(i int) talk.Entry
	reads int
	err   error
}

func (f *fakeTalk) Len() int { return f.n }

func (f *fakeTalk) Page(from, n int) ([]talk.Entry, error) {
	f.reads++
	var out []talk.Entry
	for i := from; i < min(from+n, f.n); i++ {
		out = append(out, f.entry(i))
	}
	return out, f.err
}

func of(entries ...talk.Entry) *fakeTalk {
	return &fakeTalk{n: len(entries), entry: func(i int) talk.Entry { return entries[i] }}
}

// worker runs work when the test says so, on the test's goroutine.
type worker struct{ jobs []func() func() }

func (w *worker) run(work func() func()) { w.jobs = append(w.jobs, work) }

func (w *worker) drain() {
	for len(w.jobs) > 0 {
		job := w.jobs[0]
		w.jobs = slices.Delete(w.jobs, 0, 1)
		if done := job(); done != nil {
			done()
		}
	}
}

var (
	noon = time.Date(2026, 5, 3, 12, 0, 0, 0, time.Local)
	mint = Face{Name: "Mint", Tile: color.NRGBA{R: 0x8C, G: 0x4A, B: 0x2F, A: 0xFF}}
)

type bench struct {
	*Transcript
	w   *worker
	win fyne.Window
}

// settle runs workers until nothing is asked any more.
func (b *bench) settle() { b.w.drain() }

func opened(t testing.TB, src Source, size fyne.Size, change func(*Env)) *bench {
	t.Helper()
	w := &worker{}
	env := Env{Go: w.run, Now: func() time.Time { return noon.Add(9*time.Hour + 4*time.Minute) }}
	if change != nil {
		change(&env)
	}
	tr := NewTranscript(env)
	win := uitest.Window(t, tr, size)
	tr.Open(src, mint, nil)
	w.drain()
	return &bench{tr, w, win}
}

func said(id int, role talk.Role, at time.Time, text string) talk.Entry {
	return talk.Entry{ID: talk.EntryID(id), Role: role, Time: at, Effective: at, Text: text}
}
