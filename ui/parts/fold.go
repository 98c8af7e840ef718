package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// Fold is a line that can be pressed, and content under it that is there only while the fold is open.
type Fold struct {
	widget.BaseWidget

	head    *Button
	content fyne.CanvasObject
	box     *fyne.Container
	changed func()
	opened  bool // by its owner, while the pointer was on the head
}

// foldInset is the room within the head's button: its sign stands in line with what is above.
const foldInset = 4 * look.Gap

// NewFold returns a closed fold. changed is called after it was opened or closed by the user, so that its owner can lay
// itself out anew; it may be nil.
func NewFold(label string, content fyne.CanvasObject, changed func()) *Fold {
	f := &Fold{content: content, changed: changed}
	f.head = newButton(Bare, label, look.IconForward, f.press)
	f.content.Hide()
	f.box = NewColumn(3*look.Gap, NewInset(-foldInset, 0, container.NewHBox(f.head)), f.content)
	f.ExtendBaseWidget(f)
	return f
}

// press opens or closes the fold and shows what came. A press makes an input lose the focus before it arrives here: if that opened
// the fold, it is not to close it again.
func (f *Fold) press() {
	if f.opened && f.Open() {
		f.opened = false
	} else {
		f.set(!f.Open())
	}
	if f.changed != nil {
		f.changed()
	}
	if f.Open() {
		bring(f)
	}
}

// Open tells whether the content is shown.
func (f *Fold) Open() bool { return f.content.Visible() }

// SetOpen shows or hides the content.
func (f *Fold) SetOpen(open bool) {
	f.opened = open && !f.Open() && f.head.hovered
	f.set(open)
}

func (f *Fold) set(open bool) {
	icon := look.IconForward
	if open {
		icon = look.IconDown
	}
	f.head.Set(f.head.Text, icon)
	show(f.content, open)
	f.box.Refresh()
	f.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (f *Fold) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.box) }
