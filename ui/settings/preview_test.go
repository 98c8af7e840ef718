package settings

import (
	"sync"
	"sync/atomic"
	"testing"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/uitest"
)

// workers runs work on goroutines and brings what follows back through a queue.
type workers struct {
	queue uitest.Queue
	all   sync.WaitGroup
}

func (w *workers) run(work func() func()) {
	w.all.Go(func() { w.queue.Post(work()) })
}

// settle waits until nothing runs and nothing is queued.
func (w *workers) settle() {
	for {
		w.all.Wait()
		if w.queue.Drain() == 0 {
			return
		}
	}
}

func TestPreviewsRunOneAtATimeAndTheLastWins(t *testing.T) {
	var w workers
	var shown []int
	var running, most, calls atomic.Int32
	p := previewer{run: w.run, show: func(r tokens.Report, _ error) { shown = append(shown, r.Kept) }}
	for i := range 100 {
		p.ask(func() (tokens.Report, error) {
			most.Store(max(most.Load(), running.Add(1)))
			calls.Add(1)
			defer running.Add(-1)
			return tokens.Report{Kept: i}, nil
		})
		if i%10 == 0 {
			w.queue.Drain()
		}
	}
	w.settle()
	if most.Load() != 1 {
		t.Errorf("%d previews ran at once", most.Load())
	}
	if len(shown) == 0 || shown[len(shown)-1] != 99 {
		t.Errorf("shown: %v", shown)
	}
	if calls.Load() > 21 {
		t.Errorf("%d of 100 wishes were computed", calls.Load())
	}
}

func TestPreviewOfAnotherTalkIsDropped(t *testing.T) {
	var w workers
	var shown []int
	p := previewer{run: w.run, show: func(r tokens.Report, _ error) { shown = append(shown, r.Kept) }}
	kept := func(n int) func() (tokens.Report, error) {
		return func() (tokens.Report, error) { return tokens.Report{Kept: n}, nil }
	}
	p.ask(kept(1))
	p.ask(kept(2))
	p.forget()
	p.ask(kept(3))
	w.settle()
	if len(shown) != 1 || shown[0] != 3 {
		t.Errorf("shown: %v", shown)
	}
}

func TestPanelPreviewsWhileTheSliderMoves(t *testing.T) {
	uitest.App(t, "light", "en")
	var w workers
	var mu sync.Mutex
	var asked []tokens.Settings
	c := NewCutoff(CutoffOptions{Go: w.run, Preview: func(s tokens.Settings) (tokens.Report, error) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, s)
		return tokens.Report{Limit: s.Threshold, Total: 9, Kept: 5, History: 700, Oldest: 1}, nil
	}})
	c.ShowPersona(tokens.Defaults(), persona.Cutoff{}, 8192)
	for _, v := range thresholds.Stops {
		c.rows[0].set(v)
	}
	w.settle()
	last := asked[len(asked)-1]
	if last.Threshold != 256_000 || last.ContextLength != 8192 {
		t.Errorf("asked last about %+v", last)
	}
	if len(asked) > 3 {
		t.Errorf("%d previews for one move of the slider without a pause", len(asked))
	}
	if got := c.card.main.Text(); got != "5 of 9 messages" {
		t.Errorf("shows %q", got)
	}
}
