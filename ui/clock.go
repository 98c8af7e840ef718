package ui

import (
	"errors"
	"fmt"
	"time"

	"bonbon/llm"
	"bonbon/ui/chat"
	"bonbon/ui/words"
)

// patience is how long the first words may take before the window says that it waits, in seconds. A local server may read a
// long prompt for minutes; without a word it would look dead.
const patience = 5

// tick runs step after every second until it returns false. n counts the seconds.
func (w *Window) tick(step func(n int) (goOn bool)) {
	var wait func(n int)
	wait = func(n int) {
		w.later(time.Second, func() {
			if w.ctx.Err() == nil && step(n) {
				wait(n + 1)
			}
		})
	}
	wait(1)
}

// span is a time in words: "12 s", "2:05".
func span(seconds int) string {
	if seconds < 60 {
		return words.N("turn.seconds", seconds)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// watch says how long a turn waits for its first words.
func (w *Window) watch(t *turn) {
	w.tick(func(n int) bool {
		if w.turns[t.talk] != t || t.streams {
			return false
		}
		if w.inView(t) && n >= patience && !t.pausing {
			w.transcript.SetAwaiting(t.awaiting(n))
		}
		return true
	})
}

// awaiting says what a turn waits for, and for how many seconds it has.
func (t *turn) awaiting(n int) string {
	key := "turn.awaiting"
	if t.goOn {
		key = "turn.awaitingRest"
	}
	return words.T(key, map[string]any{"Time": span(n)})
}

// waiting counts down to the repetition of a call, and offers to have it at once or not at all.
func (w *Window) waiting(t *turn, req llm.Request, ev llm.Waiting) {
	t.waits++
	t.pausing = true
	mine, left := t.waits, seconds(ev.For)
	show := func() {
		if !w.shown(t) {
			return
		}
		w.transcript.SetAwaiting("")
		w.transcript.SetNotice(&chat.Notice{
			Title: explain(ev.Err, w.known(req)).Title,
			Text:  words.N("turn.waiting", left),
			Actions: []chat.NoticeAction{
				{Label: words.T("action.tryNow"), Primary: true, Do: func() { w.hurry(t, mine) }},
				{Label: words.T("action.stop"), Do: t.cancel},
			},
		})
	}
	show()
	w.tick(func(n int) bool {
		if w.turns[t.talk] != t || t.waits != mine || !t.pausing || t.streams {
			return false
		}
		if left--; left <= 0 {
			w.resumed(t)
			return false
		}
		show()
		return true
	})
}

// seconds is a wait in whole seconds, at least one.
func seconds(d time.Duration) int { return max(int(d.Round(time.Second)/time.Second), 1) }

// hurry ends a wait that is still counted down.
func (w *Window) hurry(t *turn, wait int) {
	if w.turns[t.talk] != t || t.waits != wait || !t.pausing {
		return
	}
	select {
	case t.hurry <- struct{}{}:
	default: // an earlier press is not used up
	}
	w.resumed(t)
}

// resumed takes the countdown away: the call is being repeated.
func (w *Window) resumed(t *turn) {
	t.pausing = false
	if w.shown(t) {
		w.transcript.SetNotice(nil)
	}
}

// countDown says under a notice how long the server asks to wait, until that has passed.
func (w *Window) countDown(n *chat.Notice, err error) {
	var e *llm.Error
	if !errors.As(err, &e) || e.RetryAfter <= 0 {
		return
	}
	plain, left := n.Text, seconds(e.RetryAfter)
	show := func() {
		n.Text = plain
		if left > 0 {
			n.Text += "\n" + words.T("turn.wait", map[string]any{"Time": span(left)})
		}
	}
	show()
	w.tick(func(int) bool {
		if w.transcript.Notice() != n {
			return false
		}
		left--
		show()
		w.transcript.SetNotice(n)
		return left > 0
	})
}
