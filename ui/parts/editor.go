package parts

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts/edit"
	typeset "bonbon/ui/parts/flow"
)

// Editor is an input of many lines for texts of any length: a key costs the paragraph that it is typed into and what is seen, not the
// text. Lines break as they do in the talk. Keys that an input method has taken do nothing.
//
// All methods belong to the UI goroutine.
type Editor struct {
	widget.BaseWidget
	OnChanged func()                    // the text is another one
	OnBlur    func()                    // the focus went elsewhere
	OnKey     func(*fyne.KeyEvent) bool // asked first about every key that is meant for the input; true: it is done with
	// OnPaste is asked first about what is pasted, which is empty for what is no text; true: it is done with.
	OnPaste func(text string) bool
	// OnUndo is called for Ctrl+Z, or for what does it again, in an empty input that has nothing to undo itself.
	OnUndo func(again bool)

	keep func(text string) bool // asked about what Paste gets: true, it is kept elsewhere; nil: never

	self  inputWidget // the widget that this is a part of
	text  *edit.Text
	col   textColumn
	guard imeGuard
	hint  string // shown while there is no text
	least int    // rows
	most  int
	rows  int // asked for

	anchor int     // this paragraph's top …
	at     float32 // … is here in the view
	goal   float32 // where Up and Down go; below 0: from where the caret is
	early  bool    // the caret between two lines stands at the end of the first

	tall float32 // of the widget, when it was last arranged
	seen bool    // the caret is in view

	focused bool
	press   press

	plate *Plate // nil: whoever holds the input paints around it
	leaf  *editorPage
	clip  *container.Clip
	bar   *scrollBar
}

// inputWidget is what the toolkit knows as the widget with the focus.
type inputWidget interface {
	fyne.Widget
	fyne.Focusable
	fyne.Shortcutable
}

var (
	_ inputWidget            = (*Editor)(nil)
	_ fyne.Tabbable          = (*Editor)(nil)
	_ fyne.Draggable         = (*Editor)(nil)
	_ fyne.Scrollable        = (*Editor)(nil)
	_ fyne.SecondaryTappable = (*Editor)(nil)
	_ desktop.Keyable        = (*Editor)(nil)
	_ desktop.Mouseable      = (*Editor)(nil)
	_ desktop.Cursorable     = (*Editor)(nil)
)

// NewEditor returns an empty input that shows so many lines.
func NewEditor(rows int) *Editor {
	e := &Editor{plate: NewPlate(theme.ColorNameInputBackground, theme.ColorNameInputBorder, theme.SizeNameInputRadius)}
	e.init(e, rows, rows)
	return e
}

// init makes an editor that is a part of self and as high as its text, within least and most rows.
func (e *Editor) init(self inputWidget, least, most int) {
	e.self, e.least, e.most, e.rows, e.goal = self, least, most, least, -1
	e.text = edit.New()
	e.col.text = e.text
	e.text.OnChange = e.col.change
	e.press.now = time.Now
	e.leaf = newEditorPage(e)
	e.clip = container.NewClip(e.leaf)
	e.bar = newScrollBar(e)
	e.ExtendBaseWidget(self)
}

// Text returns the text.
func (e *Editor) Text() string { return e.text.String() }

// Len returns the size of the text in bytes.
func (e *Editor) Len() int { return e.text.Len() }

// SetText replaces the text. What could be undone is forgotten; the caret goes to the start.
func (e *Editor) SetText(s string) {
	same := e.text.String() == s
	e.text.Set(s)
	e.anchor, e.at = 0, 0
	e.moved()
	if !same {
		e.told()
	}
}

// SetPlaceHolder sets what is shown while there is no text.
func (e *Editor) SetPlaceHolder(s string) {
	if e.hint != s {
		e.hint = s
		e.draw()
	}
}

// Select selects the bytes from … to-1 of the text; the caret is at to.
func (e *Editor) Select(from, to int) {
	e.text.Pick(e.text.At(from), e.text.At(to))
	e.moved()
}

// Selection returns the selected text.
func (e *Editor) Selection() string { return e.text.PickedText() }

// edited is called after every edit by keys.
func (e *Editor) edited() {
	e.moved()
	e.told()
}

func (e *Editor) told() {
	if e.OnChanged != nil {
		e.OnChanged()
	}
}

// moved shows the caret in its new place.
func (e *Editor) moved() {
	e.goal, e.early = -1, false
	e.fit()
	e.follow()
	e.draw()
}

// fit asks for as many rows as the text has.
func (e *Editor) fit() {
	e.rows = e.least
	if e.col.width == 0 || e.most == e.least {
		return
	}
	n := 0
	for i := 0; i < e.text.Paras() && n < e.most; i++ {
		n += e.col.lines(i, e.most-n)
	}
	e.rows = max(n, e.least)
}

// FocusGained implements fyne.Focusable.
func (e *Editor) FocusGained() {
	e.focused = true
	if e.plate != nil {
		e.plate.SetColors(theme.ColorNameInputBackground, theme.ColorNamePrimary)
	}
	reveal(e.self)
	e.draw()
}

// FocusLost implements fyne.Focusable.
func (e *Editor) FocusLost() {
	e.focused = false
	e.guard.reset()
	if e.plate != nil {
		e.plate.SetColors(theme.ColorNameInputBackground, theme.ColorNameInputBorder)
	}
	e.draw()
	if e.OnBlur != nil {
		e.OnBlur()
	}
}

// AcceptsTab implements fyne.Tabbable: Tab goes on to the next widget. A tab can still be pasted.
func (e *Editor) AcceptsTab() bool { return false }

// Cursor implements desktop.Cursorable.
func (e *Editor) Cursor() desktop.Cursor { return desktop.TextCursor }

// Room around the text of an editor, in pixels.
const (
	editorSide = 9
	editorTop  = 6
	caretWidth = 2
)

// high returns the height that so many rows need.
func (e *Editor) high(rows int) float32 {
	return float32(rows)*typeset.Pitch(look.Size(theme.SizeNameText)) + 2*editorTop
}

// top returns where the text begins. A line for itself stands in the middle.
func (e *Editor) top() float32 {
	if e.rows == 1 {
		return max(editorTop, (e.self.Size().Height-e.col.pitch)/2)
	}
	return editorTop
}

// CreateRenderer implements fyne.Widget.
func (e *Editor) CreateRenderer() fyne.WidgetRenderer {
	r := &editorRenderer{e: e}
	if e.plate != nil {
		r.objects = append(r.objects, e.plate)
	}
	r.objects = append(r.objects, e.clip, e.bar)
	return r
}

type editorRenderer struct {
	e       *Editor
	objects []fyne.CanvasObject
}

func (r *editorRenderer) Destroy()                     {}
func (r *editorRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *editorRenderer) MinSize() fyne.Size           { return fyne.NewSize(80, r.e.high(r.e.rows)) }

func (r *editorRenderer) Layout(s fyne.Size) {
	e := r.e
	if e.plate != nil {
		e.plate.Resize(s)
	}
	e.bar.Move(fyne.NewPos(s.Width-barWidth, editorTop))
	e.bar.Resize(fyne.NewSize(barWidth, max(0, s.Height-2*editorTop)))
	e.arrange(s)
}

// arrange follows another size of the widget or of letters. What was at the top stays there; the caret stays in view.
func (e *Editor) arrange(s fyne.Size) {
	c, seen, size := &e.col, e.seen, look.Size(theme.SizeNameText)
	if width := s.Width - editorSide - barWidth; width != c.width || size != c.size {
		var first edit.Place
		if c.width > 0 {
			first, _ = e.placeAt(fyne.NewPos(0, 0))
		}
		c.reset(width, size)
		e.anchor, e.at = first.Para, -float32(c.lineOf(first, false))*c.pitch
		e.fit()
		e.tall = 0
	}
	if e.tall != s.Height && seen && e.focused {
		e.follow()
	}
	e.tall = s.Height
	e.draw()
}

func (r *editorRenderer) Refresh() {
	e := r.e
	e.leaf.view.Redraw()
	if e.plate != nil {
		e.plate.Refresh()
	}
	e.bar.Refresh()
	if e.Size().Width > 0 {
		e.arrange(e.Size())
	}
	canvas.Refresh(e.leaf)
}
