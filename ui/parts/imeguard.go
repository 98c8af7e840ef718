package parts

import (
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// imeGuard tells keys that belong to an input method from keys for the entry. On X11 and macOS the toolkit reports a key
// also when the input method has taken it: the Enter that confirms a candidate would send an unfinished message, and a
// Backspace in the unfinished word would delete finished text. The sign is that a letter key went down and no rune came of
// it: then someone is composing, and editing keys are not ours until the word arrives or was taken back.
//
// The guess can be wrong only to the safe side: at worst a key that was ours is swallowed once and has to be pressed again.
type imeGuard struct {
	letters int          // keys of letters that gave no rune yet: about the length of the unfinished word
	last    fyne.KeyName // the key that went down last
	doubt   bool         // Escape was pressed: the word may be gone, so only Enter and deleting are held back
	arrived bool         // runes of a word are arriving, no key since

	shift bool
}

// keyDown takes note of every key that goes down.
func (g *imeGuard) keyDown(key *fyne.KeyEvent) {
	g.arrived = false
	g.last = key.Name
	switch {
	case isShift(key.Name):
		g.shift = true
	case isLetter(key.Name) && modifiers()&^fyne.KeyModifierShift == 0:
		g.letters++
		g.doubt = false
	}
}

func (g *imeGuard) keyUp(key *fyne.KeyEvent) {
	if isShift(key.Name) {
		g.shift = false
	}
}

// typedRune takes note of a rune that arrived. A finished word may arrive because the next one was begun; the letter that began
// it is then in the input method's hands already.
func (g *imeGuard) typedRune(r rune) {
	begun := isLetter(g.last) && (g.letters > 1 || g.arrived) && composed(r)
	g.letters, g.doubt, g.arrived = 0, false, true
	if begun {
		g.letters = 1
	}
}

// swallows tells whether the key belongs to the input method. To be asked once for each TypedKey.
func (g *imeGuard) swallows(key *fyne.KeyEvent) bool {
	if g.letters == 0 {
		return false
	}
	switch key.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		g.letters, g.doubt = 0, false
	case fyne.KeyBackspace:
		g.letters--
	case fyne.KeyDelete:
	case fyne.KeyEscape:
		g.letters, g.doubt = 1, true
	default:
		return !g.doubt
	}
	return true
}

// composing tells whether a word is unfinished.
func (g *imeGuard) composing() bool { return g.letters > 0 }

// reset forgets everything: the focus went elsewhere, and input methods finish or drop their word then.
func (g *imeGuard) reset() { *g = imeGuard{} }

// shifted tells whether Shift is held.
func (g *imeGuard) shifted() bool { return g.shift || modifiers()&fyne.KeyModifierShift != 0 }

// isLetter tells whether a key gives a rune: those have names of one letter.
func isLetter(name fyne.KeyName) bool { return len(name) == 1 }

func isShift(name fyne.KeyName) bool {
	return name == desktop.KeyShiftLeft || name == desktop.KeyShiftRight
}

// composed tells whether a rune is one that input methods make, unlike the é of a dead key.
func composed(r rune) bool {
	return r >= 0x1100 && (unicode.IsLetter(r) || (r >= 0x3000 && r <= 0x30FF) || r >= 0xFF00)
}

func modifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}
