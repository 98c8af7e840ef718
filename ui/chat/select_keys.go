package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"bonbon/ui/parts/flow"
)

var (
	_ desktop.Keyable   = (*Transcript)(nil)
	_ fyne.Shortcutable = (*Transcript)(nil)
)

// KeyDown implements desktop.Keyable.
func (t *Transcript) KeyDown(e *fyne.KeyEvent) { t.shift = t.shift || isShift(e.Name) }

// KeyUp implements desktop.Keyable.
func (t *Transcript) KeyUp(e *fyne.KeyEvent) { t.shift = t.shift && !isShift(e.Name) }

func isShift(name fyne.KeyName) bool {
	return name == desktop.KeyShiftLeft || name == desktop.KeyShiftRight
}

// TypedShortcut implements fyne.Shortcutable. Without a selection Ctrl+C copies the message that the keys are at. What the
// transcript has no use for goes on to the window.
func (t *Transcript) TypedShortcut(s fyne.Shortcut) {
	const ctrlShift = fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		if t.Selected() {
			t.CopySelection(false)
			return
		}
		if t.copySelected() {
			return
		}
	case *fyne.ShortcutSelectAll:
		t.selectAll()
		return
	case *desktop.CustomShortcut:
		switch {
		case s.Modifier == ctrlShift && s.KeyName == fyne.KeyC:
			t.CopySelection(true)
			return
		case s.Modifier == ctrlShift && t.extendByWord(s.KeyName):
			return
		}
	}
	if c, ok := fyne.CurrentApp().Driver().CanvasForObject(t).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

// extend moves the end of the selection by a key and says whether the key does so.
func (t *Transcript) extend(key fyne.KeyName) bool {
	if !t.sel.on {
		return false
	}
	p := t.sel.caret()
	switch key {
	case fyne.KeyLeft:
		p = t.before(p)
	case fyne.KeyRight:
		p = t.after(p)
	case fyne.KeyHome:
		p = t.startOf(p.entry)
	case fyne.KeyEnd:
		p = t.endOf(p.entry)
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		t.extendByLine(p, key)
		return true
	default:
		return false
	}
	t.extendTo(p)
	return true
}

// extendTo moves the end of the selection to a place and shows it.
func (t *Transcript) extendTo(p place) {
	s := t.sel
	s.unit, s.head, s.goal = byCharacter, stretch{p, p}, -1
	t.setSelection(s)
	t.revealPlace(p)
}

// extendByWord moves the end of the selection over a word.
func (t *Transcript) extendByWord(key fyne.KeyName) bool {
	if !t.sel.on || key != fyne.KeyLeft && key != fyne.KeyRight {
		return false
	}
	p := t.sel.caret()
	text := t.wordsAt(p)
	if key == fyne.KeyRight {
		if p.at >= len(text) {
			p = t.after(p)
		} else if p.at = flow.Word(text, p.at).To; p.at < len(text) && text[p.at] == ' ' {
			p.at = flow.Word(text, p.at).To
		}
	} else {
		if p.at == 0 {
			p = t.before(p)
		} else if p.at = flow.Word(text, flow.Previous(text, p.at)).From; p.at > 0 && text[p.at] == ' ' {
			p.at = flow.Word(text, flow.Previous(text, p.at)).From
		}
	}
	t.extendTo(p)
	return true
}

// extendByLine moves the end of the selection up or down.
func (t *Transcript) extendByLine(p place, key fyne.KeyName) {
	pos, line, ok := t.pointOf(p)
	if !ok {
		t.revealPlace(p)
		return
	}
	goal := t.sel.goal
	if goal < 0 {
		goal = pos.X
	}
	down := key == fyne.KeyDown || key == fyne.KeyPageDown
	y := pos.Y - line*0.5
	if down {
		y = pos.Y + line*1.5
	}
	if key == fyne.KeyPageUp || key == fyne.KeyPageDown {
		t.list.Key(key)
		y = pos.Y + line/2
	}
	next, ok := t.placeAt(fyne.NewPos(goal, y))
	if moved := next.compare(p); !ok || down && moved <= 0 || !down && moved >= 0 { // the next line is another message's
		if next = t.before(t.startOf(p.entry)); down {
			next = t.after(t.endOf(p.entry))
		}
	}
	t.extendTo(next)
	t.sel.goal = goal
}

// after returns the place one character on, in the next block or message at the end of one.
func (t *Transcript) after(p place) place {
	if text := t.wordsAt(p); p.at < len(text) {
		p.at = flow.Next(text, p.at)
		return p
	}
	if m := t.loadedMessage(p.entry); m != nil && p.block+1 < len(m.blocks) {
		return place{entry: p.entry, block: p.block + 1}
	}
	if t.message(p.entry+1) == nil { // the end, or not loaded yet
		return p
	}
	return t.startOf(p.entry + 1)
}

// before returns the place one character back.
func (t *Transcript) before(p place) place {
	if text := t.wordsAt(p); p.at > 0 {
		p.at = flow.Previous(text, min(p.at, len(text)))
		return p
	}
	if p.block > 0 {
		if m := t.loadedMessage(p.entry); m != nil && p.block <= len(m.blocks) {
			return place{p.entry, p.block - 1, len(m.blocks[p.block-1].Words())}
		}
	}
	if m := t.loadedMessage(p.entry); p.block == 0 && m != nil && m.thinking() != "" {
		return place{p.entry, thoughtsBlock, len(m.thinking())}
	}
	if t.message(p.entry-1) == nil {
		return p
	}
	return t.endOf(p.entry - 1)
}

// revealPlace scrolls just as far as is needed to show a place.
func (t *Transcript) revealPlace(p place) {
	t.eachPart(p, func(r *row, k int, x, _, _ float32) {
		if s := r.parts[k].Sheet.Slide; s.Width > 0 {
			r.slide(k, s.Into(r.parts[k].Shift, x))
		}
	})
	pos, line, ok := t.pointOf(p)
	switch height := t.list.Size().Height; {
	case !ok:
		if first, last := t.list.Range(); p.entry < first || p.entry > last {
			t.list.ScrollTo(p.entry)
		}
	case pos.Y < 8:
		t.list.ScrollBy(pos.Y - 8)
	case pos.Y+line > height-8:
		t.list.ScrollBy(pos.Y + line - height + 8)
	}
}
