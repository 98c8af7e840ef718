package parts

import (
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"bonbon/ui/parts/edit"
)

// KeyDown implements desktop.Keyable.
func (e *Editor) KeyDown(key *fyne.KeyEvent) { e.guard.keyDown(key) }

// KeyUp implements desktop.Keyable.
func (e *Editor) KeyUp(key *fyne.KeyEvent) { e.guard.keyUp(key) }

// TypedRune implements fyne.Focusable.
func (e *Editor) TypedRune(r rune) {
	e.guard.typedRune(r)
	e.text.Type(string(r))
	e.edited()
}

// TypedKey implements fyne.Focusable.
func (e *Editor) TypedKey(key *fyne.KeyEvent) {
	if e.guard.swallows(key) || e.OnKey != nil && e.OnKey(key) {
		return
	}
	e.unguarded(key)
}

// unguarded is a key that is not the input method's.
func (e *Editor) unguarded(key *fyne.KeyEvent) {
	if PassOn(key) || e.arrow(key.Name, e.guard.shifted()) {
		return
	}
	switch key.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		e.text.Type("\n")
		e.edited()
	case fyne.KeyBackspace:
		e.erase(e.text.Previous)
	case fyne.KeyDelete:
		e.erase(e.text.Next)
	}
}

// arrow is a key that moves the caret; with, the selection goes along. It says whether it is such a key.
func (e *Editor) arrow(name fyne.KeyName, with bool) bool {
	from, to, picked := e.text.Picked()
	switch caret := e.text.Caret(); {
	case name == fyne.KeyLeft && picked && !with:
		e.move(from, with)
	case name == fyne.KeyRight && picked && !with:
		e.move(to, with)
	case name == fyne.KeyLeft:
		e.move(e.text.Previous(caret), with)
	case name == fyne.KeyRight:
		e.move(e.text.Next(caret), with)
	case name == fyne.KeyUp:
		e.lines(-1, with)
	case name == fyne.KeyDown:
		e.lines(1, with)
	case name == fyne.KeyPageUp:
		e.pages(-1, with)
	case name == fyne.KeyPageDown:
		e.pages(1, with)
	case name == fyne.KeyHome:
		e.lineEnd(false, with)
	case name == fyne.KeyEnd:
		e.lineEnd(true, with)
	default:
		return false
	}
	return true
}

func (e *Editor) move(p edit.Place, with bool) {
	e.text.Move(p, with)
	e.moved()
}

// erase deletes the selection, or what lies between the caret and where to leads.
func (e *Editor) erase(to func(edit.Place) edit.Place) {
	before := e.text.Len()
	if e.text.Erase(to(e.text.Caret())); e.text.Len() != before {
		e.edited()
	} else {
		e.moved()
	}
}

// lineEnd goes to an end of the line as it is broken.
func (e *Editor) lineEnd(end, with bool) {
	if e.col.width == 0 {
		return
	}
	p := e.text.Caret()
	from, to, _ := e.col.line(p.Para, e.col.lineOf(p, e.early))
	p.At = from
	if end {
		p.At = to
	}
	e.text.Move(p, with)
	e.goal, e.early = -1, end && to < len(e.text.Para(p.Para))
	e.follow()
	e.draw()
}

// lines goes n lines down, or up, and stays in the column that it began in; beyond the text it goes to its end.
func (e *Editor) lines(n int, with bool) {
	c := &e.col
	if c.width == 0 {
		return
	}
	p := e.text.Caret()
	line := c.lineOf(p, e.early)
	goal := e.goal
	if goal < 0 {
		goal = c.x(p, line)
	}
	i, line := e.step(p.Para, line, n)
	var early bool
	switch {
	case i < 0:
		p = e.text.Start()
	case i >= e.text.Paras():
		p = e.text.End()
	default:
		p, early = c.lineAt(i, line, goal)
	}
	e.text.Move(p, with)
	e.goal, e.early = goal, early
	e.follow()
	e.draw()
}

// step returns the line n lines from a line; a paragraph that there is not is beyond the text.
func (e *Editor) step(para, line, n int) (int, int) {
	for n < 0 {
		if -n <= line {
			return para, line + n
		}
		n += line + 1
		if para--; para < 0 {
			return -1, 0
		}
		line = e.col.lines(para, maxLines) - 1
	}
	for n > 0 {
		have := e.col.lines(para, line+n+1)
		if line+n < have {
			return para, line + n
		}
		n -= have - line
		if para++; para == e.text.Paras() {
			return para, 0
		}
		line = 0
	}
	return para, line
}

const maxLines = 1 << 30 // more than any paragraph has

// pages goes a page down or up, the view with it.
func (e *Editor) pages(n int, with bool) {
	if e.col.width == 0 {
		return
	}
	high := e.pageHigh()
	e.scroll(float32(n) * high)
	e.lines(n*max(1, int(high/e.col.pitch)), with)
}

// TypedShortcut implements fyne.Shortcutable. The toolkit tells a shortcut to the focused widget alone, so those that an editor knows
// nothing of go on to the window.
func (e *Editor) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutUndo:
		e.undo(false)
	case *fyne.ShortcutRedo:
		e.undo(true)
	case *fyne.ShortcutSelectAll:
		e.text.Pick(e.text.Start(), e.text.End())
		e.goal, e.early = -1, false
		e.draw()
	case *fyne.ShortcutCopy:
		e.copy(s.Clipboard)
	case *fyne.ShortcutCut:
		if e.copy(s.Clipboard) {
			e.erase(e.text.Next)
		}
	case *fyne.ShortcutPaste:
		if text := s.Clipboard.Content(); e.OnPaste == nil || !e.OnPaste(text) {
			e.Paste(text)
		}
	case *desktop.CustomShortcut:
		if !e.combined(s.KeyName, s.Modifier) {
			passShortcut(s)
		}
	}
}

// Paste puts a text into the input as if it had been pasted, without asking OnPaste.
func (e *Editor) Paste(text string) {
	if text == "" || e.keep != nil && e.keep(text) {
		return
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	e.text.Insert(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"))
	e.edited()
}

func (e *Editor) copy(to fyne.Clipboard) bool {
	text := e.text.PickedText()
	if text != "" {
		to.SetContent(text)
	}
	return text != ""
}

func (e *Editor) undo(again bool) {
	do, empty := e.text.Undo, e.text.Len() == 0
	if again {
		do = e.text.Redo
	}
	switch {
	case do():
		e.edited()
	case empty && e.OnUndo != nil:
		e.OnUndo(again)
	}
}

// The keys that go by words, and the ones that go to the ends of lines and of the text, as the system has them.
var wordKey, endKey = func() (fyne.KeyModifier, fyne.KeyModifier) {
	if runtime.GOOS == "darwin" {
		return fyne.KeyModifierAlt, fyne.KeyModifierSuper
	}
	return fyne.KeyModifierControl, fyne.KeyModifierControl
}()

// combined is a key with Ctrl or the like and says whether it means something here.
func (e *Editor) combined(name fyne.KeyName, with fyne.KeyModifier) bool {
	extend := with&fyne.KeyModifierShift != 0
	with &^= fyne.KeyModifierShift
	var do func()
	to := func(p edit.Place) func() { return func() { e.move(p, extend) } }
	switch caret := e.text.Caret(); {
	case with == fyne.KeyModifierShortcutDefault && name == fyne.KeyZ && extend:
		do = func() { e.undo(true) }
	case with == wordKey && name == fyne.KeyLeft:
		do = to(e.text.PreviousWord(caret))
	case with == wordKey && name == fyne.KeyRight:
		do = to(e.text.NextWord(caret))
	case with == wordKey && name == fyne.KeyBackspace:
		do = func() { e.erase(e.text.PreviousWord) }
	case with == wordKey && name == fyne.KeyDelete:
		do = func() { e.erase(e.text.NextWord) }
	case with == endKey && (name == fyne.KeyHome || endKey == fyne.KeyModifierSuper && name == fyne.KeyUp):
		do = to(e.text.Start())
	case with == endKey && (name == fyne.KeyEnd || endKey == fyne.KeyModifierSuper && name == fyne.KeyDown):
		do = to(e.text.End())
	case with == endKey && endKey == fyne.KeyModifierSuper && (name == fyne.KeyLeft || name == fyne.KeyRight):
		do = func() { e.lineEnd(name == fyne.KeyRight, extend) }
	default:
		return false
	}
	if !e.guard.composing() {
		do()
	}
	return true
}
