package chat

import "fyne.io/fyne/v2"

// past is the way back through what was said before, which Up begins in an empty input and Down leads out of.
type past struct {
	texts []string // newest first; nil: not asked for yet
	at    int      // 1 is the newest; 0: not on the way
}

// recall is asked about each key that is meant for the input. What Up brought is looked at until it is edited.
func (c *Composer) recall(e *fyne.KeyEvent) bool {
	p := &c.past
	if p.at > 0 && (p.at > len(p.texts) || c.entry.Message() != p.texts[p.at-1]) {
		p.at = 0
	}
	switch {
	case e.Name == fyne.KeyUp && p.at == 0 && c.entry.State().Empty() && c.entry.Len() == 0:
		return c.askPast()
	case e.Name == fyne.KeyUp && p.at > 0:
		c.showPast(min(p.at+1, len(p.texts)))
	case e.Name == fyne.KeyDown && p.at > 0:
		c.showPast(p.at - 1)
	default:
		return false
	}
	return true
}

// askPast begins with the newest, when it is there.
func (c *Composer) askPast() bool {
	if c.OnPast == nil {
		return false
	}
	id := c.talk
	c.OnPast(id, func(texts []string) {
		if c.talk == id && c.past.at == 0 && c.entry.State().Empty() && len(texts) > 0 {
			c.past.texts = texts
			c.showPast(1)
		}
	})
	return true
}

func (c *Composer) showPast(at int) {
	text := ""
	if at > 0 {
		text = c.past.texts[at-1]
	}
	if at != c.past.at {
		c.past.at = at
		c.entry.SetMessage(text)
	}
}
