package parts

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// LongPaste is the size in bytes from which a pasted text is set aside instead of being put between what was typed.
const LongPaste = 10_000

// smallPaste is the size in bytes below which a pasted text is never set aside, however much is typed.
const smallPaste = 1000

// ChatEntry is an input that grows with its text. Enter sends and Shift+Enter breaks the line, or, after SetCtrlEnter, Ctrl+Enter sends
// and Enter breaks the line. The Enter of an input method never sends. It draws no box of its own.
//
// A text of LongPaste bytes or more that is pasted or set is kept aside, whole; Message has it after the typed text.
type ChatEntry struct {
	Editor
	OnSend  func()           // the key for sending was pressed
	OnEdit  func()           // typed or set-aside text changed
	OnFocus func(there bool) // the focus came or went

	ctrlEnter bool
	aside     []string
}

// NewChatEntry returns an empty input of one line.
func NewChatEntry() *ChatEntry {
	e := &ChatEntry{}
	e.init(e, 1, 10)
	e.keep = e.setAside
	e.OnChanged = e.changed
	return e
}

// SetCtrlEnter chooses the key that sends: true is Ctrl+Enter, false is Enter.
func (e *ChatEntry) SetCtrlEnter(on bool) { e.ctrlEnter = on }

// SetMaxHeight limits how high the input grows; at least one line shows.
func (e *ChatEntry) SetMaxHeight(height float32) {
	e.most = max(1, int((height-e.high(0))/(e.high(1)-e.high(0))))
	e.fit()
	e.draw()
}

// Message returns everything that would be sent: what was typed, then what was set aside.
func (e *ChatEntry) Message() string {
	all := make([]string, 0, 1+len(e.aside))
	if text := e.Text(); strings.TrimSpace(text) != "" || len(e.aside) == 0 {
		all = append(all, text)
	}
	return strings.Join(append(all, e.aside...), "\n\n")
}

// SetMessage replaces everything. The cursor goes to the end.
func (e *ChatEntry) SetMessage(text string) {
	e.aside = nil
	typed := text
	if len(text) >= LongPaste {
		e.aside, typed = []string{text}, ""
	}
	e.setTyped(typed)
}

// Aside returns the sizes in bytes of the texts that were set aside.
func (e *ChatEntry) Aside() []int {
	sizes := make([]int, len(e.aside))
	for i, text := range e.aside {
		sizes[i] = len(text)
	}
	return sizes
}

// DropAside throws away the i-th text that was set aside.
func (e *ChatEntry) DropAside(i int) {
	if i < 0 || i >= len(e.aside) {
		return
	}
	e.aside = append(e.aside[:i:i], e.aside[i+1:]...)
	e.changed()
}

// MostTyped is the size in bytes up to which a text may be put into the input by hand.
const MostTyped = 300_000

// TypeAside puts the i-th text that was set aside into the input, behind what is typed, and says whether it fits.
func (e *ChatEntry) TypeAside(i int) bool {
	if !e.MayType(i) {
		return false
	}
	text := e.aside[i]
	if typed := e.Text(); strings.TrimSpace(typed) != "" {
		text = typed + "\n\n" + text
	}
	e.aside = append(e.aside[:i:i], e.aside[i+1:]...)
	e.setTyped(text)
	return true
}

// MayType tells whether the i-th text that was set aside fits into the input.
func (e *ChatEntry) MayType(i int) bool {
	return i >= 0 && i < len(e.aside) && e.Len()+len(e.aside[i]) <= MostTyped
}

// State is what an input holds, to be given back to it later.
type State struct {
	Typed string
	Aside []string
}

// Empty tells whether there is nothing to send.
func (s State) Empty() bool { return strings.TrimSpace(s.Typed) == "" && len(s.Aside) == 0 }

// State returns what the input holds.
func (e *ChatEntry) State() State { return State{Typed: e.Text(), Aside: e.aside} }

// SetState replaces what the input holds.
func (e *ChatEntry) SetState(s State) {
	e.aside = s.Aside
	e.setTyped(s.Typed)
}

func (e *ChatEntry) setTyped(text string) {
	if e.Text() == text {
		e.changed()
		return
	}
	e.SetText(text) // calls changed
	e.move(e.text.End(), false)
}

// TypedKey implements fyne.Focusable.
func (e *ChatEntry) TypedKey(key *fyne.KeyEvent) {
	if e.guard.swallows(key) || e.OnKey != nil && e.OnKey(key) {
		return
	}
	if isEnter(key.Name) && !e.ctrlEnter && !e.guard.shifted() {
		e.send()
		return
	}
	e.unguarded(key)
}

// TypedShortcut implements fyne.Shortcutable: the toolkit reports Ctrl+Enter as a shortcut, which sends in both modes.
func (e *ChatEntry) TypedShortcut(s fyne.Shortcut) {
	c, ok := s.(*desktop.CustomShortcut)
	if !ok || !isEnter(c.KeyName) || c.Modifier&(fyne.KeyModifierControl|fyne.KeyModifierSuper) == 0 {
		e.Editor.TypedShortcut(s)
		return
	}
	if !e.guard.composing() {
		e.send()
	}
}

// setAside keeps a pasted text aside if it is long, and says whether it did.
func (e *ChatEntry) setAside(text string) bool {
	if len(text) < smallPaste || len(text) < LongPaste && len(text)+e.Len() < 2*LongPaste {
		return false
	}
	e.aside = append(e.aside, text)
	e.changed()
	return true
}

// FocusGained implements fyne.Focusable.
func (e *ChatEntry) FocusGained() {
	e.Editor.FocusGained()
	if e.OnFocus != nil {
		e.OnFocus(true)
	}
}

// FocusLost implements fyne.Focusable.
func (e *ChatEntry) FocusLost() {
	e.Editor.FocusLost()
	if e.OnFocus != nil {
		e.OnFocus(false)
	}
}

func (e *ChatEntry) send() {
	if e.OnSend != nil {
		e.OnSend()
	}
}

func (e *ChatEntry) changed() {
	if e.OnEdit != nil {
		e.OnEdit()
	}
}

func isEnter(name fyne.KeyName) bool { return name == fyne.KeyReturn || name == fyne.KeyEnter }
