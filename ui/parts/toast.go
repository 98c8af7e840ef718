package parts

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// ToastTime is how long a toast stays.
const ToastTime = 7 * time.Second

// Toaster shows short notes at the bottom of whatever it lies on (put it last in a stack), each with at most one thing to do,
// such as Undo. A new note takes the place of the old one. Where it shows nothing, clicks pass through it.
type Toaster struct {
	widget.BaseWidget
	// Foot, if set, tells how much room at the bottom a note must not cover.
	Foot func() float32

	post func(func())

	plate *Plate
	text  *Caption
	act   *Button
	close *Button
	timer *time.Timer
	turn  int // counts the notes, so that an old timer hides no new note
}

// NewToaster returns a layer without a note. post brings a function to the window's goroutine.
func NewToaster(post func(func())) *Toaster {
	t := &Toaster{post: post, plate: NewPlate(look.Surface, look.Line, look.RadiusCard)}
	t.text = NewCaption("", theme.SizeNameText, theme.ColorNameForeground)
	t.text.Short = true
	t.act = NewButton("", nil)
	t.close = NewIconButton(look.IconClose, t.Dismiss)
	t.ExtendBaseWidget(t)
	t.Dismiss()
	return t
}

// Tell shows a note. action names what do does; with an empty action there is only the note.
func (t *Toaster) Tell(text, action string, do func()) {
	t.stop()
	t.text.SetText(text)
	t.act.Set(action, "")
	t.act.OnTapped = func() {
		t.Dismiss()
		do()
	}
	t.show(true)
	t.act.Hidden = action == ""
	t.Refresh()
	turn := t.turn
	t.timer = time.AfterFunc(ToastTime, func() {
		t.post(func() {
			if t.turn == turn {
				t.Dismiss()
			}
		})
	})
}

// Dismiss takes the note away.
func (t *Toaster) Dismiss() {
	t.stop()
	t.show(false)
	t.Refresh()
}

// Text returns the note that is shown; "" is none.
func (t *Toaster) Text() string {
	if t.plate.Hidden {
		return ""
	}
	return t.text.Text
}

func (t *Toaster) stop() {
	t.turn++
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}

func (t *Toaster) show(on bool) {
	for _, o := range t.objects() {
		if on {
			o.Show()
		} else {
			o.Hide()
		}
	}
}

func (t *Toaster) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{t.plate, t.text, t.act, t.close}
}

// CreateRenderer implements fyne.Widget.
func (t *Toaster) CreateRenderer() fyne.WidgetRenderer { return toastRenderer{t} }

type toastRenderer struct{ t *Toaster }

// Layout keeps the note in the middle of the bottom, as wide as its text needs and the window allows.
func (r toastRenderer) Layout(size fyne.Size) {
	const pad, gap, above = 16, 8, 24
	t := r.t
	act, shut := t.act.MinSize(), t.close.MinSize()
	if t.act.Hidden {
		act = fyne.Size{}
	}
	text := fyne.MeasureText(t.text.Text, look.Size(theme.SizeNameText), fyne.TextStyle{})
	text.Width = max(0, min(text.Width+1, size.Width-2*pad-act.Width-shut.Width-2*gap-2*pad))
	wide := pad + text.Width + gap + act.Width + gap + shut.Width + gap
	high := max(act.Height, shut.Height) + 2*gap
	x, y := (size.Width-wide)/2, size.Height-high-above
	if t.Foot != nil {
		y -= t.Foot()
	}
	place := func(o fyne.CanvasObject, at float32, s fyne.Size) {
		o.Resize(s)
		o.Move(fyne.NewPos(x+at, y+(high-s.Height)/2))
	}
	place(t.plate, 0, fyne.NewSize(wide, high))
	place(t.text, pad, text)
	place(t.act, pad+text.Width+gap, act)
	place(t.close, wide-gap-shut.Width, shut)
}

func (r toastRenderer) Refresh() {
	r.Layout(r.t.Size())
	for _, o := range r.t.objects() {
		o.Refresh()
	}
}

func (r toastRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r toastRenderer) Destroy()                     {}
func (r toastRenderer) Objects() []fyne.CanvasObject { return r.t.objects() }
