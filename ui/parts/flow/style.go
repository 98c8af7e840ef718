// Package flow lays out text: styled spans become lines of a given width, lines and marks become a sheet, and a view shows
// the part of a sheet that is seen. Breaking follows the words of western text and the rules for Japanese (kinsoku: no line
// starts with 。 or 」, none ends with 「); a run that does not fit is broken anywhere, so no line is ever wider than its
// column unless a single character is.
//
// Measuring goes through Fyne and belongs to the UI goroutine. Layout costs one pass over the text with a cache of word
// widths; objects exist only for the lines in view. The package knows nothing of Markdown or of talks.
package flow

import "fyne.io/fyne/v2"

// Style is how a span looks; the bits combine.
type Style uint8

// The styles.
const (
	Bold   Style = 1 << iota
	Italic       //
	Mono         // code
	Strike       // struck through
	Muted        // quieter than the text around it
	Linked       // looks like something to press
	Spoken       // what somebody says, in a story
	Label        // beside the text, no part of it: a marker, a name
)

// Span is a piece of text in one style. A "\n" in it ends the line.
type Span struct {
	Text  string
	Style Style
	Link  string              // where a press leads; empty: nowhere
	Ink   fyne.ThemeColorName // empty: what the style says
}

// face is the part of a style that decides widths.
func (s Style) face() Style { return s & (Bold | Italic | Mono) }

// TextStyle returns the style as Fyne has it. Underlines and strokes are drawn by the sheet.
func (s Style) TextStyle() fyne.TextStyle {
	return fyne.TextStyle{Bold: s&Bold != 0, Italic: s&Italic != 0, Monospace: s&Mono != 0}
}
