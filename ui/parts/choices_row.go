package parts

import (
	"image/color"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	typeset "bonbon/ui/parts/flow"
)

// Measures of a choice, in pixels.
const (
	choiceGuess = 60 // of one that was not in view yet
	choicePad   = 12
	choiceGap   = 8
	choiceMore  = 6    // between the three dots and what is left of them
	choiceBytes = 2000 // of a text that are looked at
)

// choiceRow shows one choice.
type choiceRow struct {
	widget.BaseWidget
	of      *Choices
	index   int
	hovered bool
	ground  *canvas.Rectangle
	dots    *widget.Icon
	view    typeset.View
	sheet   typeset.Sheet
	objects []fyne.CanvasObject
}

var (
	_ fyne.Tappable          = (*choiceRow)(nil)
	_ fyne.SecondaryTappable = (*choiceRow)(nil)
	_ desktop.Hoverable      = (*choiceRow)(nil)
	_ desktop.Cursorable     = (*choiceRow)(nil)
)

func newChoiceRow(of *Choices) *choiceRow {
	r := &choiceRow{of: of, ground: canvas.NewRectangle(color.Transparent), dots: widget.NewIcon(look.IconIn(look.IconMore, look.Muted))}
	r.view.Ink = func(name fyne.ThemeColorName) color.Color { return look.Color(name) }
	r.ExtendBaseWidget(r)
	return r
}

// Bind implements Row.
func (r *choiceRow) Bind(i int, width float32) float32 {
	if r.index != i {
		r.index, r.hovered = i, false
	}
	it := r.of.items[i]
	small, size := look.Size(look.SmallText), theme.TextSize()
	r.sheet = typeset.Sheet{}
	right := width - choicePad - barWidth
	if r.of.Menu != nil {
		right -= dotsSide() + choiceMore
	}
	textRight := right
	if it.Note != "" {
		w := typeset.Width(it.Note, 0, small)
		r.sheet.Add([]typeset.Span{{Text: it.Note, Style: typeset.Muted}}, right-w, choicePad-2+(typeset.Pitch(size)-typeset.Pitch(small))/2+0.35*(size-small), w+1, small, choiceInks)
		right -= w + choicePad
	}
	y := r.clipped(it.Title, typeset.Bold, choicePad, choicePad-2, right-choicePad, size, 1)
	if it.Text != "" && r.of.lines > 0 {
		y = r.clipped(it.Text, typeset.Muted, choicePad, y, textRight-choicePad, small, r.of.lines)
	}
	high := y + choicePad - 2
	r.ground.Move(fyne.NewPos(1, 1))
	r.ground.Resize(fyne.NewSize(width-2-barWidth, high))
	r.dots.Resize(fyne.NewSquareSize(dotsSide()))
	r.dots.Move(fyne.NewPos(width-choicePad-dotsSide()-barWidth, choicePad-2+(typeset.Pitch(size)-dotsSide())/2))
	r.view.Set([]typeset.Part{{Sheet: &r.sheet}}, width)
	r.paint()
	return high + choiceGap
}

// dotsSide is the side of the three dots.
func dotsSide() float32 { return look.Size(theme.SizeNameInlineIcon) - 2 }

var choiceInks = typeset.Inks{Plain: theme.ColorNameForeground, Muted: look.Muted, Link: look.Accent}

// clipped adds the first lines of a text and returns where they end.
func (r *choiceRow) clipped(text string, style typeset.Style, x, y, width, size float32, most int) float32 {
	if len(text) > choiceBytes {
		text = strings.ToValidUTF8(text[:choiceBytes], "")
	}
	text = strings.Join(strings.Fields(text), " ")
	spans := []typeset.Span{{Text: text, Style: style}}
	lines := typeset.Wrap(spans, width, size)
	if len(lines) > most {
		kept := 0
		for _, p := range lines[most-1].Pieces {
			kept = p.To
		}
		fits := strings.TrimSpace(text[:kept])
		for fits != "" && typeset.Width("…", style, size)+lastWidth(fits, style, width, size) > width {
			_, n := utf8.DecodeLastRuneInString(fits)
			fits = fits[:len(fits)-n]
		}
		spans[0].Text = strings.TrimSpace(fits) + "…"
		lines = typeset.Wrap(spans, width, size)
		lines = lines[:min(len(lines), most)]
	}
	return r.sheet.AddLines(spans, lines, x, y, size, choiceInks, 0)
}

// lastWidth returns how wide the last line of a text is.
func lastWidth(text string, style typeset.Style, width, size float32) float32 {
	lines := typeset.Wrap([]typeset.Span{{Text: text, Style: style}}, width, size)
	return lines[len(lines)-1].Width
}

// Seen implements Row.
func (r *choiceRow) Seen(top, bottom float32) {
	if r.view.Show(top, bottom) {
		r.compose()
	}
}

func (r *choiceRow) compose() {
	r.objects = append(append(r.objects[:0], r.ground), r.view.Objects()...)
	if r.hovered && r.of.Menu != nil {
		r.objects = append(r.objects, r.dots)
	}
	canvas.Refresh(r)
}

// Release implements Row.
func (r *choiceRow) Release() { r.index, r.hovered = -1, false }

// paint chooses the tint, and the ring of the keys.
func (r *choiceRow) paint() {
	if r.index < 0 || r.index >= len(r.of.items) {
		return
	}
	r.ground.CornerRadius = look.Size(look.RadiusCard)
	r.ground.FillColor, r.ground.StrokeColor, r.ground.StrokeWidth = look.Color(look.Surface), look.Color(look.Line), 1
	switch {
	case r.of.items[r.index].Marked:
		r.ground.FillColor = look.Color(look.Bubble) // in dark colours ActiveRow is hardly seen among cards
	case r.hovered:
		r.ground.FillColor = look.Color(look.Side)
	}
	if r.of.cursor == r.index {
		r.ground.StrokeColor, r.ground.StrokeWidth = look.Color(look.Accent), 1.5
	}
	r.ground.Refresh()
	r.compose()
}

// Tapped implements fyne.Tappable.
func (r *choiceRow) Tapped(e *fyne.PointEvent) {
	if r.of.Menu != nil && e.Position.X > r.Size().Width-choicePad-dotsSide()-choiceMore-barWidth {
		r.menu(e.AbsolutePosition)
		return
	}
	r.of.Choose(r.index)
}

// TappedSecondary implements fyne.SecondaryTappable.
func (r *choiceRow) TappedSecondary(e *fyne.PointEvent) { r.menu(e.AbsolutePosition) }

func (r *choiceRow) menu(at fyne.Position) {
	c := fyne.CurrentApp().Driver().CanvasForObject(r)
	if c == nil || r.of.Menu == nil || r.index < 0 || r.index >= len(r.of.items) {
		return
	}
	if items := r.of.Menu(r.of.items[r.index].ID); len(items) > 0 {
		ShowMenu(c, items, at)
	}
}

// MouseIn implements desktop.Hoverable.
func (r *choiceRow) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.paint() }

// MouseMoved implements desktop.Hoverable.
func (r *choiceRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *choiceRow) MouseOut() { r.hovered = false; r.paint() }

// Cursor implements desktop.Cursorable.
func (r *choiceRow) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer implements fyne.Widget.
func (r *choiceRow) CreateRenderer() fyne.WidgetRenderer { return choiceRenderer{r} }

type choiceRenderer struct{ r *choiceRow }

func (x choiceRenderer) Destroy()                     {}
func (x choiceRenderer) Layout(fyne.Size)             {}
func (x choiceRenderer) MinSize() fyne.Size           { return fyne.NewSize(10, 10) }
func (x choiceRenderer) Objects() []fyne.CanvasObject { return x.r.objects }
func (x choiceRenderer) Refresh() {
	x.r.view.Redraw()
	x.r.paint()
}
