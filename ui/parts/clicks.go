package parts

import (
	"time"

	"fyne.io/fyne/v2"
)

// Presses within this time and distance of each other count as one of two or three.
const (
	clickTime = 400 * time.Millisecond
	clickNear = 5 // pixels
)

// Clicks counts presses of a button that follow each other at one place: by habit two select a word and three a paragraph. The zero
// value has seen none.
type Clicks struct {
	n   int
	at  time.Time
	pos fyne.Position
}

// Press takes note of a press and returns which it is in its row: 1, 2 or 3.
func (c *Clicks) Press(at time.Time, pos fyne.Position) int {
	away := pos.Subtract(c.pos)
	near := max(away.X, -away.X) <= clickNear && max(away.Y, -away.Y) <= clickNear
	if since := at.Sub(c.at); c.n > 0 && c.n < 3 && near && since >= 0 && since <= clickTime {
		c.n++
	} else {
		c.n = 1
	}
	c.at, c.pos = at, pos
	return c.n
}

// Drift calls a function again and again while a selection is dragged over an edge, so that what lies beyond comes into view.
type Drift struct {
	last time.Time
	anim *fyne.Animation
}

// Start begins to call step with the time since its last call, unless that goes on already.
func (d *Drift) Start(now func() time.Time, step func(time.Duration)) {
	if d.anim != nil {
		return
	}
	d.last = now()
	d.anim = &fyne.Animation{Duration: time.Second, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear, Tick: func(float32) {
		at := now()
		step(at.Sub(d.last))
		d.last = at
	}}
	d.anim.Start()
}

// Stop ends the calls.
func (d *Drift) Stop() {
	if d.anim != nil {
		d.anim.Stop()
		d.anim = nil
	}
}

// Running tells whether the calls go on.
func (d *Drift) Running() bool { return d.anim != nil }
