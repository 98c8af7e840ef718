package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Field is one question of a form: a bold label, perhaps something small at the right end of its line, the input, a
// sentence that says what it does, and room for a problem that is only there while there is one.
type Field struct {
	widget.BaseWidget

	label, note, problem *Para
	box                  *fyne.Container
}

// NewField returns a field. right and input may be nil; an empty note takes no room.
func NewField(label string, right fyne.CanvasObject, input fyne.CanvasObject, note string) *Field {
	f := &Field{
		label:   NewPara(label, "", ""),
		note:    NewPara(note, look.SmallText, look.Muted),
		problem: NewPara("", look.SmallText, theme.ColorNameError),
		box:     NewColumn(look.Gap),
	}
	f.label.Bold = true
	if right == nil {
		f.box.Add(f.label)
	} else {
		f.box.Add(NewEnds(f.label, right))
	}
	if input != nil {
		f.box.Add(input)
	}
	f.box.Add(f.problem)
	f.box.Add(f.note)
	f.problem.Hide()
	f.SetNote(note)
	f.ExtendBaseWidget(f)
	return f
}

// Add puts more objects under the sentence.
func (f *Field) Add(objects ...fyne.CanvasObject) {
	for _, o := range objects {
		f.box.Add(o)
	}
}

// SetNote changes the sentence.
func (f *Field) SetNote(text string) {
	f.note.SetText(text)
	show(f.note, text != "")
	f.again()
}

// Note returns the sentence of SetNote.
func (f *Field) Note() string { return f.note.Text() }

// SetProblem shows what is wrong and what to do about it; empty when all is well.
func (f *Field) SetProblem(text string) {
	if text == f.problem.Text() {
		return
	}
	f.problem.SetText(text)
	show(f.problem, text != "")
	f.again()
}

// Problem returns the sentence of SetProblem.
func (f *Field) Problem() string { return f.problem.Text() }

// again lays the field out after a part of it came or went.
func (f *Field) again() {
	f.box.Refresh()
	f.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (f *Field) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.box) }

func show(o fyne.CanvasObject, yes bool) {
	if yes {
		o.Show()
	} else {
		o.Hide()
	}
}
