package parts

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"

	"bonbon/ui/look"
	"bonbon/ui/parts/edit"
)

// A pointer that is dragged beyond an edge scrolls the text, faster the farther out it is.
const (
	driftSpeed = 9   // pixels in a second, for each pixel beyond
	driftMost  = 160 // pixels beyond the edge that count
)

// press is a button of the mouse that is down: what it selects.
type press struct {
	now    func() time.Time
	clicks Clicks
	n      int // presses in a row: 2 selects words, 3 paragraphs
	on     bool
	pos    fyne.Position // of the pointer
	from   edit.Place    // what was pressed first; it stays selected
	to     edit.Place
	drift  Drift
}

// MouseDown implements desktop.Mouseable.
func (e *Editor) MouseDown(m *desktop.MouseEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(e.self); c != nil && c.Focused() != e.self {
		c.Focus(e.self)
	}
	if e.col.width == 0 {
		return
	}
	p, early := e.placeAt(m.Position)
	if m.Button == desktop.MouseButtonSecondary {
		if from, to, ok := e.text.Picked(); !ok || p.Compare(from) < 0 || p.Compare(to) > 0 {
			e.set(p, p, early)
		}
		return
	}
	if m.Button != desktop.MouseButtonPrimary {
		return
	}
	e.press.on = true
	if m.Modifier&fyne.KeyModifierShift != 0 {
		e.press.n = 1
		e.press.from, e.press.to = e.text.Mark(), e.text.Mark()
		e.reach(p, early)
		return
	}
	e.press.n, e.press.pos = e.press.clicks.Press(e.press.now(), m.Position), m.Position
	e.press.from, e.press.to = e.unit(p)
	e.reach(p, early)
}

// unit is what a press selects: nothing, a word or a paragraph.
func (e *Editor) unit(p edit.Place) (from, to edit.Place) {
	switch e.press.n {
	case 2:
		return e.text.Word(p)
	case 3:
		return e.text.Paragraph(p)
	}
	return p, p
}

// reach selects from what was pressed first to a place.
func (e *Editor) reach(p edit.Place, early bool) {
	if from, to := e.unit(p); from.Compare(e.press.from) < 0 {
		e.set(e.press.to, from, early)
	} else {
		e.set(e.press.from, to, early)
	}
}

// set selects without scrolling: what was pressed is seen.
func (e *Editor) set(mark, caret edit.Place, early bool) {
	e.text.Pick(mark, caret)
	e.goal, e.early = -1, early && e.press.n < 2
	e.draw()
}

// MouseUp implements desktop.Mouseable.
func (e *Editor) MouseUp(*desktop.MouseEvent) { e.DragEnd() }

// Dragged implements fyne.Draggable.
func (e *Editor) Dragged(d *fyne.DragEvent) {
	if !e.press.on || e.col.width == 0 {
		return
	}
	e.press.pos = d.Position
	e.reach(e.placeAt(d.Position))
	if e.beyond() == 0 {
		e.press.drift.Stop()
	} else {
		e.press.drift.Start(e.press.now, e.driftFor)
	}
}

// DragEnd implements fyne.Draggable.
func (e *Editor) DragEnd() {
	e.press.on = false
	e.press.drift.Stop()
}

// beyond returns how far the pointer that is dragged is over an edge; below 0: over the upper one.
func (e *Editor) beyond() float32 {
	switch y, high := e.press.pos.Y, e.self.Size().Height; {
	case y < 0:
		return max(y, -driftMost)
	case y > high:
		return min(y-high, driftMost)
	}
	return 0
}

// driftFor scrolls for a time and takes the selection along.
func (e *Editor) driftFor(d time.Duration) {
	if e.press.on && e.scroll(driftSpeed*e.beyond()*float32(d.Seconds())) {
		e.reach(e.placeAt(e.press.pos))
	}
}

// TappedSecondary implements fyne.SecondaryTappable: it opens the menu. Its words are those of the toolkit's own inputs.
func (e *Editor) TappedSecondary(at *fyne.PointEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(e.self)
	if c == nil {
		return
	}
	clip := fyne.CurrentApp().Clipboard()
	item := func(name, hint string, icon look.IconName, can bool, s fyne.Shortcut) MenuItem {
		return MenuItem{Label: lang.L(name), Hint: hint, Icon: icon, Disabled: !can, Do: func() { e.self.TypedShortcut(s) }}
	}
	_, _, picked := e.text.Picked()
	ShowMenu(c, []MenuItem{
		item("Undo", "Ctrl+Z", look.IconUndo, e.text.CanUndo(), &fyne.ShortcutUndo{}),
		item("Redo", "Ctrl+Y", look.IconRedo, e.text.CanRedo(), &fyne.ShortcutRedo{}),
		{},
		item("Cut", "Ctrl+X", look.IconScissors, picked, &fyne.ShortcutCut{Clipboard: clip}),
		item("Copy", "Ctrl+C", look.IconCopy, picked, &fyne.ShortcutCopy{Clipboard: clip}),
		item("Paste", "Ctrl+V", look.IconDocument, true, &fyne.ShortcutPaste{Clipboard: clip}),
		item("Select all", "Ctrl+A", look.IconSelect, e.text.Len() > 0, &fyne.ShortcutSelectAll{}),
	}, at.AbsolutePosition)
}
