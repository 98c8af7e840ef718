package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Fold keeps fields that few people need out of sight, behind a line that opens and closes them by pointer or with Space and
// Enter. It begins closed.
type Fold struct {
	widget.BaseWidget

	// OnToggle is called after the fold was opened or closed.
	OnToggle func()

	label  string
	head   *Link
	inside *fyne.Container
	box    *fyne.Container
}

// NewFold returns a closed fold over fields, which stand as far apart as those of a form.
func NewFold(label string, fields ...fyne.CanvasObject) *Fold {
	f := &Fold{label: label, inside: NewColumn(FormGap, fields...)}
	f.head = NewLink("", func() { f.SetOpen(!f.Open()) })
	f.inside.Hide()
	f.box = NewColumn(FormGap, f.head, f.inside)
	f.sign()
	f.ExtendBaseWidget(f)
	return f
}

// Add puts more fields at the end.
func (f *Fold) Add(fields ...fyne.CanvasObject) {
	for _, o := range fields {
		f.inside.Add(o)
	}
}

// Open tells whether the fields are shown.
func (f *Fold) Open() bool { return f.inside.Visible() }

// SetOpen shows or hides the fields.
func (f *Fold) SetOpen(open bool) {
	if open == f.Open() {
		return
	}
	show(f.inside, open)
	f.sign()
	f.box.Refresh()
	f.Refresh()
	if f.OnToggle != nil {
		f.OnToggle()
	}
}

func (f *Fold) sign() {
	sign := "▸ "
	if f.Open() {
		sign = "▾ "
	}
	f.head.Set(sign+f.label, f.head.OnTapped)
}

// CreateRenderer implements fyne.Widget.
func (f *Fold) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.box) }
