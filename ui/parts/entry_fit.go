package parts

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/ui/look"
)

// Resize implements fyne.CanvasObject: another width breaks the lines elsewhere.
func (e *ChatEntry) Resize(size fyne.Size) {
	wider := size.Width != e.Size().Width
	e.LineEntry.Resize(size)
	if wider {
		e.fit()
	}
}

// fit asks for as many rows as the text has, at most maxRows.
func (e *ChatEntry) fit() {
	width := e.Size().Width - 2*theme.InnerPadding()
	rows := 1
	if width > 0 {
		rows = countRows(e.Text, width, e.maxRows)
	}
	if rows != e.rows {
		e.rows = rows
		e.SetMinRowsVisible(rows)
	}
}

// countRows returns in how many rows the toolkit breaks text at that width, and limit as soon as it is reached.
func countRows(text string, width float32, limit int) int {
	rows := 0
	for line := range strings.SplitSeq(text, "\n") {
		rows += rowsOf(line, width, limit-rows)
		if rows >= limit {
			return limit
		}
	}
	return max(1, rows)
}

// surelyLong is a length in bytes from which a word without spaces is not measured whole, since that takes long.
const surelyLong = 1000

// rowsOf counts the rows of a line without breaks, greedily: a word goes to the next row when it does not fit, and is cut
// when a whole row is too short for it.
func rowsOf(line string, width float32, limit int) int {
	rows, x := 1, float32(0)
	for word := range strings.SplitAfterSeq(line, " ") {
		w := width + 1
		if len(word) < surelyLong {
			w = textWidth(strings.TrimSuffix(word, " "))
		}
		if x > 0 && x+w > width {
			rows, x = rows+1, 0
		}
		if w > width {
			more, rest := rowsOfWord(word, width, limit-rows)
			rows, w = rows+more, rest
		}
		x += w + textWidth(word[len(strings.TrimSuffix(word, " ")):])
		if rows >= limit {
			return limit
		}
	}
	return rows
}

// rowsOfWord cuts a word that is longer than a row and returns the rows begun besides the first, and the width of the last.
func rowsOfWord(word string, width float32, limit int) (rows int, last float32) {
	for _, r := range word {
		w := textWidth(string(r))
		if last+w > width {
			rows, last = rows+1, 0
			if rows >= limit {
				return rows, last
			}
		}
		last += w
	}
	return rows, last
}

func textWidth(s string) float32 {
	if s == "" {
		return 0
	}
	return fyne.MeasureText(s, look.Size(theme.SizeNameText), fyne.TextStyle{}).Width
}

func lineHeight() float32 {
	return fyne.MeasureText("M", look.Size(theme.SizeNameText), fyne.TextStyle{}).Height
}

// entryMargin is what the toolkit's entry adds to its lines.
func entryMargin() float32 { return 2 * theme.InnerPadding() }

// CreateRenderer implements fyne.Widget. The toolkit's entry paints a box and a border, its first two objects; here whoever holds
// the entry paints them around more than the entry.
func (e *ChatEntry) CreateRenderer() fyne.WidgetRenderer {
	return boxless{e.LineEntry.CreateRenderer()}
}

type boxless struct{ fyne.WidgetRenderer }

func (r boxless) Objects() []fyne.CanvasObject { return r.WidgetRenderer.Objects()[2:] }
