package ui

import (
	"context"
	"errors"
	"time"

	"bonbon/find"
	"bonbon/history"
	"bonbon/ui/chat"
	"bonbon/ui/words"
)

// finder searches in the shown talk. It belongs to the window's goroutine; the search itself runs on a worker, one at a time that
// counts: whatever is typed or changes ends the one before.
type finder struct {
	w      *Window
	bar    *chat.FindBar
	query  find.Query
	cancel context.CancelFunc // of the search under way

	hits []int // positions, newest first
	at   int   // the hit that the search is at; -1: none yet
	from int   // the position from which the first hit is looked for, upward
	busy bool
	turn int // rises with every search: only the newest is shown
}

// foundPause is how often hits are shown while a search runs.
const foundPause = 50 * time.Millisecond

func newFinder(w *Window) *finder {
	f := &finder{w: w, bar: chat.NewFindBar(), at: -1, cancel: func() {}}
	f.bar.OnChange = func(string) { f.search(true) }
	f.bar.OnStep = f.step
	f.bar.OnClose = f.close
	f.bar.OnAll = w.searchTalks
	return f
}

// open shows the bar over the shown talk and puts the cursor into it.
func (f *finder) open() {
	if f.w.open.talk == "" {
		return
	}
	if !f.bar.Visible() {
		_, f.from = f.w.transcript.InView()
		f.bar.Show()
		f.w.middle.Refresh()
		f.search(true)
	}
	f.bar.Focus(f.w.win.Canvas())
}

// close takes the bar away. The talk stays where the search has led to.
func (f *finder) close() {
	if !f.bar.Visible() {
		return
	}
	f.stop()
	f.bar.Hide()
	f.w.transcript.SetFound(find.Query{}, -1)
	f.w.middle.Refresh()
	f.w.composer.Focus()
}

func (f *finder) stop() {
	f.cancel()
	f.turn++
	f.busy = false
}

// talkChanged searches again in the shown talk, which has become another one or got another path.
func (f *finder) talkChanged() {
	if f.bar.Visible() {
		f.search(false)
	}
}

// seek opens the bar with a text and leads to the hit at a position.
func (f *finder) seek(text string, pos int) {
	f.bar.OnChange = func(string) {}
	f.bar.SetText(text)
	f.bar.OnChange = func(string) { f.search(true) }
	f.bar.Show()
	f.w.middle.Refresh()
	f.from, f.at = pos, -1
	f.search(true)
	f.bar.Focus(f.w.win.Canvas()) // Enter goes on from here
}

// search looks for what the bar holds. jump leads to the first hit, even if there was one before.
func (f *finder) search(jump bool) {
	if f.at >= 0 && f.at < len(f.hits) {
		f.from = f.hits[f.at]
	}
	jump = jump || f.busy && f.at < 0 // the search that ends now has led nowhere yet
	f.stop()
	f.query = find.New(f.bar.Text())
	f.at, f.hits = -1, nil
	f.w.transcript.SetFound(f.query, -1)
	if f.query.Empty() {
		f.bar.SetCount("", true)
		return
	}
	f.busy = true
	f.bar.SetCount(words.T("find.searching"), true)
	ctx, cancel := context.WithCancel(f.w.ctx)
	f.cancel = cancel
	turn, query, log := f.turn, f.query, f.w.Store.Talk(f.w.open.talk)
	f.w.Go(func() func() {
		defer cancel()
		hits, err := gather(ctx, log, query, func(hits []int) {
			f.w.Post(func() { f.show(turn, hits, jump, false) })
		})
		return func() {
			if err != nil && !errors.Is(err, context.Canceled) && turn == f.turn {
				f.w.complain(err)
			}
			f.show(turn, hits, jump, true)
		}
	})
}

// gather collects the hits of a search and passes on what there is of them from time to time.
func gather(ctx context.Context, log *history.Talk, q find.Query, some func([]int)) (all []int, err error) {
	draw := latest[[]int]{interval: foundPause, deliver: some}
	defer draw.Flush()
	err = log.Search(ctx, q, func(hits []history.Hit) {
		for _, h := range hits {
			all = append(all, h.Pos)
		}
		draw.Set(all) // what is passed on is only added to
	})
	return all, err
}

// show takes the hits that were found so far.
func (f *finder) show(turn int, hits []int, jump, done bool) {
	if turn != f.turn || !f.bar.Visible() || len(hits) < len(f.hits) {
		return
	}
	f.hits, f.busy = hits, !done
	if f.at < 0 {
		f.begin(done, jump)
	}
	f.tell()
}

// begin chooses the first hit: the nearest at or above the place where the search began, else the nearest below it.
func (f *finder) begin(done, jump bool) {
	for i, pos := range f.hits {
		if pos <= f.from {
			f.lead(i, jump)
			return
		}
	}
	if done && len(f.hits) > 0 {
		f.lead(len(f.hits)-1, jump)
	}
}

// lead makes a hit the one that the search is at.
func (f *finder) lead(i int, jump bool) {
	f.at = i
	f.w.transcript.SetFound(f.query, f.hits[i])
	if jump {
		f.w.transcript.Reveal()
	}
}

// step goes to the next place, upward to older or downward to newer ones, and round at the ends.
func (f *finder) step(older bool) {
	n := len(f.hits)
	if !f.bar.Visible() || n == 0 || f.at < 0 || f.w.transcript.StepFound(older) {
		return
	}
	next := f.at - 1
	if older {
		next = f.at + 1
	}
	if next == n && f.busy {
		return // the older ones are still being looked for
	}
	f.lead((next+n)%n, true)
	f.tell()
}

// tell says in the bar where the search is.
func (f *finder) tell() {
	key := "find.at"
	if f.busy {
		key = "find.more"
	}
	switch {
	case len(f.hits) == 0 && !f.busy:
		f.bar.SetCount(words.T("find.none"), false)
	case f.at >= 0:
		f.bar.SetCount(words.T(key, map[string]any{"At": words.Number(f.at + 1), "All": words.Number(len(f.hits))}), true)
	}
}
